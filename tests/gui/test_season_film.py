"""Film of one phase: its steps with their motion, no larger than a mail takes, as GIF and as WebP."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from app.game.edits import new_game
from app.game.record import MAIN
from app.qt.statistics import story_files
from app.qt.statistics.story_files import MOST_BYTES, season_film
from app.session.errors import CommandError
from app.session.requests import StoryRequest
from app.session.view_options import View
from tests.unit.app.presentation.hotseat.test_reveal_steps import SPRING, played
from variants.catalogue import standard


def request(*, is_webp: bool = False, width: int = 200) -> StoryRequest:
    return StoryRequest(played(new_game(standard()), *SPRING), MAIN, View(), turn=0, width=width, is_webp=is_webp)


def film_of(asked: StoryRequest) -> Image.Image:
    content = season_film(asked, lambda *_: True)
    assert len(content) <= MOST_BYTES
    return Image.open(io.BytesIO(content))


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("is_webp", [False, True])
def test_a_film_has_more_pictures_than_steps_and_units_move_in_it(is_webp: bool) -> None:
    made = film_of(request(is_webp=is_webp))
    assert made.format == ("WEBP" if is_webp else "GIF")
    assert made.width == 200
    assert getattr(made, "n_frames", 1) > 20  # six steps, three of them with motion


@pytest.mark.slow
def test_a_film_that_is_too_large_is_made_smaller(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    del qapp
    whole = len(season_film(request(), lambda *_: True))
    monkeypatch.setattr(story_files, "MOST_BYTES", whole // 2)
    less = season_film(request(), lambda *_: True)
    assert len(less) <= whole // 2
    monkeypatch.setattr(story_files, "MOST_BYTES", 1000)
    with pytest.raises(CommandError, match="less wide"):
        season_film(request(), lambda *_: True)
