"""Press between powers: every message is asked about before it is delivered, once for each who is to read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.game.dpn.lines import base64_text, from_base64
from app.game.edits import one_line, open_cursor, text_block
from app.game.entries import Press, SealedLetter
from app.game.record import Game
from app.game.table_edits import GAME_MASTER, send_press
from app.hooks.asking_hooks import HookQuestions, Log
from app.hooks.host import HookHost
from entente.words.hook_words import hook_reason
from entente.words.names import name_of_power
from languages import tr
from variants.hooks.contracts import Point

LONGEST_DELAY = 20
"""Phases."""

_KEY = "delayed press"
_LONGEST_HELD = 1_900
_LONGEST_SEALED = 3_800
"""Characters of a held letter on its line."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Delivery of a message to one receiver."""

    receiver: str
    allowed: bool
    text: str
    """Text as it will be read."""
    delay: int = 0
    """Phases until it is delivered."""
    reason: str = ""
    """Reason that it is kept back, for the sender."""
    hook: str = ""


def judge_press(game: Game, branch: str, press: Press, host: HookHost) -> tuple[tuple[Delivery, ...], Log]:
    """Judge *press* by the hooks, for each receiver. What the game master writes is not asked about.

    Raises:
        EditError: the branch is over, or hooks cannot be asked here now.
    """
    cursor = open_cursor(game, branch)
    everybody = tuple(power for power in game.variant.powers if power != press.sender)
    receivers = press.receivers or everybody
    if press.sender == GAME_MASTER or not game.hooks:
        return tuple(Delivery(each, allowed=True, text=press.text) for each in receivers), ()
    asking = HookQuestions(game, cursor, host, needed=True)
    position = game.turn(cursor).position
    found: list[Delivery] = []
    for receiver in receivers:
        delivery = Delivery(receiver, allowed=True, text=press.text)
        names = {"sender": name_of_power(game.variant, press.sender), "receiver": name_of_power(game.variant, receiver)}
        for running in asking.attached.at(Point.PRESS):
            extra = {"message": {"from": press.sender, "to": receiver, "text": delivery.text, "receivers": list(receivers)}}
            answer = asking.ask(running, Point.PRESS, game.variant, position, extra, f"{press.sender} {receiver} {press.text}")
            if not answer:
                continue
            if answer.get("allow") is False:
                reason = " ".join(str(answer.get("reason") or tr("these powers may not write to one another")).split())[:300]
                delivery = replace(delivery, allowed=False, reason=reason, hook=running.name)
                what = tr("kept back a letter from {sender} to {receiver}: {reason}", **names, reason=hook_reason(reason, game.variant))
                asking.note(running, Point.PRESS, position, what)
                break
            text, delay = answer.get("text"), answer.get("delay")
            if isinstance(text, str) and text != delivery.text:
                delivery = replace(delivery, text=text_block(text), hook=running.name)
                asking.note(running, Point.PRESS, position, tr("altered a letter from {sender} to {receiver}", **names))
            if isinstance(delay, int) and delay > 0:
                delivery = replace(delivery, delay=min(max(delay, delivery.delay), LONGEST_DELAY), hook=running.name)
                what = tr("delays a letter from {sender} to {receiver} by {delay} phases", **names, delay=delivery.delay)
                asking.note(running, Point.PRESS, position, what)
        found.append(delivery)
    return tuple(found), asking.log


def send_with_hooks(
    game: Game, branch: str, press: Press, host: HookHost, seal: Callable[[Game, Press], Press] | None = None
) -> tuple[Game, tuple[Delivery, ...], Log]:
    """The game with *press* delivered to those who may read it now, and kept for those who read it later.

    Args:
        seal: closes each letter to all but its sender and readers, after the hooks have seen what its sender wrote.

    Raises:
        EditError: the branch is over, sender or receiver is no power, or hooks cannot be asked here now.
    """
    deliveries, log = judge_press(game, branch, press, host)

    def closed(letter: Press) -> Press:
        letter = replace(letter, text=text_block(letter.text), at=one_line(letter.at))
        return letter if seal is None else seal(game, letter)

    everybody = all(each.allowed and not each.delay and each.text == press.text for each in deliveries)
    if everybody:
        return send_press(game, branch, closed(press)), deliveries, log
    at_once: dict[str, list[str]] = {}
    for each in deliveries:
        if not each.allowed:
            continue
        held = replace(press, receivers=(each.receiver,), text=each.text)
        due = len(game.line(branch)) - 1 + each.delay
        if each.delay and (line := _held_line(branch, due, closed(held))) is not None:
            send_press(game, branch, held)  # refuses what could not be delivered later
            game = _with_held(game, line)
        else:
            at_once.setdefault(each.text, []).append(each.receiver)
    for text, receivers in at_once.items():
        game = send_press(game, branch, closed(replace(press, receivers=tuple(receivers), text=text)))
    return game, deliveries, log


def deliver_due(game: Game, branch: str) -> Game:
    """The game with the delayed press that is due in the open turn of *branch*: after a phase was processed."""
    if game.branch(branch).ending is not None:
        return game
    now = len(game.line(branch)) - 1
    kept: list[tuple[str, str]] = []
    due: list[Press] = []
    for key, value in game.settings:
        held = _read_held(value) if key.startswith(_KEY) else None
        if held is not None and held[0] == branch and held[1] <= now:
            due.append(held[2])
        else:
            kept.append((key, value))
    if not due:
        return game
    game = replace(game, settings=tuple(kept))
    for press in due:
        game = send_press(game, branch, press)
    return game


def _held_line(branch: str, due: int, press: Press) -> str | None:
    """A delayed message on one line; ``None`` where it is too long for one, and is delivered at once."""
    parts: list[object] = [branch, due, press.sender, list(press.receivers), press.text, press.at]
    if press.sealed is not None:
        shares = [[power, base64_text(share)] for power, share in press.sealed.shares]
        parts.append([press.sealed.scheme, press.sealed.phase, shares, base64_text(press.sealed.data)])
    text = json.dumps(parts).replace("\x7f", "\\u007f")
    return text if len(text) <= (_LONGEST_HELD if press.sealed is None else _LONGEST_SEALED) else None


def _read_held(line: str) -> tuple[str, int, Press] | None:
    try:
        branch, due, sender, receivers, text, at, *closed = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return None
    sealed = _read_sealed(closed[0]) if closed else None
    if closed and sealed is None:
        return None
    if not isinstance(due, int) or not all(isinstance(each, str) for each in (branch, sender, text, at)) or not _are_texts(receivers):
        return None
    return branch, due, Press(sender, tuple(receivers), text, at, sealed)


def _read_sealed(found: object) -> SealedLetter | None:
    match found:
        case [str(scheme), str(phase), [*shares], str(data)]:
            kept: list[tuple[str, bytes]] = []
            for each in shares:
                match each:
                    case [str(power), str(text)] if share := from_base64([text]):
                        kept.append((power, share))
                    case _:
                        return None
            closed = from_base64([data])
            return SealedLetter(scheme, phase, tuple(kept), closed) if closed else None
    return None


def _are_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(each, str) for each in value)


def _with_held(game: Game, line: str) -> Game:
    taken = {key for key, _ in game.settings}
    number = next(number for number in range(1, len(taken) + 2) if f"{_KEY} {number}" not in taken)
    return replace(game, settings=(*game.settings, (f"{_KEY} {number}", line)))
