"""A variant in the numbers that the compiled core reads, and what the core does not claim to say."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from adjudicator.board import Terrain
from adjudicator.phase import PhaseKind
from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    BuildDecline,
    CoastInSupport,
    ConvoyParadox,
    ConvoyPath,
    ConvoyRoutes,
    DislodgedEffect,
    ImplicitOrders,
    RemovalDistance,
    RetreatToConvoy,
    TooManyBuilds,
    TooManyRemovals,
)
from adjudicator.variant import BuildPolicy, PowerRole
from adjudicator.variant_tables import OpenEdges, VariantTables

FORMAT = 5
"""The format of tables, rows, orders and functions; a core that says another number is not used."""

_PARADOX = [ConvoyParadox.SZYKMAN, ConvoyParadox.RULES_1971, ConvoyParadox.RULES_1982, ConvoyParadox.RULES_2000, ConvoyParadox.ALL_HOLD]
_ADJACENT = [
    AdjacentConvoy.RULES_1971,
    AdjacentConvoy.RULES_1982,
    AdjacentConvoy.RULES_2000,
    AdjacentConvoy.RULES_2000_FALLBACK,
    AdjacentConvoy.RULES_2025,
    AdjacentConvoy.DPTG,
    AdjacentConvoy.CONVOY_FIRST,
    AdjacentConvoy.CONVOY_IF_OPPOSED,
]
_SITES = [BuildPolicy.HOME, BuildPolicy.ANY_OWNED, BuildPolicy.ANY_OWNED_WITH_HOME, BuildPolicy.ANY_HOME]
_DISTANCE = [RemovalDistance.HOME, RemovalDistance.COUNTRY, RemovalDistance.OWNED]
_ROLES = [PowerRole.PLAYING, PowerRole.DUMMY, PowerRole.NEUTRAL]
_KINDS = [PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT]
_MOST = 10**9


def why_not_claimed(tables: VariantTables) -> str:
    """Return the features of the variant that the core lacks; empty where it has all."""
    variant, rules = tables.variant, tables.variant.rules
    if rules.implicit_orders is ImplicitOrders.ALLOWED:
        return "4.E.3=a"
    if rules.convoy_path is ConvoyPath.REQUIRED:
        return "4.A.6=c"
    if variant.builds is BuildPolicy.CORES:
        return "builds on cores"
    years = [variant.calendar.year_step, *(step.later for step in variant.calendar.steps), variant.year_limit or 0, variant.victory]
    numbers = [*years, variant.years_without_capture or 0, *(power.victory or 0 for power in variant.powers.values())]
    if variant.years_without_capture is not None and variant.years_without_capture <= 0:
        return "no year without a capture"
    if any(abs(number) > _MOST for number in numbers) or any(number < 0 for number in numbers[len(years) :]):
        return "numbers without bounds"
    board = tables.board
    sizes = {1024: len(tables.powers), 1 << 14: len(board.pieces), 16: len(board.board.kinds), 4096: len(board.codes)}
    if (
        not all(1 <= size <= most for most, size in sizes.items())
        or board.carriers.bit_count() > 4096
        or not 1 <= len(tables.turns) <= 1024
    ):
        return "the size of its board"
    if any(edge.half_strength not in (0, 1, 2) for _, _, edge in board.edges):
        return "strengths of edges"
    return ""


class _Numbers:
    """A list of numbers in parts, each after its length."""

    def __init__(self) -> None:
        self.found = array("i")

    def part(self, numbers: Iterable[int]) -> None:
        """Add a part."""
        added = array("i", numbers)
        self.found.append(len(added))
        self.found.extend(added)

    def lists(self, of: Iterable[Sequence[int]]) -> None:
        """Add where each list starts, and the lists."""
        starts, all_of_them = array("i", [0]), array("i")
        for each in of:
            all_of_them.extend(each)
            starts.append(len(all_of_them))
        self.part(starts)
        self.part(all_of_them)


def numbers_of(tables: VariantTables, open_edges: OpenEdges) -> array[int]:
    """A variant under some open edges, as the core reads it; see ``read_all`` in ``native/tables.c`` for the parts."""
    board, variant = tables.board, tables.variant
    provinces, kinds = board.board.provinces, list(board.board.kinds)
    reaches = list({id(reach): reach for reach in open_edges.reaches}.values())
    numbers = _Numbers()
    numbers.part([FORMAT, len(board.codes), len(board.pieces), len(tables.powers), len(kinds), len(tables.turns), len(reaches)])
    numbers.part(_rules_of(tables))
    numbers.part(board.province_of)
    numbers.part(kinds.index(kind) for kind in board.kind_of)
    numbers.part(map(int, board.carries))
    numbers.part(board.location_rank)
    numbers.part(
        kind.convoys + 2 * kind.convoyed + 4 * kind.captures + 8 * (Terrain.SEA in kind.terrains) for kind in board.board.kinds.values()
    )
    numbers.lists(board.spots_in[kind, province] for kind in kinds for province in range(len(board.codes)))
    numbers.part(place.centre + 2 * place.build_site for place in provinces.values())
    for power_of in ([place.home for place in provinces.values()], [place.territory for place in provinces.values()]):
        numbers.part(-1 if power is None else tables.power_rank.get(power, -2) for power in power_of)
    by_name = sorted(range(len(board.codes)), key=lambda province: (provinces[board.codes[province]].name, board.codes[province]))
    ranks = [0] * len(by_name)
    for rank, province in enumerate(by_name):
        ranks[province] = rank
    numbers.part(ranks)
    numbers.lists(board.neighbours)
    backwards: list[list[int]] = [[] for _ in board.pieces]
    for origin, target, _ in board.edges:
        backwards[target].append(origin)
    numbers.lists(backwards)
    numbers.part(_ROLES.index(variant.powers[power].role) for power in tables.powers)
    numbers.part(variant.powers[power].victory or 0 for power in tables.powers)
    numbers.part(next(at for at, reach in enumerate(reaches) if reach is each) for each in open_edges.reaches)
    numbers.part(tables.sites)
    numbers.part(number for step in tables.turns for number in (0, _KINDS.index(step.kind), int(step.captures), step.later))
    places = [str(piece.location) for piece in board.pieces]
    for reach in reaches:
        steps = [sorted(moves, key=places.__getitem__) for moves in reach.moves]
        numbers.lists(steps)
        numbers.part(reach.moves[spot][target] for spot, targets in enumerate(steps) for target in targets)
        numbers.lists([sorted(into) for into in reach.supports])
    return numbers.found


def _rules_of(tables: VariantTables) -> list[int]:
    """The open rules as the fields of ``Rules`` follow one another in ``native/rules.h``."""
    variant, rules = tables.variant, tables.variant.rules
    return [
        rules.convoy_routes is ConvoyRoutes.ANY,
        _PARADOX.index(rules.convoy_paradox),
        _ADJACENT.index(rules.adjacent_convoy),
        rules.attack_origin is AttackOrigin.BRANNAN,
        rules.retreat_to_convoy is RetreatToConvoy.ALLOWED,
        rules.dislodged_effect is DislodgedEffect.NEVER,
        rules.coast_in_support is CoastInSupport.NEVER_MATCHED,
        [TooManyBuilds.NONE, TooManyBuilds.FIRST, TooManyBuilds.LAST].index(rules.too_many_builds),
        rules.build_decline is BuildDecline.FORBIDDEN,
        _DISTANCE.index(rules.removal_distance),
        [TooManyRemovals.DISORDER, TooManyRemovals.FIRST, TooManyRemovals.LAST].index(rules.too_many_removals),
        _SITES.index(variant.builds),
        variant.victory,
        variant.calendar.year_step,
        variant.year_limit or 0,
        variant.year_limit is not None,
        variant.years_without_capture or 0,
    ]
