"""Tournaments of people: seating, results, standings, and their tables."""

from __future__ import annotations

from itertools import combinations

import pytest

from app.statistics.tournament import (
    PeopleTournament,
    TournamentError,
    TournamentSeat,
    board_points,
    new_seed,
    read_tournament,
    seat_next_round,
    tournament_standings,
    write_standings,
    write_tournament,
)
from entente.formula import Formula
from entente.scoring import Scoring

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PEOPLE = [f"Player {number}" for number in range(1, 15)]
THREE = ("A", "B", "C")


def board(
    centres: dict[str, int], *, round_: int = 1, winners: tuple[str, ...] = (), years: dict[str, int] | None = None
) -> PeopleTournament:
    seats = tuple(TournamentSeat(round_, 1, power, f"P{power}") for power in centres)
    return PeopleTournament(seats).with_result(round_, 1, centres, winners, years)


def test_a_round_seats_everybody_once_each_at_a_power() -> None:
    made = seat_next_round(PeopleTournament(), PEOPLE, POWERS, seed=7)
    assert made.rounds == (1,)
    assert made.boards(1) == (1, 2)
    assert sorted(seat.player for seat in made.seats) == sorted(PEOPLE)
    assert [seat.power for seat in made.at(1, 1)] == list(POWERS)
    assert seat_next_round(PeopleTournament(), PEOPLE, POWERS, seed=7) == made


def test_the_next_round_mixes_boards_and_gives_other_powers() -> None:
    made = PeopleTournament()
    for _ in range(2):
        made = seat_next_round(made, PEOPLE, POWERS, seed=1)
    had = [(seat.player, seat.power) for seat in made.seats]
    assert len(had) == len(set(had))
    meetings = [
        frozenset(pair) for round_ in made.rounds for number in made.boards(round_)
        for pair in combinations((seat.player for seat in made.at(round_, number)), 2)
    ]  # fmt: skip
    # Seven of a board part into three and four at best, who meet again: 3 + 6 pairs at each of two boards.
    assert len(meetings) - len(set(meetings)) == 18


def test_who_waited_plays_next() -> None:
    first = seat_next_round(PeopleTournament(), PEOPLE[:9], POWERS, seed=3)
    waited = set(PEOPLE[:9]) - set(first.players)
    assert len(waited) == 2
    second = seat_next_round(first, PEOPLE[:9], POWERS, seed=3)
    assert waited <= {seat.player for seat in second.at(2, 1)}


@pytest.mark.parametrize("players", [PEOPLE[:6], [*PEOPLE[:6], "player 1"], ["x" * 61, *PEOPLE[:7]]])
def test_what_cannot_be_seated_is_refused(players: list[str]) -> None:
    with pytest.raises(TournamentError):
        seat_next_round(PeopleTournament(), players, POWERS, seed=1)


def test_points_of_a_board_are_those_of_the_system() -> None:
    made = board({"A": 6, "B": 3, "C": 1}, winners=("A", "B"))
    assert board_points(made.at(1, 1), Scoring.DRAW_SIZE) == {"PA": 0.5, "PB": 0.5, "PC": 0}
    assert board_points(made.at(1, 1), Formula.of("10 * centres")) == {"PA": 60, "PB": 30, "PC": 10}
    assert board_points(PeopleTournament((TournamentSeat(1, 1, "A", "PA"),)).at(1, 1), Scoring.CARNAGE) is None


def test_years_are_asked_for_where_a_system_counts_them() -> None:
    with pytest.raises(ValueError, match="years"):
        board_points(board({"A": 9, "B": 0}).at(1, 1), Scoring.BANGKOK)
    assert board_points(board({"A": 9, "B": 0}, years={"B": 3}).at(1, 1), Scoring.WORLD_CLASSIC) == {"PA": 168, "PB": 3}
    assert board_points(board({"A": 9, "B": 1}).at(1, 1), Scoring.WORLD_CLASSIC) is not None  # nobody is out


def test_standings_add_rounds_up_and_share_places() -> None:
    one = board({"A": 6, "B": 3, "C": 3})
    both = PeopleTournament((*one.seats, *board({"A": 1, "B": 5, "C": 5}, round_=2).seats))
    formula = Formula.of("centres")
    assert [(each.place, each.player, each.points) for each in tournament_standings(both, formula)] == [
        (1, "PB", 8),
        (1, "PC", 8),
        (3, "PA", 7),
    ]
    assert [(each.player, each.points) for each in tournament_standings(both, formula, best=1)] == [("PA", 6), ("PB", 5), ("PC", 5)]


def test_what_is_written_is_read_again() -> None:
    made = seat_next_round(board({"A": 6, "B": 3, "C": 0}, winners=("A",), years={"C": 2}), ["PA", "PB", "Ω, the last"], THREE, seed=1)
    assert set(read_tournament(write_tournament(made), "cup.csv").seats) == set(made.seats)
    text = write_standings(tournament_standings(made, Formula.of("centres"))).decode()
    assert text.splitlines()[:2] == ["place,player,points,round 1", "1,PA,6.0,6.0"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("round,board,power,player\n1,1,A,\n", "cup.csv:2: player"),
        ("round,board,power,player\n0,1,A,x\n", "round is a number from 1"),
        ("round,board,power,player\n1,1,A,x\n1,1,a,y\n", "cup.csv:3: this seat"),
        ("round,board,power,player\n1,1,A,x\n1,2,B,X\n", "cup.csv:3"),
        ("round,board,power,player,centres\n1,1,A,x,-3\n", "centres is a number"),
        ("round,board,power,player,result\n1,1,A,x,lost\n", "result is won"),
    ],
)
def test_a_table_with_a_mistake_is_refused_with_its_row(text: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        read_tournament(text.encode(), "cup.csv")


def test_results_for_powers_that_nobody_plays_are_refused() -> None:
    made = board({"A": 6, "B": 3})
    with pytest.raises(TournamentError, match="Nobody plays X"):
        made.with_result(1, 1, {"A": 1, "B": 2, "X": 3})
    with pytest.raises(TournamentError, match="Centres of B"):
        made.with_result(1, 1, {"A": 1})
    with pytest.raises(TournamentError, match="no board 9"):
        made.with_result(1, 9, {"A": 1})


def test_the_lot_falls_another_way_each_time() -> None:
    assert len({new_seed() for _ in range(40)}) > 30
