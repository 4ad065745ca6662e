"""Results of a phase: the drawings and their number, the names of files, and the parts that a web page of the game leaves out."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from app.game.record import MAIN, Cursor, Game
from app.mail_out import making
from app.mail_out.facts import Facts
from app.mail_out.making import (
    IN_MAIL,
    MOST_BYTES,
    WIDTH,
    MailPicture,
    Package,
    ResultsOptions,
    Wish,
    files_of,
    make,
    picture_name,
    plan,
    readers_of,
    safe_name,
    texts_of,
)
from app.mail_out.phase_facts import facts_of
from app.mail_out.readers import judged_phase, named_template, own_folder, written
from app.session.errors import Abort, GivenUp
from app.session.requests import ResultsSheet, StoryFormat
from app.session.services import PictureFormat, PictureRequest
from app.session.view_options import View
from tests.quick import one_by_one
from tests.unit.app.commands.fake_services import FakeScreen
from tests.unit.app.mail_out.round_of_two import desk
from tests.unit.app.mail_out.some_facts import facts

FALL = Cursor(MAIN, 1)


class Drawing:
    """Services that note what they are asked to draw."""

    def __init__(self) -> None:
        self.pictures: list[tuple[PictureRequest, PictureFormat]] = []
        self.sheets: list[ResultsSheet] = []
        self.stories: list[Any] = []

    def draw(self, request: PictureRequest, form: PictureFormat) -> bytes:
        self.pictures.append((request, form))
        return f"picture {len(self.pictures)}".encode()

    def draw_sheet(self, sheet: ResultsSheet) -> bytes:
        self.sheets.append(sheet)
        return b"page"

    def write_story(self, request: Any, form: StoryFormat, path: Any, go_on: Any) -> None:
        assert (form, path.name, go_on(1, 2, "")) == (StoryFormat.PAGE, "game.html", True)
        self.stories.append(request)
        path.write_bytes(b"story")


def made_of(wish: Wish, *readers: str) -> tuple[Drawing, tuple[Package, ...], list[tuple[int, int, str]]]:
    session, drawing, steps = desk().session, Drawing(), []

    def go_on(done: int, of: int, what: str) -> bool:
        steps.append((done, of, what))
        return True

    return drawing, make(drawing, plan(session, FALL, readers, wish), go_on), steps  # type: ignore[arg-type]


def test_one_picture_is_drawn_for_all_who_see_the_same() -> None:
    drawing, packages, steps = made_of(Wish(named_template("plain")), "", "ITALY", "FRANCE")
    assert [each.picture for each in packages] == [b"picture 1"] * 3
    ((request, form),) = drawing.pictures
    assert (request.width, request.most_bytes, form) == (WIDTH, MOST_BYTES, PictureFormat.PNG) == (900, 250_000, PictureFormat.PNG)
    assert [each.picture_shared for each in packages] == [True] * 3
    assert [each.page for each in packages] == [b"page"] * 3
    assert [each.replay for each in packages] == [None] * 3
    assert [each.sheet for each in packages] == drawing.sheets
    assert all(each.colour for each in drawing.sheets)
    assert steps == [(0, 3, "everybody"), (1, 3, "Italy"), (2, 3, "France"), (3, 3, "")]


def test_what_is_not_wished_for_is_not_drawn() -> None:
    wish = Wish(named_template("html"), None, page=False, width=300)
    drawing, (package,), _ = made_of(wish, "ITALY")
    assert (drawing.pictures, drawing.sheets, drawing.stories) == ([], [], [])
    assert (package.picture, package.page, package.replay, package.picture_format) == (None, None, None, PictureFormat.PNG)
    assert IN_MAIL not in package.html
    assert package.html_page == package.html
    assert package.text.startswith("Test, Fall 1901, movement\n\nDear Ben,"), "the plain text goes beside a page"


@pytest.mark.parametrize(("form", "kind"), [(PictureFormat.PNG, "png"), (PictureFormat.JPEG, "jpeg")])
def test_a_page_of_its_own_has_the_picture_inside(form: PictureFormat, kind: str) -> None:
    _, (package,), _ = made_of(Wish(named_template("html"), form, width=300, colour=False), "ITALY")
    assert package.picture_format is form
    assert f'src="data:image/{kind};base64,{b64encode(b"picture 1").decode()}"' in package.html_page
    assert IN_MAIL in package.html
    assert IN_MAIL not in package.html_page
    assert not package.sheet.colour


def test_a_text_template_makes_no_page() -> None:
    _, (package,), _ = made_of(Wish(named_template("zine"), None, page=False), "ITALY")
    assert (package.html, package.reader) == ("", "ITALY")


def test_who_stops_it_gets_nothing() -> None:
    session, drawing = desk().session, Drawing()
    planned = plan(session, FALL, ("", "ITALY"), Wish(named_template("plain")))
    with pytest.raises(GivenUp, match=r"Stopped: nothing was made\."):
        make(drawing, planned, lambda done, *_: done < 1)  # type: ignore[arg-type]
    assert len(drawing.sheets) == 1
    assert [each.reader for each in planned.facts] == ["", "ITALY"]
    assert list(texts_of(planned)) == ["", "ITALY"]


def test_a_web_page_of_the_game_has_nothing_of_the_phase_that_is_open() -> None:
    made = desk()
    made.run("A TRI R VEN", "press france Open to all", "press turkey --to italy For Italy alone")
    drawing = Drawing()
    planned = plan(made.session, FALL, ("ITALY",), Wish(named_template("plain"), None, page=False, replay=True))
    (package,) = make(drawing, planned, lambda *_: True)  # type: ignore[arg-type]
    assert package.replay == b"story"
    (request,) = drawing.stories
    last = request.game.turn(request.game.last(MAIN))
    assert (dict(last.orders), last.sealed, last.votes, last.later, last.note) == ({}, (), (), (), "")
    assert [each.text for each in last.press] == ["Open to all"]
    assert (request.branch, request.viewer, dict(request.hidden)) == (MAIN, "ITALY", {})
    spring = request.game.turn(Cursor(MAIN, 0))
    assert spring.orders, "what is over stays"


def test_a_web_page_of_a_game_that_is_over_has_the_orders_of_its_last_phase() -> None:
    made = desk()
    made.run("A TRI R VEN", "process --missing process")
    line = made.session.game.line(MAIN)
    over = made.session.game.with_branch(replace(made.session.game.branch(MAIN), turns=line[:2]))
    made.session.document.perform("end", over)
    (part,) = plan(made.session, FALL, ("ITALY",), Wish(named_template("plain"), None, page=False, replay=True)).parts
    assert part.replay is not None
    assert part.replay.game.turn(FALL).orders == over.turn(FALL).orders != {}


def test_a_picture_has_another_theme_only_where_it_is_wished_for() -> None:
    session = desk().session
    usual = plan(session, FALL, ("",), Wish(named_template("plain"))).parts[0].picture.view
    other = plan(session, FALL, ("",), Wish(named_template("plain"), theme="night")).parts[0].picture.view
    assert other == replace(usual, theme="night")
    assert other != usual


def test_readers_are_everybody_and_each_power_or_whose_view_it_is() -> None:
    made = desk()
    assert readers_of(made.session) == ("", *made.session.variant.powers)
    made.run("view-as italy")
    assert readers_of(made.session) == ("", "ITALY")


def package(told: Facts, *, shared: bool = True, form: PictureFormat = PictureFormat.PNG) -> Package:
    return Package(told, "text\n", "", b"picture", form, shared, b"page", b"story", None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "shared", "form", "files"),
    [
        (facts(), True, PictureFormat.PNG, ["everybody.txt", ".png", "everybody.pdf", "everybody game.html"]),
        (facts(reader="ITALY", reader_name="Italy"), False, PictureFormat.JPEG, ["Italy.txt", "Italy.jpg", "Italy.pdf", "Italy game.html"]),
    ],
)
def test_files_are_called_by_game_phase_and_reader(told: Facts, shared: bool, form: PictureFormat, files: list[str]) -> None:
    made = package(told, shared=shared, form=form)
    found = files_of([made])
    assert list(found) == [f"Straits F1903M{'' if each.startswith('.') else ' '}{each}" for each in files]
    assert list(found.values()) == [b"text\n", b"picture", b"page", b"story"]
    assert picture_name(made) in found


@one_by_one(
    ("name", "safe"),
    [
        ("", "results"), (" . ", "results"), ("a/b\\c:d*e?f\"g<h>i|j;k=l", "a b c d e f g h i j k l"), ("..a..", "a"), ("a  b", "a b"),
        ("x" * 121, "x" * 120), ("x" * 119 + ".y", "x" * 119), ("x" * 119 + " y", "x" * 119), ("a\tb\u202ec", "a bc"),
    ],
)  # fmt: skip
def test_a_name_of_a_file_is_one_of_every_system(name: str, safe: str) -> None:
    assert safe_name(name) == safe


@pytest.mark.parametrize(("picture", "form"), [("png", PictureFormat.PNG), ("jpg", PictureFormat.JPEG), ("none", None)])
def test_options_are_a_wish(picture: str, form: PictureFormat | None) -> None:
    wish = ResultsOptions(template="ZINE", picture=MailPicture(picture), pdf=False, colour=False).wish
    assert (wish.template.name, wish.picture, wish.page, wish.colour, wish.replay, wish.addresses) == (
        "zine",
        form,
        False,
        False,
        False,
        False,
    )
    usual = ResultsOptions().wish
    assert (usual.template.name, usual.picture, usual.page, usual.colour) == ("plain", PictureFormat.PNG, True, True)


def test_an_unknown_template_is_named_with_the_nearest_and_the_folder_of_ones_own() -> None:
    with pytest.raises(Abort) as caught:
        named_template("plane")
    assert str(caught.value) == (
        f"There is no template plane; did you mean plain? there are plain, chat, html, judge, zine. Your own lie in {own_folder()}."
    )
    with pytest.raises(Abort, match="There is no template qqqqqq; there are plain"):
        named_template("qqqqqq")


def test_results_are_of_the_phase_that_is_shown_or_of_the_one_before_it() -> None:
    made = desk()
    assert judged_phase(made.session) == FALL
    made.run("goto F1901M")
    assert judged_phase(made.session) == FALL
    made.run("goto S1901M")
    assert judged_phase(made.session) == Cursor(MAIN, 0)
    fresh = type(made)()
    with pytest.raises(Abort, match=r"No orders have been carried out yet\."):
        judged_phase(fresh.session)
    with pytest.raises(Abort, match=r"S1901M is not adjudicated yet\."):
        judged_phase(fresh.session, fresh.session.open_turn.phase)


def test_a_text_ends_with_one_line_end() -> None:
    folder = own_folder()
    folder.mkdir(parents=True)
    (folder / "own.txt").write_text("\n\n{{ results.game }}{{ picture }}\n\n\n")
    assert written(facts(), named_template("own")) == "Straits\n"
    assert written(facts(), named_template("own"), "cid:x") == "Straitscid:x\n"


@pytest.mark.slow
def test_a_power_under_fog_gets_the_picture_of_its_own_eyes_and_everybody_that_of_nobody() -> None:
    made = type(desk())(game=False)
    made.run("new fog-of-war", "A PAR - BUR", "process --missing process")
    planned = plan(made.session, Cursor(MAIN, 0), ("", "FRANCE", "TURKEY"), Wish(named_template("plain"), replay=True))
    nobody, france, turkey = (part.picture.hidden for part in planned.parts)
    assert {"PAR", "BUR"} <= nobody & turkey
    assert not {"PAR", "BUR"} & france
    assert "CON" in france - turkey
    assert [part.replay.viewer for part in planned.parts if part.replay] == ["(curtain)", "FRANCE", "TURKEY"]
    assert all(part.replay is not None and part.replay.hidden[0] == part.picture.hidden for part in planned.parts)
    drawing = Drawing()
    packages = make(drawing, planned, lambda *_: True)  # type: ignore[arg-type]
    assert [each.picture for each in packages] == [b"picture 1", b"picture 2", b"picture 3"]
    assert not any(each.picture_shared for each in packages)


def test_a_picture_looks_as_the_board_on_the_screen_does() -> None:
    made = desk()
    made.services.fake_screen = FakeScreen(replace(View(), theme="sand"))
    (part,) = plan(made.session, FALL, ("",), Wish(named_template("plain"))).parts
    assert part.picture.view == replace(View(), theme="sand")
    (part,) = plan(made.session, FALL, ("",), Wish(named_template("plain"), theme="night")).parts
    assert part.picture.view.theme == "night"


def test_what_stands_on_the_board_at_another_time_needs_another_picture() -> None:
    made = desk()
    spring, fall = (plan(made.session, Cursor(MAIN, at), ("", "ITALY"), Wish(named_template("plain"))) for at in (0, 1))
    assert spring.parts[0].picture is spring.parts[1].picture
    assert (spring.parts[0].picture.cursor, fall.parts[0].picture.cursor) == (Cursor(MAIN, 0), FALL)
    assert spring.parts[0].picture.game is not None


def test_a_picture_is_shared_by_those_who_see_its_phase_and_all_before_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk()
    game = made.session.game

    def corrected(at: Cursor) -> Game:
        turn = game.turn(at)
        return game.with_turn(at, replace(turn, position=replace(turn.position, owners={**turn.position.owners, "TUN": "ITALY"})))

    seen = {"": game, "AUSTRIA": corrected(FALL), "ITALY": corrected(Cursor(MAIN, 0)), "TURKEY": corrected(game.last(MAIN))}
    monkeypatch.setattr(making, "game_for", lambda _, reader: seen[reader])
    parts = plan(made.session, FALL, tuple(seen), Wish(named_template("plain"))).parts
    everybody, austria, italy, turkey = (part.picture for part in parts)
    assert turkey is everybody, "what comes later is in no picture of this phase"
    assert len({id(each) for each in (everybody, austria, italy)}) == 3


def test_addresses_stand_in_the_facts_where_they_are_wished_for() -> None:
    session = desk().session
    for wished in (True, False):
        (told,) = plan(session, FALL, ("ITALY",), Wish(named_template("plain"), addresses=wished)).facts
        assert bool(told.addresses) is wished


def test_where_a_province_is_out_of_sight_the_readers_own_power_alone_is_known_whole() -> None:
    game = desk().session.game
    following = game.turn(Cursor(MAIN, 2))
    whole = facts_of(game, FALL, "")
    veiled = game.with_turn(Cursor(MAIN, 2), replace(following, position=replace(following.position, unseen=frozenset({"MUN"}))))
    assert {each.id for each in whole.powers if each.known} == set(game.variant.powers)
    assert [each.id for each in facts_of(veiled, FALL, "ITALY").powers if each.known] == ["ITALY"]
    assert [each.id for each in facts_of(veiled, FALL, "").powers if each.known] == []


def test_the_names_of_players_are_left_out_but_for_that_of_the_reader() -> None:
    planned = plan(desk().session, FALL, ("", "ITALY"), Wish(named_template("plain")))
    assert {power.player for each in planned.facts for power in each.powers} == {"", "Ada", "Ben"}
    nameless = planned.without_players()
    assert {power.player for each in nameless.facts for power in each.powers} == {""}
    assert [each.greeting for each in nameless.facts] == ["", "Dear Ben,"]
    assert [part.picture for part in nameless.parts] == [part.picture for part in planned.parts]
    assert nameless.wish == planned.wish


@pytest.mark.parametrize("replay", [True, False])
def test_what_tells_a_story_is_made_ready_where_the_game_goes_along(replay: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = desk().session
    asked: list[StoryFormat] = []
    monkeypatch.setattr(session.services, "get_ready_for_story", asked.append)
    wish = Wish(named_template("plain"), None, page=False, replay=replay)
    assert len(making.made(session, FALL, ("ITALY",), wish)) == 1
    assert asked == [StoryFormat.PAGE] * replay
