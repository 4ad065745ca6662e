"""A power's vote to end the game."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.voting import missing_votes
from app.game.voting import vote as voted
from app.session.parameter_kinds import PowerName, RestOfLine
from app.session.session import Session, orders_taken
from entente.words import describe_ending


@command("vote", "Vote to end the game…", menu="Game", place=19, available=orders_taken)
def vote(session: Session, power: PowerName, choice: RestOfLine = "") -> None:
    """Cast a power's vote; when the votes of all who survive agree, the game is over.

    Args:
        power: who votes.
        choice: draw, draw FRANCE ITALY, concede to FRANCE, or no. Nothing takes the vote back.
    """
    session.check_writer(power)
    branch = session.branch
    session.perform(f"Vote of {power}", lambda game: voted(game, branch, power, choice))
    ending = session.game.branch(branch).ending
    if ending is not None:
        session.say(f"The votes agree: {describe_ending(session.variant, ending)}.")
        return
    if session.viewer is not None:
        session.say("Voted. Who else has voted is not told before the phase is over.")
        return
    waiting = missing_votes(session.game, session.game.line(branch)[-1])
    named = ", ".join(session.variant.powers[each].name for each in waiting)
    session.say(f"Voted. Not yet: {named}." if waiting else "All have voted, and they do not agree.")
