"""The people round the table, for a draw: by lot, or by what each would like to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from app.hotseat.drawing import by_preference as placed_by_preference
from app.hotseat.drawing import dice, drawn
from app.qt.widgets.closing_row import ClosingRow
from app.qt.widgets.fitting_dialog import FittingDialog
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.run_dialog import run_dialog
from languages import mark, tr

_BY_LOT = mark("One name a line. Powers that nobody draws stay as they are.")
_BY_WISH = mark(
    "One person a line: the name, a colon, then powers, the most wanted first, such as  Ada: France, Austria-Hungary.  "
    "Everybody is seated so that nobody gets a power far down their list; the lot decides between equally good ways."
)
_MOST = 64


class PeopleDialog(FittingDialog):
    """Asks for names, and for wishes where they count."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None, *, by_preference: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("By preference") if by_preference else tr("Draw by lot"))
        self.resize(520, 380)
        words = PlainLabel(tr(_BY_WISH if by_preference else _BY_LOT))
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("People"))
        self.text.setPlainText("\n".join(f"{name}: " if by_preference else name for name in names))
        row = ClosingRow(self, tr("Draw"))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(words)
        column.addWidget(self.text, 1)
        column.addLayout(row)
        self.text.setFocus()


def wishes_of(text: str, powers: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Who wishes what in *text*: ``Ada: France, TUR``. A word that is no power's name, id or beginning is kept, to be refused by name."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines()[:_MOST]:
        name, _, rest = line.partition(":")
        if name.strip():
            found[name.strip()] = [_power(word.strip(), powers) for word in rest.split(",") if word.strip()]
    return found


def _power(word: str, powers: Sequence[tuple[str, str]]) -> str:
    said = word.casefold()
    exact = [power for power, name in powers if said in (power.casefold(), name.casefold())]
    begun = [power for power, name in powers if name.casefold().startswith(said) or power.casefold().startswith(said)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else word


def ask_people(powers: Sequence[tuple[str, str]], names: Sequence[str], parent: QWidget, *, by_preference: bool) -> Mapping[str, str]:
    """Power to the person who got it; nothing where nobody wanted a draw.

    Raises:
        EditError: the names or wishes cannot be used; the sentence says why.
    """
    dialog = PeopleDialog(names, parent, by_preference=by_preference)
    if not run_dialog(dialog):
        return {}
    wishes = wishes_of(dialog.text.toPlainText(), powers)
    ids = [power for power, _ in powers]
    return placed_by_preference(ids, wishes, dice()) if by_preference else drawn(ids, list(wishes), dice())
