"""Programs at a table: started by a person on this machine, asked and informed as their seats may see, ended with the table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from adjudicator.order import Order
from app.game.entries import GAME_MASTER, Press
from app.game.options import variant_at
from app.game.record import Cursor, Game
from app.game.table_edits import cast_vote
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider, Seat
from app.session.errors import Abort
from app.session.seating import Seating
from app.session.session import Session
from app.tables.table_letters import put_letters
from entente.words.names import join_words, power_name
from languages import mark, tr

if TYPE_CHECKING:
    from app.players.programs.at_table import TablePrograms
    from app.players.programs.known import KnownProgram, KnownPrograms
    from app.players.programs.messages import GameOver

NOT_STARTED = mark("The programs of this table are not started. A game's file only names them: start them with “programs start”.")


def known_programs(session: Session) -> KnownPrograms:
    """The programs that this machine knows by name."""
    from app.players.programs.known import KnownPrograms

    return KnownPrograms(session.library.places.settings / "programs.json")


def seats_of_programs(seating: Seating) -> tuple[Seat, ...]:
    """The seats that programs have."""
    return tuple(seat for seat in seating.table.seats if seat.decider is Decider.OPPONENT and seat.program)


def powers_of_programs(seating: Seating) -> tuple[str, ...]:
    """The powers whose seats programs have."""
    return tuple(seat.power for seat in seats_of_programs(seating))


def start_programs(session: Session, seating: Seating) -> TablePrograms | None:
    """Start the programs of the table, or those that came to it; ``None`` where no seat is a program's. Whether they run, their lamps tell.

    To be called on demand alone: an opened file starts nothing.
    """
    from app.players.programs.at_table import TablePrograms
    from app.players.programs.known import KnownProgram
    from app.players.programs.seats import ProgramReach

    wanted = {seat.power: seat.program for seat in seats_of_programs(seating)}
    there = seating.programs
    if not wanted:
        end_programs(seating)
        return None
    if there is None:
        there = seating.programs = TablePrograms(variant_at(seating.game, seating.cursor))
    shelf = known_programs(session)
    for power in there.powers:
        if wanted.get(power, "").casefold() != there.program(power).name.casefold():
            there.leave(power)
    for power, name in wanted.items():
        if power not in there.powers:
            # Of a name that is not known here the seat says so by its lamp.
            there.seat(
                power,
                shelf.get(name)
                or KnownProgram(name, ProgramReach.START, command=tr("(no program called {name} is remembered here)", name=name)),
            )
    return there


def follow_seats(session: Session, seating: Seating) -> None:
    """Follow a seat that changed hands: its old program ends, and its new one is started where programs run already."""
    if seating.programs is not None:
        start_programs(session, seating)


def wait_until_ready(session: Session, seating: Seating) -> None:
    """Wait until the programs that were started are there, or are known not to come."""
    there = seating.programs
    if there is not None:
        session.services.wait_for(tr("Waiting for programs…"), there.wait_until_ready)


def begin_programs(seating: Seating) -> None:
    """The game begins for the programs that were started.

    Raises:
        Abort: one is not ready.
    """
    there = seating.programs
    if there is None:
        raise Abort(tr(NOT_STARTED))
    if there.has_begun:
        return
    if not there.is_ready:
        lacking = [power for power in there.powers if there.standing(power).status.value in {"off", "starting", "stopped"}]
        names = join_words(power_name(seating.game.variant, power) for power in lacking)
        raise Abort(tr("Not ready: {names}. Start it again, or give the seat to somebody else.", names=names))
    from app.players.programs.supervisor import GameStart

    seed = Random(f"{seating.game.id} programs").getrandbits(31)  # noqa: S311 - dice, no secrets
    there.begin(GameStart(seating.game.id, seed))
    seating.may_have_begun = True


def end_programs(seating: Seating) -> None:
    """End all programs of the table."""
    there, seating.programs = seating.programs, None
    if there is not None:
        there.close()


def program_orders(session: Session, seating: Seating, power: str) -> tuple[Order, ...] | None:
    """Return the orders of the program of *power* in the open turn; ``None`` while they are not known."""
    there = seating.programs
    if there is None or power not in there.powers:
        return None
    position = session.viewpoint.turn(seating.game, seating.cursor, power).position
    found = there.answer(power, position)
    if found is not None and (why := there.why_silent(power)):
        seating.misses = (
            *seating.misses,
            tr("{power}: its program no longer plays ({why}); its units hold", power=power_name(seating.game.variant, power), why=why),
        )
    return found


def wait_for_programs(session: Session, seating: Seating) -> None:
    """Wait for the programs that are asked already: each answers, or is late; the window is painted meanwhile.

    Raises:
        Abort: they were not started, or are paused.
    """
    thinking = [power for power in powers_of_programs(seating) if power in seating.thinking]
    there = seating.programs
    if not thinking:
        return
    if there is None:
        raise Abort(tr(NOT_STARTED))
    if not there.has_begun:
        if session.services.screen is None:  # there are no lamps to see
            wait_until_ready(session, seating)
        begin_programs(seating)
    for power in thinking:
        program_orders(session, seating, power)
    if there.is_paused and any(not there.is_asked(power) for power in thinking):
        raise Abort(tr("The programs of this table are paused: let them go on, or ask them once, with “programs step”."))
    session.services.wait_for(tr("Waiting for programs…"), lambda: there.wait(thinking, there.longest))


def tell_programs(session: Session, seating: Seating, news: Cursor | None) -> None:
    """Tell each program what the phase at *news* became, as its seat may see it, and that the game is over where it is."""
    there = seating.programs
    if there is None or not there.has_begun:
        return
    from app.players.programs.parts import judged_part

    there.phase_over()
    for power in there.powers if news is not None else ():
        assert news is not None
        seen = session.viewpoint.turn(seating.game, news, power)
        if seen.resolution is not None:
            there.told(power, judged_part(seen.phase, seen.resolution))
    if seating.game.branch(seating.branch).ending is not None:
        there.over(lambda power: _game_over(session, seating, power))


def _game_over(session: Session, seating: Seating, power: str) -> GameOver | None:
    from app.players.programs.messages import GameOver
    from app.players.programs.parts import playing
    from entente.outcome import Outcome

    ending = seating.game.branch(seating.branch).ending
    position = session.viewpoint.turn(seating.game, seating.cursor, power).position
    outcome = Outcome.of(ending)
    centres = {each: len(position.centres_of(each)) for each in playing(seating.game.variant)}
    return GameOver(
        phase=str(position.phase), outcome=outcome.kind.value, winners=outcome.powers, reason=outcome.reason, centres=centres, last=()
    )


# --- letters ---


def hear_programs(session: Session, seating: Seating) -> None:
    """Pass letters on, both ways. Letters of programs wait while the laptop is in use: nothing changes under a person's hands."""
    there = seating.programs
    if there is None or not there.has_begun or seating.round.stage in {RoundStage.OVER, RoundStage.RESULTS}:
        return
    if seating.open in {None, GAME_MASTER}:
        _take_letters(session, seating, there)
    for power in there.powers:
        for press in _letters_to(session, seating, power):
            if (power, press) not in seating.told_letters:
                seating.told_letters.add((power, press))
                there.letter(power, press.sender, press.text, press.receivers)


def _letters_to(session: Session, seating: Seating, power: str) -> tuple[Press, ...]:
    """The letters of the open turn that *power* has got: what hooks kept back or changed is as it is to be read."""
    turn = session.viewpoint.turn(seating.game, seating.cursor, power)
    return tuple(each for each in turn.press if each.sender != power)


def _take_letters(session: Session, seating: Seating, there: TablePrograms) -> None:
    letters = []
    for sender, letter in there.letters():
        unknown = [each for each in letter.to if each == sender or each not in {seat.power for seat in seating.table.seats}]
        if unknown:
            there.inform(sender, f"nobody is called {unknown[0][:40]!r} to whom {sender} could write")
        else:
            letters.append(Press(sender, letter.to, letter.text))
    put_letters(session, seating, letters, there.inform)


def with_votes_of_programs(seating: Seating, game: Game) -> Game:
    """*game* with the votes of the programs that would end it in a draw."""
    there = seating.programs
    for power in sorted(there.wants_draw) if there is not None and there.has_begun else ():
        game = cast_vote(game, seating.branch, power, "draw")
    return game


# --- what may be read of it ---


def may_read_logs(session: Session, seating: Seating) -> bool:
    """Return True if the viewer may read the logs of programs: they have orders and letters in them.

    A game master may, everybody may where the table opened the logs, and all may once a game is over that hid nothing.
    """
    from app.matches.arena import limits_sight

    if seating.open == GAME_MASTER or seating.open_logs:
        return True
    return seating.round.stage is RoundStage.OVER and not limits_sight(session, seating.game)


def may_open_logs(seating: Seating) -> bool:
    """Return True if the logs can be opened for everybody: not once the game has begun for programs, nor by any restart."""
    return seating.open == GAME_MASTER or not seating.may_have_begun


def set_options(seating: Seating, program: KnownProgram) -> None:
    """Set the options of the table's programs that have the name of *program*; they get them when they next begin."""
    there = seating.programs
    for power in there.powers if there is not None else ():
        assert there is not None
        if there.program(power).name.casefold() == program.name.casefold():
            there.set_options(power, program.options)
