"""The board as text: what a terminal shows of a moment."""

from __future__ import annotations

from app.game.options import variant_with
from app.game.record import Cursor, Game
from app.session.orders import orders_as_text
from entente.words import describe_ending, describe_phase, power_name
from entente.words.strengths import describe_centres, describe_units, sees_all_of
from languages import tr


def board_as_text(game: Game, cursor: Cursor, viewer: str | None = None) -> str:
    """Phase, then for each power its centres and units, dislodged units, standoffs, and the orders that are written.

    Units stand in the canonical text, so that a line can be copied into an order.

    Args:
        viewer: the power that *game* is shown to, to whom what others have may be unknown.
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
