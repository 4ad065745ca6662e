"""The rule options: one field for each open question of DATC section 4 that is settled by choice.

Every choice carries its sentence for people; every field carries the number of its issue and its question. ``str(rules)`` names what
differs from the defaults (``4.A.3=DPTG nmr=repeat``) and ``Rules.of`` reads it back.
Source: Diplomacy Adjudicator Test Cases 3.2, chapter 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    BuildCoast,
    BuildDecline,
    BuildKind,
    CoastInSupport,
    ConvoyParadox,
    ConvoyPath,
    ConvoyRoutes,
    DislodgedEffect,
    DisorderSupport,
    FlyingDutchman,
    ImplicitOrders,
    ImpossibleCoast,
    ImpossibleOrder,
    InlandFleet,
    KindNaming,
    MissingCoast,
    NoOrders,
    OneCoast,
    OrderSets,
    PerpetualOrders,
    PowerNaming,
    ProxyOrders,
    RemovalDistance,
    RepeatedBuild,
    RepeatedOrder,
    RetreatToConvoy,
    RuleChoice,
    StrayCoast,
    TooManyBuilds,
    TooManyRemovals,
    UnsortedOrderSets,
    WrongCoast,
)


@dataclass(frozen=True, slots=True)
class Issue:
    """Description of a field of ``Rules``: its number in DATC and its question."""

    number: str
    question: str
    for_game_master: bool = False
    """True if it is about how orders arrive, or about mistakes at the table: the game master sees to it, no program can."""


GM = True
"""Marks the issues that are for the game master."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Choices in disputed rules. The defaults are the DATC author's preferences.

    >>> str(Rules())
    ''
    >>> rules = Rules.of("4.A.3=DPTG nmr=repeat")
    >>> print(rules.adjacent_convoy.value, rules.no_orders.value)
    DPTG repeat
    """

    convoy_routes: Annotated[ConvoyRoutes, Issue("4.A.1", "When is a convoy with several routes broken?")] = ConvoyRoutes.ALL
    convoy_paradox: Annotated[
        ConvoyParadox, Issue("4.A.2", "A convoyed army would cut the support that stops its own convoy (convoy paradox):")
    ] = ConvoyParadox.SZYKMAN
    adjacent_convoy: Annotated[AdjacentConvoy, Issue("4.A.3", "When does an army that could walk go by convoy instead?")] = (
        AdjacentConvoy.RULES_2025
    )
    attack_origin: Annotated[AttackOrigin, Issue("4.A.4", "Where does a convoyed attack come from?")] = AttackOrigin.START
    retreat_to_convoy: Annotated[RetreatToConvoy, Issue("4.A.5", "May a unit retreat to where its convoyed attacker came from?")] = (
        RetreatToConvoy.ALLOWED
    )
    convoy_path: Annotated[ConvoyPath, Issue("4.A.6", "Does the order of a convoyed army name its route?")] = ConvoyPath.IGNORED
    dislodged_effect: Annotated[
        DislodgedEffect, Issue("4.A.7", "Does a dislodged unit still bounce others in the province its attacker left?")
    ] = DislodgedEffect.HEAD_TO_HEAD_ONLY

    missing_coast: Annotated[MissingCoast, Issue("4.B.1", "A fleet may reach two coasts and none is named:")] = MissingCoast.FAILS
    one_coast: Annotated[OneCoast, Issue("4.B.2", "A fleet may reach one coast and none is named:")] = OneCoast.TAKEN
    impossible_coast: Annotated[ImpossibleCoast, Issue("4.B.3", "The coast that is named cannot be reached, the other can:")] = (
        ImpossibleCoast.ILLEGAL
    )
    coast_in_support: Annotated[CoastInSupport, Issue("4.B.4", "A support for a fleet's move leaves the coast out:")] = (
        CoastInSupport.EITHER
    )
    wrong_coast: Annotated[WrongCoast, Issue("4.B.5", "An order names the wrong coast where none is needed:")] = WrongCoast.IGNORED
    stray_coast: Annotated[StrayCoast, Issue("4.B.6", "An order names a coast that does not exist or means nothing:")] = StrayCoast.IGNORED
    build_coast: Annotated[BuildCoast, Issue("4.B.7", "A fleet is built where there are two coasts and none is named:")] = (
        BuildCoast.REQUIRED
    )

    missing_kind: Annotated[KindNaming, Issue("4.C.1", "An order does not say army or fleet:")] = KindNaming.LEGAL
    wrong_kind: Annotated[KindNaming, Issue("4.C.2", "An order says army where a fleet stands, or the reverse:")] = KindNaming.LEGAL
    build_kind: Annotated[BuildKind, Issue("4.C.3", "A build on a coast does not say army or fleet:")] = BuildKind.REQUIRED
    inland_fleet: Annotated[InlandFleet, Issue("4.C.4", "A fleet is built inland:")] = InlandFleet.FAILS
    missing_power: Annotated[PowerNaming, Issue("4.C.5", "A support or convoy does not say whose unit it means:")] = PowerNaming.LEGAL
    wrong_power: Annotated[PowerNaming, Issue("4.C.6", "A support or convoy names the wrong power:")] = PowerNaming.LEGAL

    order_sets: Annotated[OrderSets, Issue("4.D.1", "Several order sets arrive one after the other:", GM)] = OrderSets.LAST_UNLESS_ADDED
    unsorted_order_sets: Annotated[
        UnsortedOrderSets, Issue("4.D.2", "Several order sets are there and nobody knows which is the last:", GM)
    ] = UnsortedOrderSets.COMBINED
    repeated_order: Annotated[RepeatedOrder, Issue("4.D.3", "A unit is ordered twice:")] = RepeatedOrder.FIRST
    too_many_builds: Annotated[TooManyBuilds, Issue("4.D.4", "More builds are ordered than allowed:")] = TooManyBuilds.FIRST
    repeated_build: Annotated[RepeatedBuild, Issue("4.D.5", "Two builds are ordered in one province:")] = RepeatedBuild.FIRST
    too_many_removals: Annotated[TooManyRemovals, Issue("4.D.6", "More removals are ordered than required:")] = TooManyRemovals.FIRST
    build_decline: Annotated[BuildDecline, Issue("4.D.7", "May a build be declined?")] = BuildDecline.ALLOWED
    removal_distance: Annotated[RemovalDistance, Issue("4.D.8", "Which unit does the civil disorder rule remove?")] = RemovalDistance.OWNED
    disorder_support: Annotated[DisorderSupport, Issue("4.D.9", "A power in civil disorder is given support to hold:")] = (
        DisorderSupport.WORKS
    )

    impossible_order: Annotated[ImpossibleOrder, Issue("4.E.1", "A unit with an impossible move:")] = ImpossibleOrder.HOLDS
    implicit_orders: Annotated[ImplicitOrders, Issue("4.E.3", "May an order be deduced from a support or convoy for it?")] = (
        ImplicitOrders.NO
    )
    perpetual_orders: Annotated[PerpetualOrders, Issue("4.E.4", "May orders be given that repeat each turn?", GM)] = PerpetualOrders.NO
    proxy_orders: Annotated[ProxyOrders, Issue("4.E.5", "May a power leave a unit to another player?", GM)] = ProxyOrders.NO
    flying_dutchman: Annotated[FlyingDutchman, Issue("4.E.6", "A unit is found on the board that should not be there:", GM)] = (
        FlyingDutchman.REMOVED
    )

    no_orders: Annotated[NoOrders, Issue("nmr", "A power sends no orders at all:")] = NoOrders.HOLD

    def __str__(self) -> str:
        differing = ((rule.issue, getattr(self, rule.name)) for rule in rule_fields() if getattr(self, rule.name) != rule.default)
        return " ".join(f"{issue}={choice.value}" for issue, choice in differing)

    @classmethod
    def of(cls, text: str) -> Rules:
        """The rules that *text* names: ``4.A.3=DPTG nmr=repeat``; what is not named is as by default. A preset may come first.

        Raises:
            ValueError: an issue or a choice is not known; the message lists those that are.

        >>> print(Rules.of("4.A.3=DPTG"))
        4.A.3=DPTG
        >>> Rules.of("1971") == presets()["1971"]
        True
        >>> Rules.of("nmr=chance")
        Traceback (most recent call last):
            ...
        ValueError: nmr has no choice 'chance'; there are hold, disorder, disband, repeat
        """
        rules = cls()
        by_issue = {rule.issue: rule for rule in rule_fields()}
        for word in text.split():
            issue, equals, value = word.partition("=")
            if not equals:
                preset = next((each for name, each in presets().items() if name.replace(" ", "-").casefold() == word.casefold()), None)
                if preset is None:
                    raise ValueError(f"no such preset {word!r}; there are {', '.join(name.replace(' ', '-') for name in presets())}")
                rules = preset
                continue
            rule = by_issue.get(issue)
            if rule is None:
                raise ValueError(f"no rule is open under {issue!r}; there are {', '.join(by_issue)}")
            choice = next((each for each in rule.choices if each.value == value), None)
            if choice is None:
                raise ValueError(f"{issue} has no choice {value!r}; there are {', '.join(each.value for each in rule.choices)}")
            rules = rules.with_choice(issue, choice)
        return rules

    def with_choice(self, issue: str, choice: RuleChoice) -> Rules:
        """Return these rules with the issue of that number (``4.A.3``) settled by *choice*.

        Raises:
            KeyError: no such issue.
            ValueError: *choice* belongs to another issue.

        >>> print(Rules().with_choice("nmr", NoOrders.REPEAT))
        nmr=repeat
        """
        rule = next((each for each in rule_fields() if each.issue == issue), None)
        if rule is None:
            raise KeyError(issue)
        if choice not in rule.choices or type(choice) is not type(rule.default):
            raise ValueError(f"{choice!r} is no choice of {issue}")
        changes: dict[str, Any] = {rule.name: choice}
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class RuleField:
    """One open question, as New Game shows it."""

    name: str
    """The field of ``Rules``."""

    issue: str
    """``4.A.3``; ``nmr`` for what a power without orders does."""

    question: str
    for_game_master: bool
    """True if the answer is kept for the game master to follow; the adjudicator and the reader of orders follow all others."""
    default: RuleChoice
    choices: tuple[RuleChoice, ...]


@cache
def rule_fields() -> tuple[RuleField, ...]:
    """Every open question, in DATC's sequence.

    >>> rule = next(rule for rule in rule_fields() if rule.issue == "4.D.3")
    >>> rule.name, rule.question, rule.default.value
    ('repeated_order', 'A unit is ordered twice:', 'a')
    >>> [choice.value for choice in rule.choices]
    ['a', 'b', 'c']
    """
    found: list[RuleField] = []
    hints = get_type_hints(Rules, include_extras=True)
    for each in fields(Rules):
        choices, issue = hints[each.name].__origin__, hints[each.name].__metadata__[0]
        found.append(RuleField(each.name, issue.number, issue.question, issue.for_game_master, getattr(Rules(), each.name), tuple(choices)))
    return tuple(found)


@cache
def presets() -> Mapping[str, Rules]:
    """The rulebooks by name: ``DATC 2025``, ``2000 rulebook``, ``1982``, ``1971``, ``judge style``.

    >>> list(presets())
    ['DATC 2025', '2000 rulebook', '1982', '1971', 'judge style']
    """
    rulebook_2000 = Rules(
        convoy_paradox=ConvoyParadox.RULES_2000,
        adjacent_convoy=AdjacentConvoy.RULES_2000,
        retreat_to_convoy=RetreatToConvoy.NEVER,
        removal_distance=RemovalDistance.COUNTRY,
    )
    rulebook_1982 = replace(
        rulebook_2000,
        removal_distance=RemovalDistance.HOME,
        convoy_paradox=ConvoyParadox.RULES_1982,
        adjacent_convoy=AdjacentConvoy.RULES_1982,
        impossible_order=ImpossibleOrder.STILL_A_MOVE,
    )
    rulebook_1971 = replace(
        rulebook_1982,
        convoy_routes=ConvoyRoutes.ANY,
        convoy_paradox=ConvoyParadox.RULES_1971,
        adjacent_convoy=AdjacentConvoy.RULES_1971,
    )
    judge_style = Rules(
        adjacent_convoy=AdjacentConvoy.DPTG,
        convoy_path=ConvoyPath.IGNORED,
        order_sets=OrderSets.COMBINED,
        repeated_order=RepeatedOrder.LAST,
        too_many_builds=TooManyBuilds.LAST,
        too_many_removals=TooManyRemovals.LAST,
        missing_coast=MissingCoast.FAILS,
        removal_distance=RemovalDistance.HOME,
    )
    return MappingProxyType(
        {
            "DATC 2025": Rules(),
            "2000 rulebook": rulebook_2000,
            "1982": rulebook_1982,
            "1971": rulebook_1971,
            "judge style": judge_style,
        }
    )
