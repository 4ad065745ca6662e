"""The hooks of the game in front: chips, log, rule changes, and what a hook did wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot

from adjudicator.variant import Variant
from app.game.entries import GAME_MASTER, Hook
from app.game.versions import Touched
from app.hooks.asking_hooks import LogEntry
from app.hooks.engine import CallOutcomeKind
from app.hooks.hook_consent import text_of
from app.hooks.host import CallOutcome
from app.presentation.hook_log_words import arguments_words, powers_of
from app.qt.board.window import Window
from app.qt.hooks.hook_widget import NOTHING_DONE, ChipWords, HookChips, HookLine, HookWidget
from app.qt.panels.panel import RIGHT, Panel
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.look import Look
from entente.words.names import power_name
from languages import labelled, mark, tr
from variants.hooks.contracts import Point

ABOUT = "hooks"
FOLLOWED = frozenset({Touched.RULES, Touched.CURSOR, Touched.BRANCHES, Touched.POSITIONS})
FOLLOWED_WITHOUT_HOOKS = frozenset({Touched.RULES})
"""Parts of a game without hooks that can bring it some."""
NOT_LISTED = mark("What hooks did may tell of others' orders, so it is listed only while everything is shown.")


class HookPanel(Panel):
    """The hooks of the game in front; its chips and banners are there for every game, its lists once it is first opened.

    Signals:
        _log_grew(object): entries arrived, perhaps from a worker thread.
    """

    _log_grew = Signal(str, object)

    name = "hooks"
    title = mark("Hooks")
    area = RIGHT
    is_open_at_first = False
    follows = FOLLOWED

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.chips = HookChips()
        self._lists: HookWidget | None = None
        self.chips.pressed.connect(lambda _name: self.show())
        self.chips.viewer_chosen.connect(lambda power: host.run("view-as", **({"power": power} if power else {})))
        self.dock.visibilityChanged.connect(self._fill_what_is_seen)
        self._log_grew.connect(self._show_news, Qt.ConnectionType.QueuedConnection)
        self._service = host.session.hooks
        self._unsubscribe = self._service.subscribe(self._log_grew.emit)

    @property
    def widget(self) -> HookWidget:
        """The lists in its dock; made now where they were not yet."""
        if self._lists is None:
            self._lists = self._make_lists()
        return self._lists

    def _make_lists(self) -> HookWidget:
        made = HookWidget(self.host.look, self.place)
        made.change_requested.connect(lambda: self.host.trigger("variant"))
        made.write_requested.connect(lambda: self.write())
        made.edit_requested.connect(self.write)
        made.again_requested.connect(self.try_again)
        self.hold(made)
        self._list(made)
        return made

    @Slot(bool)
    def _fill_what_is_seen(self, is_seen: bool) -> None:
        """The dock came up without its panel being asked: by the menu of docks, or when the window opens as it was left."""
        if is_seen and self._lists is None:
            self._lists = self._make_lists()

    # --- view ---

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        page_in_front = self.host.page
        if page_in_front is not None and page_in_front.document.game.hooks and "hooks" in page_in_front.document.read_only:
            self._offer_consent()
        super().follow_session()

    def open(self) -> None:
        """Show it in front of the other panels at its place."""
        self._fill_what_is_seen(is_seen=True)
        super().open()

    def refresh(self) -> None:
        """Show the hooks of the moment in view."""
        document = self.host.session.current
        if document is None:
            self.chips.show_chips(())
            self.chips.show_viewers((), None, offered=False)
            return
        game, cursor = document.game, document.cursor
        self.follows = FOLLOWED if game.hooks else FOLLOWED_WITHOUT_HOOKS
        attached = game.hooks_at(cursor)
        by_name = {hook.name: hook for hook in game.hooks}
        self.chips.show_chips([self._chip(game.variant, by_name[name], each.arguments) for name, each in attached.items()])
        viewer = self.host.session.viewer
        limits = any(Point.RESULTS in text_of(hook).points for hook in game.hooks)
        powers = [(power, power_name(game.variant, power)) for power in game.variant.powers]
        seating = self.host.session.seating
        at_seat = seating is not None and seating.open != GAME_MASTER  # who sits there sees what is theirs, and chooses nothing
        self.chips.show_viewers(powers, viewer, offered=not at_seat and (limits or viewer is not None))
        if self._lists is not None:
            self._list(self._lists)

    def _list(self, lists: HookWidget) -> None:
        document, viewer = self.host.session.current, self.host.session.viewer
        if document is None:
            return
        game = document.game
        now = game.hooks_at(game.last(document.cursor.branch))
        lists.show_hooks(
            [self._line(game.variant, hook, None if hook.name not in now else now[hook.name].arguments) for hook in game.hooks]
        )
        lists.show_log(game.variant, self.host.session.hook_log, tr(NOTHING_DONE if viewer is None else NOT_LISTED))

    def _chip(self, variant: Variant, hook: Hook, arguments: str) -> ChipWords:
        text = text_of(hook)
        struck = self._service.struck(hook)
        unknown = not self._service.store.agreed(hook, arguments)
        off = self._service.host.unavailable
        fault = self._service.host.known_fault(hook)
        state = ""
        if off:
            state = tr("Hooks cannot be asked: {off}", off=off)
        elif struck is not None:
            state = tr("Switched off for this session: {why}", why=place_words(struck))
        elif unknown:
            state = tr("Nobody has agreed to run it yet.")
        elif fault is not None:
            state = tr("Its text is no program: {fault}", fault=fault)
        trouble = bool(state)
        title = tr("{hook}: off", hook=tr(text.title)) if trouble else tr(text.title)
        return ChipWords(
            hook.name, title, "\n".join(filter(None, (tr(text.note), arguments_words(arguments, variant), state))), trouble=trouble
        )

    def _line(self, variant: Variant, hook: Hook, arguments: str | None) -> HookLine:
        text = text_of(hook)
        struck = self._service.struck(hook)
        off = self._service.host.unavailable
        if off and arguments is not None:
            return HookLine(
                hook.name, tr(text.title), tr("does not run: hooks cannot be asked ({off})", off=off), trouble=True, stopped=True
            )
        if struck is not None:
            return HookLine(
                hook.name,
                tr(text.title),
                tr("switched off for this session: {why}", why=place_words(struck)),
                trouble=True,
                stopped=True,
            )
        if not self._service.store.agreed(hook, arguments or ""):
            return HookLine(hook.name, tr(text.title), tr("nobody has agreed to run it"), trouble=True)
        if (fault := self._service.host.known_fault(hook)) is not None:
            return HookLine(hook.name, tr(text.title), tr("does not run, since its text is no program: {fault}", fault=fault), trouble=True)
        if arguments is None:
            return HookLine(hook.name, tr(text.title), tr("not attached now"), runs=False)
        return HookLine(
            hook.name,
            tr(text.title),
            f"{tr('runs, {arguments}.', arguments=arguments_words(arguments, variant)) if arguments else tr('runs.')} {powers_of(text)}",
            note=tr(text.note),
        )

    def _show_news(self, game_id: str, entries: tuple[LogEntry, ...]) -> None:
        document = self.host.session.current
        if document is None or document.game.id != game_id:
            return
        self.refresh()
        failed = [entry for entry in entries if entry.failed and entry.outcome is not None]
        page = self.host.page
        if failed and page is not None:
            entry = failed[-1]
            assert entry.outcome is not None
            line = entry.outcome.line or 0
            if entry.outcome.kind is CallOutcomeKind.UNAVAILABLE:
                page.banners.show_banner(
                    ABOUT, _away_words(entry), [(tr("Try again"), lambda: self.try_again(entry.hook)), (tr("Log"), self.show)]
                )
                return
            page.banners.show_banner(
                ABOUT,
                f"{tr('The hook {hook} failed: {what}.', hook=entry.hook, what=place_words(entry.outcome))} {_what_follows(entry.outcome)}",
                [(tr("Show its text"), lambda: self.write(entry.hook, line)), (tr("Log"), self.show)],
            )

    def _offer_consent(self) -> None:
        page = self.host.page
        if page is None or page.document.path is None:
            return
        page.banners.show_banner(
            tr("read only"),
            tr("This game can only be looked at: its rule changes have not run, so its positions are shown unchecked."),
            [(tr("See its hooks…"), self._open_again)],
        )

    def _open_again(self) -> None:
        document = self.host.session.current
        if document is None or document.path is None:
            return
        path = document.path
        self.host.session.remove(document)
        document.close(discard=True)
        self.host.run("open", file=path)

    def set_look(self, look: Look) -> None:
        """Change the colours of the log."""
        if self._lists is not None:
            self._lists.set_look(look)

    # --- what is done ---

    def try_again(self, name: str) -> None:
        """Allow a hook to run again that was switched off for this session, or check if hooks can be asked again at all."""
        session = self.host.session
        if self._service.host.unavailable and (why := self._service.unavailable()):
            self.host.refuse(tr("Hooks cannot be asked yet: {why}", why=why))
            return
        for hook in session.game.hooks:
            if hook.name == name:
                self._service.host.pardon(hook)
        session.viewpoint.forget()
        session.settle(session.game, None)
        page = self.host.page
        if page is not None:
            page.banners.drop(ABOUT)
            page.look_again()
        self.refresh()

    def write(self, name: str = "", line: int = 0) -> None:
        """Open the editor, with the text of a hook of the game in front."""
        from app.qt.hooks.hook_editor import HookEditor

        editor = HookEditor(self.host, name, self.host.window)
        editor.go_to(line)
        run_dialog(editor)
        self.refresh()

    def close(self) -> None:
        """End the worker."""
        self._unsubscribe()
        self._service.close()


def _what_follows(failed: CallOutcome) -> str:
    """Return the consequence of such a failure: an answer that might have come with more time is never replaced by the plain rules."""
    if not failed.kind.stops:
        return tr("The plain rules answered in its place.")
    decided = tr("No phase is processed without it unless you decide so.")
    return f"{tr('It is switched off for this session.')} {decided}" if failed.kind.is_strike else decided


def _away_words(entry: LogEntry) -> str:
    why = "" if entry.outcome is None else entry.outcome.words
    return tr(
        "The hook {hook} cannot be asked: {why}. Nothing is processed by the plain rules in its place; the game can be looked at.",
        hook=entry.hook,
        why=why,
    )


def place_words(outcome: CallOutcome) -> str:
    """Return the failure, with the line: ``it used the processor for longer than 0.25 seconds, line 3: while True:``."""
    if not outcome.line:
        return outcome.words
    words = tr("{message}, line {line}", message=outcome.words, line=outcome.line)
    return labelled(words, outcome.source_line) if outcome.source_line else words
