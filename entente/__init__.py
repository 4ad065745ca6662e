"""The library for programs: Diplomacy as values.

    import entente

    state = entente.standard().start
    step = state.apply({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    print(step.report())

States never change, are equal when they are the same, and may be shared between threads. A guide with examples is
``docs/guide/library.md``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.board import Province
    from adjudicator.errors import AmbiguousOrderError, DiplomacyError, IllegalOrderError, MalformedOrderError, OrderError, SourceSpan
    from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
    from adjudicator.phase import Phase, PhaseKind
    from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
    from entente.checking import Check
    from entente.evaluator import Evaluator
    from entente.events import Event, EventKind
    from entente.from_messages import told_state, told_variant
    from entente.order_index import OrderIndex
    from entente.outcome import Outcome, OutcomeKind
    from entente.plain_data import PlainDataError
    from entente.playing import Chooser, Orderer, Player, Record, play
    from entente.position_line import PositionFault, PositionLineError
    from entente.saved import GameFileError, SavedGame, load_variant, read_game, write_game
    from entente.scoring import Scoring
    from entente.state import OrderResult, State, Step, Variant
    from variants.fault import VariantError

__version__ = "0.1.0"
"""The version of the program and of this library: the one place that says it."""

__all__ = [
    "AmbiguousOrderError",
    "Build",
    "Check",
    "Chooser",
    "Convoy",
    "DiplomacyError",
    "Disband",
    "DislodgedUnit",
    "Evaluator",
    "Event",
    "EventKind",
    "GameFileError",
    "Hold",
    "IllegalOrderError",
    "Location",
    "MalformedOrderError",
    "Move",
    "Order",
    "OrderError",
    "OrderIndex",
    "OrderResult",
    "Orderer",
    "Outcome",
    "OutcomeKind",
    "Phase",
    "PhaseKind",
    "Piece",
    "PlainDataError",
    "Player",
    "PositionFault",
    "PositionLineError",
    "Province",
    "Record",
    "Remove",
    "Retreat",
    "SavedGame",
    "Scoring",
    "SourceSpan",
    "State",
    "Step",
    "Support",
    "Unit",
    "Variant",
    "VariantError",
    "Waive",
    "load_variant",
    "play",
    "read_game",
    "standard",
    "told_state",
    "told_variant",
    "variant",
    "variants",
    "write_game",
]

_HOMES = {
    "GameFileError": "entente.saved",
    "SavedGame": "entente.saved",
    "VariantError": "variants.fault",
    "load_variant": "entente.saved",
    "read_game": "entente.saved",
    "write_game": "entente.saved",
    "Build": "adjudicator.order",
    "Convoy": "adjudicator.order",
    "Disband": "adjudicator.order",
    "DislodgedUnit": "adjudicator.unit",
    "Evaluator": "entente.evaluator",
    "Hold": "adjudicator.order",
    "Location": "adjudicator.unit",
    "Move": "adjudicator.order",
    "Order": "adjudicator.order",
    "OrderIndex": "entente.order_index",
    "Phase": "adjudicator.phase",
    "PhaseKind": "adjudicator.phase",
    "Piece": "adjudicator.unit",
    "Province": "adjudicator.board",
    "Remove": "adjudicator.order",
    "Retreat": "adjudicator.order",
    "Support": "adjudicator.order",
    "Unit": "adjudicator.unit",
    "Waive": "adjudicator.order",
    "AmbiguousOrderError": "adjudicator.errors",
    "Check": "entente.checking",
    "Chooser": "entente.playing",
    "DiplomacyError": "adjudicator.errors",
    "Event": "entente.events",
    "EventKind": "entente.events",
    "IllegalOrderError": "adjudicator.errors",
    "MalformedOrderError": "adjudicator.errors",
    "OrderError": "adjudicator.errors",
    "OrderResult": "entente.state",
    "Outcome": "entente.outcome",
    "OutcomeKind": "entente.outcome",
    "PlainDataError": "entente.plain_data",
    "Orderer": "entente.playing",
    "Player": "entente.playing",
    "PositionFault": "entente.position_line",
    "PositionLineError": "entente.position_line",
    "Record": "entente.playing",
    "Scoring": "entente.scoring",
    "SourceSpan": "adjudicator.errors",
    "State": "entente.state",
    "Step": "entente.state",
    "play": "entente.playing",
    "told_state": "entente.from_messages",
    "told_variant": "entente.from_messages",
    "Variant": "entente.state",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The public names, loaded when first used: the program needs ``entente.words`` alone at its start."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(home), name)
        globals()[name] = found
        return found


def standard() -> Variant:
    """The standard game: Europe 1901, seven powers.

    >>> standard()
    <Variant standard: 7 powers, 75 provinces>
    >>> print(standard().start.phase)
    S1901M
    """
    return variant("standard")


def variant(variant_id: str) -> Variant:
    """A variant that comes with the program.

    Raises:
        LookupError: there is none of that id.

    >>> variant("standard").name
    'Standard'
    >>> try:
    ...     variant("atlantis")
    ... except LookupError as error:
    ...     print(str(error)[:52])
    no variant is called 'atlantis'; there are standard,
    """
    from entente.arguments import text_given
    from entente.state import Variant
    from variants.catalogue import shipped_ids, shipped_variant

    try:
        return Variant(shipped_variant(text_given(variant_id, "the id of a variant", "standard")))
    except LookupError:
        raise LookupError(f"no variant is called {variant_id[:40]!r}; there are {', '.join(shipped_ids())}") from None


def variants() -> tuple[str, ...]:
    """Ids of the variants that come with the program.

    >>> "standard" in variants()
    True
    """
    from variants.catalogue import shipped_ids

    return shipped_ids()
