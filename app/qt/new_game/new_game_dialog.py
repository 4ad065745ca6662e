"""New Game: the shelf of variants with their boards, hooks and rule switches. The usual game needs nothing but Enter."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QSize, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QImage, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QTabWidget, QTextBrowser, QVBoxLayout, QWidget

from app.library.hooks import ShelvedHook
from app.library.unit_sets import BY_VARIANT
from app.presentation.variant_summary import POWER_COUNTS, SIZES, Narrowing, numbers, range_in_words, rules_in_words
from app.qt.board.faults_dialogs import show_faults
from app.qt.hooks.hook_forms import HookChooser
from app.qt.new_game.variant_shelf import VariantList, VariantPictures
from app.qt.widgets import forms
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import FittingDialog, room_for, run_dialog
from app.qt.widgets.file_watch import FolderWatch
from app.qt.widgets.help_window import add_help_key
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look, growth
from app.qt.widgets.rule_switches import RuleSwitches
from app.qt.widgets.wrapping_widgets import WrappingCombo
from app.session.hook_changes import known_hooks
from app.session.services import NewGame
from app.session.session import Session
from entente.words.names import power_name, variant_name
from languages import plural, tr, tr_in
from variants.catalogue import CatalogueEntry
from variants.fault import Fault
from variants.reader import VariantFolder

PICTURE = (340, 300)
_LEAST_HEIGHT = 480
"""Least height of the screen, in words of the usual size, for the board of a variant beside its words."""
_MOST_GROWTH = 1.4
"""Times that the shelf is wider at most with large words, so that its cards have room for theirs."""
_PART_OF_NAME = 1_000
"""Part of the room left over that the name takes beside the buttons, which take one."""
FEW = 6
"""Faults that are listed beside the shelf; a button leads to all of them and their places."""


class NewGameDialog(FittingDialog):
    """Asks what is played.

    Signals:
        import_requested(): a board of another program is wanted on the shelf.
    """

    import_requested = Signal()

    def __init__(self, session: Session, look: Look, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New game"))
        self.resize(1120, 700)
        self._session = session
        self._look = look
        add_help_key(self, look, "first-game")
        self._entries: dict[str, CatalogueEntry] = {}
        self._images: dict[str, QImage] = {}
        self._undrawn: dict[str, tuple[str, tuple[Fault, ...]]] = {}
        """Variants whose drawing cannot be used: why, and its faults."""
        self._hooks_for = ""
        self._known_hooks: Mapping[str, ShelvedHook] = {}
        self.search = AskingLine()
        self.search.setPlaceholderText(tr("Find a variant"))
        self.search.setClearButtonEnabled(True)
        self.variants = VariantList(look)
        self.variants.setMinimumWidth(round(330 * min(growth(self.font()), _MOST_GROWTH)))
        self.search.textChanged.connect(self.variants.filter)
        self.all_button = forms.button(tr("All variants"), self.show_all, by_enter=False)
        self.import_button = forms.button(
            tr("Import a board…"),
            self.import_requested,
            tip=tr("Boards made for other programs, such as jDip, DiplomacyGM and those that run games by mail"),
            by_enter=False,
        )
        self.group_box = forms.styled(WrappingCombo(), name=tr("Collection"))
        """Box of the collections on the shelf; out of sight as long as there is none."""
        self.group_box.hide()
        self.powers_box, self.size_box = WrappingCombo(), WrappingCombo()
        self.powers_box.setAccessibleName(tr("Number of powers"))
        self.size_box.setAccessibleName(tr("Number of provinces"))
        self.powers_box.addItem(tr("Powers: any"))
        self.size_box.addItem(tr("Size: any"))
        for bounds in POWER_COUNTS:
            self.powers_box.addItem(plural("{numbers} power", "{numbers} powers", bounds[1], numbers=range_in_words(*bounds)))
        for bounds in SIZES:
            self.size_box.addItem(plural("{numbers} province", "{numbers} provinces", bounds[1], numbers=range_in_words(*bounds)))
        for box in (self.group_box, self.powers_box, self.size_box):
            box.currentIndexChanged.connect(self._narrow)
        self.folder_button = forms.button(
            tr("Folder of my variants"),
            self._open_folder,
            tip=tr("A folder in it with a variant.toml is on the shelf as soon as it is saved"),
            by_enter=False,
        )
        left = forms.column(
            self.search,
            self.group_box,
            forms.flow((self.powers_box, 1), (self.size_box, 1), spacing=8),
            (self.variants, 1),
            self.all_button,
            self.import_button,
            self.folder_button,
            spacing=8,
        )

        self.title = forms.styled(QLabel(), "heading")
        self.title.setWordWrap(True)
        self.numbers = forms.styled(QLabel(), "soft")
        self.numbers.setWordWrap(True)
        self.about = QLabel()
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.rules_words = forms.styled(QLabel(), "soft")
        self.rules_words.setWordWrap(True)
        self.rules_words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.faults_button = forms.button(act=self._show_places, by_enter=False)
        self.picture = QLabel()
        self.picture.setFixedSize(*PICTURE)
        self.picture.setTextFormat(Qt.TextFormat.PlainText)
        self.picture.setWordWrap(True)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        words = forms.column(
            self.title, self.numbers, 4, self.about, (self.rules_words, 1), (self.faults_button, 0, Qt.AlignmentFlag.AlignLeft), spacing=4
        )
        top = forms.row((words, 1), (self.picture, 0, Qt.AlignmentFlag.AlignTop), spacing=16)

        self.hooks = HookChooser()
        self.hooks.changed.connect(self._check)
        self._rules: RuleSwitches | None = None
        self._rules_tab = QWidget()
        QVBoxLayout(self._rules_tab).setContentsMargins(0, 0, 0, 0)
        self.powers = forms.styled(QTextBrowser(), name=tr("Powers"))
        self.powers.setFrameShape(QFrame.Shape.NoFrame)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.hooks, tr("Rule changes"))
        self.tabs.addTab(self._rules_tab, tr("Rule details"))
        self.tabs.addTab(self.powers, tr("Powers"))
        self.tabs.currentChanged.connect(self._open_tab)
        self.name = AskingLine()
        self.name.setPlaceholderText(tr("Name of the game: the variant's unless you give one"))
        self.trouble = forms.styled(QLabel(), "bad")
        self.trouble.setWordWrap(True)
        self.start_button = forms.button(tr_in("button", "Start"), self.accept, "primary")
        self.start_button.setDefault(True)
        self.start_button.setMinimumWidth(120)
        self.with_seats = False
        """True if the dialog of the seats follows."""
        self.seats_button = forms.button(
            tr("Around one laptop…"),
            self._accept_with_seats,
            tip=tr("Each person writes in secret; next you are asked who sits where"),
            by_enter=False,
        )
        cancel = forms.button(tr("Cancel"), self.reject, by_enter=False)
        buttons = FlowLayout(spacing=8)  # together and on the right, in a row of their own too
        buttons.addStretch(1)
        for button in (self.seats_button, cancel, self.start_button):
            buttons.addWidget(button)
        right = forms.column(top, (self.tabs, 1), self.trouble, forms.flow((self.name, _PART_OF_NAME), (buttons, 1), spacing=8), spacing=10)
        forms.row(left, (right, 1), on=self, margins=(18, 16, 18, 14), spacing=18)

        screen = session.services.screen
        self.pictures = VariantPictures(background, look.name, screen.view.unit_symbols if screen is not None else BY_VARIANT, self)
        self.pictures.came.connect(self._picture_came)
        self.pictures.failed.connect(self._picture_failed)
        self.search.textChanged.connect(self._hurry)
        self.variants.verticalScrollBar().valueChanged.connect(self._hurry)
        self.variants.variant_chosen.connect(self._chosen)
        self.watches: list[FolderWatch] = []
        for folder in (session.shelf.folder, session.hook_shelf.folder):
            if folder is not None:
                watch = FolderWatch(folder, self)
                watch.changed.connect(self.refresh)
                self.watches.append(watch)
        self._reading = QTimer(self)
        """Timer that reads the variants that were not asked for yet one by one, so that the shelf fills while it is there already."""
        self._reading.setInterval(0)
        self._reading.timeout.connect(self._read_another)
        self.refresh()
        self.variants.setFocus()

    def setVisible(self, visible: bool) -> None:
        """Leave the board out where the words need its room; it stands in the list too."""
        if visible and not self.isVisible():
            self.ensurePolished()
            self.picture.setVisible(room_for(self).height() >= _LEAST_HEIGHT * growth(self.font()))
        super().setVisible(visible)

    @Slot()
    def _read_another(self) -> None:
        if not self._session.shelf.read_another():
            self._reading.stop()
        self._show_shelf()

    def read_all(self) -> None:
        """Read the whole shelf at once."""
        while self._reading.isActive():
            self._read_another()

    def done(self, result: int) -> None:
        """The pictures that are not painted yet wait for the next time."""
        self._reading.stop()
        self.pictures.stop()
        super().done(result)

    # --- what was chosen ---

    @property
    def variant_id(self) -> str:
        """Id of the chosen variant."""
        return self.variants.current_id

    @property
    def rule_words(self) -> tuple[str, ...]:
        """The switches that differ from the variant's rules, as ``4.A.3=DPTG``."""
        return () if self._rules is None else self._rules.words

    @property
    def rules(self) -> RuleSwitches:
        """The rule switches; made when they are first looked at, since they are half of the dialog's cost."""
        if self._rules is None:
            self._rules = RuleSwitches()
            layout = self._rules_tab.layout()
            assert layout is not None
            layout.addWidget(self._rules)
            entry = self._entries.get(self.variant_id)
            if entry is not None and entry.folder is not None:
                self._rules.show_rules(entry.folder.variant.rules)
        return self._rules

    @Slot()
    def _open_tab(self) -> None:
        if self.tabs.currentWidget() is self._rules_tab:
            self.rules.show()

    @property
    def hook_words(self) -> str:
        """The hooks that the game starts with, as a command line writes them."""
        return self.hooks.words()

    # --- view ---

    def refresh(self) -> None:
        """Show the shelf as it is now: a variant or a hook was saved, added or taken away."""
        self._show_shelf()
        self._reading.start()

    def _show_shelf(self) -> None:
        entries = self._session.shelf.entries_so_far()
        fresh = [each for each in entries if each.id not in self._entries or self._entries[each.id] != each]
        before, self._entries = self._entries.get(self.variant_id), {entry.id: entry for entry in entries}
        for entry in fresh:
            self._undrawn.pop(entry.id, None)
        if self._is_other(before, self._entries.get(self.variant_id)):
            self._hooks_for = ""
        self._show_groups([None, *sorted({each.group for each in entries}, key=lambda name: (name != "", name))])
        self.variants.show_entries(entries)
        self.variants.filter(self.search.text())
        for entry in fresh:
            self.pictures.want(entry)

    def _show_groups(self, groups: list[str | None]) -> None:
        """Offer the collections on the shelf; the one that is chosen stays chosen as long as it is there."""
        shown = [self.group_box.itemData(row) for row in range(self.group_box.count())]
        self.group_box.setVisible(len(groups) > 2)
        if groups == shown:
            return
        chosen = self.variants.wanted.group
        self.group_box.blockSignals(True)
        self.group_box.clear()
        for name in groups:
            self.group_box.addItem(tr("All collections") if name is None else name or tr("In no collection"), name)
        self.group_box.setCurrentIndex(groups.index(chosen) if chosen in groups else 0)
        self.group_box.blockSignals(False)
        self._narrow()

    @Slot()
    def _narrow(self) -> None:
        """Show those of the chosen collection, number of powers and size."""
        powers, size = self.powers_box.currentIndex(), self.size_box.currentIndex()
        self.variants.want(
            Narrowing(self.group_box.currentData(), POWER_COUNTS[powers - 1] if powers else None, SIZES[size - 1] if size else None)
        )
        self.all_button.setVisible(not (self.variants.is_whole or self.variants.wanted.is_any_asked))
        self._hurry()

    def _is_other(self, before: CatalogueEntry | None, now: CatalogueEntry | None) -> bool:
        """Return True if the ticked and switched rows have to be read again: a person may be in the middle of it while a file is saved."""
        if before is None or now is None or before.folder is None or now.folder is None:
            return True
        hooks = known_hooks(self._session, None, now.source)
        return before.folder.checksum != now.folder.checksum or hooks != self._known_hooks

    def show_all(self) -> None:
        """Show all variants, and not only those that are offered first."""
        self.variants.show_all()
        self.all_button.hide()
        self.variants.setFocus()
        self._hurry()

    def choose(self, variant_id: str) -> None:
        """Bring a variant to the front, whatever the shelf was narrowed to."""
        if variant_id not in self.variants.matching_ids():
            for box in (self.group_box, self.powers_box, self.size_box):
                box.setCurrentIndex(0)
        if variant_id not in self._entries and self._session.shelf.entry(variant_id) is not None:
            self._show_shelf()
        self.variants.choose(variant_id)
        self.all_button.setVisible(not self.variants.is_whole)

    def _chosen(self, variant_id: str) -> None:
        entry = self._entries.get(variant_id)
        self.picture.setPixmap(QPixmap())
        self._hurry()
        if entry is None or entry.folder is None:
            self._show_faults(entry)
            return
        folder = entry.folder
        self.tabs.setEnabled(True)
        self.title.setText(variant_name(folder.variant))
        self.numbers.setText(numbers(folder.variant))
        self.about.setText(tr(folder.description))
        self.rules_words.setText(" ".join(rules_in_words(folder.variant)))
        self.powers.setHtml(powers_as_html(folder))
        if variant_id in self._undrawn:
            self.picture.setText(self._undrawn[variant_id][0])
        elif variant_id in self._images:
            self._show_picture(self._images[variant_id])
        if self._hooks_for != variant_id:
            self._hooks_for = variant_id
            hooks = self._known_hooks = known_hooks(self._session, None, entry.source)
            self.hooks.show_hooks(hooks, folder.variant, dict.fromkeys(folder.hooks, ""))
            if self._rules is not None:
                self._rules.show_rules(folder.variant.rules)
        self._check()

    def _show_faults(self, entry: CatalogueEntry | None) -> None:
        self.title.setText("" if entry is None else entry.id)
        self.numbers.setText("" if entry is None else tr("This variant cannot be played as it is."))
        faults = () if entry is None else entry.faults
        self.about.setText("\n".join(str(fault) for fault in faults[:FEW]))
        self.rules_words.setText("")
        self.powers.clear()
        self._hooks_for = ""
        self.tabs.setEnabled(False)
        self._check()

    def _check(self) -> None:
        entry = self._entries.get(self.variant_id)
        playable = entry is not None and entry.folder is not None and self.variant_id not in self._undrawn
        faults = self._faults()
        self.faults_button.setVisible(bool(faults))
        self.faults_button.setText(plural("Show the fault…", "Show the {count} faults…", len(faults)))
        trouble = self.hooks.trouble() if playable else ""
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.start_button.setEnabled(playable and not trouble)
        self.seats_button.setEnabled(playable and not trouble)

    @Slot()
    def _accept_with_seats(self) -> None:
        self.with_seats = True
        self.accept()

    @Slot()
    def _hurry(self) -> None:
        """Paint the pictures that are in view first."""
        self.pictures.hurry((self.variant_id, *self.variants.visible_ids()))

    def _faults(self) -> tuple[Fault, ...]:
        """All that is known to be wrong with the variant in front."""
        entry = self._entries.get(self.variant_id)
        drawing = self._undrawn.get(self.variant_id, ("", ()))[1]
        if entry is None or not entry.own:
            return drawing
        return (*entry.faults, *(each for each in drawing if each not in entry.faults))

    @Slot()
    def _show_places(self) -> None:
        show_faults(self._look, self._session.shelf, self.variant_id, self._faults(), self)

    @Slot()
    def _open_folder(self) -> None:
        folder = self._session.shelf.folder
        if folder is not None:
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _picture_came(self, variant_id: str, image: QImage) -> None:
        self._images[variant_id] = image
        if self._undrawn.pop(variant_id, None) is not None:
            self.variants.mark(variant_id, is_faulty=False)
            self._check()
        self.variants.show_picture(variant_id, image)
        if variant_id == self.variant_id:
            self._show_picture(image)

    def _picture_failed(self, variant_id: str, why: str, faults: tuple[Fault, ...]) -> None:
        self._images.pop(variant_id, None)
        self._undrawn[variant_id] = (why, faults)
        self.variants.mark(variant_id, is_faulty=True)
        if variant_id == self.variant_id:
            self.picture.setText(why)
            self._check()

    def _show_picture(self, image: QImage) -> None:
        ratio = self.devicePixelRatioF()
        size = QSize(*PICTURE) * ratio
        scaled = image.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        pixmap = QPixmap.fromImage(scaled)
        pixmap.setDevicePixelRatio(ratio)
        self.picture.setPixmap(pixmap)


def powers_as_html(folder: VariantFolder) -> str:
    """Each power in its colour, with what it starts with."""
    variant = folder.variant
    rows = []
    for power in variant.powers.values():
        style, name = folder.styles.get(power.id), power_name(variant, power.id)
        colour = "#888888" if style is None else style.unit
        units = ", ".join(str(unit.piece) for unit in variant.start.units_of(power.id)) or tr("no units")
        role = "" if power.role.value == "playing" else f" ({tr(power.role.value)})"
        target = ", " + tr("wins with {victory}", victory=power.victory) if power.victory is not None else ""
        rows.append(
            f"<tr><td style='color:{escape(colour)}'>■&nbsp;</td><td><b>{escape(name)}</b>{escape(role)}{target}&nbsp;&nbsp;</td>"
            f"<td>{escape(units)}</td></tr>"
        )
    authors = f"<p>{tr('By {authors}.', authors=escape(', '.join(folder.authors)))}</p>" if folder.authors else ""
    return f"<table cellspacing='4'>{''.join(rows)}</table>{authors}"


def ask_new_game(session: Session, look: Look, background: Background, parent: QWidget, first: str = "") -> NewGame | None:
    """Ask a person for the new game; boards of other programs can be imported on the way.

    Args:
        first: the id of the variant that is offered first.
    """
    dialog = NewGameDialog(session, look, background, parent)
    if first:
        dialog.choose(first)

    def import_more() -> None:
        from app.qt.new_game.import_dialog import import_at  # brings in the geometry library

        made = import_at(session, dialog.import_button)
        if made:
            dialog.refresh()
            dialog.choose(made[0])

    dialog.import_requested.connect(import_more)
    if not run_dialog(dialog):
        return None
    return NewGame(dialog.variant_id, dialog.rule_words, dialog.name.text().strip(), dialog.hook_words, dialog.with_seats)
