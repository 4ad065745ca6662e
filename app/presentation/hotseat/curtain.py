"""Curtain between two persons, as a value that no orders enter, and the home land behind it as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator import Position, Variant
from app.game.entries import GAME_MASTER, LockKind
from app.hotseat.round import Round, RoundStage, Standing
from app.hotseat.table import Absence, Decider, Seat
from app.presentation.picture import MapPicture
from app.session.view_options import View
from languages import mark, tr
from variants.style import PowerStyle


class Gate(StrEnum):
    """Way in which the person whose turn it is opens the seat."""

    HOLD = "hold"
    """There is no secret: a key or a button is held for a second, so that no slip opens it."""
    PIN = "pin"
    PASSPHRASE = "passphrase"  # noqa: S105 - a kind of secret, not one


class SeatStatus(StrEnum):
    """State of a seat in this phase."""

    NOT_YET = "not yet"
    CHOSEN = "chosen"
    """Its person is asked to take the laptop."""
    SEALED = "sealed"
    THINKING = "thinking"
    """Seat of a program that has not answered yet."""
    READY = "ready"
    """Seat of a program that has answered, or for which a list stands in."""
    NOTHING_DUE = "nothing due"
    """Seat with nothing to order in this phase."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One seat at the foot of the curtain."""

    power: str
    name: str
    """The power's name."""
    who: str
    """The person's name, ``Opponent``, ``Absent``."""
    status: SeatStatus
    words: str
    """The status in words: ``Sealed``, ``Not yet``, ``Orders set beforehand``."""
    can_choose: bool
    """True if a person sits there who can take the laptop now."""


@dataclass(frozen=True, slots=True)
class CurtainState:
    """State of the curtain."""

    game: str
    phase: str
    """``Fall 1901, movement``"""
    cards: tuple[SeatCard, ...]
    chosen: str | None = None
    """The power whose person is asked to take the laptop; ``None`` while the table talks."""
    gate: Gate = Gate.HOLD
    invitation: str = ""
    """``Ada, take the laptop.``"""
    hint: str = ""
    trouble: str = ""
    """Reason that it did not open: a wrong PIN, and the time to wait."""
    wait: float = 0.0
    """Seconds until the next try."""
    can_reveal: bool = False
    """True if all is sealed and the table may see the results."""

    @property
    def card(self) -> SeatCard | None:
        """The card of the chosen seat."""
        return next((each for each in self.cards if each.power == self.chosen), None)

    @property
    def left(self) -> int:
        """Number of persons who have not sealed yet."""
        return sum(each.status in (SeatStatus.NOT_YET, SeatStatus.CHOSEN) for each in self.cards)


def left_to_seal(state: CurtainState) -> str:
    """``3 still to write``, ``All have sealed``."""
    if state.can_reveal or not state.left:
        return tr("All have sealed")
    return tr("{left} still to write", left=state.left)


_STATUS = {
    Standing.NOT_YET: (SeatStatus.NOT_YET, mark("Not yet")),
    Standing.AT_LAPTOP: (SeatStatus.CHOSEN, mark("At the laptop")),
    Standing.SEALED: (SeatStatus.SEALED, mark("Sealed")),
    Standing.ANSWERED: (SeatStatus.READY, mark("Has answered")),
    Standing.NOTHING: (SeatStatus.NOTHING_DUE, mark("Nothing to order")),
    Standing.DROPPED: (SeatStatus.NOT_YET, mark("Orders discarded")),
}

_ABSENT = {
    Absence.HOLD: mark("Units hold"),
    Absence.CIVIL_DISORDER: mark("Civil disorder"),
    Absence.DEFAULT_LIST: mark("Orders set beforehand"),
}


def curtain_state(
    game: str,
    phase: str,
    now: Round,
    trouble: str = "",
    wait: float = 0.0,
    *,
    lacking: tuple[str, ...] = (),
    thinking: tuple[str, ...] = (),
) -> CurtainState:
    """Return the state of the curtain in a round.

    Args:
        game: its name.
        phase: season and kind, in words.
        trouble: why a seat did not open.
        wait: seconds until the next try.
        lacking: the powers that have to give their PIN once more before the reveal.
        thinking: the powers of opponents that have not answered yet.
    """
    at_laptop = tuple(power for power in lacking if not now.table.seat(power).by_phone)
    called = next(iter(at_laptop), None if lacking else now.called)
    cards = tuple(_card(now, seat, called, thinking) for seat in now.table.seats)
    if now.table.game_master is not None:
        cards = (*cards, _master(now, called))
    hint = tr("The others look away. Nothing is shown until you open.")
    base = CurtainState(game, phase, cards, hint=hint, trouble=trouble, wait=wait, can_reveal=now.stage is RoundStage.READY and not lacking)
    if base.can_reveal:
        return replace(base, hint=tr("Everybody may look now."))
    if now.stage is RoundStage.TALKS and called is None:
        hint = tr("Negotiate. Whoever is ready clicks a name below and takes the laptop; the others look away.")
        return replace(base, hint=hint)
    if called is None and lacking:
        return replace(base, hint=tr("The program was started again. It waits for the phones to come back."))
    if called is None:
        left = any(each.by_phone and each.power in now.to_seal for each in now.table.seats)
        return replace(base, hint=tr("The phones write their orders.")) if left else base
    lock = now.table.lock_of(called)
    gate = Gate.HOLD if lock is None else Gate.PIN if lock.kind is LockKind.PIN else Gate.PASSPHRASE
    if called == GAME_MASTER:
        return replace(base, chosen=called, gate=gate, invitation=tr("{person}, take the laptop.", person=now.title(called)))
    person = now.table.person_of(called)
    if at_laptop:
        hint = tr("The program was started again. What you sealed opens with your secret alone.")
        return replace(base, chosen=called, gate=gate, invitation=tr("{person}, once more, please.", person=person), hint=hint)
    return replace(base, chosen=called, gate=gate, invitation=tr("{person}, take the laptop.", person=person))


def _master(now: Round, called: str | None) -> SeatCard:
    is_called = called == GAME_MASTER
    status = SeatStatus.CHOSEN if is_called else SeatStatus.NOTHING_DUE
    words = tr("Takes the laptop") if is_called else tr("Here if needed")
    return SeatCard(GAME_MASTER, now.title(GAME_MASTER), tr("Game master"), status, words, not now.may_open(GAME_MASTER))


def _card(now: Round, seat: Seat, called: str | None, thinking: tuple[str, ...]) -> SeatCard:
    status, said = _STATUS[now.standing(seat.power)]
    words = tr(said)
    if seat.power == called and status is SeatStatus.NOT_YET:
        status, words = SeatStatus.CHOSEN, tr("Takes the laptop")
    elif seat.power in thinking:
        status, words = SeatStatus.THINKING, tr("Thinking…")
    elif seat.decider is Decider.ABSENT and status is SeatStatus.READY:
        words = tr(_ABSENT[seat.absence])
    who = tr(seat.who.capitalize()) if seat.decider is Decider.OPPONENT and not seat.program else seat.who
    can_choose = not now.may_open(seat.power) or not now.may_take_back(seat.power)
    return SeatCard(seat.power, seat.name or seat.power, who, status, words, can_choose)


def home_provinces(variant: Variant, power: str) -> frozenset[str]:
    """Return a power's own provinces before the first move: its home centres and lands in its colour; empty for a power without home."""
    return frozenset(code for code, province in variant.board.provinces.items() if power in (province.home, province.territory))


def home_picture(variant: Variant, power: str, styles: Mapping[str, PowerStyle], view: View) -> MapPicture:
    """The board with the home land of *power* in its colour; all other land has no owner."""
    home = home_provinces(variant, power)
    owners = {code: power for code in home if variant.board.provinces[code].centre}
    position = Position(phase=variant.start.phase, units=(), owners=owners)
    return replace(
        MapPicture(variant, position, styles),
        influence=dict.fromkeys(home, power),
        units=False,
        labels=view.labels,
        theme=view.theme,
        colours=view.colours,
        patterns=view.patterns,
    )
