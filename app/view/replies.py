"""The best replies as rows: what stands in large letters, what below, and the bands of the bar of what is to be expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.order import Build, Move, Order, Remove, Retreat
from adjudicator.variant import Variant
from entente.words.names import join_words, power_name

if TYPE_CHECKING:
    from app.players.strong.replies import Advice, Reply


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """One reply."""

    orders: tuple[Order, ...]
    title: str
    """What goes somewhere, is built or removed."""
    below: str
    """The rest."""
    centres: str
    gain: str
    """Against what it has now: ``+1.0``."""
    bands: tuple[float, float, float, float]
    """The chances of the four bands; together 1."""
    words: str
    """All of it in a sentence, for those who listen."""


@dataclass(frozen=True, slots=True)
class ProspectRow:
    """What another power may expect."""

    power: str
    name: str
    source: str
    """``written`` or ``guessed``"""
    now: int
    centres: float


def reply_rows(advice: Advice) -> tuple[ReplyRow, ...]:
    """A row for each reply."""
    return tuple(_row(advice, number, reply) for number, reply in enumerate(advice.replies, 1))


def _row(advice: Advice, number: int, reply: Reply) -> ReplyRow:
    going = [each for each in reply.orders if isinstance(each, Move | Retreat | Build | Remove)]
    staying = [each for each in reply.orders if each not in going]
    title = ", ".join(map(str, going)) or "Everything stays"
    below = ", ".join(map(str, staying))
    if reply.is_written:
        below = f"as written; {below}" if below else "as written"
    gain = reply.centres - advice.now
    bands = [0.0, 0.0, 0.0, 0.0]
    for centres, chance in reply.chances:
        bands[max(0, min(3, centres - advice.now + 1))] += chance
    chances = join_words([f"{centres} centres in {chance:.0%}" for centres, chance in reply.chances])
    words = f"Reply {number}: {', '.join(map(str, reply.orders))}. {reply.centres:.1f} centres to expect: {chances}."
    return ReplyRow(reply.orders, title, below, f"{reply.centres:.1f}", f"{gain:+.1f}", (bands[0], bands[1], bands[2], bands[3]), words)


def prospect_rows(variant: Variant, advice: Advice) -> tuple[ProspectRow, ...]:
    """A row for each of the others."""
    return tuple(
        ProspectRow(each.power, power_name(variant, each.power), "written" if each.is_assumed else "guessed", each.now, each.centres)
        for each in advice.others
    )


def legend(now: int) -> tuple[str, str, str, str]:
    """What the bands mean."""
    fewer = "fewer" if now == 0 else "none" if now == 1 else f"{now - 1} or fewer"
    return fewer, str(now), str(now + 1), f"{now + 2} or more"
