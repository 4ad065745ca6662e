"""Commands for the screen, for pictures, and the help."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.commands.declaring.registry import COMMANDS
from app.session.errors import Abort, CommandError
from app.session.services import PictureFormat
from app.session.view_options import Colours, Labels, Pace
from tests.unit.app.commands.fake_services import Desk, FakeScreen


@pytest.fixture
def desk() -> Desk:
    return Desk(screen=True)


def screen(desk: Desk) -> FakeScreen:
    assert desk.services.fake_screen is not None
    return desk.services.fake_screen


def test_labels_are_full_short_or_off_and_go_round(desk: Desk) -> None:
    desk.run("labels short")
    assert screen(desk).view.labels is Labels.SHORT
    desk.run("labels")
    assert screen(desk).view.labels is Labels.OFF
    desk.run("labels")
    assert screen(desk).view.labels is Labels.FULL


@pytest.mark.parametrize(("line", "part"), [("arrows", "orders"), ("tint", "tint"), ("preview", "preview")])
def test_parts_of_the_view_are_switched(desk: Desk, line: str, part: str) -> None:
    command = COMMANDS[line]
    assert command.checked is not None
    assert command.checked(desk.session)
    desk.run(line)
    assert getattr(screen(desk).view, part) is False
    assert not command.checked(desk.session)
    desk.run(f"{line} on", f"{line} yes")
    assert getattr(screen(desk).view, part) is True


def test_the_animation_is_slow_fast_or_off_and_comes_back_as_usual(desk: Desk) -> None:
    for pace in Pace:
        desk.run(f"animation {pace.value}")
        assert screen(desk).view.animation is pace
    offers = COMMANDS["animation"].offers
    assert offers is not None
    assert [(each.title, each.chosen) for each in offers(desk.session)] == [
        ("Slow", False),
        ("Normal", False),
        ("Fast", False),
        ("Off", True),
    ]
    desk.run("animation")
    assert screen(desk).view.animation is Pace.NORMAL
    desk.run("animation")
    assert screen(desk).view.animation is Pace.OFF


@pytest.mark.parametrize("line", ["patterns", "letters"])
def test_second_signs_of_powers_are_switched_on_and_off(desk: Desk, line: str) -> None:
    command = COMMANDS[line]
    assert command.checked is not None
    assert not command.checked(desk.session)
    desk.run(line)
    assert command.checked(desk.session)
    desk.run(f"{line} off")
    assert getattr(screen(desk).view, line) is False


def test_colours_and_the_look_of_units_go_round(desk: Desk) -> None:
    desk.run("colours safe", "pieces blocks")
    assert (screen(desk).view.colours, screen(desk).view.unit_symbols) == (Colours.SAFE, "blocks")
    desk.run("colours", "pieces")
    assert (screen(desk).view.colours, screen(desk).view.unit_symbols) == (Colours.VARIANT, "variant")


def test_themes_are_chosen_by_name_or_one_after_the_other(desk: Desk) -> None:
    desk.run("theme night")
    assert screen(desk).view.theme == "night"
    desk.run("theme")
    assert screen(desk).view.theme == "parchment"
    with pytest.raises(Abort, match="did you mean night"):
        desk.run("theme nihgt")


def test_the_board_is_fitted_zoomed_and_searched(desk: Desk) -> None:
    desk.run("fit", "zoom-in", "zoom out", "find north sea", "play-timeline", "console", "palette")
    assert screen(desk).done == ["fit", "zoom 1.25", "zoom 0.80", "point to NTH", "show console", "show palette"]
    assert screen(desk).is_playing
    assert desk.session.selection == "NTH"


def test_without_a_screen_these_say_so() -> None:
    for line in ("fit", "labels off", "theme", "console", "play-timeline"):
        with pytest.raises(Abort, match="works in the window only"):
            Desk().run(line)


def test_a_picture_of_any_phase_is_written_by_the_files_ending(desk: Desk, tmp_path: Path) -> None:
    desk.run("process --missing process", f"export {tmp_path / 'a.png'} --width 900", f"export {tmp_path / 'b.SVG'} --phase S1901")
    (first, kind, path), (second, other, _) = desk.services.pictures
    assert (kind, other) == (PictureFormat.PNG, PictureFormat.SVG)
    assert path == tmp_path / "a.png"
    assert first.width == 900
    assert (first.cursor.index, second.cursor.index) == (1, 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("export a.gif", ".png, .jpg, .svg, .pdf"),
        ("export a.png --width 9", "100 to 12000"),
        ("export", "No file"),
        ("export a.svg --mail", "for mail is a .png or .jpg"),
    ],
)
def test_a_picture_that_cannot_be_is_refused(desk: Desk, line: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        desk.run(line)
    assert desk.services.pictures == []


def test_a_picture_for_mail_is_narrow_and_bounded_unless_told_otherwise(desk: Desk, tmp_path: Path) -> None:
    desk.run(
        f"export {tmp_path / 'a.png'} --mail", f"export {tmp_path / 'b.jpeg'} --mail --width 700", f"export-for-mail {tmp_path / 'c.jpg'}"
    )
    asked = [(request.width, request.most_bytes, kind) for request, kind, _ in desk.services.pictures]
    assert asked == [(900, 250_000, PictureFormat.PNG), (700, 250_000, PictureFormat.JPEG), (900, 250_000, PictureFormat.JPEG)]


def test_help_explains_a_command_and_suggests_for_a_misspelt_one(desk: Desk) -> None:
    said = desk.run("help export")
    assert said.startswith("export [FILE] [--phase PHASE|ALL] [--width NUMBER]")
    assert "--width" in said
    assert "Shortcut: Ctrl+E" in said
    desk.run("help")
    assert screen(desk).done[-1] == "show help"
    with pytest.raises(CommandError, match="did you mean export"):
        desk.run("help exprot")


def test_all_commands_are_listed_with_what_they_do(desk: Desk) -> None:
    listed = desk.run("commands")
    assert all(each.id in listed for each in COMMANDS)
    assert desk.run("commands zoom").splitlines()[0].startswith("zoom-in")


def test_echo_says_its_words(desk: Desk) -> None:
    assert desk.run("echo half  done") == "half  done"
    assert desk.run("echo") == ""
