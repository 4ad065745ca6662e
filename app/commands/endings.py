"""Endings of a game: by agreement, by vote, without a winner; and playing on after all."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.ending_edits import abandon, declare_draw, missing_votes
from app.game.ending_edits import concede as conceded
from app.game.ending_edits import reopen as reopened
from app.game.ending_edits import vote as voted
from app.session.parameters import PowerName, RestOfLine
from app.session.processing import agree_to_end
from app.session.roles import Who
from app.session.session import Session, is_over, orders_taken
from app.tables.table_letters import end_by_joined_votes
from entente.words import describe_ending, join_words
from entente.words.names import power_name
from languages import tr


@command("vote", "Vote to end the game…", who=Who.SEAT, menu="Game/End of the game", place=19, available=orders_taken)
def vote(session: Session, power: PowerName, choice: RestOfLine = "") -> None:
    """Cast a power's vote; when the votes of all who survive agree, the game is over.

    Args:
        power: who votes.
        choice: draw, draw FRANCE ITALY, concede to FRANCE, or no; without one, the vote is taken back.
    """
    session.check_writer(power)
    branch = session.branch
    session.perform(tr("Vote of {power}", power=power), lambda game: voted(game, branch, power, choice))
    if session.seating is not None and session.seating.branch == branch:
        end_by_joined_votes(session, session.seating)
    ending = session.game.branch(branch).ending
    if ending is not None:
        session.say(tr("The votes agree: {ending}.", ending=describe_ending(session.variant, ending)))
        return
    if session.viewer is not None:
        is_secret = session.seating is not None and session.seating.with_vote
        session.say(
            tr("Voted. Nobody sees how; only whether the votes agree is shown.")
            if is_secret
            else tr("Voted. Other votes are shown when the phase is over.")
        )
        return
    waiting = missing_votes(session.game, session.game.line(branch)[-1])
    named = ", ".join(power_name(session.variant, each) for each in waiting)
    session.say(tr("Voted. Not yet: {named}.", named=named) if waiting else tr("All have voted, and they do not agree."))


@command("draw", "Declare a draw…", menu="Game/End of the game", place=20, available=orders_taken)
def draw(session: Session, *powers: PowerName, asking: bool = True, reason: str | None = None) -> None:
    """End the game in a draw.

    Args:
        powers: who shares it; all who still have a centre or a unit, unless named.
        asking: ask first whether the game is to end; a script never asks.
        reason: why, for the record.
    """
    branch = session.branch
    among = join_words(power_name(session.variant, power) for power in powers) or tr("all who still have a centre or a unit")
    agree_to_end(session, tr("End the game in a draw among {among}?", among=among), asking=asking)
    session.perform(tr("Declare a draw"), lambda game: declare_draw(game, branch, powers), reason=reason)
    ending = session.game.branch(branch).ending
    assert ending is not None
    session.say(tr("The game is over: {ending}.", ending=describe_ending(session.variant, ending)))


@command("concede", "Concede to a power…", menu="Game/End of the game", place=21, available=orders_taken)
def concede(session: Session, winner: PowerName, *, asking: bool = True, reason: str | None = None) -> None:
    """End the game: all others concede it to one power.

    Args:
        winner: who wins.
        asking: ask first whether the game is to end; a script never asks.
        reason: why, for the record.
    """
    branch = session.branch
    agree_to_end(
        session, tr("End the game? All others concede it to {power}, who wins.", power=power_name(session.variant, winner)), asking=asking
    )
    session.perform(tr("Concede"), lambda game: conceded(game, branch, winner=winner), reason=reason)
    ending = session.game.branch(branch).ending
    assert ending is not None
    session.say(tr("The game is over: {ending}.", ending=describe_ending(session.variant, ending)))


@command("end", "End without a winner…", menu="Game/End of the game", place=22, available=orders_taken)
def end(session: Session, *, asking: bool = True, reason: str | None = None) -> None:
    """End the game without a winner.

    Args:
        asking: ask first whether the game is to end; a script never asks.
        reason: why, for the record.
    """
    branch = session.branch
    agree_to_end(session, tr("End the game without a winner?"), asking=asking)
    session.perform(tr("End without a winner"), lambda game: abandon(game, branch), reason=reason)
    session.say(tr("The game is over, without a winner."))


@command("reopen", "Play on after all", menu="Game/End of the game", place=23, available=is_over)
def reopen(session: Session, *, reason: str | None = None) -> None:
    """Take back a draw, a concession or an end that people declared. One that the rules found stays.

    Args:
        reason: why, for the record.
    """
    branch = session.branch
    session.perform(tr("Play on after all"), lambda game: reopened(game, branch), reason=reason)
