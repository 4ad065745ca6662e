"""The best replies as rows: what stands in large letters, what below, and the bands of the bar of what is to be expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from adjudicator import Build, Move, Order, Position, Remove, Retreat, Variant
from app.players.reasons import why
from entente.words.names import join_words, power_name
from entente.words.outcomes import describe_order
from languages import clauses, in_digits, labelled, plural, sentence, tr

if TYPE_CHECKING:
    from app.players.strong.replies import Advice, BestReply


@dataclass(frozen=True, slots=True)
class ProspectRow:
    """Prospect of another power."""

    power: str
    name: str
    source: str
    """``written`` or ``guessed``"""
    now: int
    centres: float


@dataclass(frozen=True, slots=True)
class ExpectedCentres:
    """Centres that a power may expect, beside those that it has."""

    now: int
    centres: float
    """On average, when centres next change hands."""
    most: int
    """Centres that a whole bar stands for, the same for every power of one answer."""
    words: str
    """Shortly, for those who listen: ``4.6 to expect with reply 1 of France``."""
    tip: str
    """All of it in a sentence."""


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """One reply."""

    orders: tuple[Order, ...]
    title: str
    """Moves, builds or removals of the reply."""
    below: str
    """The rest, and on a line of its own what all of it is for."""
    centres: str
    gain: str
    """Against what it has now: ``+1.0``."""
    bands: tuple[float, float, float, float]
    """The chances of the four bands; together 1."""
    words: str
    """All of it in a sentence, for those who listen."""
    others: tuple[ProspectRow, ...]
    """Prospects of the other powers."""
    expected: Mapping[str, ExpectedCentres]
    """Expected centres of every power, itself included."""


def reply_rows(variant: Variant, position: Position, advice: Advice) -> tuple[ReplyRow, ...]:
    """A row for each reply in *position*."""
    centres = [each for reply in advice.replies for each in (reply.centres, *(other.centres for other in reply.others))]
    now = [advice.now, *(other.now for reply in advice.replies for other in reply.others)]
    most = max(1, *now, *(ceil(each) for each in centres))
    return tuple(_row(variant, position, advice, number, reply, most) for number, reply in enumerate(advice.replies, 1))


def _row(variant: Variant, position: Position, advice: Advice, number: int, reply: BestReply, most: int) -> ReplyRow:
    going = [each for each in reply.orders if isinstance(each, Move | Retreat | Build | Remove)]
    staying = [each for each in reply.orders if each not in going]
    said = {order: describe_order(variant, position, order) for order in reply.orders}
    title = sentence(clauses(said[each] for each in going)) or tr("Everything stays")
    below = sentence(clauses(said[each] for each in staying))
    if reply.is_written:
        below = tr("as written; {below}", below=below) if below else tr("as written")
    gain = reply.centres - advice.now
    bands = [0.0, 0.0, 0.0, 0.0]
    for centres, chance in reply.chances:
        bands[max(0, min(3, centres - advice.now + 1))] += chance
    chances = join_words([tr("{centres} centres in {chance:.0%}", centres=centres, chance=chance) for centres, chance in reply.chances])
    words = tr(
        "Reply {number}: {orders}. {centres:.1f} centres to expect: {chances}.",
        number=number,
        orders=clauses(said.values()),
        centres=reply.centres,
        chances=chances,
    )
    reason = why(variant, position, advice.power, reply.orders)
    others = tuple(
        ProspectRow(
            each.power, power_name(variant, each.power), tr("written") if each.is_assumed else tr("guessed"), each.now, each.centres
        )
        for each in reply.others
    )
    name = power_name(variant, advice.power)
    against = tr("with reply {number} of {power}", number=number, power=name)
    expected = {
        each.power: _expected(tr("{power}, orders {source}", power=each.name, source=each.source), each.now, each.centres, most, against)
        for each in others
    }
    expected[advice.power] = _expected(name, advice.now, reply.centres, most, against, chances)
    return ReplyRow(
        reply.orders,
        title,
        "\n".join(filter(None, (below, reason))),
        in_digits(reply.centres, ".1f"),
        in_digits(gain, "+.1f"),
        (bands[0], bands[1], bands[2], bands[3]),
        f"{words} {reason}".strip(),
        others,
        expected,
    )


def _expected(name: str, now: int, centres: float, most: int, against: str, chances: str = "") -> ExpectedCentres:
    words = tr("{centres:.1f} to expect {against}", centres=centres, against=against)
    tip = plural(
        "{power}: {count} centre now, {words}, when they next change hands",
        "{power}: {count} centres now, {words}, when they next change hands",
        now,
        power=name,
        words=words,
    )
    tip = labelled(tip, f"{chances}.") if chances else f"{tip}."
    return ExpectedCentres(now, centres, most, words, tip)


def legend(now: int) -> tuple[str, str, str, str]:
    """Return the meanings of the bands."""
    fewer = tr("fewer") if now == 0 else tr("none") if now == 1 else tr("{now} or fewer", now=now - 1)
    return fewer, str(now), str(now + 1), tr("{now} or more", now=now + 2)
