"""Opponents, DAIDE clients and programs at a table: asked when a phase opens, informed of its resolution, ended with the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from time import sleep
from typing import TYPE_CHECKING

from adjudicator import Order, PhaseKind, Position
from adjudicator.notation import read_order
from app.game.edits import judged_lines
from app.game.entries import GAME_MASTER, Press
from app.game.record import Cursor, Game, OrderLine, variant_at
from app.game.table_edits import cast_vote
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider, Seat
from app.players.bots import OPPONENTS, Bot
from app.session.errors import Abort
from app.session.seating import Seating
from app.session.session import Session
from app.tables.table_letters import dealing_of, put_letters
from entente.asking import Asking
from entente.playing import Player
from entente.words.names import join_words, power_name
from languages import mark, plural, tr

if TYPE_CHECKING:
    from app.players.daide.client_seats import ClientSeats
    from app.players.programs.at_table import TablePrograms
    from app.players.programs.known import KnownProgram, KnownPrograms
    from app.players.programs.messages import GameOver
    from app.players.strong.opponent_plans import SeenOrders


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


def _not_started(session: Session) -> Abort:
    start = session.named("seats", "programs start")
    return Abort(tr("The programs of this table are not started. A game's file only names them; start them: {start}", start=start))


def begin_programs(session: Session, seating: Seating) -> None:
    """The game begins for the programs that were started.

    Raises:
        Abort: one is not ready.
    """
    there = seating.programs
    if there is None:
        raise _not_started(session)
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
        raise _not_started(session)
    if not there.has_begun:
        if session.services.screen is None:  # there are no lamps to see
            wait_until_ready(session, seating)
        begin_programs(session, seating)
    for power in thinking:
        program_orders(session, seating, power)
    if there.is_paused and any(not there.is_asked(power) for power in thinking):
        raise Abort(
            tr(
                "The programs of this table are paused. Let them go on, or ask them once: {step}",
                step=session.named("seats", "programs step"),
            )
        )
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
            there.send_resolution(power, judged_part(seen.phase, seen.resolution))
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


LEVEL = 10
"""Level of press at a table."""
DAIDE = "daide"
"""Name of the opponent in a seat that a DAIDE client takes."""

TITLE = mark("DAIDE program")
DESCRIPTION = mark("Waits for a program that plays over the network in the language DAIDE, at port 16713 of this machine.")


def powers_of_clients(seating: Seating) -> tuple[str, ...]:
    """The powers whose seats are for DAIDE clients."""
    return tuple(seat.power for seat in seating.table.seats if seat.decider is Decider.OPPONENT and seat.opponent == DAIDE)


def clients_of(session: Session, seating: Seating) -> ClientSeats | None:
    """The clients of the table, let in from now on; ``None`` where no seat is theirs, or they cannot be let in, which is reported once."""
    powers = powers_of_clients(seating)
    known = seating.clients
    if known is not None and known.powers == powers:
        return known
    if known is not None:
        known.close()
        seating.clients = None
    if not powers or seating.no_clients == powers:
        return None
    from app.matches.arena import limits_sight
    from app.players.daide.board import UnspeakableError
    from app.players.daide.client_seats import ClientSeats

    trouble = tr("DAIDE tells everybody everything, and this game hides something.") if limits_sight(session, seating.game) else ""
    if not trouble:
        try:
            variant = variant_at(seating.game, seating.cursor)
            level = 0 if seating.game.hooks else LEVEL  # hooks may keep back press, and DAIDE has no word for that
            seating.clients = ClientSeats(variant, powers, level=level, clock=seating.times.monotonic, say=session.say)
        except (UnspeakableError, OSError) as error:
            trouble = f"{error}."
    if seating.clients is None:
        seating.no_clients = powers
        seating.misses = (*seating.misses, tr("No DAIDE program can be let in: {trouble}", trouble=trouble))
        session.say(seating.misses[-1])
        return None
    session.say(
        plural(
            "Waiting for a program that speaks DAIDE at 127.0.0.1:{port}.",
            "Waiting for {count} programs that speak DAIDE at 127.0.0.1:{port}.",
            len(powers),
            port=seating.clients.port,
        )
    )
    return seating.clients


def poll_clients(session: Session, seating: Seating) -> None:
    """Take what clients say between two phases: they come, leave, come back, and write.

    Their letters wait while the laptop is in use: nothing changes under a person's hands. Who writes to a client writes its words, as
    *Propose…* puts them together; it is spared what it cannot read.
    """
    clients = seating.clients
    if clients is None:
        return
    clients.poll()
    if not clients.level or seating.round.stage in {RoundStage.OVER, RoundStage.RESULTS}:
        return
    if seating.open in {None, GAME_MASTER} and (letters := clients.press()):
        put_letters(session, seating, letters, lambda _sender, _words: None)
    for power in clients.powers:
        for press in seating.turn.press:
            is_for_it = press.sender not in {power, *clients.powers, GAME_MASTER} and (not press.receivers or power in press.receivers)
            if is_for_it and (power, press) not in seating.told_letters:
                seating.told_letters.add((power, press))
                clients.letter(power, press)


SECONDS = 5.0
"""Time that an opponent may think about a phase; the quick ones take a fraction of a second."""

_LOOKED_BACK = 30
"""Phases of a game before its opponent sat down that the opponent is sent."""

_PAUSE = 0.005
"""Seconds between two looks for the answer of a program, where orders are revealed and nothing else can be done."""


def ask_one(session: Session, seating: Seating, *, wait: bool = True) -> bool:
    """Ask the next opponent that has not answered yet; whether there was one. What it knows is what its power may see.

    Args:
        wait: wait for one that thinks in a process of its own; else it is begun, and asked again later.
    """
    theirs = powers_of_clients(seating)
    if theirs and _take_answer(session, seating, theirs):
        return True
    programs = powers_of_programs(seating)
    if programs and _take_program(session, seating, programs):
        return True
    waiting = [power for power in seating.thinking if power not in theirs and power not in programs]
    if not waiting:
        return False
    power = waiting[0]
    asking = Asking(SECONDS, seating.times.monotonic)
    cursor, phase = seating.cursor, seating.turn.phase
    position = session.viewpoint.turn(seating.game, cursor, power).position
    player = _player(session, seating, power, asking)
    dealing = dealing_of(session, seating, seating.table.seat(power))
    if player is not None and hasattr(player, "agreed") and dealing is not None:
        seating.words[power] = dealing.word
        asking.tell(power, phase, "agreements", partial(player.agreed, dealing.word))
    from app.players.subprocess_player import (
        SubprocessPlayer,  # here and below: its library runs processes, which a table of people never needs
    )

    if not wait and isinstance(player, SubprocessPlayer):
        player.begin(position, power, SECONDS)
        if not player.is_ready:
            return True
    answer: tuple[Order | str, ...] = ()
    if player is not None:
        answer = asking.orders(power, phase, partial(player.choose_orders, position, power, SECONDS))
    _write_down(seating, power, position, answer)
    seating.misses = (*seating.misses, *map(str, asking.misses))
    return True


def _write_down(seating: Seating, power: str, position: Position, answer: Iterable[Order | str]) -> None:
    variant = variant_at(seating.game, seating.cursor)
    read = (each if isinstance(each, Order) else read_order(variant, position, each, power).order for each in answer)
    seating.answers[power] = judged_lines(variant, position, power, (OrderLine(str(order), order) for order in read if order is not None))


def _take_program(session: Session, seating: Seating, powers: Sequence[str]) -> bool:
    """Take the orders of a program that has answered; whether one has. Nothing is waited for."""
    for power in powers:
        if power in seating.thinking:
            answer = program_orders(session, seating, power)
            if answer is not None:
                _write_down(seating, power, session.viewpoint.turn(seating.game, seating.cursor, power).position, answer)
                return True
    return False


def _take_answer(session: Session, seating: Seating, powers: Sequence[str]) -> bool:
    """Take the orders of a DAIDE client that has sent all of its set; whether one has. Nothing is waited for."""
    clients = clients_of(session, seating)
    for power in powers:
        if power not in seating.thinking:
            continue
        position = session.viewpoint.turn(seating.game, seating.cursor, power).position
        answer = () if clients is None else clients.answer(power, position)
        if answer is not None:
            _write_down(seating, power, position, answer)
            return True
    return False


def ask_all(session: Session, seating: Seating) -> None:
    """Ask all opponents that can be asked now; programs and clients go on thinking afterwards."""
    while ask_one(session, seating):
        pass


def lines_of_opponents(session: Session, seating: Seating) -> dict[str, tuple[OrderLine, ...]]:
    """Return the orders of all opponents in this phase; those that have not answered yet are asked now."""
    ask_all(session, seating)
    wait_for_programs(session, seating)
    ask_all(session, seating)
    for _ in range(round(SECONDS / _PAUSE)):
        if not seating.thinking or seating.clients is None or seating.clients.missing:
            break
        sleep(_PAUSE)
        ask_one(session, seating)
    programs = powers_of_programs(seating)
    for power in seating.thinking:
        if power in programs:
            raise Abort(tr("The program of {power} has not answered.", power=power))
        position = session.viewpoint.turn(seating.game, seating.cursor, power).position
        sent = () if seating.clients is None else seating.clients.so_far(power)
        _write_down(seating, power, position, sent)
        words = tr(
            "{power}, {phase}: its program did not send all orders in time; units without one hold", power=power, phase=seating.turn.phase
        )
        seating.misses = (*seating.misses, words)
    return {power: _with_word_kept(session, seating, power, lines) for power, lines in seating.answers.items()}


def _with_word_kept(session: Session, seating: Seating, power: str, lines: tuple[OrderLine, ...]) -> tuple[OrderLine, ...]:
    """The lines of an opponent as its promises leave them: it ordered before it was asked for some of these."""
    dealing = dealing_of(session, seating, seating.table.seat(power))
    if dealing is None or not (dealing.promises or dealing.granted):
        return lines
    variant, position = variant_at(seating.game, seating.cursor), session.viewpoint.turn(seating.game, seating.cursor, power).position
    kept = dealing.kept([line.order for line in lines if line.order is not None])
    return judged_lines(variant, position, power, (OrderLine(str(order), order) for order in kept))


def tell_opponents(session: Session, seating: Seating) -> None:
    """Tell the opponents what the last phase became, each as its seat may see it, and that the game is over where it is."""
    cursor = seating.judged_last
    news = None if cursor == seating.told_of else cursor
    seating.told_of = cursor
    ending = seating.game.branch(seating.branch).ending
    asking = Asking(SECONDS, seating.times.monotonic)
    judged = None if news is None else seating.game.turn(news).resolution
    if seating.clients is not None and judged is not None:
        following = session.viewpoint.turn(seating.game, seating.cursor, None).position
        seating.clients.send_resolution(judged, following, ending)
    tell_programs(session, seating, news)
    for power, player in seating.players.items():
        seen = None if news is None else session.viewpoint.turn(seating.game, news, power)
        if seen is not None and seen.resolution is not None:
            asking.tell(power, seen.phase, "results", partial(player.told, seen.resolution))
        if ending is not None:
            asking.tell(power, seating.turn.phase, "end", partial(player.ended, ending))
    seating.misses = (*seating.misses, *map(str, asking.misses))


def _player(session: Session, seating: Seating, power: str, asking: Asking) -> Player | None:
    """Return the player of *power*; ``None`` where there is no opponent of that name, so that it orders nothing."""
    known = seating.players.get(power)
    if known is not None:
        return known
    name = seating.table.seat(power).opponent
    if name not in set(Bot):
        seating.misses = (
            *seating.misses,
            tr("{power}: no opponent called {name} is here; nothing was ordered", power=power, name=name or tr("nothing")),
        )
        return None
    seed = Random(f"{seating.game.id} {power}").getrandbits(32)  # noqa: S311 - dice, no secrets
    kind = Bot(name)
    player: Player
    if OPPONENTS[kind].thinks_long:
        from app.players.subprocess_player import SubprocessPlayer

        player = SubprocessPlayer(kind, seed)
    else:
        player = OPPONENTS[kind].make(seed)
    asking.tell(power, seating.turn.phase, "start", partial(player.started, variant_at(seating.game, seating.cursor), power))
    if hasattr(player, "remember"):
        asking.tell(power, seating.turn.phase, "past", partial(player.remember, _played_before(session, seating, power)))
    seating.players[power] = player
    return player


def _played_before(session: Session, seating: Seating, power: str) -> list[SeenOrders]:
    """The movement phases before this one, as *power* sees them: what an opponent that sits down late is to know."""
    from app.players.strong.opponent_plans import seen_in  # most tables have no opponent that looks back

    cursor = seating.cursor
    found: list[SeenOrders] = []
    for index in range(max(0, cursor.index - _LOOKED_BACK), cursor.index):
        turn = session.viewpoint.turn(seating.game, Cursor(cursor.branch, index), power)
        if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None:
            found.append(seen_in(turn.position, turn.resolution))
    return found
