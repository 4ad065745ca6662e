"""The conformance corpus: cases with expected outcomes, and what our adjudicator makes of each.

Works on text and values; the caller reads the files. Positions bind, and so do the words for holds and moves; words for supports and
convoys are explanation, and differences in them are only listed.
Source: Diplomacy Adjudicator Test Cases 3.2; the words are those of issue 4.E.2.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from adjudicator.adjudicating import adjudicate
from adjudicator.legal import canonical_order, legal_orders
from adjudicator.notation import parse_order
from adjudicator.order import Convoy, Disband, Hold, Order, Remove, Retreat, Support
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, ReasonKind, Resolution, Result
from adjudicator.rules import Rules, rule_fields
from adjudicator.unit import DislodgedUnit, Piece, Unit
from adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class Given:
    """An order of a case: who gives it, as it is printed, and as a value."""

    power: str
    text: str
    order: Order


@dataclass(frozen=True, slots=True)
class Scene:
    """A position with orders and what is expected of them: the main part of a case, or its retreats."""

    position: Position
    orders: tuple[Given, ...]
    words: tuple[str, ...]
    """The expected word for each order."""
    after: tuple[str, ...]
    """Every unit on the board afterwards, dislodged ones apart, sorted."""
    dislodged: tuple[str, ...] = ()
    """Every dislodged unit, sorted."""
    retreats: Mapping[str, tuple[str, tuple[str, ...]]] | None = None
    """Dislodged unit to where its attacker came from (``VIA`` behind it for a convoy) and all it could retreat to."""
    contested: tuple[str, ...] | None = None
    auto_removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseOption:
    """Result of a case under another choice in an open rule."""

    issue: str
    choices: tuple[str, ...]
    label: str
    stated: bool
    """False where DATC gives no result."""
    main: Scene
    retreat: Scene | None


@dataclass(frozen=True, slots=True)
class Case:
    """One case of the corpus."""

    id: str
    title: str
    tags: tuple[str, ...]
    main: Scene
    retreat: Scene | None
    options: tuple[CaseOption, ...]
    typed: tuple[str, ...]
    """The same orders in long form."""


@dataclass(frozen=True, slots=True)
class WordDifference:
    """An order whose word is not the expected one."""

    order: str
    expected: str
    actual: str
    binding: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Outcome of a case: its faults, and the words for each order."""

    case: Case
    faults: tuple[str, ...]
    """Faults, a line each: positions, and the words that bind. Empty when the case passes."""
    words: tuple[WordDifference, ...]
    """Differences in words, those that do not bind as well."""
    resolutions: tuple[Resolution, ...]
    """Resolutions of the main part, and of the retreats where there are any."""

    @property
    def passed(self) -> bool:
        """True if positions and binding words are as expected."""
        return not self.faults


# ---------------------------------------------------------------------- reading the corpus


def read_corpus(text: str) -> tuple[Case, ...]:
    """The cases in the TOML *text*.

    Raises:
        ValueError: the text is no TOML, or a case is not of the expected form.
    """
    try:
        return tuple(_case(table) for table in tomllib.loads(text)["case"])
    except (KeyError, TypeError) as problem:
        raise ValueError(f"not a corpus of cases: {problem!r}") from problem


def _case(table: Mapping[str, Any]) -> Case:
    main = _scene(table)
    retreat = _scene(table["retreat"]) if "retreat" in table else None
    options = tuple(_option(each, main, retreat) for each in table.get("option", ()))
    return Case(table["id"], table["title"], tuple(table.get("tags", ())), main, retreat, options, tuple(table["typed"]))


def _unit(text: str) -> Unit:
    power, _, piece = text.partition(" ")
    return Unit(power.upper(), Piece.of(piece))


def _sorted(units: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(str(_unit(each)) for each in units))


def _scene(table: Mapping[str, Any]) -> Scene:
    phase = Phase.of(table["phase"])
    owners = {centre: power.upper() for power, centres in table.get("centers", {}).items() for centre in centres}
    units = tuple(sorted((_unit(each) for each in table["units"]), key=str))
    driven_out: Sequence[Mapping[str, Any]] = table.get("dislodged", ())
    if phase.kind is PhaseKind.RETREAT:
        dislodged = tuple(
            sorted((DislodgedUnit(_unit(each["unit"]), each["attacker_from"], each["via_convoy"]) for each in driven_out), key=str)
        )
        position = Position(phase, units, owners, dislodged, frozenset(table.get("contested", ())))
        expected_out: tuple[str, ...] = _sorted(table.get("disbanded", ()))
        retreats = None
    else:
        position = Position(phase, units, owners)
        expected_out = _sorted(each["unit"] for each in driven_out)
        retreats = {
            str(_unit(each["unit"])): (
                each["attacker_from"] + (" VIA" if each["via_convoy"] else ""),
                tuple(sorted(each["retreats"])),
            )
            for each in driven_out
        }
    return Scene(
        position,
        tuple(_given(each, phase.kind) for each in table["orders"]),
        tuple(table["expect"]),
        _sorted(table["after"]),
        expected_out,
        retreats,
        tuple(sorted(table.get("contested", ()))),
        _sorted(table.get("auto_removed", ())),
    )


def _given(text: str, phase: PhaseKind) -> Given:
    """``England F LON - NTH`` or ``Germany BUILD A WAR``."""
    power, _, rest = text.partition(" ")
    verb, _, piece = rest.partition(" ")
    if verb == "BUILD":
        rest = f"{piece} B"
    elif verb == "REMOVE":
        rest = f"{piece} D"
    return Given(power.upper(), text, parse_order(rest, phase))


def _option(table: Mapping[str, Any], main: Scene, retreat: Scene | None) -> CaseOption:
    if table["outcome"] == "differs":
        main = _changed(main, table, "")
        if "dislodged" in table:
            main = replace(main, dislodged=_sorted(table["dislodged"]), retreats=None, contested=None)
        if "auto_removed" in table:
            main = replace(main, auto_removed=_sorted(table["auto_removed"]))
        if retreat is not None:
            changed = "retreat_after" in table
            retreat = replace(_changed(retreat, table, "retreat_"), dislodged=()) if changed else None
            main = replace(main, retreats=None)
    return CaseOption(table["issue"], tuple(table["choice"]), table["label"], table["outcome"] != "not stated", main, retreat)


def _changed(scene: Scene, table: Mapping[str, Any], prefix: str) -> Scene:
    """*scene* with the words and units that the option states in place of the main ones."""
    changes = table.get(f"{prefix}changes", {})
    words = tuple(table["expect"]) if "expect" in table and not prefix else scene.words
    words = tuple(changes.get(given.text, word) for given, word in zip(scene.orders, words, strict=True))
    after = _sorted(table[f"{prefix}after"]) if f"{prefix}after" in table else scene.after
    return replace(scene, words=words, after=after)


def rules_for(issue: str, choice: str) -> Rules:
    """The rules with *issue* settled by the corpus's word for a *choice*.

    Raises:
        ValueError: no such issue or choice.
    """
    named = {"must-match": "c", "convoy-first-v2ab": "convoy-first-v2b"}.get(choice, choice)
    rule = next((each for each in rule_fields() if each.issue == issue), None)
    found = None if rule is None else next((each for each in rule.choices if each.value == named), None)
    if found is None:
        raise ValueError(f"{issue} has no choice {choice!r}")
    return Rules().with_choice(issue, found)


@lru_cache(maxsize=128)
def variant_under(variant: Variant, issue: str, choice: str) -> Variant:
    """*variant* by the rules of :func:`rules_for`; the same one each time, so that its tables are made once.

    Raises:
        ValueError: no such issue or choice.
    """
    return replace(variant, rules=rules_for(issue, choice))


# ---------------------------------------------------------------------- running a case


def run_case(variant: Variant, case: Case) -> Report:
    """Adjudicate a case under the rules of *variant* and compare."""
    return _run(variant, case, case.main, case.retreat)


def run_option(variant: Variant, case: Case, option: CaseOption, choice: str) -> Report:
    """Adjudicate a case with *choice* in the option's issue and compare with what DATC states for it."""
    return _run(variant_under(variant, option.issue, choice), case, option.main, option.retreat)


def _run(variant: Variant, case: Case, main: Scene, retreat: Scene | None) -> Report:
    faults, words, resolution = _compare(variant, main)
    resolutions = [resolution]
    if retreat is not None:
        following = resolution.next
        reached = (following.phase.kind, [str(unit) for unit in following.units], following.contested)
        wanted = (PhaseKind.RETREAT, [str(unit) for unit in retreat.position.units], retreat.position.contested)
        if any(options for _, options in (main.retreats or {}).values()) and reached != wanted:
            faults.append(f"the retreat phase should begin with {wanted}, begins with {reached}")
        more_faults, more_words, resolution = _compare(variant, retreat)
        faults += more_faults
        words += more_words
        resolutions.append(resolution)
    return Report(case, tuple(faults), tuple(words), tuple(resolutions))


def _compare(variant: Variant, scene: Scene) -> tuple[list[str], list[WordDifference], Resolution]:
    orders: dict[str, list[Order]] = {}
    for given in scene.orders:
        orders.setdefault(given.power, []).append(given.order)
    resolution = adjudicate(variant, scene.position, orders)
    faults: list[str] = []
    after = tuple(sorted(str(unit) for unit in resolution.next.units))
    if after != scene.after:
        faults.append(f"units should be {list(scene.after)}, are {list(after)}")
    if scene.position.phase.kind is PhaseKind.MOVEMENT:
        faults += _compare_dislodged(variant, scene, resolution)
    elif scene.dislodged:
        gone = tuple(sorted(str(each.unit) for each in resolution.outcomes if _is_lost(each)))
        if gone != scene.dislodged:
            faults.append(f"disbanded should be {list(scene.dislodged)}, are {list(gone)}")
    removed = tuple(
        sorted(str(each.unit) for each in resolution.outcomes if any(reason.kind is ReasonKind.CIVIL_DISORDER for reason in each.reasons))
    )
    if removed != scene.auto_removed:
        faults.append(f"removed by rule should be {list(scene.auto_removed)}, are {list(removed)}")
    words = list(_word_differences(variant, scene, resolution))
    faults += [f"{each.order}: should be {each.expected!r}, is {each.actual!r}" for each in words if each.binding]
    return faults, words, resolution


def _is_lost(outcome: OrderOutcome) -> bool:
    return not (isinstance(outcome.order, Retreat) and outcome.succeeded)


def _compare_dislodged(variant: Variant, scene: Scene, resolution: Resolution) -> list[str]:
    faults: list[str] = []
    out = tuple(sorted(str(each.unit) for each in resolution.outcomes if Result.DISLODGED in each.results))
    if out != scene.dislodged:
        faults.append(f"dislodged should be {list(scene.dislodged)}, are {list(out)}")
    following = resolution.next
    for each in following.dislodged:
        expected = (scene.retreats or {}).get(str(each.unit))
        if expected is not None:
            options = legal_orders(variant, following, each.unit.province)
            targets = tuple(sorted(str(order.target) for order in options if isinstance(order, Retreat)))
            found = (each.attacker_origin + (" VIA" if each.by_convoy else ""), targets)
            if found != expected:
                faults.append(f"{each.unit} should retreat from {expected}, retreats from {found}")
    if scene.contested is not None and following.dislodged and tuple(sorted(following.contested)) != scene.contested:
        faults.append(f"contested should be {list(scene.contested)}, is {sorted(following.contested)}")
    return faults


def actual_words(variant: Variant, scene: Scene, resolution: Resolution) -> tuple[str, ...]:
    """Return the result of each order of *scene*, in their sequence, in the corpus's words."""
    left = [*resolution.outcomes, *resolution.refused]
    words: list[str] = []
    for given in scene.orders:
        canonical, _ = canonical_order(variant, scene.position, given.power, given.order)
        meant = (given.order, canonical)
        outcome = next(each for each in left if each.given and each.power == given.power and each.order in meant)
        left.remove(outcome)
        words.append(datc_word(outcome))
    return tuple(words)


def _word_differences(variant: Variant, scene: Scene, resolution: Resolution) -> Iterable[WordDifference]:
    for given, expected, actual in zip(scene.orders, scene.words, actual_words(variant, scene, resolution), strict=True):
        if actual != expected and not _same_word(given.order, expected, actual):
            binding = not isinstance(given.order, Support | Convoy)
            yield WordDifference(given.text, expected, actual, binding)


def _same_word(order: Order, expected: str, actual: str) -> bool:
    """Return True if DATC itself uses the two words alike: 6.B.11 and 6.B.14 print ``fails`` for an order that 4.E.1 calls illegal."""
    first, *rest = expected.split(" ")
    other, *other_rest = actual.split(" ")
    return rest == other_rest and {first, other} == {"fails", "illegal"} and not isinstance(order, Support | Convoy)


def datc_word(outcome: OrderOutcome) -> str:
    """Return the result of an order in words of DATC 4.E.2: ``stands``, ``succeeds``, ``fails dislodged``, ``given``, ``cut destroyed``."""
    results = outcome.results
    order = outcome.order
    lost = " destroyed" if Result.DESTROYED in results else " dislodged" if Result.DISLODGED in results else ""
    if isinstance(order, Retreat | Disband | Remove):
        lost = ""
    if Result.ILLEGAL in results:
        return f"illegal{lost}"
    if isinstance(order, Hold):
        return lost.strip() or "stands"
    if isinstance(order, Support):
        return ("cut" if Result.CUT in results else "invalid" if Result.VOID in results else "given") + lost
    if isinstance(order, Convoy):
        return ("disrupted" if Result.DISRUPTED in results else "invalid" if Result.VOID in results else "available") + lost
    if Result.OK in results:
        return "succeeds"
    no_fleet = any(reason.kind is ReasonKind.NO_FLEET_ORDERED for reason in outcome.reasons)
    return ("invalid" if no_fleet else "fails") + lost
