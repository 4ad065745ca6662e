"""A power's vote on the end of the game: play on, a draw among some or all, a concession."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QGridLayout, QRadioButton, QWidget

from app.presentation.hotseat.seat_rows import VoteChoice, VoteKind
from app.qt.widgets import forms
from app.qt.widgets.dialogs import ClosingRow, FittingDialog
from languages import mark, tr

_COLUMNS = 3
_UNSEEN = mark("Nobody sees how you vote: the votes are opened with the orders, and only whether they agree is shown.")
_SEEN = mark("The others see your vote when the phase is over.")
_RULE = mark("The game ends when all who still have a unit or a centre vote for the same end.")


class VoteDialog(FittingDialog):
    """Asks how a power votes.

    Args:
        power: its name.
        survivors: id to name of those who can share or win.
        present: how it has voted in this phase; ``None`` where it has not.
        others: how opponents vote, in a sentence; empty where there is none.
    """

    def __init__(
        self,
        power: str,
        survivors: Mapping[str, str],
        present: VoteChoice | None,
        parent: QWidget | None = None,
        *,
        is_secret: bool,
        others: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The vote of {power}", power=power))
        self.setMinimumWidth(460)
        self._survivors = survivors
        chosen = present or VoteChoice(sharers=frozenset(survivors))
        rule = forms.label(" ".join(filter(None, (tr(_RULE), others, tr(_UNSEEN if is_secret else _SEEN)))), "soft", wraps=True)
        self.kinds = {kind: QRadioButton(tr(kind.value)) for kind in VoteKind}
        group = QButtonGroup(self)
        for kind, button in self.kinds.items():
            group.addButton(button)
            button.setChecked(kind is chosen.kind)
        self.sharers = {each: QCheckBox(name) for each, name in survivors.items()}
        shares = QGridLayout()
        shares.setContentsMargins(26, 0, 0, 6)
        for number, (each, box) in enumerate(self.sharers.items()):
            box.setChecked(each in chosen.sharers)
            shares.addWidget(box, number // _COLUMNS, number % _COLUMNS)
            box.clicked.connect(lambda: self.kinds[VoteKind.DRAW].setChecked(True))
        self.winner = forms.styled(QComboBox(), name=tr("Who wins"))
        for each, name in survivors.items():
            self.winner.addItem(name, each)
        if chosen.winner in survivors:
            self.winner.setCurrentIndex(tuple(survivors).index(chosen.winner))
        self.winner.activated.connect(lambda: self.kinds[VoteKind.CONCESSION].setChecked(True))
        low = ClosingRow(self, tr("Change my vote") if present is not None else tr("Vote"))
        self.vote_button = low.ok_button
        group.buttonClicked.connect(self._check)
        for box in self.sharers.values():
            box.clicked.connect(self._check)
        forms.column(
            rule,
            self.kinds[VoteKind.PLAY_ON],
            self.kinds[VoteKind.DRAW],
            shares,
            self.kinds[VoteKind.CONCESSION],
            forms.row(self.winner, forms.STRETCH, margins=(26, 0, 0, 0)),
            8,
            low,
            on=self,
            margins=(22, 20, 22, 16),
            spacing=10,
        )
        self.kinds[chosen.kind].setFocus()

    def _check(self) -> None:
        self.vote_button.setEnabled(self.choice.kind is not VoteKind.DRAW or bool(self.choice.sharers))

    @property
    def choice(self) -> VoteChoice:
        """Chosen vote."""
        kind = next(kind for kind, button in self.kinds.items() if button.isChecked())
        return VoteChoice(kind, frozenset(each for each, box in self.sharers.items() if box.isChecked()), str(self.winner.currentData()))

    @property
    def words(self) -> str:
        """Chosen vote, as the command ``vote`` takes it."""
        return self.choice.words(frozenset(self._survivors))
