"""Games played by programs and people at a terminal, and tournaments between programs and opponents."""

from __future__ import annotations

import json as plain_json
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import Ending, PowerRole, Rules
from app.commands.declaring.registry import command
from app.game.entries import ClockTerms
from app.game.file_store import write_game
from app.game.record import Game
from app.game.storage.atomic import read_bounded, write_atomically
from app.hotseat.table import Decider, Seat, dice, first_table
from app.matches.arena import MatchStopped, limits_sight, play_with_programs
from app.matches.who_plays import Terms, events_to, kinds_of, opponents_of, people_of, programs_of, record_sentences, seats_of, titles_of
from app.players.bots import OPPONENTS, Bot
from app.players.terminal import Terminal
from app.session.errors import Abort
from app.session.game_files import with_ending
from app.session.hook_changes import agree
from app.session.parameters import Kind, SeatWords, Surroundings, read_word
from app.session.roles import Who
from app.session.session import Session, at_a_terminal, without_window
from app.session.starting import begin, hooks_to_play_with, playable, playable_at
from app.tables.table_acts import end_talks, open_seat
from app.tables.table_setup import set_table
from entente.playing import Player
from entente.words import describe_ending, describe_phase
from entente.words.names import power_name
from entente.words.rule_faults import rule_fault
from languages import in_words, mark, plural, system_words, tr

if TYPE_CHECKING:
    from app.board_editor.tournament.plan import TournamentPlan
    from app.board_editor.tournament.standings import Standings


@command("play", "Play at the terminal", who=Who.ANYBODY, available=at_a_terminal)
def play(
    session: Session,
    variant: str = "standard",
    *seats: SeatWords,
    powers: str = "",
    bots: Bot = Bot.RANDOM,
    seed: int = 1,
    years: int = 50,
    into: Path | None = None,
    seconds: float | None = None,
    scramble: int | None = None,
    illegal: int | None = None,
    memory: int = 1024,
    logs: Path | None = None,
    record: Path | None = None,
) -> None:
    """Play a game at the terminal: the board as text, orders typed, results in words.

    The hooks of the variant take part. Where they hide something from a power, each is shown what is its own to see.

    Who plays a power is said by its name: ``play --france person --england "bot:./my.py" --italy tcp:localhost:9000 --bots steady``. There
    are person; the name of a built-in opponent; bot:COMMAND, a program that is started; tcp:HOST:PORT, one that is called; and listen:PORT,
    one that calls here, with the token that is printed. Where nobody is named, people play all powers.

    Args:
        variant: what is played.
        seats: who plays a power, written FRANCE=WHO or --france WHO.
        powers: whom people here play, with commas between them: FRANCE,ITALY.
        bots: who plays the powers that are not named.
        seed: of the bots; the same number plays the same. Programs are told it too.
        years: after so many years the game ends in a draw among all who are left.
        into: a file for the game, also where it is stopped before its end.
        seconds: that a program has for a turn; 5 for movement and 2 for retreats and builds unless given, and 5 to start.
        scramble: a seed of other names for powers and provinces, which programs are told.
        illegal: orders after which a program forfeits its seat; never unless given.
        memory: megabytes that a program that is started may use.
        logs: a folder for what is said with each program.
        record: a file for the whole game as JSON lines, one event a line: orders, reasons, letters, results.
    """
    entry = playable(session, variant)
    assert entry.folder is not None
    board = entry.folder.variant
    if not 1 <= years <= 1000:
        raise Abort(tr("From 1 to 1000 years can be played."))
    if seconds is not None and not 0.1 <= seconds <= 86_400:
        raise Abort(tr("A program has from 0.1 to 86400 seconds for a turn."))
    surroundings = Surroundings(board)
    named = [str(read_word(Kind.POWER, each.strip(), surroundings, {}, "powers", 1)) for each in powers.split(",") if each.strip()]
    unplayed = [each for each in named if board.powers[each].role is not PowerRole.PLAYING]
    if unplayed:
        raise Abort(tr("{unplayed} is played by nobody in this variant.", unplayed=unplayed[0]))
    seated = seats_of(board, seats, named if named or seats else None, bots)
    players: dict[str, Player] = opponents_of(board, seated, seed)
    people = people_of(seated)
    game, log = begin(session, entry, tr("{board} at the terminal", board=board.name), hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    terminal = Terminal(session.services.read_line, session.say, several=len(people) > 1, secret=limits_sight(session, game))
    players |= {power: terminal.seat(power) for power in people}
    last_year = game.turn(game.last()).phase.year + years - 1
    terms = Terms(seconds, illegal, memory, scramble, logs)
    try:
        with programs_of(session, board, seated, terms) as host, events_to(record) as events:
            game, report = play_with_programs(
                session,
                game,
                players,
                host,
                last_year=last_year,
                go_on=lambda: not terminal.has_quit,
                seed=seed,
                events=events,
                seats=titles_of(seated),
                kinds=kinds_of(seated),
            )
    except MatchStopped as stopped:
        keep(session, stopped.game, into, tr("The game"))
        raise
    if terminal.has_quit:
        session.say(tr("Stopped in {phase}.", phase=describe_phase(board, game.turn(game.last()).phase)))
    elif game.ending is not None and not people:
        session.say(tr("The game is over: {ending}.", ending=describe_ending(board, game.ending)))
    for line in record_sentences(report, seated):
        session.say(line)
    keep(session, game, into, tr("The game"))


def keep(session: Session, game: Game, into: Path | None, what: str, *, is_said: bool = True) -> bool:
    """Write *game* to *into* where a file was named, and report it unless *is_said* is off; returns True if there was one."""
    if into is None:
        return False
    target = with_ending(into)
    write_game(target, game)
    if is_said:
        session.say(tr("{what} is in {target}.", what=what, target=target))
    return True


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
        raise Abort(tr("{power} is played by nobody in this variant.", power=power_name(board, own)))
    others = (
        tr("the program")
        if len(played) == 2
        else tr("{count} {level} opponents", count=in_words(len(played) - 1), level=tr(OPPONENTS[level].title).lower())
    )
    game, log = begin(
        session,
        entry,
        tr("{power} against {others}", power=power_name(board, own), others=others),
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
    session.say(tr("{game}: you play {power}. Write your orders, then seal them.", game=game.name, power=power_name(board, own)))


MOST_GAMES = 100_000
MOST_LINES = 20
"""Number of games up to which each ending is listed; of more only the sums."""


@command("selfplay", "Bots play a game", who=Who.ANYBODY, menu="Tools", place=37)
def selfplay(
    session: Session,
    *,
    games: int = 1,
    seed: int = 1,
    years: int = 20,
    bot: Bot = Bot.RANDOM,
    variant: str = "standard",
    into: Path | None = None,
    press: bool = False,
    json: bool = False,
) -> None:
    """Let bots play whole games, say how each ended, and add them up. The same seed plays the same games.

    Several games are added up: what each power wins, with bounds of 95 %, how long games are, where powers fight, what lies near them
    at the start, and whether the seats are even. Of more than 20 games only the sums are printed. They are played on all cores, with hooks
    on one. The hooks of the variant take part. With --press opponents write to one another as at a table, and keep what they agree; such
    games are played on one core too.

    In the window the last game is opened.

    Args:
        games: how many.
        seed: of the first game; each further one has the next number.
        years: after so many years a game ends in a draw among all who are left.
        bot: who plays all powers.
        variant: its name on the shelf, or its folder.
        into: a file for the last game's record.
        press: have opponents write letters.
        json: say what they add up to as data, and nothing else.
    """
    from app.board_editor.playtest.matches import empty_figures, games_of, match, planned
    from app.board_editor.playtest.report import as_data, summary
    from app.board_editor.playtest.running import PlayTestFailed

    if not 1 <= games <= MOST_GAMES or not 1 <= years <= 1000:
        raise Abort(tr("From 1 to {most_games} games of 1 to 1000 years can be played.", most_games=MOST_GAMES))
    entry = playable_at(session, variant)
    assert entry.folder is not None
    rules = entry.folder.variant
    hooks = hooks_to_play_with(session, entry)
    try:
        test = planned(session, entry, bot, games, seed, years)
    except (OSError, ValueError) as error:
        raise Abort(tr("{entry} cannot be read: {error}", entry=entry.id, error=system_words(error))) from error
    figures = empty_figures(entry.folder)
    endings: dict[int, str] = {}
    with session.services.progress(tr("Bots play"), games) as progress:
        try:
            for tally in games_of(session, entry, hooks, test, lambda: progress.is_cancelled, press=press):
                figures.add(tally)
                ending = describe_ending(rules, Ending(tally.winners, tally.reason))
                endings[tally.seed] = tr("seed {seed}: {phases} phases, {ending}", seed=tally.seed, phases=tally.phases, ending=ending)
                progress.step(figures.games)
        except MatchStopped as stopped:
            _keep_last(session, stopped.game, into)
            raise
        except PlayTestFailed as error:
            raise Abort(tr("The games could not be played: {error}.", error=error)) from error
    if not figures.games:
        return
    if json:
        about: dict[str, object] = {"players": bot.value, "seed": seed, "most years": years}
        session.say(plain_json.dumps(as_data(rules, figures, about), indent=1, ensure_ascii=False))
    else:
        if games <= MOST_LINES:
            session.say("\n".join(line for _, line in sorted(endings.items())))
        if figures.games < games:
            session.say(
                plural(
                    "Stopped after {count} game; these are not the first ones.",
                    "Stopped after {count} games; these are not the first ones.",
                    figures.games,
                )
            )
        if figures.games > 1:
            session.say("\n".join(summary(rules, figures)))
    if into is not None or (session.services.screen is not None and session.shelf.entry(entry.id) is not None):
        _keep_last(session, match(session, entry, hooks, test, max(endings), press=press), into, is_said=not json)


def _keep_last(session: Session, game: Game, into: Path | None, *, is_said: bool = True) -> None:
    if not keep(session, game, into, tr("The last game"), is_said=is_said) and session.services.screen is not None:
        session.add(session.library.new(game))


_LARGEST = 1_000_000
_BETWEEN = 2.0
"""Seconds between two writings of the table while games end."""


@command("tournament", "Play a tournament", who=Who.ANYBODY, available=without_window)
def tournament(
    session: Session, file: Path, *, into: Path | None = None, games: int | None = None, jobs: int | None = None, cluster: str | None = None
) -> None:
    """Play many games between opponents and programs, every seat in turn, on all cores.

    The hooks of the variant take part, each power is shown what is its own to see; --hooks=off plays by board and rules alone.

    What is in the file is described in docs/formats/tournament.md. Each game is kept as it ends; the same command goes on where it was
    stopped, however that was. The standings are in the folder as standings.csv, standings.json and standings.svg.

    Args:
        file: the tournament, a TOML file.
        into: a folder for games and standings; beside the file, with its name, unless given.
        games: how many, in place of what the file says.
        jobs: how many are played at a time; one for each core unless given.
        cluster: the address of a Dask scheduler whose workers play them, such as tcp://10.0.0.1:8786.
    """
    from app.board_editor.tournament.plan import PlanError, read_plan
    from app.board_editor.tournament.report import summary, table
    from app.board_editor.tournament.result_store import OtherTournamentError, ResultStore
    from app.board_editor.tournament.running import NoClusterError, run
    from app.board_editor.tournament.standings import Standings

    try:
        plan = read_plan(file.name, read_bounded(file, _LARGEST, tr("reading the tournament")), file.resolve().parent)
    except PlanError as error:
        raise Abort(str(error)) from error
    if games is not None:
        plan = replace(plan, games=games)
    if plan.games < 1 or (jobs is not None and jobs < 1):
        raise Abort(tr("At least one game is played, by at least one process."))
    entry = playable(session, plan.variant)
    shelved = session.shelf.find(entry.id)
    assert shelved is not None
    hooks = hooks_to_play_with(session, entry)
    if hooks:
        agree(session, hooks)
    try:
        rules = replace(shelved.variant, rules=Rules.of(plan.rules)) if plan.rules else shelved.variant
    except ValueError as error:
        raise Abort(tr("{file}: rules: {error}", file=file.name, error=rule_fault(error))) from error
    _check_seats(plan, rules)
    folder = into or file.with_suffix("")
    store, standings = ResultStore(folder, plan), Standings(plan)
    try:
        standings.add_all(store.open())
        if store.done:
            session.say(tr("{count} games are kept already in {folder}.", count=len(store.done), folder=folder))
        written = time.monotonic()
        with session.services.progress(plan.name, plan.games) as progress:
            found = run(
                plan,
                rules,
                shelved.checksum,
                store.done,
                hooks=hooks,
                jobs=jobs,
                cluster=cluster,
                is_stopped=lambda: progress.is_cancelled,
            )
            for game, text in found:
                store.add(game, text)
                standings.add(game)
                progress.step(standings.games, "\n".join((summary(standings), *table(standings))))
                if time.monotonic() - written > _BETWEEN:
                    written = time.monotonic()
                    _write(standings, folder)
    except (OtherTournamentError, NoClusterError, MatchStopped) as error:
        raise Abort(str(error)) from error
    finally:
        store.close()
    _write(standings, folder)
    session.say("\n".join((summary(standings), *table(standings), tr("Games and standings are in {folder}.", folder=folder))))


def _check_seats(plan: TournamentPlan, rules: object) -> None:
    from adjudicator.variant import Variant
    from app.players.programs.parts import playing

    assert isinstance(rules, Variant)
    seats, powers = sum(each.count for each in plan.entrants), len(playing(rules))
    if seats != powers:
        raise Abort(
            tr(
                "{rules} has {powers} powers, and the players take {seats} seats; count says how many seats one takes.",
                rules=rules.name,
                powers=powers,
                seats=seats,
            )
        )


def _write(standings: Standings, folder: Path) -> None:
    from app.board_editor.tournament.report import as_csv, as_json, as_picture

    for name, text in (("csv", as_csv(standings)), ("json", as_json(standings)), ("svg", as_picture(standings))):
        write_atomically(folder / f"standings.{name}", text.encode(), tr("writing the standings"))
