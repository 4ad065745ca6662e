"""Lines of a mail beside its orders that were not read, since they are too many or seem to be quoted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from app.mail_in.heading_words import heads_own_orders
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.quotes import is_marked
from entente.words.names import counted
from languages import tr


def with_troubles(letter: Letter, passed_over: Collection[int], *, has_orders: bool) -> Letter:
    """*letter* with what to tell of its lines that were not read: those of the numbers *passed_over*, and quoted ones."""
    return replace(letter, troubles=(*letter.troubles, *_too_much(letter, passed_over), *(() if has_orders else _quoted(letter))))


def _too_much(letter: Letter, passed_over: Collection[int]) -> Iterator[str]:
    written = sorted(line.number for line in letter.lines if line.number in passed_over and line.text.strip())
    if written:
        many = counted(len(written), "line")
        yield tr("there is too much that may be orders: {many} not read, the first of them line {written}", many=many, written=written[0])


def _quoted(letter: Letter) -> Iterator[str]:
    """Yield a warning where a mail without any order has a list of the writer's own in lines that look quoted but are not marked."""
    for line in letter.lines:
        if line.part is LetterPart.QUOTE and not is_marked(line.text) and heads_own_orders(line.text):
            yield tr(
                "what stands below “{line}” in line {number} was not read: it seems to be quoted from another mail",
                line=line.text.strip(),
                number=line.number,
            )
            return
