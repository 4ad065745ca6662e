"""Everything a designer should know about a drawing: what the compile step says, and where drawing and variant differ."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board import Board, Terrain
from variants.compile.board import Compilation, compile_board
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity


def check_board(svg: bytes, rules: Board, source: str = "board.svg") -> tuple[Fault, ...]:
    """Every fault of a drawing for the board that is played on it, each with element, place and what would mend it."""
    return faults_of(compile_board(svg, rules, source), rules, source)


def faults_of(made: Compilation, rules: Board, source: str) -> tuple[Fault, ...]:
    """The faults of a compilation, with the differences between what the shapes say and what *rules* says."""
    if made.board is None:
        return made.faults
    return (*made.faults, *_differences(made.board, rules, source), *_crowded(made.board, source))


def _differences(board: CompiledBoard, rules: Board, source: str) -> Iterator[Fault]:
    """Borders that the variant lacks and steps that the drawing lacks; and borders that only one witness saw."""
    listed = {(min(edge.origin.province, edge.target.province), max(edge.origin.province, edge.target.province)) for edge in rules.edges}
    playable = {code for code, province in rules.provinces.items() if province.terrain is not Terrain.IMPASSABLE}
    listed = {pair for pair in listed if playable.issuperset(pair)}
    drawn = {pair.provinces: pair for pair in board.adjacency}
    for pair in sorted(listed - drawn.keys()):
        yield _at(
            board, pair, f"{pair[0]} and {pair[1]} do not touch, and units may go between them", "a common border, or a bridge", source
        )
    for pair in sorted(drawn.keys() - listed, key=lambda each: -drawn[each].length):
        length = drawn[pair].length
        what = f"{pair[0]} and {pair[1]} touch for {length:.0f} units, and nothing may go between them"
        yield _at(board, pair, what, 'both in one another\'s lists, or a bridge with data-cut="1"', source)
    for pair in sorted(drawn.keys() & listed):
        if drawn[pair].witnesses < 2:
            yield _at(board, pair, f"the border of {pair[0]} and {pair[1]} is hard to see", "a longer common border, or a bridge", source)


def _at(board: CompiledBoard, pair: tuple[str, str], what: str, expected: str, source: str) -> Fault:
    """A warning with its place: the middle of the common border, else between the two."""
    for border in board.borders:
        if border.provinces == pair:
            line = max(border.lines, key=len)
            return Fault(source, None, what, expected, Severity.WARNING, f"{pair[0].lower()}-{pair[1].lower()}", line[len(line) // 2])
    (ax, ay), (bx, by) = (board.provinces[code].units[""] for code in pair)
    return Fault(source, None, what, expected, Severity.WARNING, f"{pair[0].lower()}-{pair[1].lower()}", ((ax + bx) / 2, (ay + by) / 2))


def _crowded(board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Units that would cover one another, and names that found no room on their own ground."""
    radius = board.unit_radius
    spots = [(code, spot) for code, shape in board.provinces.items() for spot in shape.units.values()]
    spots.sort(key=lambda each: each[1])
    for index, (code, (x, y)) in enumerate(spots):
        for other, (ox, oy) in spots[index + 1 :]:
            if ox - x > 2 * radius:
                break
            if code != other and (x - ox) ** 2 + (y - oy) ** 2 < (1.6 * radius) ** 2:
                expected = "anchors further apart"
                yield Fault(
                    source,
                    None,
                    f"units in {code} and {other} cover one another",
                    expected,
                    Severity.WARNING,
                    f"unit:{code.lower()}",
                    (x, y),
                )
    for code, shape in board.provinces.items():
        for label in shape.labels:
            if label.leader is not None:
                what = f"the {label.kind} name of {code} does not fit on its ground"
                yield Fault(
                    source, None, what, "more room, or a name in the layer labels", Severity.WARNING, code.lower(), (label.x, label.y)
                )
