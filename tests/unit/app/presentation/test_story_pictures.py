"""Pictures of the story: lines apart, labels clear of one another, names that fit, and nothing of a stranger's as markup."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from app.game.edits import new_game
from app.game.record import MAIN, Game
from app.presentation.drawn_boards import drawn_board
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.presentation.story_markup import data, line_path, tag, text
from app.presentation.story_pictures import (
    StoryLook,
    centre_picture,
    counts_picture,
    history_picture,
    narrow_pair_pictures,
    pair_picture,
    plain_look,
    story_look,
)
from app.presentation.story_web_page import story_page
from app.statistics.centres import CentreHistory
from app.statistics.story import story_of
from languages import using
from tests.unit.app.game.play import played_game
from variants.catalogue import shipped


def look_of(game: Game) -> StoryLook:
    picture = MapPicture(game.variant, game.turn(game.last()).position, drawn_board(game.variant.id).styles)
    return story_look(game, picture_colours_of(picture))


def labels(picture: str) -> list[tuple[float, float, str]]:
    """Place and words of every text of *picture*."""
    root = ElementTree.fromstring(picture)
    return [(float(each.get("x", 0)), float(each.get("y", 0)), each.text or "") for each in root.iter() if each.tag.endswith("text")]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("height", [160, 290, 500])
def test_labels_at_the_end_stand_clear_of_one_another(seed: int, height: float) -> None:
    game = played_game(20, seed=seed)
    found = labels(centre_picture(story_of(game, MAIN), look_of(game), 800, height))
    ends = sorted(y for x, y, words in found if x > 640 and not words.endswith("to win"))
    assert len(ends) >= 2
    assert all(second - first > 13 for first, second in pairwise(ends))
    assert ends[-1] < height


@pytest.mark.parametrize("most", [12, 17, 18, 19])
def test_the_line_that_wins_is_named_apart_from_who_reached_it(most: int) -> None:
    found = labels(counts_picture(("1901", "1902"), {"A": (3, most), "B": (3, 4)}, 18, ()))
    places = {words: (x, y) for x, y, words in found}
    name, line = places[f"{most} A"], places["18 to win"]
    assert abs(name[1] - line[1]) > 13 or abs(name[0] - line[0]) > 200


@pytest.mark.parametrize("width", [330, 800])
def test_years_below_a_long_chart_stand_apart(width: float) -> None:
    years = tuple(str(1900 + number) for number in range(40))
    history = CentreHistory(years, tuple(range(40)), tuple(range(40)), (("A", tuple(range(40))), ("B", (3,) * 40)))
    found = labels(history_picture(history, 18, (), plain_look(["A", "B"]), width, 290))
    places = sorted(x for x, _, words in found if words in years and len(words) == 4)
    assert len(places) >= 2
    assert all(second - first >= 40 for first, second in pairwise(places))


def test_lines_with_the_same_number_lie_beside_one_another() -> None:
    game = played_game(2, seed=1)
    picture = centre_picture(story_of(game, MAIN), look_of(game))
    ends = re.findall(r'<circle cx="[^"]*" cy="([^"]*)"', picture)
    assert len(set(ends)) == len(ends) == 7


def test_all_34_powers_of_chaos_fit() -> None:
    game = new_game(shipped("chaos").variant, "Chaos", game_id="c0")
    picture = centre_picture(story_of(game, MAIN), look_of(game))
    assert "1: 34 powers" in [words for _, _, words in labels(picture)]


def test_pairs_are_as_wide_as_their_room_or_wider_for_a_long_game() -> None:
    game = played_game(30, seed=1)
    story, look = story_of(game, MAIN), look_of(game)
    for width, least in ((800.0, 800), (300.0, 330)):
        root = ElementTree.fromstring(pair_picture(story, story.pairs[:3], look, width))
        assert float(root.get("width", 0)) >= least


@pytest.mark.slow
def test_pairs_on_a_phone_are_told_whole_in_pictures_of_its_width() -> None:
    game = played_game(60, seed=1)
    story, look = story_of(game, MAIN), look_of(game)

    def told(pictures: list[str]) -> list[str]:
        return sorted(
            str(each.text) for picture in pictures for each in ElementTree.fromstring(picture).iter() if each.tag.endswith("title")
        )

    pictures = narrow_pair_pictures(story, story.pairs[:3], look, 340.0)
    assert len(pictures) > 1
    assert {float(ElementTree.fromstring(each).get("width", 0)) for each in pictures} == {340.0}
    whole = told([pair_picture(story, story.pairs[:3], look)])
    heading = [each for each in told(pictures[:1]) if each in whole and each not in told(pictures[1:2])]
    assert heading, "the parts tell of different seasons"
    assert sorted(set(told(pictures))) == sorted(set(whole))


def test_a_name_with_tags_is_text() -> None:
    game = played_game(6, seed=1)
    hostile = "</text><script>alert(1)</script>"
    look = replace(look_of(game), names=dict.fromkeys(game.variant.powers, hostile))
    story = story_of(game, MAIN)
    for picture in (centre_picture(story, look), pair_picture(story, story.pairs, look)):
        root = ElementTree.fromstring(picture)
        assert not [each for each in root.iter() if each.tag.endswith("script")]


def test_markup_is_escaped_in_text_attributes_and_data() -> None:
    assert text('<a b="c">&\x00\ud800') == "&lt;a b=&quot;c&quot;&gt;&amp;\ufffd\ufffd"
    assert tag("p", title='"><script>') == '<p title="&quot;&gt;&lt;script&gt;"></p>'
    assert "</script" not in data(["</script><script>", "\u2028"])
    assert "\u2028" not in data(["\u2028"])


def test_paths_are_relative_and_leave_out_what_is_not_seen() -> None:
    assert line_path([(1.0, 2.0), (1.01, 2.0), (3.0, 1.5), (1.0, 2.0)], closed=True) == "M10 20l20-5-20 5z"
    assert line_path([]) == ""


def test_the_page_names_seasons_by_the_letter_that_they_begin_with_in_its_language() -> None:
    class Board:
        markup, data = "<svg></svg>", dict[str, object]()

    game = played_game(8, seed=4)
    with using("es"):
        page = story_page(story_of(game, MAIN), look_of(game), Board(), letters=False).decode()
    letters = re.findall(r'<button type="button" data-n="[0-9]+"[^>]*>(.)</button>', page)
    assert letters[:2] == ["P", "O"]
    assert set(letters) <= {"P", "O", "r", "i"}


def test_the_page_has_a_chart_for_phones_that_is_whole() -> None:
    picture = counts_picture(("1901", "1902"), {"France": (5, 6), "Turkey": (4, 7)}, 18, ())
    assert 'width="800"' in picture
    history = CentreHistory(("1901", "1902"), (1901, 1902), (0, 1), (("France", (5, 6)), ("Turkey", (4, 7))))
    narrow = history_picture(history, 18, (), plain_look(["France", "Turkey"]), 340, 255)
    assert 'width="340"' in narrow
    assert all(float(x) <= 340 for x in re.findall(r'[ "]x[12]?="([\d.]+)"', narrow))
