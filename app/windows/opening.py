"""Opening files in the window: faults and differences are shown with their places, and a person chooses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.commands.base.consenting import HookChoice, without_hooks
from app.commands.base.opening import decide_hooks, take_hooks_off
from app.commands.base.services import FileKind
from app.game.desk import OpenedFile
from app.game.document import Document
from app.game.dpn.build import Obstacle
from app.game.opening import Ready, Standing
from app.game.storage.errors import Failure, StorageError
from app.windows import ask_box
from app.windows.faults_dialog import FaultsDialog
from app.windows.run_dialog import run_dialog

if TYPE_CHECKING:
    from app.windows.workbench import Workbench

AT_ONCE = 256 * 1024
"""Bytes of a file up to which it is read at once; larger ones are read while the window goes on."""

ORDERS, POSITIONS, LOOK, CANCEL = "Trust the orders", "Trust the positions", "Look only", "Cancel"
OPEN_REST = "Open what could be read"
PRESENT_VARIANT = "Use the variant that is here"


class Opening(QObject):
    """Opens games for one workbench."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench

    def choose_and_open(self) -> None:
        """Ask for a file, and open it."""
        path = self._bench.services.open_path(FileKind.GAME)
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Open *path*; one that is open already comes to the front."""
        for document in self._bench.session.documents:
            if document.path is not None and document.path.resolve() == path.resolve():
                self._bench.session.bring_forward(document)
                return
        desk = self._bench.session.desk
        if _size(path) <= AT_ONCE:
            try:
                file = desk.look_into(path)
            except StorageError as error:
                self._bench.trouble(str(error))
            else:
                self.put_on(file)
            return
        self._bench.say(f"Reading {path.name}…")
        self._bench.background.run(lambda: desk.look_into(path), self._came, lambda error: self._bench.trouble(str(error)))

    def put_on(self, file: OpenedFile) -> Document | None:
        """Put what was read on the desk, as a person chooses where something does not fit."""
        found = self._with_a_variant(file)
        if found is None:
            return None
        file = found
        hooks, opened = decide_hooks(self._bench.session, file.path.name, file.opened)
        if hooks is HookChoice.CLOSE:
            return None
        file = replace(file, opened=opened)
        ready = self.choose(file)
        if ready is None:
            return None
        if hooks is HookChoice.WITHOUT:
            ready = without_hooks(ready)
        desk = self._bench.session.desk
        try:
            document = desk.put_on(file, ready)
        except StorageError as error:
            if error.failure is not Failure.IN_USE or ask_box.ask(self._bench.window, str(error), (LOOK, CANCEL)) != LOOK:
                self._bench.trouble(str(error))
                return None
            document = desk.put_on(file, file.opened.look_only())
        if hooks is HookChoice.WITHOUT and not document.read_only:
            take_hooks_off(document)
        self._bench.session.add(document)
        if document not in self._bench.session.documents:
            return None  # its board is not here; the workbench has said so
        self._bench.start_presenter.note_opened(document)
        self._bench.say(f"Opened {file.path}.")
        page = self._bench.page
        if page is not None and document.read_only:
            page.banners.show_banner("read only", f"Open for looking only: {document.read_only}")
        return document

    def _came(self, file: OpenedFile) -> None:
        self.put_on(file)

    def _with_a_variant(self, file: OpenedFile) -> OpenedFile | None:
        """*file* with the variant that somebody wants it checked against, where it was made with another version."""
        if file.opened.obstacle is not Obstacle.OTHER_CHECKSUM:
            return file
        words = (
            f"{file.path.name} was made with another version of its variant. It can be looked at, or checked against the one that is here."
        )
        match ask_box.ask(self._bench.window, words, (LOOK, PRESENT_VARIANT, CANCEL)):
            case "Look only":
                return file
            case "Use the variant that is here":
                return OpenedFile(file.path, file.data, file.opened.with_present_variant())
            case _:
                return None

    def choose(self, file: OpenedFile) -> Ready | None:
        """How *file* is taken; ``None`` where it is not."""
        opened, name = file.opened, file.path.name
        if opened.standing is Standing.UNREADABLE:
            self._ask(file, f"{name} cannot be opened: there is no game in it that can be read. The file stays as it is.", ("Close",))
            return None
        if opened.obstacle is Obstacle.UNKNOWN_VARIANT:
            words = (
                f"{name} cannot be opened: the variant that it is a game of is not here. Import that variant, or put its folder among "
                "yours, and open the game again. The file stays as it is."
            )
            self._ask(file, words, ("Close",))
            return None
        count = len(opened.errors)
        if count > (opened.obstacle is Obstacle.OTHER_CHECKSUM):  # which is a fault of its own, and asked about below
            kept = "a line that could not be read. It is" if count == 1 else f"{count} lines that could not be read. They are"
            words = f"{name} has {kept} kept in the file; the rest of the game can be played on."
            if self._ask(file, words, (OPEN_REST, CANCEL)) != OPEN_REST:
                return None
        if opened.standing is Standing.DIFFERS:
            count = len(opened.differences)
            differences = "1 difference" if count == 1 else f"{count} differences"
            words = f"In {name} the recorded positions do not follow from the orders ({differences}). Which are right?"
            choices = (ORDERS, POSITIONS, LOOK, CANCEL)
            if opened.begins_elsewhere:
                words = (
                    f"{name} begins elsewhere than its variant does ({differences}). Trusting its positions plays it on from there; "
                    "trusting the orders puts the variant's start in their place."
                )
                choices = (POSITIONS, ORDERS, LOOK, CANCEL)
            match self._ask(file, words, choices):
                case "Trust the orders":
                    return opened.trust_orders()
                case "Trust the positions":
                    return opened.trust_positions()
                case "Look only":
                    return opened.look_only()
                case _:
                    return None
        return opened.ready()

    def _ask(self, file: OpenedFile, summary: str, choices: tuple[str, ...]) -> str | None:
        dialog = FaultsDialog(
            self._bench.look,
            file.path.name,
            summary,
            file.opened.faults,
            [str(each) for each in file.opened.differences],
            file.data.decode("utf-8", "replace"),
            choices,
            self._bench.window,
        )
        run_dialog(dialog)
        return dialog.choice


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
