"""A variant changed from a command line: by the same forms as on the bench, one undoable step each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from app.board_editor.forms.manifest import FormError, Manifest, manifest_of
from app.board_editor.renaming import renamed, spoken_of
from app.board_editor.workpiece import ChangedOutsideError, Workpiece
from app.game.storage.atomic import StorageError
from app.session.errors import Abort
from app.session.session import Session
from entente.words.names import join_words
from languages import sentence, system_words, tr
from variants import FolderSource, Source, VariantError, shipped_source
from variants.fix import Fix
from variants.hooks.hook_text import shipped_hooks
from variants.shore_writing import apply_fix
from variants.source import MANIFEST


class Editing:
    """One variant of a person's own.

    Raises:
        Abort: it cannot be changed.
    """

    def __init__(self, session: Session, root: Path | None) -> None:
        if root is None or not (root / MANIFEST).is_file():
            raise Abort(
                tr(
                    "A variant that comes with the program is not changed; begin one of your own with {new}.",
                    new=session.named("new-variant"),
                )
            )
        self._session = session
        self._piece = Workpiece(root, command=uuid4().hex)
        self.done: list[str] = []

    @property
    def manifest(self) -> Manifest:
        """The file as it is now.

        Raises:
            Abort: it cannot be read.
        """
        try:
            return manifest_of(self._piece.read(MANIFEST), self._piece.root.name, self._library)
        except VariantError as error:
            raise Abort("\n".join(map(str, error.faults))) from error
        except (OSError, ValueError) as error:
            raise Abort(tr("{manifest} cannot be read: {error}", manifest=MANIFEST, error=system_words(error))) from error

    def perform(self, make: Callable[[Manifest], Fix]) -> None:
        """Make one change.

        Raises:
            Abort: it cannot be made; the message says why.
        """
        try:
            manifest = self.manifest
            fix = make(manifest)
            if self._piece.perform(fix.title, fix.file, apply_fix(manifest.content, fix)):
                self.done.append(fix.title)
        except (OSError, StorageError, ValueError) as error:
            raise Abort(_sentence(error)) from error

    @property
    def known_hooks(self) -> tuple[str, ...]:
        """The hooks of its folder, and those that come with the program."""
        own = [each.removeprefix("hooks/").removesuffix(".hook") for each in self._piece.files() if each.endswith(".hook")]
        return tuple(dict.fromkeys((*own, *shipped_hooks())))

    def undo(self) -> None:
        """Take back what the last command did.

        Raises:
            Abort: there is nothing, or a file was changed otherwise since.
        """
        try:
            labels = self._piece.undo_command()
        except (OSError, StorageError, ChangedOutsideError) as error:
            raise Abort(system_words(error) if isinstance(error, OSError) else str(error)) from error
        if not labels:
            raise Abort(tr("No command has changed this variant, or what it changed is kept no more."))
        self.done += [tr("Taken back: {label}", label=label) for label in labels]

    def rename(self, old: str, new: str) -> None:
        """Give a province another code, everywhere.

        Raises:
            Abort: it cannot have it.
        """
        try:
            files = self._piece.files()
            if self._piece.perform_all(tr("Call {old} {new}", old=old.upper(), new=new.upper()), renamed(files, self.manifest, old, new)):
                self.done.append(tr("{old} is {new} from now on", old=old.upper(), new=new.upper()))
            told = spoken_of(files, old.upper())
        except (OSError, StorageError, ValueError) as error:
            raise Abort(_sentence(error)) from error
        if told:
            self.done.append(tr("{told} mentions {old}: change it by hand", told=join_words(told), old=old.upper()))

    def _library(self, variant_id: str) -> Source:
        beside = self._piece.root.parent / variant_id
        if (beside / MANIFEST).is_file():
            return FolderSource(beside)
        entry = self._session.shelf.entry(variant_id)
        return entry.source if entry is not None else shipped_source(variant_id)


def _sentence(error: Exception) -> str:
    words = str(error)
    return f"{sentence(words)}{'' if words.endswith('.') else '.'}" if isinstance(error, FormError) else words
