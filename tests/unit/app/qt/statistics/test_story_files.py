"""The files that keep a game: whole or not at all, of one power what it may see, small enough."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from app.cli.terminal_services import CommandLineServices
from app.commands.statistics import story_request
from app.game.document import Document
from app.game.edits import new_game
from app.game.record import MAIN, Game
from app.hooks.host import HookHost
from app.qt.statistics import booklet
from app.qt.statistics.story_files import unused, write
from app.session.errors import CommandError, GivenUp
from app.session.requests import StoryFormat, StoryRequest
from app.session.session import Session
from app.session.view_options import View
from app.session.viewpoint import CURTAIN, Viewpoint
from tests.quick import every, few
from tests.unit.app.game.play import played_game
from tests.unit.app.hooks.playing import with_shipped
from tests.unit.app.session.twins import twin
from variants.catalogue import shipped

FILES = {
    StoryFormat.PAGE: "game.html",
    StoryFormat.FILM: "game.gif",
    StoryFormat.SEASON: "season.gif",
    StoryFormat.BOOKLET: "game.pdf",
    StoryFormat.PICTURES: "pictures",
}


@pytest.fixture(scope="module", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """One for all tests of a process: a second one would be of another kind."""
    return qapp


def go_on(_done: int, _total: int, _words: str) -> bool:
    return True


def request_of(game: Game, viewer: str | None = None, *, letters: bool = True) -> StoryRequest:
    session = Session(CommandLineServices())
    session.add(Document(game), viewer)
    return story_request(session, letters=letters)


def twin_in(viewer: str, number: int, *, fog: bool) -> Game:
    """A twin, from its open phase on in fog."""
    game = twin(viewer, number)
    return with_shipped(game, "fog_of_war") if fog else game


def page_of(game: Game, folder: Path, viewer: str | None = None) -> str:
    path = folder / "page.html"
    write(request_of(game, viewer), StoryFormat.PAGE, path, go_on)
    return path.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("viewer", few(["FRANCE", "TURKEY"], "FRANCE"))
@pytest.mark.parametrize("fog", few([False, True], True))
def test_pages_of_twin_games_are_equal_to_the_byte(viewer: str, fog: bool, tmp_path: Path) -> None:
    one, two = (page_of(twin_in(viewer, number, fog=fog), tmp_path, viewer) for number in (1, 2))
    assert one == two


@pytest.mark.slow
def test_the_game_masters_pages_of_twin_games_differ(tmp_path: Path) -> None:
    """Else the test above would hold for a page that tells nothing."""
    one, two = (page_of(twin("FRANCE", number), tmp_path) for number in (1, 2))
    assert one != two


@pytest.mark.slow
def test_films_of_twin_games_are_equal_to_the_byte(tmp_path: Path) -> None:
    films = []
    for number in (1, 2):
        path = tmp_path / "film.gif"
        asked = request_of(twin_in("FRANCE", number, fog=True), "FRANCE")
        write(StoryRequest(asked.game, MAIN, View(), "FRANCE", asked.hidden, width=300), StoryFormat.FILM, path, go_on)
        films.append(path.read_bytes())
    assert films[0] == films[1]


def test_a_page_never_tells_orders_of_the_open_phase(tmp_path: Path) -> None:
    assert "secret line" not in page_of(twin("FRANCE", 2, ("orders of an open phase",)), tmp_path)


class _Outline(HTMLParser):
    """The tags of a page that are open, and those that ever were."""

    VOID = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
def test_a_page_is_well_formed_and_names_no_address(tmp_path: Path) -> None:
    page = page_of(played_game(8, seed=2), tmp_path)
    outline = _Outline()
    outline.feed(page)
    assert outline.open == []
    addresses = [value for _, attributes in outline.seen for key, value in attributes.items() if key in ("href", "src", "action")]
    assert [value for value in addresses if value is None or not value.startswith(("#", "data:"))] == []
    assert not any(key.startswith("on") or key == "style" for _, attributes in outline.seen for key in attributes)
    ids = [attributes["id"] for _, attributes in outline.seen if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_the_same_game_gives_the_same_page(tmp_path: Path) -> None:
    game = played_game(6, seed=5)
    assert page_of(game, tmp_path) == page_of(game, tmp_path)


@pytest.mark.slow
@pytest.mark.thorough
def test_sixty_phases_stay_below_three_megabytes(tmp_path: Path) -> None:
    page = page_of(played_game(60, seed=1), tmp_path)
    assert len(page.encode()) < 3_000_000


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["game.gif", "game.webp"])
def test_a_film_of_sixty_phases_stays_below_four_megabytes(name: str, tmp_path: Path) -> None:
    asked = replace(request_of(played_game(60, seed=1)), width=900, is_webp=name.endswith("webp"))
    write(asked, StoryFormat.FILM, tmp_path / name, go_on)
    assert (tmp_path / name).stat().st_size < 4_000_000


@pytest.mark.slow
def test_what_stays_as_it_was_takes_few_bytes_of_a_film(tmp_path: Path) -> None:
    sizes = []
    for phases in (1, 8):
        path = tmp_path / f"{phases}.gif"
        write(replace(request_of(played_game(phases, seed=1)), width=300), StoryFormat.FILM, path, go_on)
        sizes.append(path.stat().st_size)
    assert sizes[1] < 4 * sizes[0]


@pytest.mark.slow
def test_twenty_phases_stay_below_a_megabyte(tmp_path: Path) -> None:
    page = page_of(played_game(20, seed=1), tmp_path)
    assert len(page.encode()) < 1_000_000


@pytest.mark.parametrize("variant", few(["chaos", "pure", "britain"], "pure"))
def test_every_board_has_its_page(variant: str, tmp_path: Path) -> None:
    page = page_of(new_game(shipped(variant).variant, "Elsewhere", game_id="0001"), tmp_path)
    assert len(page) < 3_000_000
    assert page.count('class="phase"') == 1


@pytest.mark.slow
def test_lands_that_look_alike_to_some_eyes_have_patterns(tmp_path: Path) -> None:
    chaos = page_of(new_game(shipped("chaos").variant, "Elsewhere", game_id="0001"), tmp_path)
    assert chaos.count('<pattern id="w-') > 5
    assert chaos.count('fill="url(#w-') > 5
    assert '<pattern id="w-' not in page_of(played_game(2), tmp_path), "seven powers are told apart by their colours"


@pytest.mark.slow
def test_a_film_has_a_picture_for_every_phase(tmp_path: Path) -> None:
    game = played_game(5, seed=1)
    path = tmp_path / "film.gif"
    write(StoryRequest(game, MAIN, View(), width=300), StoryFormat.FILM, path, go_on)
    with Image.open(path) as film:
        assert film.width == 300
        assert getattr(film, "n_frames", 1) == len(game.line())


@pytest.mark.slow
def test_a_season_is_shown_in_many_pictures_and_ends_with_the_next_board(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    write(StoryRequest(played_game(3, seed=1), MAIN, View(), turn=0, width=300), StoryFormat.SEASON, path, go_on)
    with Image.open(path) as film:
        assert getattr(film, "n_frames", 1) > 10
        assert film.info["duration"] >= 500


@pytest.mark.slow
def test_a_booklet_has_a_page_for_every_phase_that_is_over_and_the_story_before(tmp_path: Path) -> None:
    game = played_game(4, seed=1)
    path = tmp_path / "game.pdf"
    write(StoryRequest(game, MAIN, View(theme="night")), StoryFormat.BOOKLET, path, go_on)
    pages = len(re.findall(rb"/Type /Page\b(?!s)", path.read_bytes()))
    over = sum(turn.resolution is not None for turn in game.line())
    assert over == len(game.line()) - 1
    assert over + 2 <= pages <= over + 3, "the cover and the story come first; the board of the open phase is on the cover"


@pytest.mark.slow
@pytest.mark.parametrize("phases", every(2, [4, 9, 20, 34]))
def test_no_page_of_a_booklet_s_story_is_a_third_empty(phases: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[float] = []
    leave, fill = booklet._StoryPages._next_page, booklet._StoryPages._fill

    def noted(pages: booklet._StoryPages) -> None:
        filled.append(pages._y / pages._page.height())
        leave(pages)

    def noted_last(pages: booklet._StoryPages) -> None:
        fill(pages)
        filled.append(pages._y / pages._page.height())

    monkeypatch.setattr(booklet._StoryPages, "_next_page", noted)
    monkeypatch.setattr(booklet._StoryPages, "_fill", noted_last)
    monkeypatch.setattr(booklet, "paint_page", lambda *_: None)
    write(StoryRequest(played_game(phases, seed=1), MAIN, View()), StoryFormat.BOOKLET, tmp_path / "game.pdf", go_on)
    assert len(filled) > 1
    assert min(filled[1:]) >= 2 / 3, "after the cover, which is laid out from its foot"
    assert max(filled) <= 1.001


@pytest.mark.thorough
def test_a_booklet_of_a_long_game_can_be_mailed(tmp_path: Path) -> None:
    path = tmp_path / "game.pdf"
    game = played_game(68, seed=3)
    assert len(game.line()) == 68
    write(StoryRequest(game, MAIN, View()), StoryFormat.BOOKLET, path, go_on)
    assert path.stat().st_size <= 4_000_000


@pytest.mark.slow
def test_a_folder_of_pictures_has_one_for_every_phase(tmp_path: Path) -> None:
    game = played_game(4, seed=1)
    folder = tmp_path / "pictures"
    write(StoryRequest(game, MAIN, View(), width=300), StoryFormat.PICTURES, folder, go_on)
    names = sorted(each.name for each in folder.iterdir())
    assert names == [f"{number:03d} {turn.phase}.png" for number, turn in enumerate(game.line(), 1)]
    with Image.open(io.BytesIO((folder / names[0]).read_bytes())) as picture:
        assert picture.width == 300


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="is there already"):
        write(StoryRequest(played_game(2), MAIN, View()), StoryFormat.PICTURES, tmp_path, go_on)
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]


def test_a_taken_folder_gets_a_number(tmp_path: Path) -> None:
    assert unused(tmp_path / "new") == tmp_path / "new"
    (tmp_path / "new").mkdir()
    assert unused(tmp_path / "new") == tmp_path / "new 2"


@pytest.mark.slow
@pytest.mark.parametrize("format_", every(3, list(StoryFormat)))
def test_who_stops_it_finds_nothing_written(format_: StoryFormat, tmp_path: Path) -> None:
    asked: list[int] = []

    def stop_soon(done: int, total: int, _words: str) -> bool:
        assert 0 <= done < total
        asked.append(done)
        return len(asked) < 3

    with pytest.raises(GivenUp):
        write(StoryRequest(played_game(4, seed=1), MAIN, View(), turn=0, width=300), format_, tmp_path / FILES[format_], stop_soon)
    assert list(tmp_path.iterdir()) == []


def test_around_a_closed_laptop_the_page_has_what_is_everybodys(tmp_path: Path) -> None:
    game = twin("FRANCE", 1)
    shown = Viewpoint(HookHost).filtered(game, CURTAIN)
    path = tmp_path / "page.html"
    write(StoryRequest(shown, MAIN, View(), CURTAIN, letters=True), StoryFormat.PAGE, path, go_on)
    page = path.read_text(encoding="utf-8")
    assert "The game as everybody may see it." in page
    assert "secret" not in page


@pytest.mark.parametrize("format_", list(StoryFormat))
def test_a_game_whose_board_is_not_here_is_refused_in_words(format_: StoryFormat, tmp_path: Path) -> None:
    game = played_game(2, seed=1)
    elsewhere = replace(game, variant=replace(game.variant, id="nowhere"))
    with pytest.raises(CommandError, match="nowhere is not installed"):
        write(StoryRequest(elsewhere, MAIN, View(), turn=0), format_, tmp_path / FILES[format_], go_on)
    assert list(tmp_path.iterdir()) == []
