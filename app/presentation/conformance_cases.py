"""The conformance cases on the DATC page: run, set beside the expected results, and copied onto a board. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from adjudicator import Order, PhaseKind, ReasonKind, Resolution, Result, Retreat, Unit, Variant, legal_orders
from adjudicator.conformance import Case, CaseOption, Report, Scene, actual_words, rules_for, run_case, run_option, variant_under
from app.game.analysis import analysis_board, lines_of
from app.game.record import Game, words_of
from entente.words.names import place_name, power_name
from entente.words.outcomes import describe_order, unit_of
from languages import labelled, mark, sentence, tr

NOTHING = "—"
STANDS = mark("stands")
_VIA = " VIA"
"""Ending of the place of an attacker that came by convoy."""
_ABOUT = {PhaseKind.MOVEMENT: "", PhaseKind.RETREAT: ", retreats", PhaseKind.ADJUSTMENT: ", builds and removals"}
"""Ending of a board's name behind the case: it stands in a file."""


@dataclass(frozen=True, slots=True)
class CaseWay:
    """A case under the usual rules, or under another choice in an open rule."""

    words: str
    option: CaseOption | None = None
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is compared."""

    what: str
    expected: str
    actual: str
    is_right: bool
    """Equal, or a difference that does not bind."""
    text: str = ""
    """The order as the case prints it; empty for a unit or a place."""


@dataclass(frozen=True, slots=True)
class CasePart:
    """The orders of a case, or its retreats."""

    title: str
    scene: Scene
    orders: tuple[Row, ...]
    positions: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class CaseRun:
    """A case that was run one way."""

    case: Case
    way: CaseWay
    report: Report
    parts: tuple[CasePart, ...]


def ways(case: Case) -> tuple[CaseWay, ...]:
    """All ways in which *case* has a stated outcome, the usual one first."""
    found = [CaseWay(tr("The usual rules"))]
    found += [
        CaseWay(labelled(f"{option.issue} {choice}", option.label), option, choice)
        for option in case.options
        if option.stated
        for choice in option.choices
    ]
    return tuple(found)


def run(variant: Variant, case: Case, way: CaseWay) -> CaseRun:
    """Adjudicate *case* and set everything beside what is expected of it."""
    if way.option is None:
        report, scenes = run_case(variant, case), (case.main, case.retreat)
    else:
        report, scenes = run_option(variant, case, way.option, way.choice), (way.option.main, way.option.retreat)
        variant = variant_under(variant, way.option.issue, way.choice)
    titles = {PhaseKind.MOVEMENT: tr("Moves"), PhaseKind.RETREAT: tr("Retreats"), PhaseKind.ADJUSTMENT: tr("Builds and removals")}
    parts = tuple(
        CasePart(
            titles[scene.position.phase.kind],
            scene,
            tuple(_order_rows(variant, scene, resolution, report)),
            tuple(_position_rows(variant, scene, resolution)),
        )
        for scene, resolution in zip((each for each in scenes if each is not None), report.resolutions, strict=True)
    )
    return CaseRun(case, way, report, parts)


def matches(case: Case, words: str) -> bool:
    """Return True if *case* matches *words*: its number begins so, or its title, tags and orders hold each of them."""
    wanted = words.casefold().split()
    text = " ".join((case.title, *case.tags, *(given.text for given in case.main.orders))).casefold()
    return all(case.id.casefold().startswith(word) or word in text for word in wanted)


def board_of(variant: Variant, ran: CaseRun, part: CasePart) -> Game:
    """An analysis board with the position and the orders of *part*, by the rules of the way it was run."""
    orders: dict[str, list[Order]] = {}
    for given in part.scene.orders:
        orders.setdefault(given.power, []).append(given.order)
    rules = () if ran.way.option is None else words_of(rules_for(ran.way.option.issue, ran.way.choice))
    about = _ABOUT[part.scene.position.phase.kind]
    choice = "" if ran.way.option is None else f" ({ran.way.option.issue} {ran.way.choice})"
    return analysis_board(variant, part.scene.position, lines_of(orders), name=f"DATC {ran.case.id}{about}{choice}", rules=rules)


def _order_rows(variant: Variant, scene: Scene, resolution: Resolution, report: Report) -> Iterable[Row]:
    wrong = {each.order for each in report.words if each.binding}
    for given, expected, actual in zip(scene.orders, scene.words, actual_words(variant, scene, resolution), strict=True):
        words = labelled(power_name(variant, given.power), sentence(describe_order(variant, scene.position, given.order)))
        yield Row(words, expected, actual, given.text not in wrong, given.text)


def _position_rows(variant: Variant, scene: Scene, resolution: Resolution) -> Iterable[Row]:
    """A row for each unit that stands, or should; then for those driven out, with the places they can go to."""
    following = resolution.next
    yield from _present(variant, scene.after, [str(unit) for unit in following.units], tr(STANDS))
    if scene.position.phase.kind is PhaseKind.MOVEMENT:
        out = [str(each.unit) for each in resolution.outcomes if Result.DISLODGED in each.results]
        yield from _present(variant, scene.dislodged, out, tr("dislodged"))
        for each in following.dislodged:
            expected = (scene.retreats or {}).get(str(each.unit))
            if expected is not None:
                places = sorted(
                    str(order.target) for order in legal_orders(variant, following, each.unit.province) if isinstance(order, Retreat)
                )
                unit, origin = _unit_words(variant, str(each.unit)), each.attacker_origin + (_VIA if each.by_convoy else "")
                said = partial(_origin_words, variant)
                yield Row(tr("{unit} attacked from", unit=unit), said(expected[0]), said(origin), is_right=expected[0] == origin)
                named = partial(_places_words, variant)
                yield Row(tr("{unit} may retreat to", unit=unit), named(expected[1]), named(places), is_right=list(expected[1]) == places)
        if scene.contested:
            actual = sorted(following.contested)
            is_right = list(scene.contested) == actual or not following.dislodged
            yield Row(tr("Contested"), _places_words(variant, scene.contested), _places_words(variant, actual), is_right)
    removed = [str(each.unit) for each in resolution.outcomes if any(reason.kind is ReasonKind.CIVIL_DISORDER for reason in each.reasons)]
    yield from _present(variant, scene.auto_removed, removed, tr("removed by rule"))


def _present(variant: Variant, expected: Iterable[str], actual: Iterable[str], word: str) -> Iterable[Row]:
    wanted, found = set(expected), set(actual)
    for each in sorted(wanted | found):
        yield Row(
            _unit_words(variant, each),
            word if each in wanted else NOTHING,
            word if each in found else NOTHING,
            is_right=(each in wanted) == (each in found),
        )


def _unit_words(variant: Variant, text: str) -> str:
    unit = Unit.of(text)
    return unit_of(variant, unit.power, unit.piece)


def _origin_words(variant: Variant, text: str) -> str:
    """``London``, ``London, by convoy``"""
    place = place_name(variant, text.removesuffix(_VIA))
    return tr("{place}, by convoy", place=place) if text.endswith(_VIA) else place


def _places_words(variant: Variant, texts: Iterable[str]) -> str:
    return ", ".join(place_name(variant, each) for each in texts) or NOTHING
