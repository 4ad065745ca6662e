"""Things of a layer lie over one another in their sequence, and one more or less moves hardly any of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.presentation.layout.drawing import Stacking


def stacked(names: Sequence[str], before: Mapping[str, float]) -> dict[str, float]:
    stacking = Stacking(fresh=not before)
    found = {name: stacking.height(10, before.get(name)) for name in names}
    assert list(found.values()) == sorted(set(found.values()))
    assert all(10 < height < 11 for height in found.values())
    return found


NAMES = [f"order {number}" for number in range(40)]


def test_when_one_goes_the_others_keep_their_heights() -> None:
    first = stacked(NAMES, {})
    fewer = stacked([*NAMES[:7], *NAMES[8:]], first)
    assert all(fewer[name] == first[name] for name in fewer)


def test_one_that_comes_between_moves_no_other() -> None:
    first = stacked([*NAMES[:7], *NAMES[8:]], {})
    more = stacked(NAMES, first)
    assert all(more[name] == first[name] for name in first)


def test_those_that_change_places_are_in_the_new_sequence() -> None:
    stacked(list(reversed(NAMES)), stacked(NAMES, {}))


def test_many_changes_one_after_the_other_never_leave_the_layer() -> None:
    heights = stacked(NAMES, {})
    for turn in range(500):
        names = [name for index, name in enumerate(NAMES) if (index * 7 + turn) % 11]
        kept = {name: heights[name] for name in names if name in heights}
        heights = stacked(names, kept)
