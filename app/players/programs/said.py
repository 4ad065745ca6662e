"""Messages in a line for people, for the log."""

from __future__ import annotations

from app.players.programs.messages import (
    Bye,
    Draw,
    GameOver,
    Hello,
    Info,
    LetterMessage,
    Message,
    NewGameMessage,
    Orders,
    Rejected,
    TurnMessage,
)
from entente.outcome import Outcome, OutcomeKind
from entente.words.endings import outcome_words
from languages import labelled, plural, quoted, tr
from languages.outside_text import outside_name

_LONGEST = 300


def in_words(message: Message) -> str:
    """*message* in a line."""
    return outside_name(_words(message), _LONGEST)


def _words(message: Message) -> str:
    match message:
        case Hello():
            parts = [f"{message.name or tr('no name')} {message.version}".strip()]
            if message.protocol:
                parts.append(tr("protocol {protocol}", protocol=message.protocol))
            if message.wants is not None:
                parts.append(tr("wants {wants}", wants=", ".join(message.wants) or tr("nothing")))
            if message.options:
                parts.append(plural("{count} options", "{count} options", len(message.options)))
            return ", ".join(parts)
        case NewGameMessage():
            return f"{message.variant}, {message.power}" + (f", {tr('seed {seed}', seed=message.seed)}" if message.seed is not None else "")
        case TurnMessage():
            return _turn(message)
        case Orders():
            return (" · ".join(message.orders) or tr("none")) + (f" · {tr('more to come')}" if message.more else "")
        case Rejected():
            why = (
                tr("{reason}. {suggestion}?", reason=message.reason, suggestion=message.suggestion)
                if message.suggestion
                else message.reason
            )
            return labelled(message.order, why)
        case LetterMessage():
            sides = (
                tr("from {sender}", sender=message.sender) if message.sender else tr("to {to}", to=", ".join(message.to) or tr("everybody"))
            )
            return labelled(sides, quoted(message.text))
        case Draw():
            return ", ".join(message.powers) if message.powers else tr("for a draw") if message.agree else tr("against a draw")
        case Info():
            return quoted(message.text)
        case GameOver():
            kept = str(Outcome(OutcomeKind(message.outcome), tuple(message.winners)))
            return f"{outcome_words(kept)}, {message.phase}"
        case Bye():
            return ""
        case _:
            return ""


def _turn(turn: TurnMessage) -> str:
    if turn.answer > 1:
        what = tr("again")
    elif turn.kind == "adjustment":
        count = abs(turn.due)
        what = plural("{count} builds", "{count} builds", count) if turn.due > 0 else plural("{count} removals", "{count} removals", count)
    else:
        legal = sum(map(len, turn.legal.values()))
        what = plural("{count} places, {legal} legal", "{count} places, {legal} legal", len(turn.legal), legal=legal) if turn.legal else ""
    left = "" if turn.deadline_ms is None else f"{turn.deadline_ms} ms"
    if left and turn.answer > 1:
        left = tr("{time} left", time=left)
    return ", ".join(filter(None, (turn.phase, what, left)))
