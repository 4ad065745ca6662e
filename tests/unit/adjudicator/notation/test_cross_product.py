"""Every spelling of every province, in every kind of wording: the reading is right, or an error with its place.

A wrong order is the one thing that must never come out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product

import pytest

from adjudicator.board import Province, Terrain
from adjudicator.notation import AssumptionKind, Reading, ReadingErrorKind, read_order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Location, Piece, Unit
from tests.quick import each_nth, one_in_quick
from tests.thorough import one_in
from variants import standard

VARIANT = standard()
BOARD = VARIANT.board
POWER = "FRANCE"
SPRING = Phase.of("S1901M")
PROVINCES = tuple(province for province in BOARD.provinces.values() if province.terrain is not Terrain.IMPASSABLE)
TRIED = one_in_quick(3, one_in(4, PROVINCES, always=[province for province in PROVINCES if province.coasts]))
"""Provinces whose every spelling is read; of most of them in a thorough run only, and of a few in the quick check."""

SEPARATORS = ("-", " - ", "--", "–", " — ", ">", " -> ", "->", " --> ", "=>", " → ", " to ", " m ", " moves to ", " attacks ", " - to ")
HOLDS = (" H", " h", " holds", " HOLD", "-H", " - hold", " stands.", ": hold", " (hold)")
SUPPORTS = (" S ", " s ", " supports ", " SUPPORT ", " sup. ", " supports the move of ", " supports the attack from ", "-S ")
COAST_AFTER = (
    "/{c}",
    "({c})",
    " ({c})",
    "/ {c}",
    " {c}",
    ".{c}",
    "-{c}",
    "/{n}",
    " ({n})",
    " {n}",
    ", {n}",
    "{c}",
    "_{c}",
    "/{l}",
    "({l})",
)
COAST_BEFORE = ("{n} of {p}", "the {n} of {p}", "{c} {p}", "{n} {p}", "{c} of {p}", "({c}) {p}")


def spellings(province: Province) -> tuple[str, ...]:
    known = (province.code, province.code.lower(), province.code.title(), province.name, province.name.upper(), province.name.lower())
    return tuple(dict.fromkeys(known + province.aliases + province.names))


def neighbours(province: Province) -> Iterator[tuple[Piece, Location]]:
    """A piece in *province* and one step that it can take, of each kind that has one."""
    seen: set[str] = set()
    for edge in BOARD.edges:
        for kind in sorted(edge.kinds):
            if edge.origin.province == province.code and kind not in seen:
                seen.add(kind)
                yield Piece(kind, edge.origin), edge.target


def with_unit(*pieces: Piece) -> Position:
    return Position(SPRING, tuple(Unit(POWER, piece) for piece in pieces), {})


def forms(kind: str) -> tuple[str, ...]:
    name = BOARD.kinds[kind].name
    return (f"{kind} ", f"{kind.lower()} ", f"{name} ", f"{name.title()} ", f"{name} in ", f"an {name} in ", f"{kind}. ", "")


def order_of(reading: Reading) -> str:
    return str(reading.order) if reading.order is not None else f"{reading.error}"


def is_ambiguous(name: str) -> bool:
    return name.upper() in BOARD.ambiguous_aliases


@each_nth(5, "province", TRIED, ids=lambda province: province.code)
def test_every_spelling_separator_and_unit_form_of_a_move(province: Province) -> None:
    for piece, target in neighbours(province):
        origin = Location(piece.location.province)
        onward = Location(target.province)
        want = f"{piece.kind} {origin} - {onward}"
        position = with_unit(piece)
        pairs = {*product(forms(piece.kind), spellings(province), SEPARATORS[:2])} | {
            *product(forms(piece.kind), (province.name,), SEPARATORS)
        }
        for form, name, separator in sorted(pairs):
            text = f"{form}{name}{separator}{target.province}"
            assert order_of(read_order(VARIANT, position, text, POWER)) == want, text
        for name in spellings(BOARD.provinces[target.province]):
            text = f"{piece.kind} {origin} - {name}"
            assert order_of(read_order(VARIANT, position, text, POWER)) == want, text


@each_nth(8, "province", TRIED, ids=lambda province: province.code)
def test_every_wording_of_a_hold_and_a_support(province: Province) -> None:
    for piece, target in neighbours(province):
        plain = Piece(piece.kind, Location(piece.location.province))
        position = with_unit(piece, Piece("A", Location("PAR")), Piece("A", Location("MUN")))
        helper = "PAR" if province.code == "MUN" else "MUN"
        for form, name in zip(forms(piece.kind), cycle((province.code.lower(), province.name)), strict=False):
            for hold in HOLDS:
                text = f"{form}{name}{hold}"
                assert order_of(read_order(VARIANT, position, text, POWER)) == f"{plain} H", text
            for verb in SUPPORTS if form == f"{piece.kind} " else SUPPORTS[:2]:
                text = f"A {helper}{verb}{form}{name}"
                assert order_of(read_order(VARIANT, position, text, POWER)) == f"A {helper} S {plain}", text
                text = f"A {helper}{verb}{form}{name} - {target.province}"
                assert order_of(read_order(VARIANT, position, text, POWER)) == f"A {helper} S {plain} - {target.province}", text
            for stay in (f"-{province.code}", " H", " (hold)", " to hold", " in place"):
                text = f"A {helper} S {form}{name}{stay}"
                assert order_of(read_order(VARIANT, position, text, POWER)) == f"A {helper} S {plain}", text


COASTS = [(province, coast) for province in PROVINCES for coast in province.coasts]


@pytest.mark.slow
@each_nth(6, ("province", "coast"), COASTS, ids=lambda each: each.code if isinstance(each, Province) else each)
def test_every_way_to_write_a_coast(province: Province, coast: str) -> None:
    origin = next(edge.origin for edge in BOARD.edges if edge.target == Location(province.code, coast))
    fleet, there = Piece("F", origin), Piece("F", Location(province.code, coast))
    moving, standing = with_unit(fleet), with_unit(there)
    place = Location(province.code, coast)
    long_name = BOARD.coast_names[coast]
    for name in (province.code, province.code.lower(), province.name):
        filled = [
            f"{name}{after}".format(c=code, n=long_name, l=code[0])
            for after in COAST_AFTER
            for code in (coast, coast.lower())
            if after not in {"{c}", "_{c}"} or name != province.name
        ]
        filled += [before.format(c=coast.lower(), n=long_name, p=name) for before in COAST_BEFORE]
        for written in filled:
            text = f"F {origin} - {written}"
            assert order_of(read_order(VARIANT, moving, text, POWER)) == f"F {origin} - {place}", text
            text = f"F {written} H"
            assert order_of(read_order(VARIANT, standing, text, POWER)) == f"F {place} H", text
            text = f"A MUN S F {origin} to {written}"
            assert order_of(read_order(VARIANT, moving, text, POWER)) == f"A MUN S F {origin} - {place}", text


def slips_of(name: str) -> Iterator[str]:
    """Every name that one slip of the hand makes of *name*: a letter lost, doubled, changed or swapped."""
    for index, letter in enumerate(name):
        if letter.isalpha():
            yield name[:index] + name[index + 1 :]
            yield name[:index] + letter + name[index:]
            yield name[:index] + ("x" if letter != "x" else "q") + name[index + 1 :]
            if index + 1 < len(name):
                yield name[:index] + name[index + 1] + letter + name[index + 2 :]


@pytest.mark.parametrize("province", one_in_quick(3, TRIED), ids=lambda province: province.code)
def test_a_slip_is_understood_or_refused_with_suggestions_and_never_another_place(province: Province) -> None:
    position = Position(SPRING, (), {})
    kind = next(piece.kind for piece, _ in neighbours(province))
    understood = 0
    written = [slip for slip in dict.fromkeys(slips_of(province.name.lower())) if len(slip) >= 4 and min(map(len, slip.split())) > 1]
    for slip in written:
        reading = read_order(VARIANT, position, f"{kind} {slip} H", POWER)
        if reading.order is not None:
            understood += 1
            assert str(reading.order) == f"{kind} {province.code} H", slip
        else:
            assert reading.error is not None
            assert reading.error.kind in {ReadingErrorKind.UNKNOWN_PLACE, ReadingErrorKind.AMBIGUOUS_PLACE}, (slip, reading.error)
            assert reading.error.span.start >= 2
            assert reading.error.suggestions, slip
    assert understood >= 0.6 * len(written), f"{understood} of {len(written)}"


@pytest.mark.parametrize("province", TRIED, ids=lambda province: province.code)
def test_the_beginning_of_a_name_is_understood_or_refused_with_suggestions(province: Province) -> None:
    kind = next(piece.kind for piece, _ in neighbours(province))
    position = Position(SPRING, (), {})
    for length in range(3, len(province.name)):
        begun = province.name[:length]
        reading = read_order(VARIANT, position, f"{kind} {begun} H", POWER)
        if reading.order is None:
            assert reading.error is not None
            assert province.code in reading.error.suggestions, (begun, reading.error)
        elif str(reading.order) != f"{kind} {province.code} H":
            written = begun.strip().lower()
            other = next(each for each in PROVINCES if str(reading.order) == f"{kind} {each.code} H")
            assert written in {name.lower() for name in spellings(other)}, f"{begun} is {reading.order}"


@pytest.mark.parametrize("alias", sorted(BOARD.ambiguous_aliases))
def test_a_name_of_several_places_is_refused_unless_the_board_settles_it(alias: str) -> None:
    codes = BOARD.ambiguous_aliases[alias]
    nowhere = read_order(VARIANT, Position(SPRING, (), {}), f"F {alias} H", POWER)
    assert nowhere.error is not None
    assert nowhere.error.kind is ReadingErrorKind.AMBIGUOUS_PLACE
    assert set(nowhere.error.suggestions) == set(codes)
    for code in codes:
        settled = read_order(VARIANT, with_unit(Piece("F", Location(code))), f"F {alias} H", POWER)
        assert str(settled.order) == f"F {code} H"
        assert AssumptionKind.SETTLED_BY_BOARD in {each.kind for each in settled.assumptions}
    both = read_order(VARIANT, with_unit(*(Piece("F", Location(code)) for code in codes)), f"F {alias} H", POWER)
    assert both.order is None
