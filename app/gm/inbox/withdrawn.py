"""Orders that a mail seems to take back, of a game that need not be open: with the mail that does, one row each in the inbox."""

from __future__ import annotations

from dataclasses import dataclass

from app.game.deadlines import known_zone, moment_of
from app.game.record import MAIN, Game, ordered_place
from app.gm.deadline_words import short_moment
from entente.words.names import power_name
from entente.words.outcomes import describe_order
from languages import labelled, tr


@dataclass(frozen=True, slots=True)
class WithdrawnOrder:
    """An order that waits for a decision whether it stands."""

    power: str
    name: str
    """Name of the power."""
    order: str
    place: str
    """Province of its unit."""
    moment: str = ""
    """ISO 8601: when the mail that takes it back came; empty where no mail is found."""
    told: str = ""
    """The order as a sentence."""


def withdrawn_orders(game: Game) -> tuple[WithdrawnOrder, ...]:
    """The orders of the open phase of *game* that wait for such a decision."""
    turn = game.turn(game.last(MAIN))
    if not turn.withdrawn:
        return ()
    from app.gm.round_sheet import may_take_back  # most games have no such order: they do not wait for the reader of mails
    from app.mail_in.account import account_for_letters
    from app.mail_in.keeping import letter_of

    moments: dict[tuple[str, str], str] = {}
    for power in dict.fromkeys(owner for owner, _ in turn.withdrawn):
        for mail in turn.mails:
            if mail.power == power:
                account = account_for_letters(game.variant, turn.position, [(letter_of(mail), power)]).letters[0]
                taken_back = (order for line in account.lines for order in may_take_back(turn, account, line))
                moments.update({(power, str(order)): mail.received or mail.sent or mail.taken for order in taken_back})
    return tuple(
        WithdrawnOrder(
            power,
            power_name(game.variant, power),
            str(line.order),
            ordered_place(line.order) or "",
            moments.get((power, str(line.order)), ""),
            describe_order(game.variant, turn.position, line.order),
        )
        for power, line in turn.withdrawn
        if line.order is not None
    )


def withdrawn_words(withdrawn: WithdrawnOrder, zone: str) -> str:
    """The order with the mail that takes it back: ``Russia: Army Moscow moves to Ukraine, taken back by the mail of Wed 25 Nov, 17:00``."""
    order = withdrawn.told or withdrawn.order
    moment, place = moment_of(withdrawn.moment), known_zone(zone)
    if moment is None or place is None:
        return labelled(withdrawn.name, f"{order} · {tr('withdrawn?')}")
    said = tr("{order}, taken back by the mail of {moment}", order=order, moment=short_moment(moment, place))
    return labelled(withdrawn.name, said)
