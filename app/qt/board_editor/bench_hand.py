"""Changes on the bench: each one step in one file, with Undo and Redo, and what its forms ask a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QPointF

from adjudicator.board import Terrain
from adjudicator.variant import Variant
from app.board_editor.beginning import Answers, begun
from app.board_editor.edits import CannotEditError, all_safe, move_anchor, set_cell, toggle_step
from app.board_editor.forms.manifest import FormError, Manifest, manifest_of
from app.board_editor.forms.places import set_centre
from app.board_editor.reading import OnTheBench
from app.board_editor.renaming import renamed, spoken_of
from app.board_editor.settling import put_down, settling
from app.board_editor.terrain import take_terrains
from app.board_editor.workpiece import ChangedOutsideError, Workpiece
from app.game.storage.atomic import StorageError
from app.hooks.hook_consent import hook_of, names_of
from app.presentation.step_graph import DoubtfulEdge
from app.qt.board_editor.bench_map import anchors_of
from app.qt.board_editor.bench_page import BenchPage
from app.qt.board_editor.question_lists import reply_word
from app.qt.board_editor.side import FormQuestions
from app.qt.board_editor.terrain_form import LAND
from app.session.errors import Abort
from app.session.hook_changes import attach_of
from app.session.hook_service import AskedFor, AskedHook, HookChoice
from app.session.services import ChoiceQuestion, ConsentQuestion
from app.session.session import Session
from entente.words.names import join_words
from languages import labelled, sentence, system_words, tr
from variants.fault import Fault
from variants.fix import Fix
from variants.hooks.hook_text import HookText, shipped_checksums
from variants.notes import BorderAnswer, Reply, ShoreAnswer, ShoreKind, with_answer, with_known
from variants.read_board import CODE
from variants.reviewed import DividedLand
from variants.shore_writing import apply_fix, with_shore
from variants.source import MANIFEST, FolderSource, SourceFinder

AskText = Callable[[str, str], str | None]
"""A line from a person: the question and a suggestion; ``None`` where there is no answer."""


class BenchHand(QObject):
    """Listens to a page and changes its workpiece.

    Args:
        ask: asks for a line of text.
        refuse: says why something was not done.
        say: says what was done.
        library: where what a variant extends is found.
    """

    def __init__(
        self,
        page: BenchPage,
        piece: Workpiece,
        ask: AskText,
        refuse: Callable[[str], None],
        say: Callable[[str], None],
        library: SourceFinder,
    ) -> None:
        super().__init__(page)
        self._page, self._piece, self._ask, self._refuse, self._say, self._library = page, piece, ask, refuse, say, library
        page.table.rows.cell_edited.connect(self._cell)
        page.step_requested.connect(self._step)
        page.map.anchor_dragged.connect(self._anchor)
        page.faults.mend_requested.connect(self._mend)
        page.faults.known_requested.connect(self._know)
        page.faults.mend_all_requested.connect(self._mend_all)
        page.doubtful.answered.connect(self._answer)
        page.side.wanted.connect(self.form)
        page.side.begin.said.connect(self._answered)
        page.side.begin.layer_chosen.connect(lambda layer: self._piece.answer(Answers(layer, cut=(self._piece.answers or Answers()).cut)))
        page.side.begin.names_chosen.connect(lambda said: self._piece.answer(replace(self._piece.answers or Answers(), names_from=said)))
        page.side.begin.cut_chosen.connect(lambda on: self._piece.answer(Answers(cut=on)))
        page.side.begin.start_chosen.connect(lambda on: self._piece.answer(replace(self._piece.answers or Answers(), start=on)))
        page.side.terrain.agreed.connect(self._take_terrain)
        page.lands.answered.connect(self._land)
        page.undo_requested.connect(self.undo)
        page.redo_requested.connect(self.redo)

    def undo(self) -> None:
        """Take the last step back."""
        if not self._piece.next_undo:
            self._refuse(tr("Nothing was changed on the bench."))
            return
        self._try(lambda: self._say(tr("Taken back: {undo}", undo=self._piece.undo())))

    def redo(self) -> None:
        """Make the step that was taken back again."""
        if not self._piece.next_redo:
            self._refuse(tr("Nothing was taken back on the bench."))
            return
        self._try(lambda: self._say(tr("Done again: {redo}", redo=self._piece.redo())))

    def perform(self, fix: Fix) -> None:
        """Make the changes of *fix*, as one step."""
        self._try(lambda: self._perform(fix))

    def form(self, make: Callable[[Manifest], Fix]) -> None:
        """Make the change that a form asks for, as one step."""
        try:
            manifest = self._manifest()
            if manifest is None:
                self._refuse(tr("There is no variant to change yet."))
                return
            self.perform(make(manifest))
        except FormError as error:
            self._refuse(f"{sentence(str(error))}.")
        except (OSError, ValueError) as error:
            self._refuse(tr("{manifest} cannot be read: {error}", manifest=MANIFEST, error=system_words(error)))

    def _manifest(self) -> Manifest | None:
        """The variant's file at this moment, which may be later than the one in view.

        Raises:
            OSError: it cannot be read.
            ValueError: likewise.
        """
        shown = None if self._bench is None else self._bench.manifest
        if shown is None:
            return None
        content = self._piece.read(MANIFEST)
        return shown if content == shown.content else manifest_of(content, self._piece.root.name, self._library)

    def _perform(self, fix: Fix) -> None:
        if self._piece.perform(fix.title, fix.file, apply_fix(self._piece.read(fix.file), fix)):
            self._say(tr("{fix}: written into {file}.", fix=fix.title, file=fix.file))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except ChangedOutsideError as error:
            self._refuse(str(error))
        except (OSError, StorageError, ValueError) as error:
            self._refuse(tr("That could not be written: {error}", error=system_words(error)))

    @property
    def _bench(self) -> OnTheBench | None:
        return self._page.bench

    def _cell(self, code: str, key: str, value: object) -> None:
        if key == "code":
            self._rename(code, str(value))
            return
        if key == "centre" and self._bench is not None and self._bench.manifest is not None:
            self.form(lambda manifest: set_centre(manifest, code, on=value is True))
            return
        self.perform(set_cell(code, key, value if isinstance(value, bool) else str(value)))

    def _rename(self, code: str, wanted: str) -> None:
        try:
            manifest = self._manifest()
            if manifest is None:
                return
            files = self._piece.files()
            after = renamed(files, manifest, code, wanted)
        except FormError as error:
            self._refuse(f"{sentence(str(error))}.")
            return
        except (OSError, ValueError) as error:
            self._refuse(tr("That could not be read: {error}", error=system_words(error)))
            return
        left = spoken_of(files, code)
        more = tr("{left} still says {code}: change it by hand.", left=", ".join(left), code=code) if left else ""
        label = tr("Call {code} {wanted}", code=code, wanted=wanted.upper())
        self._try(lambda: self._piece.perform_all(label, after) and self._say(labelled(label, f"{join_words(after)}. {more}").strip()))

    def _answered(self, key: str, what: str, word: str) -> None:
        answers = self._piece.answers or Answers(self._bench.beginning.answers.layer if self._bench and self._bench.beginning else "")
        if what == "terrain":
            others = {each: said for each, said in answers.terrains.items() if each != key}
            if word == LAND:
                answers = replace(answers, terrains=others, lands=answers.lands | {key})
            elif word in set(Terrain):
                answers = replace(answers, terrains={**others, key: Terrain(word)}, lands=answers.lands - {key})
        elif what == "code":
            if (why := self._why_not_code(key, word.upper())) != "":
                self._refuse(why)
                self._piece.answer(answers)
                return
            answers = replace(answers, codes={**answers.codes, key: word.upper()})
        else:
            answers = replace(answers, names={**answers.names, key: word})
        self._piece.answer(answers)

    def _why_not_code(self, key: str, code: str) -> str:
        beginning = None if self._bench is None else self._bench.beginning
        others = {each.code: each.name for each in beginning.provinces if each.key != key} if beginning is not None else {}
        if not CODE.fullmatch(code):
            return tr("{code} cannot be a code: two to eight capitals and digits, a letter first.", code=code)
        return tr("{code} is the code of {others} already.", code=code, others=others[code]) if code in others else ""

    def _take_terrain(self, terrains: Mapping[str, Terrain]) -> None:
        self.perform(take_terrains(terrains))

    def _step(self, kind: str, one: str, other: str) -> None:
        bench = self._bench
        row = None if bench is None else bench.row(one.partition("/")[0])
        target = None if bench is None else bench.row(other.partition("/")[0])
        if row is None or target is None:
            return
        coasts = [coast for coast in target.fleet if coast]
        if kind == "fleet" and coasts and "/" not in other:
            self._refuse(tr("{other} has named coasts: say which one in its own list.", other=other))
            return
        places = row.army if kind == "army" else row.fleet.get(one.partition("/")[2], ())
        self.perform(toggle_step(kind, one, other, is_there=other in places))

    def _anchor(self, name: str, to: QPointF) -> None:
        bench = self._bench
        if bench is None:
            return
        try:
            now = {} if bench.board is None else {each.name: each.at for each in anchors_of(bench.board)}
            fix = move_anchor(self._piece.read(bench.drawing), bench.drawing, name, (to.x(), to.y()), now.get(name))
        except (CannotEditError, OSError) as error:
            self._refuse(str(error))
            return
        self.perform(fix)

    def _mend(self, fault: Fault) -> None:
        if fault.fix is not None:
            self.perform(fault.fix)

    def _mend_all(self) -> None:
        for fix in () if self._bench is None else all_safe(self._bench.faults):
            self.perform(fix)

    def _know(self, fault: Fault) -> None:
        found = None if self._bench is None else self._bench.ground_of(fault)
        if found is None:
            self._refuse(tr("Wait until everything has been read."))
            return
        reason = self._ask(tr("Why is it meant to be so? The fault is named again when what it rests on changes."), "")
        if reason is None or not reason.strip():
            return
        self._note(tr("Know: {what}", what=fault.what), lambda content: with_known(content, fault, found.ground, reason.strip()))

    def _answer(self, edge: DoubtfulEdge, reply: str) -> None:
        one, other = edge.provinces
        words = tr("Said on the bench: {why}", why=edge.why)
        answer = BorderAnswer(edge.provinces, Reply(reply), words)
        self._note(
            tr("{one} and {other}: {reply}", one=one, other=other, reply=reply_word(reply)), lambda content: with_answer(content, answer)
        )

    def _land(self, land: DividedLand, kind: str) -> None:
        waters = join_words(land.waters)
        why = tr("it lies between {waters}, {width:.0f} units wide", waters=waters, width=land.neck)
        answer = ShoreAnswer(land.code, ShoreKind(kind), tr("Said on the bench: {why}", why=why))
        self._note(labelled(land.code, tr(kind)), lambda content: with_shore(content, land, answer))

    def _note(self, label: str, noted: Callable[[bytes], bytes]) -> None:
        def act() -> None:
            if self._piece.perform(label[:120], MANIFEST, noted(self._piece.read(MANIFEST))):
                self._say(tr("{label}: written into {manifest}.", label=label, manifest=MANIFEST))

        self._try(act)


class BenchAsking:
    """Asks by the services of the session."""

    def __init__(self, session: Session, piece: Workpiece, variant: Callable[[], Variant | None]) -> None:
        self._session, self._piece, self._variant = session, piece, variant
        self.asking = FormQuestions(
            lambda question, choices: session.services.ask(ChoiceQuestion(question, tuple(choices))), self._known_hooks, self._agree
        )

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
        answer = self._session.services.ask(ConsentQuestion(self._piece.name, (asked,), asked_for=AskedFor.IMPORT))
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
