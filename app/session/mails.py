"""Taking in orders that come as text: one reader for the clipboard, for files of mails and for what is typed."""

from __future__ import annotations

from adjudicator.order import Order
from app.game.edit_checks import one_line
from app.game.edits import keep_line, settle_line
from app.game.later import keep_for_later
from app.game.record import Game, Turn
from app.post.account import account_for
from app.post.accounting import Accounting, Fate, LineAccount
from app.session.errors import Abort
from app.session.session import Session
from entente.words.names import counted

_LABELS = {
    Fate.DOUBTFUL: "to be decided",
    Fate.REFUSED: "refused",
    Fate.LATER: "for a later phase",
    Fate.GUESSED: "taken with a guess",
    Fate.TAKEN: "taken",
    Fate.REPEAT: "not used",
    Fate.NOT_ORDER: "not an order",
}
_TELLING = (Fate.DOUBTFUL, Fate.REFUSED, Fate.LATER, Fate.GUESSED, Fate.REPEAT)
"""What somebody has to see, the most urgent first."""


def take_in(session: Session, received: bytes | str, power: str | None = None) -> Accounting:
    """Write the orders of *received* into the game, keep what is doubtful and what is for later, and show what became of each line.

    Raises:
        Abort: nothing in it can be written, nor kept to be decided; then nothing is changed.
    """
    game = session.game
    rules = game.rules_at(game.last(session.branch))
    addresses = {player.address: seat for seat, player in game.players.items() if player.address}
    accounting = account_for(
        session.variant, session.open_turn.position, received, power=power or session.viewer, addresses=addresses, decided="4.D.3" in rules
    )
    for line in accounting.of(*_TELLING, Fate.TAKEN):
        if line.power is not None:
            session.check_writer(line.power)
    later = accounting.of(Fate.LATER)
    taken = sum(line.count for line in accounting.taken)
    kept = _kept(session, accounting)
    session.needs_decision = session.needs_decision or accounting.is_doubtful
    if not taken and not later and not any(line.fate is Fate.DOUBTFUL for line in kept):
        session.services.show_accounting("No order in the text can be written.", accounting)
        raise Abort("\n".join(("No order in the text can be written:", *told(accounting))))

    label = f"Paste {counted(taken, 'order')}" if taken else f"Keep {counted(len(later) + len(kept), 'received line')}"
    session.perform(label, lambda now: _written(session, now, accounting))
    session.services.show_accounting(_summary(accounting, taken), accounting)
    return accounting


def _written(session: Session, game: Game, accounting: Accounting) -> Game:
    branch = session.branch
    for line in accounting.taken:
        assert line.power is not None
        assert line.order is not None
        for _ in range(line.count):
            game = settle_line(game, branch, line.power, line.text, line.order)
    for line in _kept(session, accounting):
        assert line.power is not None
        game = keep_line(game, branch, line.power, line.text, line.order if line.fate is Fate.REFUSED else None)
    for line in accounting.of(Fate.LATER):
        if line.power is not None and line.phase is not None and session.viewer in {None, line.power}:
            game = keep_for_later(game, branch, line.power, line.phase, line.text)
    return game


def _kept(session: Session, accounting: Accounting) -> tuple[LineAccount, ...]:
    """The lines that stay among the orders of their power without being decided."""
    return tuple(line for line in accounting.of(Fate.DOUBTFUL, Fate.REFUSED) if line.is_kept and session.viewer in {None, line.power})


def decision_about(line: LineAccount, turn: Turn) -> Order | None:
    """The order that was written for a doubtful *line*; ``None`` while it waits."""
    if line.power is not None and any(each.order is None and each.text == one_line(line.text) for each in turn.orders_of(line.power)):
        return None
    for choice in line.choices:
        if any(each.order == choice.order and each.is_legal for each in turn.orders_of(choice.power)):
            return choice.order
    return None


def _summary(accounting: Accounting, taken: int) -> str:
    parts = [f"{counted(taken, 'order') if taken else 'No order'} written"]
    for fate, words in ((Fate.GUESSED, "with a guess"), (Fate.LATER, "kept for a later phase"), (Fate.REFUSED, "refused")):
        number = len(accounting.of(fate))
        if number:
            parts.append(f"{number} {words}")
    doubtful = len(accounting.of(Fate.DOUBTFUL))
    if doubtful:
        parts.append(f"{counted(doubtful, 'line')} to be decided")
    return ", ".join(parts) + "."


def told(accounting: Accounting) -> list[str]:
    """What somebody has to see, the most urgent first, each line with its place."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
    for fate in _TELLING:
        for number, letter in enumerate(accounting.letters, 1):
            lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.of(fate))
    return lines


def told_in_full(accounting: Accounting) -> list[str]:
    """Every line that was received, in its sequence, with what became of it."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
        lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.lines)
    return lines


def line_words(line: LineAccount) -> str:
    """One line with its place, what became of it, and why."""
    what = str(line.order) if line.order is not None else " ".join(line.text.split()).rstrip(":")
    words = f"line {line.line}: {what}: {_LABELS[line.fate]}"
    if line.reason:
        words += f" ({line.reason})"
    if line.choices:
        words += f"; it may be {' or '.join(str(choice.order) for choice in line.choices)}"
    return words


def fate_label(fate: Fate) -> str:
    """What became of a line, in words."""
    return _LABELS[fate]


def _mail(accounting: Accounting, number: int) -> str:
    if len(accounting.letters) < 2:
        return ""
    letter = accounting.letters[number - 1].letter
    return f"mail {number} from {letter.sender or letter.name or 'nobody known'}, "
