"""Edits around the table: press, votes, sealed orders and hooks."""

from __future__ import annotations

import re
from dataclasses import replace

from app.game.edits import known_power, one_line, open_cursor, text_block
from app.game.entries import Hook, HookAttached, HookDetached, HookState, Press, Vote
from app.game.record import EditError, Game, Why
from languages import tr

GAME_MASTER = "GM"
"""The sender of press that is no power."""

LARGEST_HOOK = 64 * 1024
"""Bytes of one hook's source."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def send_press(game: Game, branch: str, press: Press) -> Game:
    """The game with one more message in the open turn of *branch*.

    Raises:
        EditError: the branch is over, or sender or receiver is no power (``GM`` may send and receive too).
    """
    cursor = open_cursor(game, branch)
    for name in (press.sender, *press.receivers):
        if name != GAME_MASTER:
            known_power(game, name)
    sent = replace(press, text=text_block(press.text), at=one_line(press.at))
    turn = game.turn(cursor)
    return game.with_turn(cursor, replace(turn, press=(*turn.press, sent)))


def cast_vote(game: Game, branch: str, power: str, choice: str) -> Game:
    """The game with *power*'s vote for this phase; an empty choice takes the vote back."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    known_power(game, power)
    votes = [vote for vote in turn.votes if vote.power != power]
    if one_line(choice):
        votes.append(Vote(power, one_line(choice)))
    return game.with_turn(cursor, replace(turn, votes=tuple(votes)))


def unseal_orders(game: Game, branch: str, power: str) -> Game:
    """The game without the sealed orders of *power* in the open turn, for when they were opened or taken back."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    return game.with_turn(cursor, replace(turn, sealed=tuple(each for each in turn.sealed if each.power != power or each.is_given_up)))


def put_hook(game: Game, hook: Hook) -> Game:
    """The game with *hook* among its hooks, in place of one of the same name. It runs nowhere until it is attached.

    Raises:
        EditError: the name is not of the form ``fog_of_war``, or the source is larger than 64 kB.
    """
    if _NAME.fullmatch(hook.name) is None:
        raise EditError(Why.BAD_NAME, tr("A hook's name has small letters, digits and _, and starts with a letter."))
    if any(_NAME.fullmatch(point) is None for point in hook.points):
        raise EditError(Why.BAD_NAME, tr("A hook takes part at points such as press or after_adjudication."))
    if len(hook.source.encode("utf-8", "replace")) > LARGEST_HOOK:
        raise EditError(Why.BAD_TEXT, tr("The source of {hook} is larger than 64 kB.", hook=hook.name))
    kept = replace(hook, source=hook.source.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n"), note=one_line(hook.note))
    if any(ord(mark) < 32 and mark not in "\n\t" for mark in kept.source):
        raise EditError(Why.BAD_TEXT, tr("The source of {hook} holds control characters.", hook=hook.name))
    hooks = tuple(kept if each.name == hook.name else each for each in game.hooks)
    return replace(game, hooks=hooks if kept in hooks else (*hooks, kept))


def attach_hook(game: Game, branch: str, name: str, arguments: str = "") -> Game:
    """The game with hook *name* running from the open turn of *branch* on."""
    _known_hook(game, name)
    return _with_change(game, branch, HookAttached(name, one_line(arguments)))


def detach_hook(game: Game, branch: str, name: str) -> Game:
    """The game with hook *name* no longer running from the open turn of *branch* on."""
    if name not in game.hooks_at(open_cursor(game, branch)):
        raise EditError(Why.NO_SUCH_HOOK, tr("No hook named {name} is attached.", name=name))
    return _with_change(game, branch, HookDetached(name))


def set_hook_state(game: Game, branch: str, name: str, state: str) -> Game:
    """The game with the state of hook *name*, JSON on one line, at the open turn."""
    _known_hook(game, name)
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    earlier = tuple(each for each in turn.changes if not (isinstance(each, HookState) and each.name == name))
    return game.with_turn(cursor, replace(turn, changes=(*earlier, HookState(name, one_line(state)))))


def _known_hook(game: Game, name: str) -> None:
    if all(hook.name != name for hook in game.hooks):
        raise EditError(Why.NO_SUCH_HOOK, tr("This game holds no hook named {name}.", name=name))


def _with_change(game: Game, branch: str, change: HookAttached | HookDetached) -> Game:
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    earlier = tuple(each for each in turn.changes if not (isinstance(each, HookAttached | HookDetached) and each.name == change.name))
    return game.with_turn(cursor, replace(turn, changes=(*earlier, change)))
