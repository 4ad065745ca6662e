"""The choices of each open rule, every one with its sentence for people.

The values are DATC's letters where DATC has letters, else the rulebook's year or a word; they stand in saved games.
"""

from __future__ import annotations

from enum import StrEnum


class RuleChoice(StrEnum):
    """A way to settle an open rule."""

    description: str
    """One sentence for the player who chooses."""

    def __new__(cls, value: str, description: str = "") -> RuleChoice:
        """A member with its sentence."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.description = description
        return member


class ConvoyRoutes(RuleChoice):
    """DATC 4.A.1."""

    ANY = "a", "One broken route stops the convoy, even where another is whole (1971)."
    ALL = "b", "The convoy fails only when every route is broken."


class ConvoyParadox(RuleChoice):
    """DATC 4.A.2. Where a rulebook gives no answer, Szykman's rule does."""

    SZYKMAN = "szykman", "The convoying fleets of the paradox hold, and their convoys fail (Szykman)."
    RULES_1971 = "1971", "A convoyed army does not cut a fleet's support for a fleet that attacks one of its convoying fleets."
    RULES_1982 = "1982", "A convoyed army does not cut a fleet's support for anything done where a fleet is convoying."
    RULES_2000 = "2000", "A convoyed army does not cut support for an attack on a fleet that its convoy cannot do without."
    ALL_HOLD = "all-hold", "Every move that is part of the paradox fails."


class AdjacentConvoy(RuleChoice):
    """DATC 4.A.3."""

    RULES_1971 = "1971", "By convoy when any chain of fleets carries it unbroken past a unit that comes the other way; else on foot."
    RULES_1982 = "1982", "By convoy when the order says so, an own fleet carries it, or an own unit changes places with it."
    RULES_2000 = "2000", "By convoy when the order says VIA or an own fleet carries it; never on foot then."
    RULES_2000_FALLBACK = "2000-fallback", "As in 2000, but on foot when the convoy is broken or missing."
    RULES_2025 = "2025EE", "By convoy when the order says VIA or an own fleet has a legal order to carry it; never on foot then."
    DPTG = "DPTG", "By convoy only when the order says VIA; never on foot then."
    CONVOY_FIRST = "convoy-first-v2a", "Always by convoy when a chain of fleets was ordered to carry it."
    CONVOY_IF_OPPOSED = "convoy-first-v2b", "By convoy when a chain was ordered and the unit there moves the other way."


class AttackOrigin(RuleChoice):
    """DATC 4.A.4."""

    START = "start-province", "From the province the army started in."
    BRANNAN = "brannan", "From the last fleet of the convoy (Brannan's rule)."


class RetreatToConvoy(RuleChoice):
    """DATC 4.A.5."""

    NEVER = "a", "No: never to where the attacker came from."
    ALLOWED = "b", "Yes: a convoyed attacker did not cross that border."


class ConvoyPath(RuleChoice):
    """DATC 4.A.6."""

    IGNORED = "a", "No: a route that is named is ignored."
    ALLOWED = "b", "They may: the convoy then fails with any fleet of its route."
    REQUIRED = "c", "They must: a convoy without a named route is illegal."


class DislodgedEffect(RuleChoice):
    """DATC 4.A.7."""

    NEVER = "a", "No: a dislodged unit has no effect on the province its attacker came from."
    HEAD_TO_HEAD_ONLY = "b", "Yes, unless it lost head to head against that attacker."


class MissingCoast(RuleChoice):
    """DATC 4.B.1."""

    FAILS = "fails", "The order is not carried out."
    DEFAULT = "default-coast", "The fleet goes to the first of the coasts that the board lists."


class OneCoast(RuleChoice):
    """DATC 4.B.2."""

    TAKEN = "a", "The fleet goes to the only coast it can reach."
    FAILS = "b", "The order is not carried out."


class ImpossibleCoast(RuleChoice):
    """DATC 4.B.3."""

    CORRECTED = "a", "The fleet goes to the coast it can reach."
    ILLEGAL = "b", "The order is illegal."


class CoastInSupport(RuleChoice):
    """DATC 4.B.4."""

    ILLEGAL = "a", "The support is illegal when both coasts are possible."
    OWN_UNIT = "b", "The support is good for a unit of the same power."
    EITHER = "c", "The support is good for either coast; a coast that is named must match."
    ALWAYS_NAMED = "strict-v2", "The support is illegal even when only one coast is possible."
    NEVER_MATCHED = "ignore-v2", "Coasts in supports are not looked at."


class WrongCoast(RuleChoice):
    """DATC 4.B.5."""

    ILLEGAL = "a", "The order is illegal."
    IGNORED = "b", "The coast is ignored."


class StrayCoast(RuleChoice):
    """DATC 4.B.6."""

    ILLEGAL = "a", "The order is illegal."
    IGNORED = "b", "The coast is ignored."


class BuildCoast(RuleChoice):
    """DATC 4.B.7."""

    REQUIRED = "a", "The build fails; the right to build stays."
    DEFAULT = "default-coast-v2", "The fleet appears on the first of the coasts that the board lists."


class KindNaming(RuleChoice):
    """DATC 4.C.1, which the reader of people's orders asks for, and 4.C.2."""

    ILLEGAL = "a", "The order is illegal."
    LEGAL = "b", "The order stands: only one unit can be meant."


class BuildKind(RuleChoice):
    """DATC 4.C.3; the reader of people's orders asks for it."""

    REQUIRED = "required", "The build fails."


class InlandFleet(RuleChoice):
    """DATC 4.C.4."""

    FAILS = "a", "The build fails."
    ARMY = "b", "An army is built instead."


class PowerNaming(RuleChoice):
    """DATC 4.C.5 and 4.C.6; the reader of people's orders asks for it."""

    ILLEGAL = "a", "The order is illegal."
    LEGAL = "b", "The order stands: the province says which unit is meant."


class OrderSets(RuleChoice):
    """DATC 4.D.1; read by who receives the mail."""

    COMBINED = "a", "All are combined."
    COMBINED_UNLESS_REPLACED = "b", "All are combined, unless the last plainly replaces the others."
    LAST_UNLESS_ADDED = "c", "The last one counts, unless it plainly adds to the others."
    LAST = "d", "The last one counts."


class UnsortedOrderSets(RuleChoice):
    """DATC 4.D.2; read by who receives the mail."""

    ALL_HOLD = "a", "All units hold."
    COMBINED = "b", "All are combined."


class RepeatedOrder(RuleChoice):
    """DATC 4.D.3."""

    FIRST = "a", "The first legal order counts."
    LAST = "b", "The last legal order counts."
    NONE = "c", "None of them counts when they differ."


class TooManyBuilds(RuleChoice):
    """DATC 4.D.4."""

    NONE = "a", "None of them counts."
    FIRST = "b", "The first legal ones count."
    LAST = "c", "The last legal ones count."


class RepeatedBuild(RuleChoice):
    """DATC 4.D.5."""

    NONE = "a", "None of them counts."
    FIRST = "b", "The first counts."
    LAST = "c", "The last counts."


class TooManyRemovals(RuleChoice):
    """DATC 4.D.6."""

    DISORDER = "a", "All removals are chosen by the civil disorder rule."
    FIRST = "b", "The first legal ones count."
    LAST = "c", "The last legal ones count."


class BuildDecline(RuleChoice):
    """DATC 4.D.7."""

    ALLOWED = "a", "A build may be declined."
    FORBIDDEN = "b", "Builds that nobody ordered are made by rule, in the order of the board, armies first."


class RemovalDistance(RuleChoice):
    """DATC 4.D.8."""

    HOME = "a", "The unit farthest from its home centres: armies count over any province, fleets over their own moves (1971, 1982)."
    COUNTRY = "b", "The unit farthest from its home country, counting provinces of any kind (2000)."
    OWNED = "c", "The unit farthest from any centre its power owns, counting provinces of any kind (2023)."


class DisorderSupport(RuleChoice):
    """DATC 4.D.9."""

    FAILS = "a", "The support does not work."
    WORKS = "b", "The support works."


class ImpossibleOrder(RuleChoice):
    """DATC 4.E.1."""

    HOLDS = "ignore-illegal", "It holds, and can be supported to hold."
    STILL_A_MOVE = "still-a-move", "It stays, but cannot be supported to hold, since it was ordered to move."


class ImplicitOrders(RuleChoice):
    """DATC 4.E.3."""

    ALLOWED = "a", "Yes, from orders of the same power, where the unit has no order of its own."
    NO = "b", "No."


class PerpetualOrders(RuleChoice):
    """DATC 4.E.4; read by who keeps the orders from turn to turn."""

    ALLOWED = "a", "Yes."
    NO = "b", "No."


class ProxyOrders(RuleChoice):
    """DATC 4.E.5; read by who receives the orders."""

    ANNOUNCED = "a", "Yes, when the game master is told beforehand."
    IN_ORDERS = "b", "Yes, by an order of its own."
    NO = "c", "No."


class FlyingDutchman(RuleChoice):
    """DATC 4.E.6; for the game master."""

    REMOVED = "removed", "It is removed when it is discovered."
    STAYS = "stays", "It stays until the next adjustments."


class NoOrders(RuleChoice):
    """Action of the units of a power that sent no orders at all."""

    HOLD = "hold", "Its units hold, dislodged units disband, builds are waived, removals follow the civil disorder rule."
    DISORDER = (
        "disorder",
        "It is in civil disorder: as above, and its support is settled under “A power in civil disorder is given support to hold”.",
    )
    DISBAND = "disband", "All its units are taken off the board."
    REPEAT = "repeat", "Its last orders are given again where they are still legal, else its units hold."
