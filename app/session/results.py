"""Results in words, for the console and the command line."""

from __future__ import annotations

from adjudicator.order import Hold
from adjudicator.resolution import OrderOutcome, Resolution, Result
from adjudicator.variant import Variant
from app.game.record import Cursor, Game, Turn
from entente.words import describe_capture, describe_ending, describe_outcome, describe_phase, join_words, power_name
from languages import heading, labelled, plural, tr


def judged_turn(game: Game, cursor: Cursor) -> Turn | None:
    """The turn at *cursor* if it is adjudicated, else the one before it."""
    turn = game.turn(cursor)
    if turn.resolution is not None:
        return turn
    return game.turn(Cursor(cursor.branch, cursor.index - 1)) if cursor.index > 0 else None


def headline(variant: Variant, turn: Turn, *, supposed: bool = False, is_hidden: bool = False) -> str:
    """What a phase became, in one or a few lines: counts, skipped phases, captures, the end.

    Args:
        supposed: as for :func:`report`.
        is_hidden: a hook keeps some of the turn from whoever reads it: orders are not counted.
    """
    assert turn.resolution is not None
    resolution = turn.resolution
    if is_hidden:
        return "\n".join((f"{describe_phase(variant, turn.phase)}.", *_consequences(variant, resolution, supposed=supposed)))
    failed = sum(not outcome.succeeded for outcome in resolution.outcomes)
    dislodged = sum(Result.DISLODGED in outcome.results for outcome in resolution.outcomes)
    said = [plural("{count} order", "{count} orders", len(resolution.outcomes)), plural("{count} failed", "{count} failed", failed)]
    if dislodged:
        said.append(plural("{count} dislodged", "{count} dislodged", dislodged))
    lines = [labelled(describe_phase(variant, turn.phase), ", ".join(said))]
    if resolution.refused:
        lines.append(plural("{count} order could not be used.", "{count} orders could not be used.", len(resolution.refused)))
    lines.extend(_consequences(variant, resolution, supposed=supposed))
    return "\n".join(lines)


def report(variant: Variant, turn: Turn, *, supposed: bool = False) -> str:
    """Each order with its outcome and the reason, by power.

    Args:
        supposed: whether the phase is only tried out, so that what follows has not come yet.
    """
    assert turn.resolution is not None
    resolution = turn.resolution
    lines = [describe_phase(variant, turn.phase)]
    for power in variant.powers:
        mine = [outcome for outcome in (*resolution.outcomes, *resolution.refused) if outcome.power == power]
        listed = [outcome for outcome in mine if not _just_stood(outcome)]
        if mine:
            lines.append(heading(power_name(variant, power)))
            lines.extend(f"  {describe_outcome(variant, turn.position, outcome)}" for outcome in listed)
            if len(listed) < len(mine):
                lines.append(
                    plural("  {count} unit held without an order", "  {count} units held without an order", len(mine) - len(listed))
                )
    lines.extend(_consequences(variant, resolution, supposed=supposed))
    return "\n".join(lines)


def _just_stood(outcome: OrderOutcome) -> bool:
    """Whether nobody ordered the unit and nothing happened to it."""
    return not outcome.given and isinstance(outcome.order, Hold) and outcome.results == {Result.OK}


def _consequences(variant: Variant, resolution: Resolution, *, supposed: bool = False) -> list[str]:
    lines = [f"{describe_capture(variant, capture)}." for capture in resolution.captures]
    if resolution.skipped:
        lines.append(tr("Passed over: {phase}.", phase=join_words(describe_phase(variant, phase) for phase in resolution.skipped)))
    if resolution.ending is not None:
        ending = describe_ending(variant, resolution.ending)
        lines.append(
            tr("The game would be over: {ending}.", ending=ending) if supposed else tr("The game is over: {ending}.", ending=ending)
        )
    else:
        phase = describe_phase(variant, resolution.next.phase)
        lines.append(tr("Next would be: {phase}.", phase=phase) if supposed else tr("Now: {phase}.", phase=phase))
    return lines
