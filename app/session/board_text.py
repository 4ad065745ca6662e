"""Board, orders and results as text, for the console and the command line."""

from __future__ import annotations

from adjudicator import Resolution, Result, Variant, Waive
from app.game.record import Cursor, Game, OrderLine, Turn, variant_with
from entente.words import describe_capture, describe_ending, describe_outcome, describe_phase, describe_verdict, join_words, power_name
from entente.words.sentence import describe_centres, describe_units, sees_all_of
from languages import heading, labelled, plural, tr


def giver_of_order(turn: Turn, province: str) -> str | None:
    """The power that has written an order for *province*."""
    for power, lines in turn.orders.items():
        for line in lines:
            if line.order is not None and not isinstance(line.order, Waive) and line.order.piece.location.province == province:
                return power
    return None


def orders_as_text(variant: Variant, turn: Turn, power: str | None = None, *, marked: bool = False) -> str:
    """The orders by power, one a line, as text that can be pasted again or mailed: without unread lines, whose words are
    their sender's and the game master's alone.

    Args:
        power: only of this power.
        marked: for a person: powers by name, and the reason after ``;`` where a line was not read or is not legal.
    """
    parts: list[str] = []
    for each in variant.powers if power is None else (power,):
        if each not in turn.orders:
            continue
        lines = turn.orders[each]
        if not marked and lines:
            lines = tuple(line for line in lines if line.order is not None)
            if not lines:
                continue
        parts.append(heading(power_name(variant, each)) if marked else f"{each}:")
        parts.extend(f"  {_line(variant, turn, line, marked)}" for line in lines)
        if not lines:
            parts.append(f"  {tr('(an empty set)')}" if marked else "")
    return "\n".join(parts).rstrip() or (tr("No orders are written.") if marked else "")


def _line(variant: Variant, turn: Turn, line: OrderLine, marked: bool) -> str:
    text = str(line.order) if line.order is not None else line.text
    if marked and line.is_withdrawn:
        return f"{text}  ; {tr('withdrawn?')}"
    if not marked or line.is_legal:
        return text
    if line.order is None:
        return f"{text}  ; {tr('not understood')}"
    if line.is_replaced:
        return f"{text}  ; {tr('replaced by a later line')}"
    assert line.verdict is not None
    return f"{text}  ; {describe_verdict(variant, turn.position, line.order, line.verdict)}"


def board_as_text(game: Game, cursor: Cursor, viewer: str | None = None) -> str:
    """Phase, then for each power its centres and units, dislodged units, standoffs, and the orders that are written.

    Units stand in the canonical text, so that a line can be copied into an order.

    Args:
        viewer: the power that *game* is seen as, to which others' units may be unknown.
    """
    variant = variant_with(game.variant, game.rules_at(cursor))
    turn = game.turn(cursor)
    position = turn.position
    lines = [
        tr(
            "{game}: {phase} ({turn_phase}, branch {branch})",
            game=game.name,
            phase=describe_phase(variant, turn.phase),
            turn_phase=turn.phase,
            branch=cursor.branch,
        ),
        "",
    ]
    for power in variant.powers:
        units, centres = position.units_of(power), position.centres_of(power)
        if units or centres:
            whole = sees_all_of(position, power, viewer)
            none = tr("none") if whole else tr("none seen")
            lines.append(
                f"{power_name(variant, power)} ({describe_centres(len(centres), whole=whole)}, {describe_units(len(units), whole=whole)})"
            )
            lines.append(tr("  units:   {units}", units=", ".join(str(unit.piece) for unit in units) or none))
            lines.append(tr("  centres: {centres}", centres=", ".join(centres) or none))
    free = [centre for centre in variant.board.centres if centre not in position.owners and centre not in position.unseen]
    if free:
        lines.append(tr("free centres: {free}", free=", ".join(free)))
    lines.extend(
        tr("dislodged: {unit} (by the unit from {attacker_origin})", unit=each.unit, attacker_origin=each.attacker_origin)
        for each in position.dislodged
    )
    if position.contested:
        lines.append(tr("standoffs: {places}", places=", ".join(sorted(position.contested))))
    if turn.orders:
        lines += ["", orders_as_text(variant, turn, marked=True)]
    ending = game.branch(cursor.branch).ending
    if ending is not None and cursor == game.last(cursor.branch):
        lines += ["", tr("The game is over: {ending}.", ending=describe_ending(variant, ending))]
    return "\n".join(lines)


def judged_turn(game: Game, cursor: Cursor) -> Turn | None:
    """The turn at *cursor* if it is adjudicated, else the one before it."""
    turn = game.turn(cursor)
    if turn.resolution is not None:
        return turn
    return game.turn(Cursor(cursor.branch, cursor.index - 1)) if cursor.index > 0 else None


def headline(variant: Variant, turn: Turn, *, supposed: bool = False, is_hidden: bool = False) -> str:
    """Return the outcome of a phase, in one or a few lines: counts, skipped phases, captures, the end.

    Args:
        supposed: as for :func:`report`.
        is_hidden: a hook keeps some of the turn from the reader: orders are not counted.
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
        listed = [outcome for outcome in mine if not outcome.just_stood]
        if mine:
            lines.append(heading(power_name(variant, power)))
            lines.extend(f"  {describe_outcome(variant, turn.position, outcome)}" for outcome in listed)
            if len(listed) < len(mine):
                lines.append(
                    plural("  {count} unit held without an order", "  {count} units held without an order", len(mine) - len(listed))
                )
    lines.extend(_consequences(variant, resolution, supposed=supposed))
    return "\n".join(lines)


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
