"""Messages in a line for people, for the log."""

from __future__ import annotations

from app.players.programs.messages import Bye, Draw, GameOver, Hello, Info, Message, NewGame, Orders, Press, Rejected, Turn

_LONGEST = 300


def in_words(message: Message) -> str:
    """*message* in a line."""
    return " ".join(_words(message).split())[:_LONGEST]


def _words(message: Message) -> str:
    match message:
        case Hello():
            parts = [f"{message.name or 'no name'} {message.version}".strip()]
            if message.protocol:
                parts.append(f"protocol {message.protocol}")
            if message.wants is not None:
                parts.append(f"wants {', '.join(message.wants) or 'nothing'}")
            if message.options:
                parts.append(f"{len(message.options)} options")
            return ", ".join(parts)
        case NewGame():
            return f"{message.variant}, {message.power}" + (f", seed {message.seed}" if message.seed is not None else "")
        case Turn():
            return _turn(message)
        case Orders():
            return (" · ".join(message.orders) or "none") + (" · more to come" if message.more else "")
        case Rejected():
            return f"{message.order}: {message.reason}" + (f". {message.suggestion}?" if message.suggestion else "")
        case Press():
            sides = f"from {message.sender}" if message.sender else f"to {', '.join(message.to) or 'everybody'}"
            return f"{sides}: “{message.text}”"
        case Draw():
            return ", ".join(message.powers) if message.powers else "for a draw" if message.agree else "against a draw"
        case Info():
            return f"“{message.text}”"
        case GameOver():
            winners = ", ".join(message.winners)
            return f"{message.outcome}{f' of {winners}' if winners else ''}, {message.phase}"
        case Bye():
            return ""
        case _:
            return ""


def _turn(turn: Turn) -> str:
    if turn.answer > 1:
        what = "again"
    elif turn.kind == "adjustment":
        what = f"{abs(turn.due)} {'builds' if turn.due > 0 else 'removals'}"
    else:
        what = f"{len(turn.legal)} places, {sum(map(len, turn.legal.values()))} legal" if turn.legal else ""
    left = "" if turn.deadline_ms is None else f"{turn.deadline_ms} ms{' left' if turn.answer > 1 else ''}"
    return ", ".join(filter(None, (turn.phase, what, left)))
