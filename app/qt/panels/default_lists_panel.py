"""Panel of default lists: what powers order in advance for retreats and builds for which they send nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from adjudicator.variant import PowerRole
from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.commands.ordering import NOTHING
from app.game.default_lists import read_list_lines
from app.game.document import Document
from app.game.versions import Touched
from app.qt.board.window import Window
from app.qt.panels.panel import SheetPanel
from app.qt.panels.press_panel import LetterPaper
from app.qt.widgets import forms
from app.qt.widgets.labels import key_words
from app.qt.widgets.look import NO_LIMIT, Look
from app.session.errors import CommandError
from app.session.processing import why_unusable
from app.session.session import orders_taken
from entente.words.names import power_name
from entente.words.outcomes import describe_order
from languages import mark, sentence, tr

WHAT_FOR = mark(
    "In a retreat or build phase for which this power sends no orders at all, these lines are carried out as far as they are possible. "
    "One a line, the most wanted first."
)

EXAMPLE = "build F BRE\nbuild A PAR\nremove A PIC\nA MUN R BUR"


class DefaultListsWidget(QWidget):
    """Power of the list, the sheet, and the meaning of its lines.

    Signals:
        power_chosen(str): another power's list is wanted.
        written(str): something else stands on the sheet.
        kept(str): the list is to be kept; carries the sheet, empty where the list is taken back.
    """

    power_chosen = Signal(str)
    written = Signal(str)
    kept = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._lines: tuple[tuple[str, bool], ...] = ()
        self.power = forms.styled(QComboBox(), name=tr("Whose default list"))
        self.power.currentIndexChanged.connect(lambda _number: self.power_chosen.emit(str(self.power.currentData())))
        self.what_for = forms.label(tr(WHAT_FOR), "soft", wraps=True)
        self.sheet = forms.styled(LetterPaper(), name=tr("Default list"))
        self.sheet.setMaximumHeight(NO_LIMIT)
        self.sheet.setPlaceholderText(EXAMPLE)
        self.sheet.finished.connect(self.keep)
        self.sheet.textChanged.connect(lambda: self.written.emit(self.sheet.toPlainText()))
        self.understood = QLabel()
        self.understood.setTextFormat(Qt.TextFormat.RichText)
        self.understood.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.understood.setWordWrap(True)
        self.state = forms.label(wraps=True)
        self.keep_button = forms.button(
            tr("Keep the list"), self.keep, "primary", tip=tr("Keep the list ({keys} in the sheet)", keys=key_words("Ctrl+Return"))
        )
        self.drop_button = forms.button(tr("Take it back"), lambda: self.kept.emit(""))
        forms.column(
            self.power,
            self.what_for,
            (self.sheet, 2),
            (self.understood, 3),
            self.state,
            forms.flow(self.drop_button, forms.STRETCH, self.keep_button),
            on=self,
            margins=(10, 8, 10, 10),
            spacing=8,
        )

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self.show_understood(self._lines)

    def show_powers(self, powers: Sequence[tuple[str, str]], chosen: str) -> None:
        """Show the powers whose lists can be seen (id and name), with one chosen."""
        self.power.blockSignals(True)
        self.power.clear()
        for power, name in powers:
            self.power.addItem(name, power)
        self.power.setCurrentIndex(max(0, self.power.findData(chosen)))
        self.power.blockSignals(False)

    def show_sheet(self, text: str, *, has_list: bool, why_closed: str) -> None:
        """Show a list to write on; where nothing is taken any more, *why_closed* says why."""
        if text != self.sheet.toPlainText():
            self.sheet.blockSignals(True)
            self.sheet.setPlainText(text)
            self.sheet.blockSignals(False)
        self.sheet.setReadOnly(bool(why_closed))
        self.keep_button.setEnabled(not why_closed)
        self.drop_button.setEnabled(has_list and not why_closed)
        if why_closed:
            self.show_outcome(why_closed, refused=False)

    def show_understood(self, lines: Sequence[tuple[str, bool]]) -> None:
        """Show the meaning of each line of the sheet, or (False) the reason that it has none."""
        self._lines = tuple(lines)
        bad = self._look.colour("bad").name()
        items = [f"<li>{escape(words)}</li>" if good else f"<li style='color:{bad}'>{escape(words)}</li>" for words, good in self._lines]
        self.understood.setText(f"<ol style='margin:0 0 0 -14px'>{''.join(items)}</ol>" if items else "")

    def show_outcome(self, words: str, *, refused: bool) -> None:
        """Say what became of the list."""
        self.state.setText(words)
        forms.restyle(self.state, "bad" if refused else "good")

    def keep(self) -> None:
        """Hand over what is on the sheet."""
        if self.keep_button.isEnabled():
            self.kept.emit(self.sheet.toPlainText().strip())


class DefaultListsPanel(SheetPanel):
    """The default lists of the game in front. A power sees and writes its own; a viewer who sees everything, those of all."""

    is_made_when_asked_for = True
    name = "default-lists"
    title = mark("Default lists")
    follows = frozenset({Touched.RULES, Touched.POSITIONS, Touched.CURSOR, Touched.BRANCHES})
    width = 320

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.widget = DefaultListsWidget(host.look, self.place)
        self.hold(self.widget)
        self._shown: tuple[Document | None, str | None] = (None, None)
        self._drafts: dict[str, str] = {}
        """Texts on the sheets of powers that are not kept yet."""
        self.widget.power_chosen.connect(lambda _power: self.refresh())
        self.widget.written.connect(self._written)
        self.widget.kept.connect(self._keep)

    @property
    def sheet(self) -> QWidget:
        """Sheet to write on."""
        return self.widget.sheet

    def fill(self) -> None:
        """The list of the power whose unit is picked, if one is."""
        session = self.host.session
        unit = None if session.selection is None else session.turn.position.unit_at(session.selection)
        self.refresh(None if unit is None else unit.power)

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer, who may not see the drafts of the one before."""
        session = self.host.session
        shown = (session.current, session.viewer)
        if shown != self._shown:
            self._shown = shown
            self._drafts.clear()
            self.widget.show_outcome("", refused=False)
        super().follow_session()

    def refresh(self, power: str | None = None) -> None:
        """Show the list that is chosen, or that of *power*."""
        session = self.host.session
        if session.current is None or self.dock.isHidden():
            return
        game = session.shown
        seen = [
            (each.id, power_name(game.variant, each.id))
            for each in game.variant.powers.values()
            if each.role is PowerRole.PLAYING and session.viewer in (None, each.id)
        ]
        ids = [each for each, _ in seen]
        chosen = next((each for each in (power, self.widget.power.currentData(), *ids) if each in ids), "")
        self.widget.show_powers(seen, chosen)
        orders = game.default_lists_at(game.last(session.branch)).get(chosen, ())
        text = self._drafts.get(chosen, "\n".join(map(str, orders)))
        self.widget.show_sheet(text, has_list=bool(orders), why_closed=orders_taken(session))
        self._show_understood(chosen, text)

    def _written(self, text: str) -> None:
        power = str(self.widget.power.currentData())
        self._drafts[power] = text
        self.widget.show_outcome("", refused=False)
        self._show_understood(power, text)

    def _show_understood(self, power: str, text: str) -> None:
        session = self.host.session
        if session.current is None or not power:
            return
        variant, position = session.variant, session.open_turn.position
        lines: list[tuple[str, bool]] = []
        for line in read_list_lines(variant, position, power, text):
            fault = why_unusable(variant, line)
            if fault or line.order is None:
                lines.append((fault, False))
            else:
                words = describe_order(variant, position, line.order)
                lines.append((sentence(words), True))
        self.widget.show_understood(lines)

    def set_look(self, look: Look) -> None:
        """Change the colours of the readings."""
        self.widget.set_look(look)

    def _keep(self, text: str) -> None:
        host, power = self.host, str(self.widget.power.currentData())
        try:
            run_command(host.session, COMMANDS["default-list"], {"power": power, "wishes": text or NOTHING})
        except CommandError as error:
            self.widget.show_outcome(
                tr("Not kept: some lines are not understood.") if "\n" in str(error) else tr("Not kept: {error}", error=error), refused=True
            )
            host.refuse(str(error))
        else:
            self._drafts.pop(power, None)
            self.refresh()
            self.widget.show_outcome(tr("Kept.") if text else tr("There is no list any more."), refused=False)
        finally:
            host.refresh_menus()
