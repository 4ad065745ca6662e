"""The scene shows a picture and holds no truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.library.unit_sets import shipped_set, shipped_sets
from app.presentation.picture import MapPicture, Pointing
from app.presentation.window_colours import theme_ids
from app.qt.map.animator import Animator
from app.qt.map.scene import BoardScene
from app.session.view_options import Labels
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, picture, start_picture
from tests.thorough import one_in
from variants.unit_set import UnitSet

ZOOM = 0.2


def seen(scene: BoardScene, zoom: float = ZOOM) -> QImage:
    scene.set_zoom(zoom, ZOOM)
    scene.finish_rendering()
    image = QImage(round(scene.board.width * zoom), round(scene.board.height * zoom), QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), scene.sceneRect())
    painter.end()
    return image


def fresh(shown: MapPicture) -> BoardScene:
    scene = BoardScene(drawn_standard())
    scene.show_picture(shown)
    return scene


def _gap(first: int, second: int) -> int:
    """The greatest difference of a channel."""
    return max(abs((first >> shift & 255) - (second >> shift & 255)) for shift in (0, 8, 16))


def _alike(first: QImage, second: QImage) -> bool:
    """Return True if they look alike: colours of a province that was painted by itself may be rounded otherwise."""
    return first.size() == second.size() and int((np.abs(_channels(first) - _channels(second)).max(axis=2) > 2).sum()) <= 5


def _channels(image: QImage) -> npt.NDArray[np.int16]:
    """Height x width x 3."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return rows[:, : image.width(), :3].astype(np.int16)


VARIED = [
    start_picture(),
    ALL_KINDS,
    replace(ALL_KINDS, show_orders=False, labels=Labels.SHORT, tint=False),
    replace(start_picture(), theme="night", unit_set=shipped_set("letters"), letters=True, patterns=True),
    replace(start_picture(), hidden=frozenset({"PAR", "MUN"})),
    replace(start_picture(), pointing=Pointing("PAR", frozenset({"BUR", "GAS"}), dim_others=True, hovered="BUR")),
]


@pytest.mark.parametrize("index", one_in(3, range(len(VARIED))))
def test_a_scene_that_has_shown_other_things_looks_like_a_fresh_one(qtbot: QtBot, index: int) -> None:
    used = fresh(VARIED[index - 1])
    seen(used)
    used.show_picture(VARIED[index])
    assert _alike(seen(used), seen(fresh(VARIED[index])))


def test_a_change_of_owner_is_painted_like_a_fresh_board(qtbot: QtBot) -> None:
    before = start_picture()
    after = replace(before, position=replace(before.position, owners={**before.position.owners, "BEL": "FRANCE"}))
    used = fresh(before)
    unchanged = seen(used)
    used.show_picture(after)
    assert seen(used) != unchanged
    whole, mended = seen(fresh(after)), seen(used)
    points = [(x, y) for y in range(0, whole.height(), 2) for x in range(0, whole.width(), 2)]
    differing = [at for at in points if _gap(whole.pixel(*at), mended.pixel(*at)) > 6]
    assert len(differing) < 20


def test_the_same_picture_again_changes_nothing(qtbot: QtBot) -> None:
    scene = fresh(ALL_KINDS)
    plan = scene.plan
    scene.show_picture(ALL_KINDS)
    assert scene.plan is plan


def test_nothing_is_laid_out_before_it_is_known_how_large_it_is_seen_unless_somebody_asks(qtbot: QtBot) -> None:
    scene, asked = fresh(ALL_KINDS), fresh(ALL_KINDS)
    bare = len(scene.items())
    assert asked.plan is not None
    assert len(asked.items()) > bare
    scene.set_zoom(ZOOM, ZOOM)
    assert len(scene.items()) == len(asked.items())


def test_orders_and_units_come_and_go(qtbot: QtBot) -> None:
    scene = fresh(ALL_KINDS)
    scene.set_zoom(ZOOM, ZOOM)
    many = len(scene.items())
    scene.show_picture(start_picture())
    few = len(scene.items())
    scene.show_picture(ALL_KINDS)
    assert few < many == len(scene.items())


@pytest.mark.parametrize("theme", theme_ids())
def test_every_theme_paints_the_board_to_its_corners(qtbot: QtBot, theme: str) -> None:
    image = seen(fresh(replace(ALL_KINDS, theme=theme)))
    colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert 0xFFFF00FF not in colours
    assert len(colours) > 8


@pytest.mark.parametrize("units", shipped_sets(), ids=lambda each: each.id)
def test_armies_and_fleets_differ_in_every_style(qtbot: QtBot, units: UnitSet) -> None:
    def piece(kind: str) -> QImage:
        scene = fresh(replace(picture(others=(f"FRANCE {kind} BRE",)), unit_set=units, labels=Labels.OFF))
        return seen(scene)

    assert piece("A") != piece("F")


def test_labels_can_be_off_short_and_full(qtbot: QtBot) -> None:
    pictures = [seen(fresh(replace(start_picture(), labels=labels)), 0.45) for labels in Labels]
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_pointing_changes_nothing_but_highlights(qtbot: QtBot) -> None:
    scene = fresh(start_picture())
    before = seen(scene)
    scene.point(Pointing("PAR", frozenset({"BUR"}), dim_others=True, hovered="BUR"))
    assert seen(scene) != before
    scene.point(Pointing())
    assert seen(scene) == before


def test_the_animation_ends_with_the_next_picture(qtbot: QtBot) -> None:
    scene = fresh(picture("FRANCE A PAR - BUR : ok"))
    goal = picture(others=("FRANCE A BUR",))
    animator = Animator(scene)
    with qtbot.waitSignal(animator.finished):
        animator.play(goal)
        animator.skip()
    assert scene.picture == goal
    assert seen(scene) == seen(fresh(goal))


def test_a_picture_that_comes_meanwhile_ends_an_animation(qtbot: QtBot) -> None:
    scene = fresh(picture("FRANCE A PAR - BUR : ok"))
    animator = Animator(scene)
    animator.play(picture(others=("FRANCE A BUR",)))
    with qtbot.waitSignal(animator.finished):
        scene.show_picture(ALL_KINDS)
    assert not animator.running
    assert seen(scene) == seen(fresh(ALL_KINDS))


def test_a_reveal_ends_with_its_picture(qtbot: QtBot) -> None:
    scene = fresh(start_picture())
    animator = Animator(scene)
    with qtbot.waitSignal(animator.finished):
        animator.reveal(ALL_KINDS)
        assert scene.picture == ALL_KINDS
        animator.skip()
    assert seen(scene) == seen(fresh(ALL_KINDS))


def test_without_animation_the_next_picture_is_there_at_once(qtbot: QtBot) -> None:
    scene = fresh(start_picture())
    animator = Animator(scene)
    animator.factor = 0.0
    animator.play(ALL_KINDS)
    assert scene.picture == ALL_KINDS
    assert not animator.running


def test_a_drag_is_shown_and_taken_away(qtbot: QtBot) -> None:
    scene = fresh(start_picture())
    before = seen(scene)
    scene.show_drag("PAR", QPointF(*drawn_standard().provinces["BUR"].units[""]))
    assert seen(scene) != before
    scene.show_drag(None, None)
    assert seen(scene) == before
