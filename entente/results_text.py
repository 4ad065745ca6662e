"""The results of a phase as a text of the kind that judges have mailed since the eighties."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.legal import adjustment, legal_orders
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, ReasonKind, Resolution
from adjudicator.variant import Variant
from entente.words import (
    counted,
    describe_capture,
    describe_ending,
    describe_order,
    describe_phase,
    describe_phase_kind,
    describe_reasons,
    describe_season,
    describe_verdict,
    join_words,
    place_name,
    power_name,
    unit_name,
)
from entente.words.names import english_names, power_adjective
from languages import active_language, labelled, sentence, tr


def results_text(variant: Variant, position: Position, resolution: Resolution) -> str:
    """Return the results of the orders of a phase, several lines.

    The order lines can be read back: ``France: Army Paris -> Burgundy.  (*bounced 1 against 1 with Army Munich in Burgundy*)``. In another
    language they are sentences, which are read back as well: ``Frankreich: Armee Paris zieht nach Burgund.``

    Args:
        variant: names and rules.
        position: the moment in which the orders were given.
        resolution: what became of them.
    """
    phase = position.phase
    kind = describe_phase_kind(phase.kind)
    parts = [
        [tr("{kind} of {season}.", kind=sentence(kind), season=describe_season(variant, phase))],
        list(_order_lines(variant, position, resolution)),
        list(_refused_lines(variant, position, resolution)),
        list(_dislodged_lines(variant, resolution.next)),
        [f"{describe_capture(variant, capture)}." for capture in resolution.captures],
        list(_centre_lines(variant, position, resolution)),
        [_next_line(variant, resolution)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def order_text(variant: Variant, order: Order) -> str:
    """*order* in a judge's words, in English in every language: ``Army Paris SUPPORT Army Marseilles -> Burgundy``.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> order_text(standard(), parse_order("A PAR S A MAR - BUR"))
    'Army Paris SUPPORT Army Marseilles -> Burgundy'
    """
    names = english_names(variant)
    match order:
        case Hold(piece):
            return f"{names.unit(piece)} HOLD"
        case Move(piece, target, via_convoy, route):
            convoy = "".join(f" via {names.place(sea)}" for sea in route) or (" via convoy" if via_convoy else "")
            return f"{names.unit(piece)} -> {names.place(target)}{convoy}"
        case Support(piece, supported, target):
            onward = "" if target is None else f" -> {names.place(target)}"
            return f"{names.unit(piece)} SUPPORT {names.unit(supported)}{onward}"
        case Convoy(piece, army, target):
            return f"{names.unit(piece)} CONVOY {names.unit(army)} -> {names.place(target)}"
        case Retreat(piece, target):
            return f"{names.unit(piece)} RETREAT {names.place(target)}"
        case Disband(piece):
            return f"{names.unit(piece)} DISBAND"
        case Build(piece):
            return f"BUILD {names.unit(piece)}"
        case Remove(piece):
            return f"REMOVE {names.unit(piece)}"
        case Waive():
            return "WAIVE"


def _order_lines(variant: Variant, position: Position, resolution: Resolution) -> Iterator[str]:
    powers = list(dict.fromkeys([*variant.powers, *(outcome.power for outcome in resolution.outcomes)]))
    for power in powers:
        for outcome in resolution.outcomes:
            if outcome.power == power:
                yield _order_line(variant, position, outcome)


def _order_line(variant: Variant, position: Position, outcome: OrderOutcome) -> str:
    line = labelled(power_name(variant, outcome.power), f"{_order_words(variant, position, outcome.order)}.")
    reasons = "" if outcome.succeeded and outcome.given and _went_plainly(outcome) else describe_reasons(variant, position, outcome)
    return f"{line}  (*{reasons}*)" if reasons else line


def _order_words(variant: Variant, position: Position, order: Order) -> str:
    return order_text(variant, order) if active_language() is None else describe_order(variant, position, order)


def _went_plainly(outcome: OrderOutcome) -> bool:
    """Return True if the order succeeded and nothing happened to its unit."""
    always_said = {ReasonKind.CIVIL_DISORDER, ReasonKind.DEFAULT_LIST}
    return len(outcome.results) == 1 and always_said.isdisjoint(reason.kind for reason in outcome.reasons)


def _refused_lines(variant: Variant, position: Position, resolution: Resolution) -> Iterator[str]:
    for outcome in resolution.refused:
        verdict = next((reason.verdict for reason in outcome.reasons if reason.verdict is not None), None)
        why = "" if verdict is None else describe_verdict(variant, position, outcome.order, verdict)
        yield tr(
            "Not used, {power}: {order} ({why}).",
            power=power_name(variant, outcome.power),
            order=_order_words(variant, position, outcome.order),
            why=why or tr("refused"),
        )


def _dislodged_lines(variant: Variant, following: Position) -> Iterator[str]:
    for each in following.dislodged:
        power, unit = power_adjective(variant, each.unit.power), unit_name(variant, each.unit.piece)
        targets = [order.target for order in legal_orders(variant, following, each.unit.location) if isinstance(order, Retreat)]
        places = join_words((place_name(variant, target, article=True) for target in targets), "or")
        if places:
            yield tr("The {power} {unit} was dislodged and can retreat to {places}.", power=power, unit=unit, places=places)
        else:
            yield tr("The {power} {unit} was dislodged and can only disband.", power=power, unit=unit)


def _centre_lines(variant: Variant, position: Position, resolution: Resolution) -> Iterator[str]:
    """Yield the number of centres of each power and the consequence, once a phase may have changed that."""
    following = resolution.next
    if following.phase.kind is not PhaseKind.ADJUSTMENT and not resolution.captures:
        return
    for power in variant.powers:
        centres, units = len(following.centres_of(power)), len(following.units_of(power))
        if not centres and not units and not position.centres_of(power):
            continue
        due = adjustment(variant, following, power) if following.phase.kind is PhaseKind.ADJUSTMENT else 0
        consequence = "" if not due else tr("Builds {count}.", count=due) if due > 0 else tr("Removes {count}.", count=-due)
        counts = f"{counted(centres, 'supply centre')}, {counted(units, 'unit')}"
        yield labelled(power_name(variant, power), f"{counts}.{('  ' if consequence else '')}{consequence}")


def _next_line(variant: Variant, resolution: Resolution) -> str:
    if resolution.ending is not None:
        return tr("The game is over: {ending}.", ending=describe_ending(variant, resolution.ending))
    skipped = [tr("Nothing was to be done in {phase}.", phase=describe_phase(variant, phase)) for phase in resolution.skipped]
    return " ".join([*skipped, tr("Next: {phase}.", phase=describe_phase(variant, resolution.next.phase))])
