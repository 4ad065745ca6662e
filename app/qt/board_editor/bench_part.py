"""Parts that open the bench and the play-test page in the place of the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from adjudicator.board import Terrain
from app.qt.board.window import Window
from app.qt.panels.panel import WindowPart
from app.qt.widgets.look import Look
from app.qt.widgets.page_swap import PageInFront
from app.session.services import FileKind, FileToOpen, FileToSave, TextQuestion
from languages import labelled, mark, tr
from variants.catalogue import shipped_source
from variants.reader import VariantFolder
from variants.source import Source, SourceFinder

if TYPE_CHECKING:
    from adjudicator.variant import Variant
    from app.board_editor.playtest.task import PlayTest
    from app.board_editor.reading import OnTheBench
    from app.game.document import Document
    from app.players.bots import Bot
    from app.presentation.drawn_boards import DrawnBoard
    from app.presentation.picture import MapPicture
    from app.qt.board_editor.bench_hand import BenchAsking
    from app.qt.board_editor.bench_page import BenchPage
    from app.qt.board_editor.bench_reader import BenchReader, EarlierVersion
    from app.qt.board_editor.playtest_page import PlayTestPage


MOST_BOARDS = 8
"""Boards that may lie on the bench at once."""


class BenchPart(WindowPart):
    """Boards that lie on the bench, one of them in front.

    Signals:
        play_test_requested(object, object, str): a DrawnBoard, the texts of its variant by id, and a remark.
    """

    name = "bench"
    play_test_requested = Signal(object, object, str)

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._way = PageInFront(host.window, lambda: host.page)
        self.page: BenchPage | None = None
        self.is_following = False
        self.reader: BenchReader | None = None
        self._laid: list[tuple[BenchPage, BenchReader, BenchAsking]] = []
        """All that lies there, in the sequence in which it was laid."""
        self._sandbox: Document | None = None
        self._sandbox_of: BenchPage | None = None
        self._earlier: EarlierVersion | None = None
        """The version that it is compared with."""

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Bring it to the front again, or close it where it is there."""
        self._way.switch(self.page, self._to_front)

    def open(self, path: Path) -> None:
        """Open the folder, its ``variant.toml`` or an SVG at *path* on the bench; what lies there of other folders stays."""
        from app.board_editor.workpiece import Workpiece
        from app.qt.board_editor.bench_hand import BenchAsking, BenchHand, begin_in
        from app.qt.board_editor.bench_page import BenchPage
        from app.qt.board_editor.bench_reader import BenchReader

        piece = Workpiece(path)
        for each in [each for each in self._laid if each[1].piece.root == piece.root]:
            self._clear(each)
        if len(self._laid) >= MOST_BOARDS:
            self._host.refuse(tr("{most} boards lie on the bench: close one first.", most=MOST_BOARDS))
            return
        if self.page is not None:
            self._leave_front()
        self.asking = BenchAsking(self._host.session, piece, self._variant)
        page = BenchPage(self._host.look, self.asking.asking, self._host.stack)
        reader = BenchReader(piece, self._library(), self._host.background, page)
        reader.came.connect(partial(self._show, page, reader))
        reader.worked.connect(page.show_work)
        reader.failed.connect(self._host.refuse)
        hand = BenchHand(page, piece, self._ask, self._host.refuse, self._host.say, self._library())
        page.add_action(mark("Undo"), mark("Take the last change back ({keys})"), hand.undo, keys="Ctrl+Z")
        page.add_action(mark("Redo"), mark("Make it again"), hand.redo)
        page.add_action(mark("Sandbox"), mark("Place units and try orders on this board; no file is written"), self.open_sandbox)
        page.add_action(
            mark("Compare…"), mark("What an earlier version had otherwise, on the map and as text for a post"), self._choose_version
        )
        page.add_action(mark("Pack…"), mark("One file for a friend, with everything in it"), self._pack)
        page.comparison.copy_requested.connect(self._copy)
        page.comparison.closed.connect(self.compare_no_more)
        page.add_action(mark("Play-test…"), mark("Many games between opponents, added up"), self._play_test, primary=True)
        page.add_action(mark("Close"), mark("Close this board; others that lie there stay"), lambda: self._close_board(page))
        page.boards.activated.connect(self._choose_board)
        page.propose.clicked.connect(self._propose_terrain)
        page.side.begin.begin_requested.connect(
            lambda name, copy: begin_in(self._host.session, piece, name, copy=copy, refuse=self._host.refuse, open_there=self.open)
        )
        self.page, self.reader = page, reader
        self._laid.append((page, reader, self.asking))
        self._name_boards()
        piece.subscribe(self._show_history)
        self._show_history()
        self._to_front()
        reader.read()

    def _pack(self) -> None:
        reader = self.reader
        if reader is not None and reader.piece.lone_drawing:
            self._host.refuse(tr("There is no variant yet: begin one first."))
        elif reader is not None:
            self._host.run("pack", variant=str(reader.piece.root))

    def _choose_version(self) -> None:
        path = self._host.session.services.ask(FileToOpen(FileKind.VERSION))
        if path is not None:
            self._host.run("compare-variants", old=path)

    def compare(self, earlier: VariantFolder, svg: bytes) -> None:
        """Show what *earlier*, another version of what lies there, has otherwise; *svg* is its drawing."""
        from app.qt.board_editor.bench_reader import EarlierVersion

        self._let_earlier_go()
        self._earlier = EarlierVersion(earlier, svg, self.page)
        self._earlier.came.connect(self._show_comparison)
        self._show_comparison()

    def compare_no_more(self) -> None:
        """Show the present version alone."""
        self._let_earlier_go()
        self._show_comparison()

    def _let_earlier_go(self) -> None:
        earlier, self._earlier = self._earlier, None
        if earlier is not None:
            earlier.stop()
            earlier.deleteLater()

    def _show_comparison(self) -> None:
        from app.board_editor.comparing import as_text, compare
        from app.presentation.variant_changes import NOTHING, changes_drawn

        page, bench = self.page, None if self.reader is None else self.reader.bench
        if page is None or bench is None:
            return
        if self._earlier is None:
            page.show_comparison("", NOTHING)
        elif bench.folder is None:
            page.show_comparison(tr("Its errors stand in the way of comparing it."), NOTHING)
        else:
            earlier = self._earlier
            found = compare(earlier.folder.variant, bench.folder.variant)
            changes = NOTHING if bench.board is None else changes_drawn(found, bench.board, earlier.board)
            page.show_comparison("\n".join(as_text(found)), changes, is_settled=earlier.is_settled)

    def _copy(self, text: str) -> None:
        self._host.session.services.copy_text(text)
        self._host.say("Copied.")

    def open_sandbox(self) -> None:
        """A game on the board as it is drawn now: units are placed, orders resolved, and no file is written."""
        from app.board_editor.sandbox import sandbox_of
        from app.game.document import Document
        from app.presentation.drawn_boards import DrawnBoard, show_on

        bench = None if self.reader is None else self.reader.bench
        if bench is None or bench.board is None:
            self._host.refuse(tr("There is no drawing to play on yet."))
            return
        game, folder = sandbox_of(bench)
        missing = _not_drawn(bench)
        if missing:
            self._host.refuse(tr("{missing} is not drawn, so that nobody could play there.", missing=", ".join(missing[:5])))
            return
        self._close_sandbox()
        show_on(game.variant.id, "", DrawnBoard(bench.board.with_centres(folder.variant.board.centres), folder.styles, folder))
        self._sandbox, self._sandbox_of = Document(game), self.page
        self._host.session.add(self._sandbox)

    def _variant(self) -> Variant | None:
        bench = None if self.reader is None else self.reader.bench
        return None if bench is None or bench.folder is None else bench.folder.variant

    def _propose_terrain(self) -> None:
        """Ask once what the drawing shows as land and as sea."""
        bench, page = None if self.reader is None else self.reader.bench, self.page
        manifest = None if bench is None else bench.manifest
        svg = None if bench is None else bench.files.get(bench.drawing)
        if bench is None or page is None or manifest is None or svg is None:
            self._host.refuse(tr("There is no drawing to look at yet."))
            return
        from app.board_editor.terrain import proposed_terrains
        from variants.fault import VariantError

        try:
            found = self._host.session.services.wait_for(
                tr("Looking at the drawing…"), lambda: proposed_terrains(svg, bench.drawing, manifest)
            )
        except VariantError as error:
            self._host.refuse("\n".join(map(str, error.faults[:3])))
            return
        page.side.terrain.show_proposals(found)
        page.side.show_terrain()

    def _play_test(self) -> None:
        from app.board_editor.playtest.task import texts_in
        from app.presentation.drawn_boards import DrawnBoard

        bench = None if self.reader is None else self.reader.bench
        if self.reader is not None and self.reader.piece.lone_drawing:
            self._host.refuse(tr("There is no variant yet: begin one first."))
            return
        if bench is None or bench.folder is None or bench.board is None or bench.errors or self.reader is None:
            self._host.refuse(tr("It can be played when its errors are gone."))
            return
        drawn = DrawnBoard(bench.board.with_centres(bench.rules.centres), bench.folder.styles, bench.folder)
        library = {entry.id: entry.source for entry in self._host.session.shelf.entries() if entry.own}
        remark = tr("Played without its hooks.") if bench.folder.hooks else ""
        self.play_test_requested.emit(drawn, texts_in(bench.folder, bench.files, library), remark)

    def _close_sandbox(self) -> None:
        document, self._sandbox = self._sandbox, None
        if document is not None and document in self._host.session.documents:
            self._host.session.remove(document)
            document.close(discard=True)

    def _follow_sandbox(self, bench: OnTheBench, of: BenchPage) -> None:
        """The drawing was saved while its sandbox is open: what stands there stays, on the new outlines."""
        from app.presentation.drawn_boards import DrawnBoard

        page = self._host.page
        if self._sandbox is None or page is None or page.document is not self._sandbox or bench.board is None or self._sandbox_of is not of:
            return
        rules = self._sandbox.game.variant.board
        if rules.provinces.keys() <= bench.board.provinces.keys():
            old = page.supply.board
            page.supply.put(DrawnBoard(bench.board.with_centres(rules.centres), old.styles, old.folder))

    def _show_history(self) -> None:
        page, reader = self.page, self.reader
        if page is not None and reader is not None:
            page.action_buttons["Undo"].setEnabled(bool(reader.piece.next_undo))
            page.action_buttons["Redo"].setEnabled(bool(reader.piece.next_redo))

    def _ask(self, question: str, suggestion: str) -> str | None:
        return self._host.session.services.ask(TextQuestion(question, suggestion))

    def put_away(self) -> None:
        """Back to the board or the start page; what lies there stays."""
        if self.page is not None:
            self._way.put_back(self.page)

    def close_page(self) -> None:
        """Clear the bench."""
        for each in list(self._laid):
            self._clear(each)

    def _clear(self, laid: tuple[BenchPage, BenchReader, BenchAsking]) -> None:
        """Put away for good what lies there."""
        page, reader, _ = laid
        self._laid.remove(laid)
        if page is self.page:
            self._let_earlier_go()
            self.page = self.reader = None
        reader.stop()
        page.map.close_scene()
        self._way.detach(page)
        self._name_boards()

    def _close_board(self, page: BenchPage) -> None:
        """Close one board; another that lies there comes to the front."""
        for each in [each for each in self._laid if each[0] is page]:
            self._clear(each)
        if self.page is None and self._laid:
            self._bring_board(self._laid[-1])

    def _leave_front(self) -> None:
        """Let the board in front lie behind another one."""
        page = self.page
        self.compare_no_more()
        self.page = self.reader = None
        if page is not None:
            self._way.put_back(page)

    def _choose_board(self, at: int) -> None:
        """Bring the board at this place of the list to the front."""
        if self._laid[at][0] is not self.page:
            self._leave_front()
            self._bring_board(self._laid[at])
        self._name_boards()

    def _bring_board(self, laid: tuple[BenchPage, BenchReader, BenchAsking]) -> None:
        self.page, self.reader, self.asking = laid
        self._show_history()
        self._to_front()

    def _name_boards(self) -> None:
        """Offer all boards that lie there on the page of each."""
        titles = [reader.bench.title if reader.bench is not None else reader.piece.name for _, reader, _ in self._laid]
        for at, (page, _, _) in enumerate(self._laid):
            page.show_boards(titles, at)

    def _to_front(self) -> None:
        assert self.page is not None
        self._way.bring(self.page, self._host.stack)
        self.is_following = True
        self.page.table.setFocus()

    def _show(self, page: BenchPage, reader: BenchReader, bench: OnTheBench, same: bool) -> None:
        screen = self._host.session.services.screen
        if screen is None:
            return
        about, took = str(reader.piece.root), ""
        if bench.is_whole:
            took = tr("Read in {seconds:.1f} s", seconds=reader.seconds)
        changes = [labelled(each.file, each.label) for each in reader.piece.steps]
        if bench.is_whole:
            self._follow_sandbox(bench, page)
        if bench.beginning is not None:
            from app.board_editor.settling import why_not_beside

            drawing = reader.piece.root / bench.drawing
            title = drawing.stem.replace("_", " ").replace("-", " ").title()
            page.side.begin.show_beginning(bench.beginning, title, why_not_beside(drawing))
        page.show_bench(bench, screen.view, self._host.look, about=about, took=took, changes=changes, names_only=same)
        if self._earlier is not None and page is self.page:
            self._show_comparison()
        self._name_boards()

    def _library(self) -> SourceFinder:
        sources = {entry.id: entry.source for entry in self._host.session.shelf.entries()}

        def find(variant_id: str) -> Source:
            return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

        return find

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        for page, reader, _ in self._laid:
            if reader.bench is not None:
                page.set_look(look)
                self._show(page, reader, reader.bench, same=True)

    def follow_session(self) -> None:
        """Another game came to the front: the bench is behind it."""
        self._way.bring_panels_back()
        self.is_following = False

    def close(self) -> None:
        """The window goes."""
        self.close_page()


def _not_drawn(bench: OnTheBench) -> list[str]:
    """Provinces that units can enter and that the drawing lacks."""
    drawn = {} if bench.board is None else bench.board.provinces
    return [code for code, each in bench.rules.provinces.items() if code not in drawn and each.terrain is not Terrain.IMPASSABLE]


class PlayTestPart(WindowPart):
    """Page of one test at most."""

    name = "play-test"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._way = PageInFront(host.window, lambda: host.page)
        self.page: PlayTestPage | None = None
        self.is_following = False
        self._drawn: DrawnBoard | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Bring it to the front again, or close it where it is there."""
        self._way.switch(self.page, self._to_front)

    def open(self, drawn: DrawnBoard, texts: Mapping[str, Mapping[str, str]], remark: str = "") -> None:
        """Show the page for a variant on its board.

        Args:
            texts: the files of the variant, as processes that play are given them.
            remark: what is to be known of it.
        """
        from app.board_editor.playtest.task import PlayTest
        from app.qt.board_editor.playtest_page import PlayTestPage

        self.close_page()

        def made(bot: Bot, games: int, seed: int, years: int) -> PlayTest:
            return PlayTest(texts, bot, games, seed, years)

        self._drawn = drawn
        page = PlayTestPage(
            drawn.folder.variant, drawn.board, self._picture(drawn), self._host.look, made, self._ask_file, remark, self._host.stack
        )
        page.closed.connect(self.put_away)
        page.said.connect(self._host.say)
        page.refused.connect(self._host.refuse)
        self.page = page
        self._to_front()

    def put_away(self) -> None:
        """Back to where one came from; the games go on."""
        if self.page is not None:
            self._way.put_back(self.page)

    def close_page(self) -> None:
        """Stop, and let go of everything."""
        page, self.page = self.page, None
        if page is not None:
            page.close_page()
            self._way.detach(page)

    def _to_front(self) -> None:
        assert self.page is not None
        self._way.bring(self.page, self._host.stack)
        self.is_following = True
        self.page.head.start_button.setFocus()

    def _picture(self, drawn: DrawnBoard) -> MapPicture:
        from app.presentation.picture import MapPicture

        screen = self._host.session.services.screen
        assert screen is not None
        view, variant = screen.view, drawn.folder.variant
        return MapPicture(variant, variant.start, drawn.styles, labels=view.labels, tint=False, units=False, theme=view.theme)

    def _ask_file(self, suggestion: str) -> Path | None:
        return self._host.session.services.ask(FileToSave(FileKind.FIGURES, suggestion))

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        if self.page is not None and self._drawn is not None:
            self.page.set_look(look, self._picture(self._drawn))

    def follow_session(self) -> None:
        """Another game came to the front: the page is behind it."""
        self._way.bring_panels_back()
        self.is_following = False

    def close(self) -> None:
        """The window goes."""
        self.close_page()
