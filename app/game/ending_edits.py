"""Endings of a game by agreement: draws, concessions and the votes on them; and a game that is taken up again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from adjudicator import Concession, DrawVote, Ending, Vote, settle_votes
from app.game.edits import known_power, open_cursor
from app.game.record import MAIN, EditError, Game, Turn, Why, variant_with
from app.game.table_edits import cast_vote
from entente.words.names import join_words, power_name
from languages import clauses, tr


def declare_draw(game: Game, branch: str = MAIN, powers: Iterable[str] = (), *, reason: str = "draw") -> Game:
    """The branch ends in a draw among *powers*; of none are named, among all who still have a centre or a unit.

    Args:
        reason: why, where it was not by agreement.
    """
    cursor = open_cursor(game, branch)
    position = game.turn(cursor).position
    named = tuple(known_power(game, power) for power in powers)
    sharing = named or tuple(power for power in game.variant.powers if position.centres_of(power) or position.units_of(power))
    return _ended(game, branch, Ending(sharing, reason))


def concede(game: Game, branch: str = MAIN, *, winner: str) -> Game:
    """All others concede the game to *winner*."""
    open_cursor(game, branch)
    return _ended(game, branch, Ending((known_power(game, winner),), "concession"))


def abandon(game: Game, branch: str = MAIN) -> Game:
    """The branch ends without a winner."""
    open_cursor(game, branch)
    return _ended(game, branch, Ending((), "abandoned"))


def reopen(game: Game, branch: str = MAIN) -> Game:
    """Take back an ending that people declared; what the rules ended stays over.

    Raises:
        EditError: the branch is not over, or the rules ended it.
    """
    found = game.branch(branch)
    if found.ending is None:
        raise EditError(Why.BAD_NAME, tr("Branch {branch} is not over.", branch=branch))
    line = game.line(branch)
    judged = line[-2].resolution if len(line) > 1 else None
    if judged is not None and judged.ending is not None:
        raise EditError(Why.GAME_OVER, tr("The game is over. Play on from an earlier phase in a branch."))
    return game.with_branch(replace(found, ending=None))


def _ended(game: Game, branch: str, ending: Ending) -> Game:
    return game.with_branch(replace(game.branch(branch), ending=ending))


NO = "no"

_BETWEEN = re.compile(r"[\s,]+")


def vote_of(game: Game, choice: str) -> Vote | None:
    """Return the vote in the words *choice*: ``draw``, ``draw FRANCE, ITALY``, ``concede to FRANCE``; ``no`` and nothing vote for no end.

    Raises:
        EditError: the words are none of these, or name no power of the game.
    """
    words = [word for word in _BETWEEN.split(choice.strip()) if word]
    match [words[0].lower() if words else NO, *words[1:]]:
        case ["no"]:
            return None
        case ["draw", *powers]:
            return DrawVote(frozenset(known_power(game, power.upper()) for power in powers))
        case ["concede", "to", power] | ["concede", power]:
            return Concession(known_power(game, power.upper()))
    raise EditError(Why.BAD_NAME, tr("{choice!r} is no vote: expected draw, draw FRANCE, ITALY, concede to FRANCE, or no.", choice=choice))


def vote(game: Game, branch: str, power: str, choice: str) -> Game:
    """The game with the vote of *power*, and over where the votes of all survivors agree on how it ends.

    Raises:
        EditError: the branch is over, *power* is none, or *choice* is no vote.
    """
    vote_of(game, choice)
    voted = cast_vote(game, branch, power, choice)
    ending = ending_by_votes(voted, branch)
    return voted if ending is None else voted.with_branch(replace(voted.branch(branch), ending=ending))


def ending_by_votes(game: Game, branch: str) -> Ending | None:
    """Return the ending of the game by the votes of the open turn of *branch*, or ``None``."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    votes = {each.power: meant for each in turn.votes if (meant := _meaning(game, each.choice)) is not None}
    return settle_votes(variant_with(game.variant, game.rules_at(cursor)), turn.position, votes)


def vote_words(game: Game, choice: str) -> str:
    """Return the words for a vote: ``a draw among all``, ``a draw among England and Turkey``, ``France wins``, ``play on``."""
    try:
        vote = vote_of(game, choice)
    except EditError:
        return choice
    match vote:
        case DrawVote(powers=powers) if powers:
            return tr("a draw among {powers}", powers=join_words(power_name(game.variant, each) for each in sorted(powers)))
        case DrawVote():
            return tr("a draw among all")
        case Concession(winner=winner):
            return tr("{power} wins", power=power_name(game.variant, winner))
        case None:
            return tr("play on")
        case _:
            assert_never(vote)


def votes_sentence(game: Game, turn: Turn) -> str:
    """The votes of *turn* in one sentence: ``Votes: France, a draw among all; Germany, play on.`` Empty where there was no vote."""
    said = [f"{power_name(game.variant, each.power)}, {vote_words(game, each.choice)}" for each in turn.votes]
    return tr("Votes: {votes}.", votes=clauses(said)) if said else ""


def missing_votes(game: Game, turn: Turn) -> tuple[str, ...]:
    """The powers that still have units or centres and have not voted in *turn*."""
    voted = {each.power for each in turn.votes}
    position = turn.position
    return tuple(power for power in game.variant.powers if power not in voted and (position.units_of(power) or position.centres_of(power)))


def _meaning(game: Game, choice: str) -> Vote | None:
    """Read a vote as ``vote_of`` does; unknown words in a file vote for no end."""
    try:
        return vote_of(game, choice)
    except EditError:
        return None
