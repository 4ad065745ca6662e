"""A position as text that can be pasted: the lines that a game file has for it."""

from __future__ import annotations

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.dpn.blocks import At
from app.game.dpn.build import build
from app.game.dpn.parts import phase_part
from app.game.dpn.phase_writing import write_phase
from app.game.dpn.reader import read
from app.game.dpn.source import MAGIC, VERSION
from app.game.record import Turn
from app.game.variant_source import Shelved
from app.session.errors import Abort
from languages import tr
from variants.fault import Severity

MOST_CHARACTERS = 200_000
"""Of a pasted position."""


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
        """That variant."""
        return Shelved(self._variant, "") if variant_id == self._variant.id else None
