"""One person against the program, without a question."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.variant import PowerRole
from app.commands.declaring.registry import command
from app.game.table import ClockTerms
from app.hotseat.drawing import dice
from app.hotseat.table import Decider, Seat, first_table
from app.players.bots import OPPONENTS, Bot
from app.session.errors import Abort
from app.session.parameters import Kind, Surroundings, read_word
from app.session.roles import Who
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from app.session.table_acts import end_talks, open_seat
from app.session.table_setup import set_table
from languages import mark, tr

PERSON = mark("You")


@command("play-now", "Play now against the program", who=Who.ANYBODY, menu="File", place=17)
def play_now(
    session: Session, power: str | None = None, *, level: Bot = Bot.STEADY, variant: str = "standard", seed: int | None = None
) -> None:
    """Start a game of one person against the program, which plays all other powers, and sit down at once.

    Args:
        power: whom you play; drawn by lot unless given.
        level: how well the program plays.
        variant: what is played.
        seed: of the lot, so that it can be repeated.
    """
    entry = playable(session, variant)
    assert entry.folder is not None
    board = entry.folder.variant
    played = [each.id for each in board.powers.values() if each.role is PowerRole.PLAYING]
    own = dice(seed).choice(played) if power is None else str(read_word(Kind.POWER, power, Surroundings(board), {}, "power", 1))
    if own not in played:
        raise Abort(tr("{power} is played by nobody in this variant.", power=board.powers[own].name))
    others = (
        tr("the program")
        if len(played) == 2
        else tr("{count} {level} ones", count=_count(len(played) - 1), level=tr(OPPONENTS[level].title).lower())
    )
    game, log = begin(
        session,
        entry,
        tr("{power} against {others}", power=board.powers[own].name, others=others),
        hooks=hooks_to_play_with(session, entry),
    )
    session.add(session.library.new(game))
    session.hooks.note(game, log)
    table = first_table(session.game)
    for each in played:
        name = table.seat(each).name
        person = Seat(each, name, person=tr(PERSON))
        table = table.with_seat(person if each == own else Seat(each, name, decider=Decider.OPPONENT, opponent=level.value))
    set_table(session, replace(table, clock=ClockTerms(None, None, None, bell=False)), {})
    end_talks(session)
    open_seat(session, own)
    session.say(tr("{game}: you play {power}. Write your orders, then seal them.", game=game.name, power=board.powers[own].name))


def _count(number: int) -> str:
    """``six``; larger numbers in digits."""
    return tr(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


_NUMBERS = (
    mark("no"),
    mark("one"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
)
