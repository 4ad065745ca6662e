"""Form of the hook editor: the text with its colours, and the rehearsal before it is attached."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from app.game.record import Game
from app.hooks.host import CallOutcome
from app.presentation.hook_log_words import LONGEST_ANSWER, answer_words, contract_as_html, letters_words
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog, ask
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.labels import key_words
from app.qt.widgets.layouts import ScrollingRoom
from app.qt.widgets.look import Look
from app.session.hook_changes import Attach, Detach, Variation, attached_words, free_name, was_played_with_another_text
from languages import mark, tr
from variants.hooks.contracts import Point

_WORDS = frozenset(
    "and as assert break class continue def del elif else except False finally for from global if import in is lambda match case "  # noqa: SIM905
    "None nonlocal not or pass raise return True try while with".split()
)
_TOKEN = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<text>[rbfRBF]{0,2}(?:'(?:\\.|[^'\\])*'?|\"(?:\\.|[^\"\\])*\"?))"
    r"|(?P<number>\b\d[\d_]*\b)"
    r"|(?P<name>\b[A-Za-z_]\w*\b)"
)
_FENCE = re.compile(r"'''|\"\"\"")
_POINTS = frozenset(point.function for point in Point)
_WRITTEN_OUT = re.compile(r"⟦[^⟧]{1,120}⟧")
"""Characters that are not seen, or look like others, as ``app.hooks.hook_consent`` writes them."""
_KEYS = re.compile(r"#\s*(title|on|note|param\b[^:]*):")


class HookHighlighter(QSyntaxHighlighter):
    """Colours one document in a look."""

    def __init__(self, document: QTextDocument, look: Look) -> None:
        super().__init__(document)
        self._look = look
        self._make_formats()

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._make_formats()
        self.rehighlight()

    def _make_formats(self) -> None:
        self._word = self._format("accent", bold=True)
        self._point = self._format("bad", bold=True)
        self._text = self._format("good")
        self._number = self._format("warning")
        self._comment = self._format("text_faint", italic=True)
        self._key = self._format("text_soft", bold=True)
        self._written_out = self._format("bad", bold=True)
        self._written_out.setBackground(self._look.colour("bad_soft"))

    def _format(self, key: str, *, bold: bool = False, italic: bool = False) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setForeground(self._look.colour(key))
        if bold:
            made.setFontWeight(QFont.Weight.DemiBold)
        made.setFontItalic(italic)
        return made

    def highlightBlock(self, text: str) -> None:
        """Colour one line; a text in three quotation marks goes on over lines. What was written out stands out."""
        self._colour(text)
        for found in _WRITTEN_OUT.finditer(text):
            self.setFormat(found.start(), found.end() - found.start(), self._written_out)

    def _colour(self, text: str) -> None:
        start = 0
        if self.previousBlockState() > 0:
            fence = "'''" if self.previousBlockState() == 1 else '"""'
            end = text.find(fence)
            if end < 0:
                self.setFormat(0, len(text), self._text)
                self.setCurrentBlockState(self.previousBlockState())
                return
            start = end + 3
            self.setFormat(0, start, self._text)
        self.setCurrentBlockState(0)
        self._line(text, start)

    def _line(self, text: str, start: int) -> None:
        at = start
        while at < len(text):
            fence = _FENCE.match(text, at)
            if fence is not None:
                end = text.find(fence[0], at + 3)
                if end < 0:
                    self.setFormat(at, len(text) - at, self._text)
                    self.setCurrentBlockState(1 if fence[0] == "'''" else 2)
                    return
                self.setFormat(at, end + 3 - at, self._text)
                at = end + 3
                continue
            found = _TOKEN.match(text, at)
            if found is None:
                at += 1
                continue
            self._token(found)
            at = max(found.end(), at + 1)

    def _token(self, found: re.Match[str]) -> None:
        start, length = found.start(), found.end() - found.start()
        match found.lastgroup:
            case "comment":
                self.setFormat(start, length, self._comment)
                key = _KEYS.match(found[0])
                if key is not None:
                    self.setFormat(start, key.end(), self._key)
            case "text":
                self.setFormat(start, length, self._text)
            case "number":
                self.setFormat(start, length, self._number)
            case "name" if found[0] in _POINTS:
                self.setFormat(start, length, self._point)
            case "name" if found[0] in _WORDS:
                self.setFormat(start, length, self._word)
            case _:
                pass


INDENT = 4
"""Blanks."""

_DEFINITION = re.compile(r"(?:async\s+)?def\s+(\w+)")


class HookTextEdit(NumberedText):
    """Text with line numbers that can be edited. Ctrl+Tab leaves it, since Tab writes."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setReadOnly(False)
        self.setTabStopDistance(INDENT * self.fontMetrics().horizontalAdvance(" "))
        self.setAccessibleName(tr("Text of the hook"))
        self._mark_colour = look.colour("bad_soft")
        self._fault_line = 0

    @property
    def point_at_cursor(self) -> Point | None:
        """The point whose function the cursor stands in."""
        block = self.textCursor().block()
        while block.isValid():
            found = _DEFINITION.match(block.text())
            if found is not None:
                return next((point for point in Point if point.function == found[1]), None)
            block = block.previous()
        return None

    @property
    def fault_line(self) -> int:
        """The line that is marked as wrong; 0 for none."""
        return self._fault_line

    def mark(self, line: int) -> None:
        """Mark a line as wrong; 0 for none."""
        self._fault_line = line
        block = self.document().findBlockByNumber(line - 1)
        if line <= 0 or not block.isValid():
            self.setExtraSelections([])
            return
        look = QTextCharFormat()
        look.setBackground(self._mark_colour)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selection = QTextEdit.ExtraSelection()
        selection.format = look
        selection.cursor = QTextCursor(block)
        self.setExtraSelections([selection])

    def take(self, text: str) -> None:
        """Replace the whole text by *text*; Ctrl+Z brings the earlier one back."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def add(self, text: str) -> None:
        """Add *text* on lines of its own at the end, with the cursor after it."""
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        before = self.toPlainText()
        cursor.insertText(("" if not before or before.endswith("\n") else "\n") + text)
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Indent, and keep the indentation."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if key == Qt.Key.Key_Tab and held == Qt.KeyboardModifier.ControlModifier:
            self.focusNextChild()
        elif key == Qt.Key.Key_Backtab:
            self._shift_lines(out=True)
        elif key == Qt.Key.Key_Tab and self.textCursor().hasSelection():
            self._shift_lines(out=False)
        elif key == Qt.Key.Key_Tab:
            column = self.textCursor().positionInBlock()
            self.insertPlainText(" " * (INDENT - column % INDENT))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and held == Qt.KeyboardModifier.NoModifier:
            cursor = self.textCursor()
            before = cursor.block().text()[: cursor.positionInBlock()]
            deeper = " " * INDENT if before.rstrip().endswith(":") and not before.lstrip().startswith("#") else ""
            self.insertPlainText("\n" + before[: len(before) - len(before.lstrip(" "))] + deeper)
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def _shift_lines(self, *, out: bool) -> None:
        cursor = self.textCursor()
        document = self.document()
        first, last = document.findBlock(cursor.selectionStart()).blockNumber(), document.findBlock(cursor.selectionEnd()).blockNumber()
        cursor.beginEditBlock()
        for number in range(first, last + 1):
            block = document.findBlockByNumber(number)
            at_start = QTextCursor(block)
            blanks = len(block.text()) - len(block.text().lstrip(" "))
            if out:
                at_start.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, min(INDENT, blanks))
                at_start.removeSelectedText()
            elif block.text().strip():
                at_start.insertText(" " * INDENT)
        cursor.endEditBlock()


ATTACH_ANYWAY, WRITE_ON = mark("Attach it all the same"), mark("Go on writing")


def failure_words(outcome: CallOutcome) -> str:
    """Return the failure, with its line before it."""
    return tr("Line {line}: {what}.", line=outcome.line, what=outcome.words) if outcome.line else f"{outcome.words}."


def attach_although(parent: QWidget, failed: CallOutcome) -> bool:
    """Return True if the user wants a hook attached that failed when it was rehearsed."""
    question = tr("Asked about the present phase, it fails. {failure}", failure=failure_words(failed))
    return ask(parent, question, (tr(WRITE_ON), tr(ATTACH_ANYWAY))) == tr(ATTACH_ANYWAY)


def under_a_name_of_its_own(parent: QWidget, game: Game, branch: str, wish: Attach) -> tuple[Attach, tuple[Variation, ...]] | None:
    """*wish* and what has to be done for it; under another name where phases were played with another text of this one.

    Returns:
        ``None`` where the other name is refused.
    """
    name = wish.hook.name
    if not was_played_with_another_text(game, wish.hook):
        return wish, (wish,)
    other = free_name(game, name)
    agreed = tr("Attach it as {other}", other=other)
    question = tr(
        "Earlier phases were played with another text of {name} and are checked by it, so the new one takes another name.", name=name
    )
    if ask(parent, question, (agreed, tr(WRITE_ON))) != agreed:
        return None
    renamed = Attach(replace(wish.hook, name=other), wish.arguments)
    return renamed, (Detach(name), renamed) if name in attached_words(game, branch) else (renamed,)


_LEAST_TRIED = QSize(300, 110)
"""Pixels, with words of the usual size, that the output below the text keeps for itself."""


class HookEditorForm(FittingDialog):
    """The fields and buttons; what they do is in the editor."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Hook"))
        self.resize(1180, 740)
        self.name = forms.styled(QLineEdit(), name=tr("Name"))
        self.name.setMaximumWidth(220)
        self.start = forms.styled(QComboBox(), name=tr("Start from the text of another hook"))
        self.start.addItem(tr("Start from…"), "")
        self.point = forms.styled(QComboBox(), name=tr("Point"))
        for point in Point:
            self.point.addItem(point.function, point.value)
        self.text = HookTextEdit(look)
        self._highlighter = HookHighlighter(self.text.document(), look)
        self.contract = forms.styled(QTextBrowser(), name=tr("Help"))
        self.contract.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.example = forms.button(tr("Put the example in"), by_enter=False)
        self.state = forms.label(wraps=True)
        self.arguments = forms.styled(QLineEdit(), name=tr("Parameters"))
        self.arguments.setPlaceholderText(tr("Parameters"))
        self.declared = forms.label(role="soft", wraps=True)
        self.set_button = _button(tr("Set…"))
        self.set_button.setToolTip(tr("Set what the text declares in a form"))
        self.viewer = forms.styled(QComboBox(), name=tr("The power that is asked about"))
        self.answer = forms.styled(QPlainTextEdit(), name=tr("Answer"))
        self.answer.setReadOnly(True)
        self.answer.setPlaceholderText(tr("What the hook answers, or what differs when a copy of the game is played with it, stands here."))
        self.answer.setFont(self.text.font())
        self.ask_button = _button(tr("Ask now"))
        self.play_button = _button(tr("Play a copy"))
        self.keep_button = _button(tr("Keep in my folder"))
        self.attach_button = _button(tr("Attach to the game"))
        self.attach_button.setProperty("role", "primary")
        self.ask_button.setToolTip(
            tr("Ask it about the moment that is shown, at the point that is chosen ({keys})", keys=key_words("Ctrl+Return"))
        )
        self.ask_button.setShortcut(QKeySequence("Ctrl+Return"))
        self.play_button.setToolTip(
            tr("Adjudicate the open phase of a copy with and without it, and compare ({keys})", keys=key_words("Ctrl+Shift+Return"))
        )
        self.play_button.setShortcut(QKeySequence("Ctrl+Shift+Return"))

        self._lay_out()

    def _lay_out(self) -> None:
        top = forms.flow(QLabel(tr("Name")), self.name, self.start, forms.STRETCH, QLabel(tr("Point")), self.point, self.example, spacing=8)
        whole = QSplitter(Qt.Orientation.Vertical, self)
        upper = QSplitter(Qt.Orientation.Horizontal, whole)
        upper.addWidget(self.text)
        upper.addWidget(self.contract)
        upper.setSizes([700, 440])
        room = ScrollingRoom(whole, _LEAST_TRIED)
        lower = QWidget(room.viewport())
        forms.column(
            self.state,
            forms.flow((self.arguments, 1), self.set_button, QLabel(tr("for")), self.viewer, self.ask_button, self.play_button, spacing=8),
            self.declared,
            (self.answer, 1),
            on=lower,
            margins=(0, 6, 0, 0),
        )
        room.hold(lower)
        whole.setSizes([430, 230])
        self.close_button = _button(tr("Close"))
        self.close_button.clicked.connect(self.close)
        forms.column(
            top,
            (whole, 1),
            forms.flow(forms.STRETCH, self.keep_button, self.close_button, self.attach_button, spacing=8),
            on=self,
            margins=(18, 14, 18, 14),
            spacing=10,
        )

    # --- messages ---

    def say(self, words: str, *, bad: bool = False) -> None:
        """Say *words* under the text."""
        self.state.setText(words)
        forms.restyle(self.state, "bad" if bad else "soft")

    def say_fault(self, line: int, what: str) -> None:
        """Mark a line as wrong and say why."""
        self.text.mark(line)
        self.say(tr("Line {line}: {what}.", line=line, what=what), bad=True)

    def show_outcome(self, outcome: CallOutcome) -> None:
        """Show the answer of the hook, or the reason that there is none."""
        printed = f"\n\n{tr('printed:')}\n{outcome.printed}" if outcome.printed else ""
        if outcome.ok:
            self.answer.setPlainText(answer_words(outcome.value)[:LONGEST_ANSWER] + printed)
            self.say(tr("It answered."))
        else:
            self.answer.setPlainText(failure_words(outcome) + printed)
            self.text.mark(outcome.line or 0)
            self.say(failure_words(outcome), bad=True)

    def show_letters(self, outcomes: Mapping[str, CallOutcome]) -> None:
        """Show its answers about a letter to each power."""
        failed = next((outcome for outcome in outcomes.values() if not outcome.ok), None)
        if failed is not None:
            self.show_outcome(failed)
            return
        self.answer.setPlainText(letters_words(outcomes))
        self.say(tr("It answered about a letter to each of the others."))

    def show_contract(self) -> None:
        """Show the arguments and answers of the function of the chosen point."""
        self.contract.setHtml(contract_as_html(self.chosen_point))

    @property
    def chosen_point(self) -> Point:
        """The point in view, which is asked."""
        return Point(str(self.point.currentData()))

    @property
    def fault_line(self) -> int:
        """The line that is marked as wrong; 0 for none."""
        return self.text.fault_line


def _button(words: str) -> QPushButton:
    return forms.button(words, by_enter=False)
