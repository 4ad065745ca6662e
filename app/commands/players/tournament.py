"""Tournaments between programs and opponents."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.rules import Rules
from app.commands.declaring.registry import command
from app.game.storage.atomic import read_bounded, write_atomically
from app.matches.arena import MatchStopped
from app.program_name import with_program_name
from app.session.errors import Abort
from app.session.hook_changes import agree
from app.session.roles import Who
from app.session.session import Session
from app.session.starting import hooks_to_play_with, playable
from entente.words.rule_faults import rule_fault
from languages import tr

if TYPE_CHECKING:
    from app.board_editor.tournament.plan import TournamentPlan
    from app.board_editor.tournament.standings import Standings

_LARGEST = 1_000_000
_BETWEEN = 2.0
"""Seconds between two writings of the table while games end."""


def without_window(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else with_program_name(tr("This runs at a terminal: python main.py tournament FILE.toml"))


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
