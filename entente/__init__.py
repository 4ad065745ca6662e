"""The library for programs: Diplomacy as values.

    import entente

    state = entente.standard().start
    step = state.apply({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    print(step.report())

States never change, are equal when they are the same, and may be shared between threads. A guide with examples is
``docs/guide/library.md``.
"""

from adjudicator.errors import AmbiguousOrderError, DiplomacyError, IllegalOrderError, MalformedOrderError, OrderError, SourceSpan
from entente.events import Event, EventKind
from entente.outcome import Outcome, OutcomeKind
from entente.plain_data import PlainDataError
from entente.playing import Chooser, Player, Record, play
from entente.position_line import PositionFault, PositionLineError
from entente.scoring import Scoring
from entente.state import Check, State
from entente.step import OrderResult, Step
from entente.variant import Variant
from variants.shipped import shipped, shipped_ids

__all__ = [
    "AmbiguousOrderError",
    "Check",
    "Chooser",
    "DiplomacyError",
    "Event",
    "EventKind",
    "IllegalOrderError",
    "MalformedOrderError",
    "OrderError",
    "OrderResult",
    "Outcome",
    "OutcomeKind",
    "PlainDataError",
    "Player",
    "PositionFault",
    "PositionLineError",
    "Record",
    "Scoring",
    "SourceSpan",
    "State",
    "Step",
    "Variant",
    "play",
    "standard",
    "variant",
    "variants",
]


def standard() -> Variant:
    """The standard game: Europe 1901, seven powers."""
    return variant("standard")


def variant(variant_id: str) -> Variant:
    """A variant that comes with the program.

    Raises:
        LookupError: there is none of that id.
    """
    return Variant(shipped(variant_id).variant)


def variants() -> tuple[str, ...]:
    """Ids of the variants that come with the program."""
    return shipped_ids()
