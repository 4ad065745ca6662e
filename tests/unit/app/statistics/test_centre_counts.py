"""Chart and points from centre counts alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.presentation.story_pictures import history_picture, plain_look
from app.statistics.centres import CentreCountsError, centres_to_win, ending_of, read_counts, standings_of
from entente.scoring import Scoring
from tests.quick import one_by_one
from tests.unit.app.commands.fake_services import Desk

ONE_YEAR = "Year,Austria,England,France,Germany,Italy,Russia,Turkey\n1901,5,4,5,5,4,6,4\n"
WON = "Year,France,Turkey,Italy\n1901,5,4,3\n1902,8,5,0\n1903,10,3,0\n"


def test_a_year_gives_points_in_every_system() -> None:
    history = read_counts(ONE_YEAR.encode(), "c.csv")
    standings = standings_of(history, centres_to_win(history))
    assert (standings[0].power, standings[0].centres) == ("Russia", 6)
    assert standings[0].points[Scoring.CARNAGE] == 7006
    assert standings[0].points[Scoring.SUM_OF_SQUARES] == pytest.approx(36 / 159)
    assert not any(each.shares_in_it for each in standings)


def test_a_solo_and_the_years_of_who_went_out_count() -> None:
    history = read_counts(WON.encode(), "c.csv")
    assert ending_of(history, 10) is not None
    points = {each.power: each.points for each in standings_of(history, 10)}
    assert points["France"][Scoring.WORLD_CLASSIC] == 420
    assert points["Turkey"][Scoring.WORLD_CLASSIC] == 2
    assert points["Italy"][Scoring.WORLD_CLASSIC] == 1
    assert ending_of(history, 11) is None


def test_the_chart_names_all_powers() -> None:
    history = read_counts(WON.encode(), "c.csv")
    picture = history_picture(history, 10, ("France",), plain_look(["France", "Turkey", "Italy"]))
    assert all(name in picture for name in ("France", "Turkey", "Italy", "1901", "1903", "10 to win"))


@one_by_one(
    ("text", "words"),
    [
        ("", "a row of powers"),
        ("Year,A\n", "a row of powers"),
        ("Year,A,A\n1901,1,2\n", "one name"),
        ("Year,A,B\n1901,1\n", "c.csv:2: 1 counts for 2"),
        ("Year,A\nnow,1\n", "c.csv:2: 'now'"),
        ("Year,A\n1902,1\n1901,1\n", "c.csv:3: '1901'"),
        ("Year,A\n1901,-1\n", "column 2, '-1'"),
        ("Year,A\n1901,9999\n", "column 2"),
    ],
)
def test_a_mistake_is_named_with_its_row(text: str, words: str) -> None:
    with pytest.raises(CentreCountsError, match=words):
        read_counts(text.encode(), "c.csv")


def test_the_command_says_points_and_writes_a_chart(tmp_path: Path) -> None:
    file, chart = tmp_path / "counts.csv", tmp_path / "chart.svg"
    file.write_text(ONE_YEAR)
    desk = Desk(game=False)
    said = desk.run(f"points '{file}' --system c-diplo --chart '{chart}'")
    assert "Russia: 6 centres; C-Diplo 45" in said
    assert chart.read_text().startswith("<svg")
    assert "Russia: 6 centres; 60" in desk.run(f"points '{file}' --formula '10 * centres'")


def test_the_command_says_the_points_of_the_game_in_front() -> None:
    assert "Russia: 4 centres; Tribute 13.429" in Desk().run("points --system tribute")
