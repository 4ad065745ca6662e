"""Tournaments of people, kept in a CSV: rounds are seated, results written down, standings said."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.game.storage.atomic import is_there, read_bounded, write_atomically
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session
from app.statistics.tournament import (
    MOST_BYTES,
    PeopleTournament,
    TournamentError,
    TournamentStanding,
    read_tournament,
    seat_next_round,
    tournament_standings,
    write_standings,
    write_tournament,
)
from entente.formula import Formula, FormulaError
from entente.scoring import Scoring
from languages import labelled, plural, tr


@command("people-tournament", "Tournament of people…", who=Who.ANYBODY, menu="Tools", place=39)
def people_tournament(
    session: Session,
    file: Path | None = None,
    *,
    system: Scoring = Scoring.SUM_OF_SQUARES,
    formula: str | None = None,
    best: int | None = None,
    output: Path | None = None,
) -> None:
    """Say the standings of a tournament of people, or show its page: rounds, boards, seats and results in one table.

    Args:
        file: the tournament, a CSV; the page asks for it.
        system: of points; sum-of-squares unless given.
        formula: points by your own formula in place of a system.
        best: how many of a player's best rounds count; all unless given.
        output: write the standings here, as CSV.
    """
    screen = session.services.screen
    if file is None:
        if screen is None:
            raise Abort(tr("Name the file of the tournament."))
        screen.show_panel("people-tournament")
        return
    tournament = _read(file)
    standings = _standings(tournament, _scoring(system, formula), best)
    if output is not None:
        write_atomically(output, write_standings(standings))
        session.say(tr("The standings were written to {path}.", path=output))
        return
    lines = [
        f"{each.place}. {labelled(each.player, f'{each.points:.3f}'.rstrip('0').rstrip('.'))}"
        f" ({plural('{count} board', '{count} boards', each.boards)})"
        for each in standings
    ]
    session.say("\n".join(lines) or tr("Nobody has sat down yet."))


@command("seat-round", "Seat a round of a tournament", who=Who.ANYBODY)
def seat_round(session: Session, file: Path, *, players: str | None = None, variant: str = "standard", seed: int = 1) -> None:
    """Seat the next round of a tournament of people; the file is made where there is none.

    Args:
        file: the tournament, a CSV.
        players: who plays, parted by commas, or a file with a name in each line; those of the rounds before unless given.
        variant: whose powers are played.
        seed: of the draw; the same one gives the same seats.
    """
    tournament = _read(file) if is_there(file) else PeopleTournament()
    names = tournament.players if players is None else _names(players)
    shelved = session.shelf.find(variant)
    if shelved is None:
        raise Abort(tr("There is no variant {name}.", name=variant))
    powers = tuple(shelved.variant.powers)
    try:
        seated = seat_next_round(tournament, names, powers, seed)
    except TournamentError as error:
        raise Abort(str(error)) from error
    write_atomically(file, write_tournament(seated))
    number = seated.rounds[-1]
    lines = [tr("Round {round}:", round=number)]
    for board in seated.boards(number):
        seats = ", ".join(f"{seat.power} {seat.player}" for seat in seated.at(number, board))
        lines.append(labelled(tr("Board {board}", board=board), seats))
    waiting = [name for name in names if name not in {seat.player for seat in seated.seats if seat.round == number}]
    if waiting:
        lines.append(labelled(tr("Waiting"), ", ".join(waiting)))
    session.say("\n".join(lines))


@command("board-result", "Result of a tournament's board", who=Who.ANYBODY)
def board_result(
    session: Session,
    file: Path,
    round: int,  # noqa: A002 - the option's name
    board: int,
    centres: str,
    *,
    winners: str = "",
    years: str = "",
) -> None:
    """Write down how a board of a tournament of people ended.

    Args:
        file: the tournament, a CSV.
        round: the number of the round.
        board: the number of the board.
        centres: of each power, such as "ENGLAND 12, FRANCE 9, ...".
        winners: who won alone, or shares the draw, parted by commas; all that own a centre unless given.
        years: full years that powers lived that are out, such as "ITALY 4"; some systems count them.
    """
    tournament = _read(file)
    chosen = [each.strip() for each in winners.split(",") if each.strip()]
    try:
        done = tournament.with_result(round, board, _numbers(centres), chosen, _numbers(years))
    except TournamentError as error:
        raise Abort(str(error)) from error
    write_atomically(file, write_tournament(done))
    session.say(tr("Board {board} of round {round} is written down.", board=board, round=round))


def _read(file: Path) -> PeopleTournament:
    try:
        return read_tournament(read_bounded(file, MOST_BYTES, tr("reading the tournament")), file.name)
    except TournamentError as error:
        raise Abort(str(error)) from error


def _scoring(system: Scoring, formula: str | None) -> Scoring | Formula:
    try:
        return system if formula is None else Formula.of(formula)
    except FormulaError as error:
        raise Abort(tr("The formula cannot be read: {error}", error=error)) from error


def _standings(tournament: PeopleTournament, scoring: Scoring | Formula, best: int | None) -> tuple[TournamentStanding, ...]:
    try:
        return tournament_standings(tournament, scoring, best)
    except ValueError as error:
        raise Abort(str(error)) from error


def _names(players: str) -> tuple[str, ...]:
    file = Path(players)
    if "," not in players and is_there(file):
        text = read_bounded(file, MOST_BYTES, tr("reading the names")).decode("utf-8-sig", errors="replace")
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    return tuple(each.strip() for each in players.split(","))


def _numbers(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = each.rpartition(" ")
        if not name or not number.isascii() or not number.isdigit() or len(number) > 4 or name.strip() in found:
            raise Abort(tr("{text!r} is no power with a number.", text=each[:30]))
        found[name.strip()] = int(number)
    return found
