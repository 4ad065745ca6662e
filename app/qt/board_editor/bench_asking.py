"""Questions of the forms of the bench to a person, and the start of a variant from the drawing on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from adjudicator.variant import Variant
from app.board_editor.beginning import begun
from app.board_editor.settling import put_down, settling
from app.board_editor.workpiece import Workpiece
from app.game.storage.errors import StorageError
from app.hooks.attached import hook_of, names_of
from app.qt.board_editor.side import FormQuestions
from app.session.consent import AskedFor, AskedHook, HookChoice
from app.session.errors import Abort
from app.session.hook_changes import attach_of
from app.session.session import Session
from languages import tr
from variants.hooks.hook_text import HookText
from variants.hooks.shipped_hooks import shipped_checksums
from variants.source import FolderSource


class BenchAsking:
    """Asks by the services of the session."""

    def __init__(self, session: Session, piece: Workpiece, variant: Callable[[], Variant | None]) -> None:
        self._session, self._piece, self._variant = session, piece, variant
        self.asking = FormQuestions(session.services.ask, self._known_hooks, self._agree)

    def _known_hooks(self) -> Mapping[str, HookText]:
        found = self._session.hook_shelf.hooks(FolderSource(self._piece.root))
        return {name: each.text for name, each in found.items()}

    def _agree(self, hook: HookText) -> bool:
        variant = self._variant()
        try:
            if variant is not None:
                attach_of(hook, "", names_of(variant))
        except Abort as error:
            self._session.say(tr("{hook} cannot start a game on this board: {error}", hook=hook.title, error=error))
            return False
        if hook.checksum in shipped_checksums() or not self._session.hooks.store.unknown((hook_of(hook),)):
            return True
        asked = AskedHook(hook, "", "", known=False, shipped=False)
        answer = self._session.services.consent(self._piece.name, (asked,), asked_for=AskedFor.IMPORT)
        if answer.choice is not HookChoice.RUN:
            return False
        self._session.hooks.store.grant((hook_of(hook),), for_good=answer.remember)
        return True


def begin_in(
    session: Session, piece: Workpiece, name: str, *, copy: bool, refuse: Callable[[str], None], open_there: Callable[[Path], None]
) -> None:
    """Write the variant of the drawing on the bench, and go on with it there."""
    try:
        drawing = piece.root / piece.lone_drawing
        place = settling(session, drawing, name or drawing.stem, copy=copy)
        files = begun(piece.read(piece.lone_drawing), place.drawing, place.id, name or drawing.stem, piece.answers)
        put_down(place, files, piece)
    except (OSError, StorageError, ValueError) as error:
        refuse(str(error))
        return
    said = place.shelve(session)
    session.say(tr("{name} is begun in {root}. {said}", name=name or drawing.stem, root=place.root, said=said).strip())
    if place.is_copy:
        open_there(place.root)
