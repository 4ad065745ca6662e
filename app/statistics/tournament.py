"""A tournament of people: rounds, boards, seats and results as one table; seating, standings. Reads and writes CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random, SystemRandom

from entente.formula import Formula
from entente.outcome import Outcome, OutcomeKind
from entente.scoring import ScoredGame, Scoring, score
from languages import labelled, tr

MOST_BYTES = 1_000_000
MOST_SEATS = 20_000
MOST_ROUNDS, MOST_BOARDS = 100, 500
LONGEST_NAME = 60
MOST_CENTRES = 500
COLUMNS = ("round", "board", "power", "player", "centres", "result", "years")
"""Columns of the table; the last three are empty until a board is over."""
RESULTS = ("", "won", "draw")

_TRIES = 200
"""Seatings of a round that are compared."""


class TournamentError(ValueError):
    """A table that is no tournament, or something that cannot be done with it."""


@dataclass(frozen=True, slots=True)
class TournamentSeat:
    """One player at one board of one round."""

    round: int
    board: int
    power: str
    player: str
    centres: int | None = None
    """Centres at the end; ``None`` while the board is played."""
    result: str = ""
    """``won`` alone, or in the ``draw``; empty otherwise."""
    years: int | None = None
    """Full years that the power lived; ``None`` where they are not known."""


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """A player's place."""

    place: int
    """Those that tie share the better one."""
    player: str
    points: float
    by_round: Mapping[int, float]
    boards: int


@dataclass(frozen=True, slots=True)
class PeopleTournament:
    """All seats of all rounds."""

    seats: tuple[TournamentSeat, ...] = ()

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds that there are."""
        return tuple(sorted({seat.round for seat in self.seats}))

    def boards(self, round_: int) -> tuple[int, ...]:
        """The boards of a round."""
        return tuple(sorted({seat.board for seat in self.seats if seat.round == round_}))

    def at(self, round_: int, board: int) -> tuple[TournamentSeat, ...]:
        """The seats of a board."""
        return tuple(seat for seat in self.seats if (seat.round, seat.board) == (round_, board))

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the sequence in which they first sat down."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats))

    def with_seats(self, seats: Sequence[TournamentSeat]) -> PeopleTournament:
        """Return the tournament with *seats* in the places of those of the same round, board and power."""
        replaced = {(seat.round, seat.board, seat.power): seat for seat in (*self.seats, *seats)}
        return PeopleTournament(tuple(replaced.values()))

    def with_result(
        self, round_: int, board: int, centres: Mapping[str, int], winners: Sequence[str] = (), years: Mapping[str, int] | None = None
    ) -> PeopleTournament:
        """Return the tournament with the result of a board.

        Args:
            winners: who won alone, or those in the draw; empty where all that own a centre share it.
            years: full years that powers lived, for the systems that count them.

        Raises:
            TournamentError: there is no such board, or the powers are not those at it.
        """
        there = self.at(round_, board)
        if not there:
            raise TournamentError(tr("There is no board {board} in round {round}.", board=board, round=round_))
        unknown = sorted((set(centres) | set(winners)) - {seat.power for seat in there})
        missing = [seat.power for seat in there if seat.power not in centres]
        if unknown or missing:
            names = ", ".join(unknown or missing)
            raise TournamentError(
                tr("Nobody plays {names} at this board.", names=names) if unknown else tr("Centres of {names} are missing.", names=names)
            )
        result = "won" if len(winners) == 1 else "draw"
        lived = years or {}
        done = [
            replace(seat, centres=centres[seat.power], result=result if seat.power in winners else "", years=lived.get(seat.power))
            for seat in there
        ]
        return self.with_seats(done)


def board_points(seats: Sequence[TournamentSeat], scoring: Scoring | Formula) -> Mapping[str, float] | None:
    """Return the points of each player of a board; ``None`` while it is played.

    Raises:
        ValueError: the system counts years, and they are not written down.
    """
    if any(seat.centres is None for seat in seats):
        return None
    winners = tuple(seat.power for seat in seats if seat.result)
    kind = OutcomeKind.OPEN if not winners else OutcomeKind.SOLO if any(seat.result == "won" for seat in seats) else OutcomeKind.DRAW
    needs = [seat for seat in seats if not seat.centres or (kind is OutcomeKind.SOLO and not seat.result)]
    known = all(seat.years is not None for seat in needs)
    years = {seat.power: seat.years or 0 for seat in seats} if known else None
    out = sorted((seat for seat in seats if not seat.centres and seat.years is not None), key=lambda seat: seat.years or 0)
    spread = Counter(seat.years for seat in out)
    eliminated = tuple(seat.power for seat in out if spread[seat.years] == 1)
    game = ScoredGame({seat.power: seat.centres or 0 for seat in seats}, Outcome(kind, winners, ""), eliminated, years)
    points = scoring.points(game) if isinstance(scoring, Formula) else score(scoring, game)
    return {seat.player: points[seat.power] for seat in seats}


def tournament_standings(
    tournament: PeopleTournament, scoring: Scoring | Formula, best: int | None = None
) -> tuple[TournamentStanding, ...]:
    """Return the players by their points.

    Args:
        best: how many of a player's best rounds count; all unless given.

    Raises:
        ValueError: the system counts years, and they are not written down for a board.
    """
    totals: dict[str, dict[int, float]] = {player: {} for player in tournament.players}
    for round_ in tournament.rounds:
        for board in tournament.boards(round_):
            points = board_points(tournament.at(round_, board), scoring)
            for player, number in (points or {}).items():
                totals[player][round_] = totals[player].get(round_, 0.0) + number
    summed = {player: sum(sorted(rounds.values(), reverse=True)[:best]) for player, rounds in totals.items()}
    ranked = sorted(totals, key=lambda player: (-summed[player], player.casefold()))
    return tuple(
        TournamentStanding(
            1 + sum(summed[other] > summed[player] + 1e-9 for other in totals), player, summed[player], totals[player], len(totals[player])
        )
        for player in ranked
    )


def new_seed() -> int:
    """Return a random seed, unknown before the draw."""
    return SystemRandom().randrange(1_000_000)


def drawn_words(tournament: PeopleTournament, players: Sequence[str], seed: int) -> str:
    """Sentences on the draw of the last round: its seed, and the *players* who wait."""
    number = tournament.rounds[-1]
    sitting = {seat.player for seat in tournament.seats if seat.round == number}
    waiting = [name for name in map(str.strip, players) if name and name not in sitting]
    said = [tr("Drawn by lot, with the seed {seed}.", seed=seed)]
    if waiting:
        said.append(labelled(tr("Waiting"), ", ".join(waiting)))
    return "\n".join(said)


def seat_next_round(tournament: PeopleTournament, players: Sequence[str], powers: Sequence[str], seed: int) -> PeopleTournament:
    """Return the tournament with another round: everybody at a board, or waiting where they do not fill one.

    Of many seatings drawn by lot the one is taken in which people meet others and play powers that they have had least. Who waited
    most seldom waits.

    Args:
        players: who plays in this round.
        seed: the same one gives the same seating.

    Raises:
        TournamentError: there are too few players, one is named twice, or there are too many rounds.
    """
    names = [player.strip() for player in players if player.strip()]
    if len({name.casefold() for name in names}) < len(names):
        raise TournamentError(tr("A player is named twice."))
    if len(names) < len(powers):
        raise TournamentError(tr("A board needs {count} players; there are {there}.", count=len(powers), there=len(names)))
    if any(len(name) > LONGEST_NAME for name in names) or len(names) > MOST_BOARDS * len(powers):
        raise TournamentError(tr("A name is too long, or there are too many players."))
    number = max(tournament.rounds, default=0) + 1
    if number > MOST_ROUNDS:
        raise TournamentError(tr("A tournament has at most {count} rounds.", count=MOST_ROUNDS))
    random = Random(f"{seed} {number}")  # noqa: S311 - a draw that anybody can repeat
    met, had = _history(tournament)
    played = Counter(seat.player for seat in tournament.seats)
    best: tuple[float, list[list[str]]] | None = None
    for _ in range(_TRIES):
        drawn = random.sample(names, len(names))
        drawn.sort(key=lambda name: played[name])  # who has played least sits first; the sort keeps the draw among equals
        sitting = drawn[: len(names) // len(powers) * len(powers)]
        random.shuffle(sitting)
        boards = [_to_powers(sitting[at : at + len(powers)], powers, had) for at in range(0, len(sitting), len(powers))]
        price = sum(_price(board, powers, met, had) for board in boards)
        if best is None or price < best[0]:
            best = (price, boards)
    assert best is not None
    seats = [
        TournamentSeat(number, board, power, player)
        for board, people in enumerate(best[1], 1)
        for power, player in zip(powers, people, strict=True)
    ]
    return PeopleTournament((*tournament.seats, *seats))


def _history(tournament: PeopleTournament) -> tuple[Counter[frozenset[str]], Counter[tuple[str, str]]]:
    """Return how often two players have met, and how often each had a power."""
    met: Counter[frozenset[str]] = Counter()
    for round_ in tournament.rounds:
        for board in tournament.boards(round_):
            people = [seat.player for seat in tournament.at(round_, board)]
            met.update(frozenset((one, other)) for at, one in enumerate(people) for other in people[:at])
    return met, Counter((seat.player, seat.power) for seat in tournament.seats)


def _to_powers(people: list[str], powers: Sequence[str], had: Counter[tuple[str, str]]) -> list[str]:
    """Return *people* so that each has a power that it had least, in the sequence of *powers*."""
    left, found = list(people), []
    for power in powers:
        chosen = min(left, key=lambda player: had[player, power])
        left.remove(chosen)
        found.append(chosen)
    return found


def _price(people: Sequence[str], powers: Sequence[str], met: Counter[frozenset[str]], had: Counter[tuple[str, str]]) -> float:
    again = sum(met[frozenset((one, other))] ** 2 for at, one in enumerate(people) for other in people[:at])
    return again + 3.0 * sum(had[player, power] for player, power in zip(people, powers, strict=True))


def read_tournament(data: bytes, what: str) -> PeopleTournament:
    """Return the tournament of a CSV with a head of ``round,board,power,player`` and, once boards are over, ``centres,result,years``.

    Raises:
        TournamentError: with the row and what is wrong there.
    """
    if len(data) > MOST_BYTES:
        raise TournamentError(tr("{what}: larger than {most} bytes", what=what, most=MOST_BYTES))
    try:
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    except (UnicodeDecodeError, csv.Error) as error:
        raise TournamentError(tr("{what}: no table in UTF-8", what=what)) from error
    if len(rows) > MOST_SEATS:
        raise TournamentError(tr("{what}: more than {most} rows", what=what, most=MOST_SEATS))
    seats: dict[tuple[int, int, str], TournamentSeat] = {}
    sitting: set[tuple[int, str]] = set()
    for number, row in enumerate(rows, 2):
        seat = _seat(row, f"{what}:{number}")
        key, person = (seat.round, seat.board, seat.power.casefold()), (seat.round, seat.player.casefold())
        if key in seats or person in sitting:
            raise TournamentError(tr("{place}: this seat, or this player in this round, stands there twice", place=f"{what}:{number}"))
        seats[key] = seat
        sitting.add(person)
    return PeopleTournament(tuple(seats.values()))


def _seat(row: Mapping[str | None, object], place: str) -> TournamentSeat:
    cells = {str(name).strip().casefold(): str(cell or "").strip() for name, cell in row.items() if name is not None}
    for column in COLUMNS[:4]:
        if not cells.get(column) or len(cells[column]) > LONGEST_NAME:
            raise TournamentError(tr("{place}: {column} is missing or too long", place=place, column=column))
    result = cells.get("result", "").casefold()
    if result not in RESULTS:
        raise TournamentError(tr("{place}: result is won, draw or empty, not {cell!r}", place=place, cell=result[:20]))
    return TournamentSeat(
        _whole(cells["round"], place, "round", MOST_ROUNDS, least=1),
        _whole(cells["board"], place, "board", MOST_BOARDS, least=1),
        cells["power"],
        cells["player"],
        _whole(cells["centres"], place, "centres", MOST_CENTRES) if cells.get("centres") else None,
        result,
        _whole(cells["years"], place, "years", 10_000) if cells.get("years") else None,
    )


def _whole(cell: str, place: str, column: str, most: int, *, least: int = 0) -> int:
    if not cell.isascii() or not cell.isdigit() or not least <= int(cell[:9]) <= most:
        raise TournamentError(
            tr(
                "{place}: {column} is a number from {least} to {most}, not {cell!r}",
                place=place,
                column=column,
                least=least,
                most=most,
                cell=cell[:20],
            )
        )
    return int(cell)


def write_tournament(tournament: PeopleTournament) -> bytes:
    """Return the tournament as ``read_tournament`` reads it."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for seat in sorted(tournament.seats, key=lambda seat: (seat.round, seat.board)):
        centres = "" if seat.centres is None else seat.centres
        rows.writerow([seat.round, seat.board, seat.power, seat.player, centres, seat.result, "" if seat.years is None else seat.years])
    return out.getvalue().encode()


def write_standings(standings: Sequence[TournamentStanding]) -> bytes:
    """Return the standings as CSV: place, player, points, and a column for each round."""
    rounds = sorted({round_ for each in standings for round_ in each.by_round})
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["place", "player", "points", *(f"round {round_}" for round_ in rounds)])
    for each in standings:
        told = ("" if round_ not in each.by_round else round(each.by_round[round_], 4) for round_ in rounds)
        rows.writerow([each.place, each.player, round(each.points, 4), *told])
    return out.getvalue().encode()
