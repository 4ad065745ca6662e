"""Where the game stands."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.readiness import missing, unattended
from app.session.kept_lines import kept_lines
from app.session.session import Session, game_open
from entente.words import describe_ending, describe_phase
from entente.words.names import counted, power_name
from entente.words.strengths import describe_centres, describe_units, sees_all_of


@command("status", "Status of the game", menu="Game", place=13, available=game_open)
def status(session: Session) -> None:
    """Say where the game stands: phase, centres and units of each power, what is missing."""
    game, variant, turn = session.shown, session.variant, session.turn
    position = turn.position
    session.say(f"{session.document.title}: {variant.name}, {describe_phase(variant, turn.phase)}, branch {session.branch}")
    for power in variant.powers:
        centres, units = len(position.centres_of(power)), len(position.units_of(power))
        if centres or units:
            whole = sees_all_of(position, power, session.viewer)
            told = f"{describe_centres(centres, whole=whole)}, {describe_units(units, whole=whole)}"
            session.say(f"  {power_name(variant, power)}: {told}")
    ending = game.branch(session.branch).ending
    if ending is not None:
        session.say(f"Over: {describe_ending(variant, ending)}.")
    elif session.viewer is None and (lacking := missing(variant, session.open_turn, unattended(game))):
        session.say(f"{counted(sum(lacking.values()), 'order')} of {counted(len(lacking), 'power')} still missing.")
    kept = kept_lines(session)
    if kept and ending is None:
        session.say(f"{counted(len(kept), 'line')} kept for this phase from earlier mails; kept-orders lists them.")
    if session.document.is_modified:
        session.say("There is something that is not saved.")
