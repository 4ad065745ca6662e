"""Board in words: the province under the pointer, every unit and province for screen readers, the progress of an exercise. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator import Order, PowerRole, Resolution, Terrain, Variant, Waive
from app.game.record import Cursor, Game, Turn
from app.presentation.order_rows import outcome_note
from entente.words import describe_outcome, describe_phase
from entente.words.names import kind_word, place_name, power_adjective, power_name, unit_name, variant_name
from entente.words.outcomes import describe_order
from languages import mark, plural, sort_key, tr, tr_in

_TERRAINS = {
    Terrain.INLAND: mark("inland"),
    Terrain.COASTAL: mark("coast"),
    Terrain.SEA: mark("sea"),
    Terrain.IMPASSABLE: mark("impassable"),
}


def hover_text(variant: Variant, turn: Turn, province: str, preview: Resolution | None = None) -> str:
    """``Burgundy (BUR) · inland · French Army: moves to Munich, bounced``; an unknown province gives nothing.

    Args:
        preview: what the orders of an open turn would give.
    """
    place = variant.board.provinces.get(province)
    if place is None:
        return ""
    parts = [f"{place_name(variant, province)} ({place.code})", terrain_in_words(place.terrain)]
    owner = turn.position.owners.get(province)
    if place.centre:
        parts.append(tr("centre of {power}", power=power_name(variant, owner)) if owner is not None else tr("free centre"))
    unit = turn.position.unit_at(province)
    if unit is not None:
        parts.append(
            tr_in("unit", "{power} {kind}", power=power_adjective(variant, unit.power), kind=kind_word(variant, unit.kind))
            + _doing(variant, turn, unit.power, province, preview)
        )
    dislodged = turn.position.dislodged_at(province)
    if dislodged is not None:
        loser = dislodged.unit
        words = tr(
            "{power} {kind} dislodged",
            power=power_adjective(variant, loser.power),
            kind=kind_word(variant, loser.kind),
        )
        parts.append(words + _doing(variant, turn, loser.power, province, preview))
    return " · ".join(parts)


def terrain_in_words(terrain: Terrain) -> str:
    """``inland``, ``coast``, ``sea``."""
    return tr(_TERRAINS[terrain])


def _doing(variant: Variant, turn: Turn, power: str, province: str, preview: Resolution | None) -> str:
    words = order_in_words(variant, turn, power, province, preview)
    return f": {words}" if words else ""


def order_in_words(variant: Variant, turn: Turn, power: str, province: str, preview: Resolution | None = None) -> str:
    """Return the order of the unit of *power* in *province*, with its outcome or preview: ``moves to Munich (bounced)``.

    Empty where it has no order.
    """
    order = _order(turn, power, province)
    resolution = turn.resolution or preview
    outcome = (
        None
        if resolution is None
        else next(
            (each for each in resolution.outcomes if each.power == power and each.unit is not None and each.unit.province == province), None
        )
    )
    given = order if order is not None else None if outcome is None or turn.resolution is None else outcome.order
    if given is None:
        return ""
    sentence = describe_order(variant, turn.position, given)
    if any(line.order == given and line.is_withdrawn for line in turn.orders_of(power)):
        sentence = f"{sentence}, {tr('withdrawn?')}"
    note = "" if outcome is None else outcome_note(variant, turn.position, outcome)
    if note and turn.resolution is None:
        note = (
            tr("would be {note}", note=note)
            if note.split(" ", 1)[0] in {"bounced", "cut", "dislodged"}
            else tr("preview: {note}", note=note)
        )
    return f"{sentence} ({note})" if note else sentence


def _order(turn: Turn, power: str, province: str) -> Order | None:
    return next(
        (
            line.order
            for line in turn.orders_of(power)
            if line.order is not None
            and not isinstance(line.order, Waive)
            and line.order.piece.location.province == province
            and line.is_legal
        ),
        None,
    )


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """A province, or a unit in it."""

    province: str
    name: str
    """``Paris, inland, centre of France``; of a unit ``Army Paris, France, no order`` or ``Army Paris moves to Burgundy, France``."""
    is_unit: bool = False
    is_dislodged: bool = False
    """True if it is the unit that was driven out, beside the one that stands there."""


def spoken_board(
    variant: Variant, turn: Turn, preview: Resolution | None = None, hidden: frozenset[str] = frozenset()
) -> tuple[SpokenPart, ...]:
    """All units by power, then all provinces by name. Of a part out of sight it has this fact alone.

    Args:
        turn: as the viewer may see it.
        preview: what the orders of an open turn would give.
        hidden: provinces of which the viewer knows nothing.
    """
    return (*_units(variant, turn, preview), *_provinces(variant, turn, hidden))


def _units(variant: Variant, turn: Turn, preview: Resolution | None) -> list[SpokenPart]:
    standing = [(unit, False) for unit in turn.position.units]
    driven = [(each.unit, True) for each in turn.position.dislodged]
    places = list(variant.powers)
    found = []
    for unit, is_dislodged in sorted((*standing, *driven), key=lambda each: (places.index(each[0].power), str(each[0]))):
        ordered = order_in_words(variant, turn, unit.power, unit.province, preview)  # which says the unit itself
        words = [ordered or unit_name(variant, unit.piece), power_name(variant, unit.power)]
        if is_dislodged:
            words.append(tr("dislodged"))
        if not ordered:
            words.append(tr("no order"))
        found.append(SpokenPart(unit.province, ", ".join(words), is_unit=True, is_dislodged=is_dislodged))
    return found


def _provinces(variant: Variant, turn: Turn, hidden: frozenset[str]) -> list[SpokenPart]:
    found = []
    for code, place in sorted(variant.board.provinces.items(), key=lambda each: sort_key(place_name(variant, each[0]))):
        words = [place_name(variant, code), terrain_in_words(place.terrain)]
        if code in hidden:
            words.append(tr("out of sight"))
        elif place.centre:
            owner = turn.position.owners.get(code)
            words.append(tr("free centre") if owner is None else tr("centre of {power}", power=power_name(variant, owner)))
        found.append(SpokenPart(code, ", ".join(words)))
    return found


@dataclass(frozen=True, slots=True)
class ExerciseState:
    """Words of the strip above the board of an exercise."""

    title: str
    task: str
    solved: bool
    verdict: str
    """Result so far; empty before the first phase."""

    wrong: tuple[str, ...]
    """Own orders of the last phase that did not succeed, each with its reason."""


def exercise_state(game: Game, cursor: Cursor, task: str) -> ExerciseState:
    """The state of the exercise *game*, seen at *cursor*, whose goal is *task*."""
    variant = game.variant
    own = {power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING}
    line = game.line(cursor.branch)[: cursor.index + 1]
    resolved = [turn for turn in line if turn.resolution is not None]
    if not resolved:
        return ExerciseState(variant_name(variant), task, False, "", ())
    last = resolved[-1]
    assert last.resolution is not None
    ending = last.resolution.ending
    if ending is not None and own & set(ending.winners):
        return ExerciseState(
            variant_name(variant), task, True, plural("Solved in {count} phase.", "Solved in {count} phases.", len(resolved)), ()
        )
    wrong = tuple(
        describe_outcome(variant, last.position, outcome)
        for outcome in (*last.resolution.outcomes, *last.resolution.refused)
        if outcome.power in own and not outcome.succeeded
    )
    verdict = tr("The exercise is over and not solved.") if ending is not None else tr("Not solved yet.")
    if wrong:
        verdict = f"{verdict} {tr('In {phase}:', phase=describe_phase(variant, last.phase))}"
    else:
        missed = tr("{phase}: every order succeeded, but the goal is not reached.", phase=describe_phase(variant, last.phase))
        verdict = f"{verdict} {missed}"
    return ExerciseState(variant_name(variant), task, False, verdict, wrong)
