"""Page of a game's story: points, centres by year, pairs of powers, turning points, pictures, and what to keep it as."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import fill

from PySide6.QtCore import QByteArray, QRectF, Qt, Signal
from PySide6.QtGui import QFontInfo, QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.presentation.story_pictures import StoryLook, centre_picture, for_qt, height_of, pair_picture
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton, PlainLabel, elided, wrapped
from app.qt.widgets.look import growth
from app.qt.widgets.preview_board import PreviewBoard
from app.qt.widgets.swatches import Swatch, SwatchSquare
from app.statistics.story import (
    Story,
    describe_deed,
    describe_honours,
    describe_outcome_of,
    describe_title,
    describe_turning_point,
    points_text,
    system_name,
)
from entente.scoring import Scoring
from entente.words.names import describe_season, join_words
from languages import clauses, mark, plural, tr

_USUAL_LETTERS = 13.33
"""Pixels of running text at the usual size; pictures are drawn for it, and grow with a larger one."""

Draw = Callable[[float, float], str]
"""From width and height to the markup of a picture that size, or of another that suits it."""


class PictureWidget(QWidget):
    """Shows what *draw* draws.

    Args:
        draw: gives the picture.
        name: for who cannot see it.
        words: all that it says.
    """

    def __init__(self, draw: Draw, name: str, words: str, parent: QWidget | None = None) -> None:
        from PySide6.QtSvg import QSvgRenderer  # few who open the window look at a story

        super().__init__(parent)
        self._draw = draw
        self._renderer = QSvgRenderer(self)
        self._drawn: tuple[float, float] | None = None
        self.setAccessibleName(name)
        self.setAccessibleDescription(words)

    def show_other(self, draw: Draw) -> None:
        """Show what *draw* draws from now on."""
        self._draw, self._drawn = draw, None
        self.update()

    @property
    def letters(self) -> float:
        """Factor by which letters are larger than usual."""
        return max(0.5, QFontInfo(self.font()).pixelSize() / _USUAL_LETTERS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it for the size it has, and paint it."""
        scale = self.letters
        size = (self.width() / scale, self.height() / scale)
        if self._drawn != size:
            self._drawn = size
            self._renderer.load(QByteArray(for_qt(self._draw(*size))))
        drawn = self._renderer.defaultSize()
        fit = min(self.width() / max(1, drawn.width()), self.height() / max(1, drawn.height()), scale)
        painter = QPainter(self)
        self._renderer.render(painter, QRectF(0, 0, drawn.width() * fit, drawn.height() * fit))
        painter.end()


FIRST_PAIRS = 5
_FIRST_SYSTEMS = (Scoring.DRAW_SIZE, Scoring.SUM_OF_SQUARES)
"""Systems that are always in view; one of the others is chosen beside them."""
_EXPORTS = (
    ("export-page", mark("Web page for everybody")),
    ("export-booklet", mark("Booklet (PDF)")),
    ("export-film", mark("Film (GIF)")),
    ("export-pictures", mark("Folder of pictures")),
)
_RIGHT = Qt.AlignmentFlag.AlignRight
_FOOT = _RIGHT | Qt.AlignmentFlag.AlignBottom
_PLAYERS = 64
"""Points kept for the names of players, with words of the usual size; longer ones end in dots."""
_LEFT = 400
"""Least width of the tables, in points."""
_CHART, _HIGHEST_CHART = 150, 1200
"""Least and greatest height of the chart of centres; in between, the first pairs fit below it."""
_PICTURES = 420
"""Least width of the pictures beside the tables, with words of the usual size; with less they stand below."""
_BOARD = 260
"""Least height of the board of the end."""
_BOARD_BESIDE = 240
"""Least width of that board beside the points."""
_AROUND = 64
"""Points around the tables and between them and the pictures."""


class StoryPage(QWidget):
    """Stands in the place of the board.

    Args:
        left_sealed: letters that no player has opened since the end of the game.

    Signals:
        command_requested(str): a command is to be run. board_requested(): back to the board. start_requested(): the game is to be played
        from its start. phase_requested(int): the board of that turn is wanted.
    """

    command_requested = Signal(str)
    board_requested = Signal()
    start_requested = Signal()
    phase_requested = Signal(int)

    def __init__(
        self, story: Story, look: StoryLook, swatches: dict[str, Swatch], parent: QWidget | None = None, *, left_sealed: int = 0
    ) -> None:
        super().__init__(parent)
        self._left_sealed = left_sealed
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._story, self._look, self._swatches = story, look, swatches
        self.pairs = PictureWidget(
            self._draw_pairs(FIRST_PAIRS),
            tr("Who helped, who stabbed"),
            clauses(describe_deed(story.game.variant, deed) for deed in story.deeds if deed.helps or deed.attacks),
        )
        self.board = PreviewBoard()
        """Board as it is at the end, where there is room for it."""
        self.board.setToolTip(tr("Look at the board"))
        self.board.chosen.connect(self.board_requested)
        self.board.setMinimumSize(200, 120)  # no higher than the chart beside it, with the margins of the card
        self._board_card = _card("", (self.board, 1))
        inside = QWidget()
        self._grid = grid = QGridLayout(inside)
        grid.setContentsMargins(24, 18, 24, 18)
        grid.setSpacing(16)
        self._tables, self._pictures = QWidget(inside), QWidget(inside)
        self._scores_card = self._scores()
        self._points = forms.columns((self._scores_card, 3), spacing=16)
        """Row of the points, with the board of the end beside them where the pictures stand below."""
        self._column = forms.column(
            self._heading(),
            self._points,
            self._honours(),
            self._turning_points(),
            forms.STRETCH,
            on=self._tables,
            margins=(0, 0, 0, 0),
            spacing=16,
        )
        self._centres_row = forms.row((self._centres(), 3), (self._board_card, 2), spacing=16)
        """Row of the centres by year, with the board of the end beside them where both have room."""
        forms.column(self._centres_row, self._who(), forms.STRETCH, on=self._pictures, margins=(0, 0, 0, 0), spacing=16)
        grid.setColumnMinimumWidth(0, _LEFT)  # a least width of the tables themselves would override that of their words
        self._stand(beside=True)
        self.area = forms.styled(QScrollArea(), name=tr("Story"))
        self.area.setWidgetResizable(True)
        self.area.setWidget(inside)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self._foot = self._keeping()
        forms.column((self.area, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)

    # Its parts

    def _heading(self) -> QVBoxLayout:
        self._title = wrapped(describe_title(self._story))
        words = forms.label(describe_outcome_of(self._story, titled=True), "soft", wraps=True)
        viewer = self._story.viewer
        seen = "" if viewer is None else tr("As {power} may see it.", power=self._look.names.get(viewer, tr("everybody")))
        return forms.column(self._title, words, forms.label(seen, "soft") if seen else None)

    def _scores(self) -> QFrame:
        if not self._story.standings:
            return _card("", wrapped(tr("Not everybody's centres are known here, so there are no points.")))
        table = QGridLayout()
        table.setHorizontalSpacing(12)
        table.setVerticalSpacing(3)
        table.setColumnStretch(2, 1)
        if self._look.players:
            table.setColumnMinimumWidth(2, round(_PLAYERS * growth(self.font())))
        table.addWidget(forms.label(tr("Power"), "soft"), 0, 0, 1, 3, Qt.AlignmentFlag.AlignBottom)
        table.addWidget(_head(tr("Centres")), 0, 3, _FOOT)
        for at, system in enumerate(_FIRST_SYSTEMS, 4):
            heading = _head(_stacked(system_name(system)))
            heading.setToolTip(system.description)
            table.addWidget(heading, 0, at, _FOOT)
        self.system = forms.styled(QComboBox(), name=tr("System of points"))
        for system in Scoring:
            if system not in _FIRST_SYSTEMS:
                self.system.addItem(system_name(system), system)
        self.chosen_heading = _head("")
        table.addWidget(self.chosen_heading, 0, 4 + len(_FIRST_SYSTEMS), _FOOT)
        self.chosen_points: dict[str, PlainLabel] = {}
        shown = [each for each in self._story.standings if each.centres or each.power in dict(self._story.centres.counts)]
        columns = 5 + len(_FIRST_SYSTEMS)
        for number, each in enumerate(shown):
            table.addWidget(forms.styled(QFrame(), "rule"), 2 * number + 1, 0, 1, columns)
            row = 2 * number + 2
            role = "strong" if each.shares_in_it else ""
            table.addWidget(SwatchSquare(self._swatches.get(each.power)), row, 0)
            name = self._look.names[each.power]
            cells = [(1, f"★ {name}" if each.shares_in_it else name), (3, str(each.centres))]
            cells += [(4 + at, points_text(each.points[system])) for at, system in enumerate(_FIRST_SYSTEMS)]
            cells += [(4 + len(_FIRST_SYSTEMS), "")]
            for at, words in cells:
                cell = forms.label(words, role)
                if at == 4 + len(_FIRST_SYSTEMS):
                    self.chosen_points[each.power] = cell
                table.addWidget(cell, row, at, Qt.AlignmentFlag.AlignLeft if at == 1 else _RIGHT)
            if each.power in self._look.players:
                table.addWidget(forms.styled(elided(self._look.players[each.power]), "soft"), row, 2)
        self.how = forms.label("", "soft", wraps=True)
        card = _card("", table, forms.flow(self.system, (self.how, 1, Qt.AlignmentFlag.AlignVCenter)))
        self.system.currentIndexChanged.connect(self._show_system)
        self._show_system()
        return card

    def _show_system(self) -> None:
        """Show the points of the system that is chosen, and how it counts."""
        system = Scoring(self.system.currentData())
        self.chosen_heading.setText(_stacked(system_name(system)))
        self.how.setText(system.description)
        for each in self._story.standings:
            if each.power in self.chosen_points:
                self.chosen_points[each.power].setText(points_text(each.points[system]))

    def _honours(self) -> QFrame | None:
        """Feats of powers and turns, in sight before the turning points, which may be many; ``None`` where there are none."""
        honours = describe_honours(self._story, self._look.names)
        facts = QGridLayout()
        facts.setHorizontalSpacing(16)
        facts.setVerticalSpacing(2)
        for number, (heading, words) in enumerate(honours):
            facts.addWidget(forms.label(heading, "soft"), number // 2 * 2, number % 2)
            facts.addWidget(wrapped(words), number // 2 * 2 + 1, number % 2)
        return _card("", facts) if honours else None

    def _turning_points(self) -> QFrame:
        none = None if self._story.turning_points else wrapped(tr("No turning point yet."))
        rows = QGridLayout()
        rows.setHorizontalSpacing(10)
        rows.setVerticalSpacing(12)
        rows.setColumnStretch(1, 1)
        for row, point in enumerate(self._story.turning_points):
            season = describe_season(self._story.game.variant, point.phase)
            name = tr("Show the board of {season}", season=season)
            when = forms.button(season, lambda _=False, index=point.index: self.phase_requested.emit(index), "choice", name=name)
            rows.addWidget(when, row, 0, Qt.AlignmentFlag.AlignTop)
            rows.addWidget(wrapped(describe_turning_point(self._story, point)), row, 1, Qt.AlignmentFlag.AlignVCenter)
        return _card(tr("Turning points"), none, rows, forms.STRETCH)

    def _centres(self) -> QFrame:
        history = self._story.centres
        words = clauses(f"{self._look.names[power]} {', '.join(map(str, counts))}" for power, counts in history.counts)
        name = tr("Centres by year: {moments}", moments=", ".join(history.moments))
        picture = PictureWidget(lambda width, height: centre_picture(self._story, self._look, width, height), name, words)
        self._chart = picture
        picture.setFixedHeight(round(_CHART * picture.letters))
        unknown = join_words(self._look.names[power] for power in history.unknown)
        missing = wrapped(tr("Not known here: {names}.", names=unknown)) if unknown else None
        return _card(tr("Centres by year"), (picture, 1), missing)

    def _who(self) -> QFrame:
        title, sealed = tr("Who helped, who stabbed"), self._sealed()
        if not self._story.pairs:
            return _card(title, sealed, wrapped(tr("Nobody has helped or attacked anybody yet.")))
        self._give_room(FIRST_PAIRS)
        hint = tr("Green: they help each other. A red sign ends it. Marks above the line are the upper power's, below the lower's.")
        self.all_pairs = ChoiceButton(tr("All {count} pairs", count=len(self._story.pairs)))
        self.all_pairs.setVisible(len(self._story.pairs) > FIRST_PAIRS)
        self.all_pairs.toggled.connect(self._show_pairs)
        return _card(title, sealed, self.pairs, forms.row((forms.label(hint, "soft", wraps=True), 1), self.all_pairs))

    def _sealed(self) -> QHBoxLayout | None:
        """Row with the number of sealed letters and the way to open them; ``None`` where none is."""
        if not self._left_sealed:
            return None
        words = plural(
            "{count} letter is sealed. Promises in it are told once a player opens it.",
            "{count} letters are sealed. Promises in them are told once a player opens them.",
            self._left_sealed,
        )
        self.unlock_button = forms.button(tr("Open a player's letters…"), lambda: self.command_requested.emit("unlock"))
        return forms.row((wrapped(words), 1), self.unlock_button)

    def _show_pairs(self, everything: bool) -> None:
        count = len(self._story.pairs) if everything else FIRST_PAIRS
        self._give_room(count)
        self.pairs.show_other(self._draw_pairs(count))

    def _give_room(self, count: int) -> None:
        self.pairs.setFixedHeight(round(height_of(min(count, len(self._story.pairs))) * self.pairs.letters))

    def _draw_pairs(self, count: int) -> Draw:
        return lambda width, _height: pair_picture(self._story, self._story.pairs[:count], self._look, width)

    def _keeping(self) -> QFrame:
        bar = forms.styled(QFrame(), "header")
        self.export_buttons = {
            each: forms.button(tr(words), lambda _=False, each=each: self.command_requested.emit(each)) for each, words in _EXPORTS
        }
        forms.styled(self.export_buttons["export-page"], "primary")
        self.board_button = forms.button(tr("Look at the board"), self.board_requested)
        self.start_button = forms.button(tr("From the start"), self.start_requested)
        keep = forms.label(tr("Keep it"), "strong")
        row = forms.flow(keep, *self.export_buttons.values(), forms.STRETCH, on=bar, margins=(24, 10, 24, 10))
        row.add_answers(self.board_button, self.start_button)
        return bar

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The chart takes the height that the pairs leave, and the board what the tables leave."""
        super().resizeEvent(event)
        letters = self._chart.letters
        high = self.height() - self._foot.sizeHint().height()  # the area gets its new size only after this
        self._stand(beside=self.width() >= self._tables.minimumSizeHint().width() + _PICTURES * letters + _AROUND)
        self._chart.setFixedHeight(round(min(max(high - self._around_chart(), _CHART * letters), _HIGHEST_CHART * letters)))
        self._fit_board()

    def _around_chart(self) -> int:
        """Pixels of height that the pictures need besides the chart, with their margins."""
        pictures, margins = self._pictures.layout(), self._grid.contentsMargins()
        if pictures is None or not self._is_beside:
            return self.height()
        pictures.activate()
        high = pictures.totalHeightForWidth(self._pictures.width())
        return high - self._chart.height() + margins.top() + margins.bottom()

    def _stand(self, *, beside: bool) -> None:
        """Let the pictures stand beside the tables, or below them; the title is smaller where the words are large for the window."""
        self._is_beside = beside
        forms.restyle(self._title, "title" if beside else "heading")
        for each in (self._tables, self._pictures):
            self._grid.removeWidget(each)
        self._grid.addWidget(self._tables, 0, 0)
        self._grid.addWidget(self._pictures, *((0, 1) if beside else (1, 0)))
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 4 if beside else 0)

    def _fit_board(self) -> None:
        """Show the board beside the centres by year, or beside the points where the pictures stand below; where there is room for it."""
        if self.board.image is None:
            self._board_card.hide()
            return
        beside_points = not self._is_beside
        if beside_points != (self._points.indexOf(self._board_card) >= 0):
            before, after = (self._centres_row, self._points) if beside_points else (self._points, self._centres_row)
            before.removeWidget(self._board_card)
            after.addWidget(self._board_card, 2)
        if beside_points:
            room = self.width() - self._scores_card.minimumSizeHint().width() - _AROUND
            self._board_card.setVisible(room >= _BOARD_BESIDE)
        else:
            high, letters = self._chart.height(), self._chart.letters
            room = self.width() - max(self._tables.width(), _LEFT) - _AROUND
            self._board_card.setVisible(high >= _BOARD and room >= _PICTURES * letters + high)

    def show_board(self, image: QImage) -> None:
        """Show *image* as the board of the end."""
        self.board.show_image(image)
        self._fit_board()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the board."""
        if event.key() == Qt.Key.Key_Escape:
            self.board_requested.emit()
        else:
            super().keyPressEvent(event)


def _card(heading: str, *parts: forms.Part) -> QFrame:
    card = forms.styled(QFrame(), "chip")
    forms.column(forms.label(heading, "strong") if heading else None, *parts, on=card, margins=(16, 12, 16, 12))
    return card


def _stacked(words: str) -> str:
    """*words* in lines as long as the longest of them, so that a column of figures is not as wide as its heading."""
    return fill(words, max(map(len, words.split()), default=1), break_on_hyphens=False)


def _head(words: str) -> PlainLabel:
    """The heading of a column of figures."""
    label = forms.label(words, "soft")
    label.setAlignment(_RIGHT)
    return label
