"""One table of secrecy: every field of a game, through every power's eyes, in every command.

Of twin games that differ only in what a power must not see, everything that this power can find out must be the same. A new field or
command that is not in the table makes a test fail: ``tests/architecture/test_everything_is_placed.py``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from app.game.document import Document
from app.game.dpn.writer import write
from app.game.edits import set_note
from app.game.record import Game
from tests.quick import one_by_one, one_in_quick
from tests.thorough import one_in
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.command_output import LINES, MAKES_PUBLIC, desk_of, differences, words_for
from tests.unit.app.session.twins import POWERS, SECRET_FROM_ALL, SECRETS, base, twin


@pytest.mark.parametrize("viewer", POWERS)
@pytest.mark.parametrize("name", SECRETS)
def test_what_a_power_is_shown_is_the_same(name: str, viewer: str) -> None:
    one, two = (twin(viewer, number, (name,)) for number in (1, 2))
    assert one != two, "the twins must differ"
    assert write(desk_of(one, None).session.shown) != write(desk_of(two, None).session.shown), "and the game master sees it"
    assert write(desk_of(one, viewer).session.shown) == write(desk_of(two, viewer).session.shown)
    assert desk_of(one, viewer).session.shown == desk_of(two, viewer).session.shown


@one_by_one("name", [name for name in SECRETS if name not in SECRET_FROM_ALL])
def test_what_is_ones_own_is_shown(name: str) -> None:
    """Else the table would hold for a program that shows nothing."""
    differ, _ = SECRETS[name]
    one, two = (differ(twin("FRANCE", 1, ()), "FRANCE", number) for number in (1, 2))
    assert desk_of(one, "FRANCE").session.shown != desk_of(two, "FRANCE").session.shown


SEATS = [(power, at % 2 == 1) for at, power in enumerate(POWERS)]
"""Viewers, True on a screen. Each runs all commands twice: three do in every run, in which all compare their views."""
OTHER_SEATS = [(power, not screen) for power, screen in SEATS]

ONE_QUICKLY = [POWERS[0], *(pytest.param(each, marks=pytest.mark.slow) for each in POWERS[1:])]
"""All powers; only one of them in the quick check."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "seat",
    one_in_quick(len(SEATS), one_in(100, [*SEATS, *OTHER_SEATS], SEATS[::3])),
    ids=lambda seat: f"{seat[0]} {'with' if seat[1] else 'without'} a screen",
)
def test_every_command_tells_the_same(seat: tuple[str, bool], tmp_path: Path, own_folders: Path) -> None:
    viewer, screen = seat

    def desk(line: str, number: int) -> Desk:
        public = MAKES_PUBLIC.get(line, ())
        game = twin(viewer, number, tuple(each for each in SECRETS if each not in public), public)
        return desk_of(game, viewer, screen=screen)

    words = words_for(viewer, tmp_path / "folder")
    assert differences((*LINES, *MAKES_PUBLIC), words, own_folders, desk) == ""


@pytest.mark.slow
@pytest.mark.parametrize("viewer", ONE_QUICKLY)
@pytest.mark.parametrize("undone", [False, True], ids=["to undo", "to redo"])
def test_steps_of_others_look_the_same(viewer: str, undone: bool, tmp_path: Path, own_folders: Path) -> None:
    """Whatever another power, the game master or a hook did last, its words and what it changed come out nowhere."""
    words = words_for(viewer, tmp_path / "folder")
    for name in SECRETS:
        # Who plays is announced to all; the label of such a step says nothing else.
        label = name if name == "addresses of players" else f"{name} number {{}}"

        def desk(_line: str, number: int, name: str = name, label: str = label) -> Desk:
            document = Document(base())
            document.perform(label.format(number), of_others(viewer, number, name))
            if undone:
                document.undo()
            return desk_of(document, viewer)

        assert differences(("undo", "redo"), words, own_folders, desk) == "", name


@cache
def of_others(viewer: str, number: int, name: str) -> Game:
    """The game in which all but *viewer* have their secret *name*; in each twin something of it changed."""
    game = set_note(base(), f"note {number}")
    for power in POWERS:
        if power != viewer:
            game = SECRETS[name][0](game, power, number)
    return game
