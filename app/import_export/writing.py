"""Writing games for other programs: bytes by the ending of the file's name, judges' results among them, and what a format has no place
for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.legal import adjustment, legal_orders
from adjudicator.order import Build, Remove, Retreat, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution
from adjudicator.variant import Variant
from app.game.record import MAIN, Cursor, Game, variant_with
from app.import_export.centres_table import write_centres
from app.import_export.judge_results import marks_of
from app.import_export.position_blocks import write_block
from app.import_export.received import REST_FILE, ExchangeError
from app.import_export.saved_game_writer import saved_game_bytes
from entente.results_text import order_text
from entente.words import describe_ending, place_name, power_name, unit_name
from entente.words.names import power_adjective
from languages import mark, tr, using

_HEADS = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}


def judge_text(variant: Variant, position: Position, resolution: Resolution, game: str = "") -> str:
    """The results of a phase: orders with marks, who was dislodged, who owns which centres, what is next.

    Args:
        variant: names and rules.
        position: the moment in which the orders were given.
        resolution: what became of them.
        game: its name, for the heading.
    """
    with using("en"):  # what reads judges' mails reads English
        return _text(variant, position, resolution, game)


def _text(variant: Variant, position: Position, resolution: Resolution, game: str) -> str:
    phase, following = position.phase, resolution.next
    season = variant.calendar.seasons.get(phase.season, phase.season)
    named = f"  ({game})" if game else ""
    parts = [
        [f"{_HEADS[phase.kind]} results for {season} of {_year(phase)}.{named}"],
        [_line(variant, outcome) for power in variant.powers for outcome in resolution.outcomes if outcome.power == power],
        list(_dislodged(variant, following)),
    ]
    if following.phase.kind is PhaseKind.ADJUSTMENT or resolution.captures:
        parts += [list(_ownership(variant, following)), list(_counts(variant, following))]
    if resolution.ending is None:
        after = following.phase
        name = variant.calendar.seasons.get(after.season, after.season)
        parts.append([f"The next phase will be {_HEADS[after.kind]} for {name} of {_year(after)}."])
    else:
        parts.append([f"The game is over: {describe_ending(variant, resolution.ending)}."])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _year(phase: Phase) -> str:
    return f"{-phase.year} BC" if phase.year < 0 else str(phase.year)


def _line(variant: Variant, outcome: OrderOutcome) -> str:
    name = power_name(variant, outcome.power)
    marks = ", ".join(sorted(marks_of(outcome)))
    match outcome.order:
        case Build(piece):
            return f"{name}: Builds {_a_unit(variant, piece.kind)} in {place_name(variant, piece.location)}."
        case Remove(piece):
            return f"{name}: Removes the {variant.board.kinds[piece.kind].name} in {place_name(variant, piece.location)}."
        case Waive():
            return f"{name}: Build waived."
        case Retreat(piece, target):
            order = f"{unit_name(variant, piece)} -> {place_name(variant, target)}"
        case other:
            order = order_text(variant, other)
    if not outcome.given:
        order = f"{unit_name(variant, outcome.order.piece)}, No Order Processed"
    return f"{name}: {order}.{f'  (*{marks}*)' if marks else ''}"


def _a_unit(variant: Variant, kind: str) -> str:
    name = variant.board.kinds[kind].name
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _dislodged(variant: Variant, following: Position) -> Iterator[str]:
    if following.dislodged:
        yield "The following units were dislodged:"
        yield ""
    for each in following.dislodged:
        unit, board = each.unit, variant.board
        options = [order.target for order in legal_orders(variant, following, unit.location) if isinstance(order, Retreat)]
        where = " or ".join(place_name(variant, target) for target in options)
        kind = board.kinds[unit.kind].name.capitalize()
        yield (
            f"The {power_adjective(variant, unit.power)} {kind} in {place_name(variant, unit.location)} "
            f"can {f'retreat to {where}' if where else 'only disband'}."
        )


def _ownership(variant: Variant, following: Position) -> Iterator[str]:
    yield "Ownership of supply centers:"
    yield ""
    for power in variant.powers:
        centres = following.centres_of(power)
        if centres:
            yield f"{power_name(variant, power)}: {', '.join(variant.board.provinces[code].name for code in centres)}."


def _counts(variant: Variant, following: Position) -> Iterator[str]:
    for power in variant.powers:
        centres, units = len(following.centres_of(power)), len(following.units_of(power))
        due = adjustment(variant, following, power) if following.phase.kind is PhaseKind.ADJUSTMENT else 0
        if centres or units:
            words = (
                "Builds 0 units"
                if not due
                else f"Builds {due} unit{'s' * (due > 1)}"
                if due > 0
                else f"Removes {-due} unit{'s' * (due < -1)}"
            )
            yield f"{power_name(variant, power)}: {centres} Supply centers, {units} Units: {words}."


ENDINGS = {
    ".json": mark("a saved game of the package diplomacy"),
    ".jsonl": mark("a saved game of the package diplomacy"),
    ".txt": mark("the results of one phase as a judge mails them"),
    ".datc": mark("a block with the position, the orders and the position after"),
    ".csv": mark("who owned which centre, year by year"),
}
"""Kind of file for each ending."""


def written(game: Game, cursor: Cursor, ending: str) -> tuple[bytes, tuple[str, ...]]:
    """*game* as the bytes of a file that ends in *ending*, and in words what of it is left out.

    Args:
        cursor: the moment in view: its branch is written, and of one phase that one; where it is still open, results are those of the phase
            before.

    Raises:
        ExchangeError: there are no results yet.
        KeyError: nothing is written for that ending.
    """
    assert ENDINGS[ending]
    match ending:
        case ".csv":
            return write_centres(game, cursor.branch), ()
        case ".txt":
            at = cursor if game.turn(cursor).resolution is not None or cursor.index == 0 else replace(cursor, index=cursor.index - 1)
            turn = game.turn(at)
            if turn.resolution is None:
                raise ExchangeError(tr("Nothing was decided yet: there are no results to write."))
            variant = variant_with(game.variant, game.rules_at(at))
            return judge_text(variant, turn.position, turn.resolution, game.name).encode(), ()
        case ".datc":
            turn = game.turn(cursor)
            orders = {
                power: [str(line.order) for line in lines if line.order is not None and not line.is_replaced]
                for power, lines in turn.orders.items()
            }
            title = f"{game.name} {turn.phase}"
            return write_block(game.variant, turn.position, orders, turn.resolution, title).encode(), ()
        case _:
            return saved_game_bytes(game, cursor.branch), tuple(_left_out(game, cursor.branch))


def _left_out(game: Game, branch: str) -> Iterator[str]:
    line = game.line(branch)
    if len(game.branches) > 1:
        yield tr("{count} other branches", count=len(game.branches) - 1) if branch == MAIN else tr("the other branches")
    if game.hooks:
        yield tr("hooks")
    if game.table is not None or any(turn.sealed for turn in line):
        yield tr("the table and sealed orders")
    if any(turn.votes for turn in line):
        yield tr("votes")
    if any(turn.deadline for turn in line):
        yield tr("deadlines")
    if any(turn.adjustments for turn in line):
        yield tr("the reasons of adjustments (the positions are as they stand)")
    if any(turn.forced for turn in line):
        yield tr("the reasons of forced results")
    if any(turn.later for turn in line):
        yield tr("lines for later phases")
    if game.audit or game.note or game.notes:
        yield tr("notes and the audit")
    if any(each.name != REST_FILE for each in game.files):
        yield tr("embedded files")
    if any(line.is_replaced or line.order is None for turn in line for lines in turn.orders.values() for line in lines):
        yield tr("lines that do not count")
