"""Borders of jDip's adjacency files: which steps they close, and when."""

from __future__ import annotations

import pytest

from adjudicator.board import Edge
from tests.quick import every
from tests.unit.variants.importers.test_jdip import ADJACENCY, imported
from variants import load
from variants.importers import Imported


def with_border(attributes: str, province: str = "bbb") -> Imported:
    """The small package with one border, into *province*."""
    border = f'<BORDER id="x" description="" {attributes}/></BORDER_DEFINITIONS>'
    text = ADJACENCY.replace("</BORDER_DEFINITIONS>", border).replace(' borders="river"', "")
    return imported(small_adjacency__xml=text.replace(f'shortname="{province}"', f'shortname="{province}" borders="x"'))


def into(found: Imported, target: str, kind: str) -> list[Edge]:
    return [edge for edge in load(found.source).variant.board.edges if edge.target.province == target and kind in edge.kinds]


def hook(found: Imported) -> str:
    return found.files.get("hooks/closed_steps.hook", b"").decode()


def told(found: Imported) -> list[str]:
    return [line.what for line in found.report]


def test_a_border_for_a_kind_of_unit_closes_for_good() -> None:
    found = with_border('unitTypes="Fleet, Wing"')
    assert into(found, "BBB", "F") == []
    assert {str(edge.origin) for edge in into(found, "BBB", "A")} == {"AAA", "CCC"}


@pytest.mark.parametrize(
    ("attributes", "years"),
    [
        ('year="-9999,1905"', (1906, None)),
        ('year="1890,1905"', (1906, None)),
        ('year="1905,9999"', (None, 1904)),
    ],
)
def test_years_that_begin_or_end_with_the_game_are_carried_by_the_step(attributes: str, years: tuple[int | None, int | None]) -> None:
    found = with_border(attributes)
    assert {edge.years for edge in into(found, "BBB", "A")} == {years}
    assert hook(found) == ""


@pytest.mark.parametrize(
    "closed",
    every(
        4,
        [
            ('year="1905,1907"', "[None, 1905, 1907, None, None]"),
            ('year="odd"', "[None, None, None, True, None]"),
            ('year="even" phase="movement"', '[None, None, None, False, "M"]'),
            ('phase="Retreat"', '[None, None, None, None, "R"]'),
            ('phase="Movement"', '[None, None, None, None, "M"]'),
            ('orderTypes="dip.order.Retreat"', '[None, None, None, None, "R"]'),
            ('season="spring" year="1905,9999"', '[["S"], 1905, None, None, None]'),
        ],
    ),
)
def test_other_times_are_a_hook_and_the_step_stays(closed: tuple[str, str]) -> None:
    attributes, row = closed
    found = with_border(attributes)
    assert row in hook(found)
    assert '"AAA - BBB"' in hook(found)
    assert into(found, "BBB", "A")
    assert any("the border x closes at times that a step cannot tell: the hook closed_steps" in line for line in told(found))


def test_a_season_is_carried_by_the_step_for_the_provinces_it_is_from() -> None:
    found = with_border('season="Fall" from="aaa"')
    assert {(str(edge.origin), edge.seasons) for edge in into(found, "BBB", "A")} == {("AAA", frozenset("S")), ("CCC", None)}


def test_a_border_for_supports_alone_forbids_them() -> None:
    assert {edge.supports for edge in into(with_border('orderTypes="dip.order.Support"'), "BBB", "A")} == {False}


@pytest.mark.parametrize(
    ("attributes", "what"),
    [
        ('orderTypes="dip.order.Move"', "the border x closes moves or retreats and leaves supports: supports are closed as well"),
        ('orderTypes="dip.order.Convoy"', "the border x closes neither moves nor retreats: left out"),
        ('phase="Adjustment"', "the border x closes neither moves nor retreats: left out"),
        ('year="leap"', "the border x depends on years 'leap': the years are left out"),
        ('baseMoveModifier="1"', "the border x adds strength: moves across it count as usual"),
        ('year="odd" unitTypes="army"', "the border x closes for some kinds of unit: the hook closes it for all"),
    ],
)
def test_what_cannot_be_carried_over_is_reported(attributes: str, what: str) -> None:
    assert what in told(with_border(attributes))


def test_several_borders_of_a_province_add_up() -> None:
    text = ADJACENCY.replace(
        "</BORDER_DEFINITIONS>",
        '<BORDER id="y" description="" year="1905,9999"/><BORDER id="z" description="" year="0,1902"/></BORDER_DEFINITIONS>',
    )
    found = imported(small_adjacency__xml=text.replace('borders="river"', 'borders="river y z"'))
    (step,) = [edge for edge in into(found, "BBB", "A") if str(edge.origin) == "AAA"]
    assert (step.years, step.half_strength, step.supports) == ((1903, 1904), 0, False)
