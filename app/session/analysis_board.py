"""The analysis board: positions as text that can be pasted, and what its commands share."""

from __future__ import annotations

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.analysis import is_analysis
from app.game.dpn.block_parts import phase_part
from app.game.dpn.blocks import At
from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.phase_block import write_phase
from app.game.dpn.text_source import MAGIC, VERSION
from app.game.record import Game, Turn
from app.game.variant_source import Shelved
from app.session.errors import Abort
from app.session.parameters import Kind, Surroundings, read_word
from app.session.session import Session, orders_taken
from entente.position_line import PositionLineError, position_line, read_position_line
from languages import tr
from variants.fault import Severity

MOST_CHARACTERS = 200_000
"""Limit of a pasted position."""


def position_as_text(variant: Variant, position: Position) -> str:
    """``[phase S1901M]``, then the units and centres of each power."""
    block = phase_part(variant, Turn(position), At(position.phase, None), None)
    return "\n".join((f"[phase {position.phase}]", *write_phase(block), ""))


def position_from_text(variant: Variant, text: str, source: str = "text") -> Position:
    """The position that *text* tells; orders in it are passed over.

    Args:
        source: what messages call the text: ``text on the clipboard``.

    Raises:
        Abort: it is none; every fault is named with its line.
    """
    if len(text) > MOST_CHARACTERS:
        raise Abort(tr("The text has {count} characters, too many for a position.", count=len(text)))
    head = f"{MAGIC} {VERSION}\n[game]\nvariant: {variant.id}\n"
    pasted = "\n".join(line for line in text.strip().splitlines() if not line.startswith(MAGIC))
    if not pasted.startswith("["):
        raise Abort(tr("The {source} is no position; one begins with a line such as [phase S1901M].", source=source))
    built = build(read((head + pasted).encode(errors="replace"), source), _OneVariant(variant))
    errors = [fault for fault in built.faults if fault.severity is Severity.ERROR]
    if built.game is None or errors:
        above = head.count("\n")
        places = (
            tr("line {line}: {what}, expected {expected}", line=max(fault.span.line - above, 1), what=fault.what, expected=fault.expected)
            for fault in errors
        )
        raise Abort("\n".join((tr("The {source} cannot be read as a position:", source=source), *places)))
    return built.game.line(built.game.branches[0].name)[-1].position


class _OneVariant:
    """A shelf with nothing on it but the variant that is played."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant

    def find(self, variant_id: str) -> Shelved | None:
        """Find the variant."""
        return Shelved(self._variant, "") if variant_id == self._variant.id else None


NOBODY = "none"
"""Word in place of a power for a centre without an owner."""


def on_analysis_board(session: Session) -> str:
    """For ``available``: an analysis board is in front and takes edits."""
    reason = orders_taken(session)
    if reason:
        return reason
    return "" if is_analysis(session.game) else tr("Pieces are set up on an analysis board; open one with: analysis")


def put_in_front(session: Session, game: Game) -> None:
    """Open *game* in front of the others."""
    session.add(session.library.new(game))


def line_of(session: Session) -> str:
    """The position in view, on one line."""
    return position_line(session.variant, session.turn.position)


def read_position(session: Session, text: str, source: str = "text") -> Position:
    """A position from *text*: a position line, or the lines of a game file.

    Raises:
        Abort: it is neither; every fault is named with its place.
    """
    stripped = text.strip()
    if "|" not in stripped and not _is_phase(stripped):
        return position_from_text(session.variant, text, source)
    try:
        return read_position_line(session.variant, stripped)
    except PositionLineError as error:
        raise Abort(str(error)) from error


def _is_phase(text: str) -> bool:
    try:
        Phase.of(text)
    except ValueError:
        return False
    return True


def province_of(surroundings: Surroundings, text: str) -> str:
    """The code of the province that *text* names.

    Raises:
        ArgumentError: it names none.
    """
    return str(read_word(Kind.PROVINCE, text, surroundings, {}, "province", 1))


def power_of(surroundings: Surroundings, text: str) -> str | None:
    """The power that *text* names; ``None`` for ``none``.

    Raises:
        ArgumentError: it names none.
    """
    return None if text.casefold() in {NOBODY, "nobody"} else str(read_word(Kind.POWER, text, surroundings, {}, "power", 1))
