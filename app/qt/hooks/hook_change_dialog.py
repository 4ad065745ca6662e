"""Rule changes in a running game: hooks ticked and set, from the present phase on, as one undo step."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.qt.hooks.hook_chooser import HookChooser, changes_as_words
from app.qt.widgets.dialogs import FittingDialog, TroubleRow
from app.session.hook_changes import attached_words, known_hooks, names_for
from app.session.session import Session
from entente.words.phases import describe_phase
from languages import tr


class HookChangeDialog(FittingDialog):
    """Shows every hook that can be attached, those that run ticked."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rule changes"))
        self.resize(760, 620)
        game, branch = session.game, session.branch
        self._before = attached_words(game, branch)
        phase = game.turn(game.last(branch)).phase
        title = QLabel(tr("Rule changes"))
        title.setProperty("role", "heading")
        words = QLabel(
            tr(
                "What is ticked holds from {phase} on and is written into the game with that date. Earlier phases stay as "
                "they were played.",
                phase=describe_phase(session.variant, phase),
            )
        )
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.hooks = HookChooser()
        self._known = known_hooks(session, game)
        self._names = names_for(game)
        self.hooks.show_hooks(self._known, game.variant, self._before)
        self._row = TroubleRow(self, tr("Change"))
        self.trouble, self.ok_button = self._row.trouble, self._row.ok_button
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(words)
        column.addWidget(self.hooks, 1)
        column.addLayout(self._row)
        self.hooks.changed.connect(self._check)
        self._check()

    @property
    def words(self) -> str:
        """Changes, as the variant command takes them; empty for none."""
        return changes_as_words(self._before, self.hooks.chosen(), self._known, self._names)

    def _check(self) -> None:
        self._row.show_trouble(self.hooks.trouble())
