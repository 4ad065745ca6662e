"""Who has not sent orders."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.readiness import builds_left, removals_left, unattended, unordered
from app.session.session import Session, game_open
from entente.words.names import join_words, power_name, unit_name


@command("who", "Who lacks orders", menu="Game", place=11, shortcut="F6", available=game_open)
def who(session: Session) -> None:
    """List the powers that still lack orders in the present phase, and for what."""
    variant, turn = session.variant, session.open_turn
    nobody, found = unattended(session.shown), False
    for power in variant.powers if session.viewer is None else (session.viewer,):
        if power in nobody:
            continue
        lacking = [unit_name(variant, unit.piece) for unit in unordered(variant, turn, power)]
        builds, removals = builds_left(variant, turn, power), removals_left(variant, turn, power)
        if builds:
            lacking.append(f"{builds} to build")
        if removals:
            lacking.append(f"{removals} to remove")
        if lacking:
            found = True
            session.say(f"{power_name(variant, power)}: {join_words(lacking)}")
    if not found:
        session.say("All orders are in.")
