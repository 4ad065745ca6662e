"""Press for programs, composed by picking: peace, an alliance, a draw, a solo, or an answer to a proposal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QWidget

from app.players.daide.press import Arrangement, PressProposal, PressReply, PressWords
from app.qt.widgets import forms
from app.qt.widgets.dialogs import ClosingRow, FittingDialog, run_dialog
from app.qt.widgets.labels import ChoiceButton
from app.qt.widgets.wrapping_widgets import WrappingCombo
from languages import labelled, mark, quoted, tr

PER_ROW = 4
MOST_ANSWERED = 8
"""Proposals that can be answered at most: the last ones."""

_OFFERS = {
    PressProposal.PEACE: mark("Peace among"),
    PressProposal.ALLIANCE: mark("Alliance of"),
    PressProposal.DRAW: mark("A draw"),
    PressProposal.SOLO: mark("Victory, alone, of"),
}
_REPLIES = {PressReply.YES: mark("Agree"), PressReply.NO: mark("Refuse"), PressReply.SILENCE: mark("None of your business")}


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal that was received."""

    sender: str
    text: str
    """In the words of DAIDE."""


@dataclass(frozen=True, slots=True)
class PickedProposal:
    """Proposal that was composed."""

    receivers: tuple[str, ...]
    text: str


class ProposalDialog(FittingDialog):
    """Asks what is proposed or answered, and to whom.

    Args:
        words: of the game.
        powers: id and name of every power.
        sender: whose press it is.
        proposals: what was proposed to the sender, the newest last.
        parent: what it stands over.
    """

    def __init__(
        self, words: PressWords, powers: Mapping[str, str], sender: str, proposals: Sequence[Proposed], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Propose to programs"))
        self.setMinimumWidth(520)
        self._words = words
        self._names = dict(powers)
        self._sender = sender
        self._proposals = list(proposals[-MOST_ANSWERED:][::-1])
        self.what = forms.styled(WrappingCombo(), name=tr("What"))
        for offer, title in _OFFERS.items():
            self.what.addItem(tr(title), offer.value)
        for number, each in enumerate(self._proposals):
            proposal = words.proposed(each.text) or each.text
            self.what.addItem(tr("Answer {power}: {proposal}", power=self._names.get(each.sender, each.sender), proposal=proposal), number)
        self.reply = forms.styled(WrappingCombo(), name=tr("Answer"))
        for reply, title in _REPLIES.items():
            self.reply.addItem(tr(title), reply.value)
        self.named, self._named_box = _choices(powers, tr("Powers"))
        self.against, self._against_box = _choices(powers, tr("Against"))
        self.readers, to_box = _choices({each: name for each, name in powers.items() if each != sender}, tr("To"))
        self.contrary = QCheckBox(tr("The contrary: that it shall not be"))
        self.sentence = forms.label(wraps=True)
        self.fault = forms.label(role="soft", wraps=True)
        buttons = ClosingRow(self, tr("Send"))
        self.send_button = buttons.ok_button
        forms.column(
            self.what,
            self.reply,
            self._named_box,
            self._against_box,
            self.contrary,
            to_box,
            self.sentence,
            self.fault,
            forms.STRETCH,
            buttons,
            on=self,
            margins=(20, 18, 20, 16),
            spacing=10,
        )
        if sender in self.named:
            self.named[sender].setChecked(True)
        self._has_chosen_receivers = False
        self.what.currentIndexChanged.connect(self._other)
        self.reply.currentIndexChanged.connect(self._refresh)
        self.contrary.toggled.connect(self._refresh)
        for button in (*self.named.values(), *self.against.values()):
            button.clicked.connect(self._refresh)
        for button in self.readers.values():
            button.clicked.connect(self._to_picked)
        self._refresh()

    @property
    def picked(self) -> PickedProposal | None:
        """Proposal that would be sent; ``None`` while something is missing."""
        receivers = tuple(each for each, button in self.readers.items() if button.isChecked())
        text, fault = self._put_together()
        return None if fault or not receivers or text is None else PickedProposal(receivers, text)

    def _answered(self) -> Proposed | None:
        number = self.what.currentData()
        return self._proposals[number] if isinstance(number, int) else None

    def _put_together(self) -> tuple[str | None, str]:
        """The words of DAIDE, and what is missing."""
        proposed = self._answered()
        if proposed is not None:
            return self._words.answer(proposed.text, PressReply(str(self.reply.currentData()))), ""
        arrangement = Arrangement(
            PressProposal(str(self.what.currentData())),
            tuple(each for each, button in self.named.items() if button.isChecked()),
            tuple(each for each, button in self.against.items() if button.isChecked()),
            self.contrary.isChecked(),
        )
        if arrangement.fault:
            return None, arrangement.fault
        return self._words.proposal(arrangement), ""

    def _other(self) -> None:
        """Choose the receivers again for another kind."""
        self._has_chosen_receivers = False
        self._refresh()

    def _to_picked(self) -> None:
        self._has_chosen_receivers = True
        self._refresh()

    def _refresh(self) -> None:
        proposed = self._answered()
        offer = None if proposed is not None else PressProposal(str(self.what.currentData()))
        self.reply.setVisible(proposed is not None)
        self.contrary.setVisible(proposed is None)
        self._named_box.setVisible(offer in (PressProposal.PEACE, PressProposal.ALLIANCE, PressProposal.SOLO))
        self._against_box.setVisible(offer is PressProposal.ALLIANCE)
        if not self._has_chosen_receivers:
            self._suggest_receivers(proposed, offer)
        text, fault = self._put_together()
        self.sentence.setText("" if text is None else quoted(self._words.sentence(text) or text))
        has_receivers = any(button.isChecked() for button in self.readers.values())
        self.fault.setText(fault or ("" if has_receivers else tr("Say to whom.")))
        self.send_button.setEnabled(self.picked is not None)

    def _suggest_receivers(self, proposed: Proposed | None, offer: PressProposal | None) -> None:
        """Tick the powers that are named, or that proposed; all for a draw."""
        for each, button in self.readers.items():
            if proposed is not None:
                button.setChecked(each == proposed.sender)
            else:
                button.setChecked(offer is PressProposal.DRAW or self.named[each].isChecked())


def ask_proposal(
    words: PressWords, powers: Mapping[str, str], sender: str, proposals: Sequence[Proposed], parent: QWidget
) -> PickedProposal | None:
    """Ask a person for a proposal; ``None`` where nothing is to be sent."""
    dialog = ProposalDialog(words, powers, sender, proposals, parent)
    return dialog.picked if run_dialog(dialog) else None


def _choices(powers: Mapping[str, str], title: str) -> tuple[dict[str, QPushButton], QWidget]:
    """A button for each power, under a title."""
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(4)
    label = forms.label(title, "soft")
    grid.addWidget(label, 0, 0, 1, PER_ROW)
    found: dict[str, QPushButton] = {}
    for number, (power, name) in enumerate(powers.items()):
        button = forms.styled(ChoiceButton(name), name=labelled(title, name))
        found[power] = button
        grid.addWidget(button, 1 + number // PER_ROW, number % PER_ROW)
    return found, box
