"""All that a command tells of a game, and a line for every command, for the tables of secrecy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path

from app.game.document import Document
from app.game.dpn.writer import write
from app.game.record import Game
from app.hooks.host import HookHost
from app.session.errors import CommandError
from app.session.hook_service import HookService
from app.session.seating import Times
from app.session.viewpoint import Viewpoint
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.twins import HOME, POWERS


def desk_of(game: Game | Document, viewer: str | None, *, screen: bool = False, sight: Sight | None = None) -> Desk:
    """A session in which *game* is open, as *viewer* sees it."""
    desk = Desk(game=False, screen=screen)
    desk.session.times = STOPPED
    if sight is not None:
        desk.session.hooks, desk.session.viewpoint = sight
    desk.session.add(game if isinstance(game, Document) else Document(game), viewer)
    return desk


Sight = tuple[HookService, Viewpoint]
"""Service that asks hooks, and their answers: shared by sessions, so that they are asked of each game once."""


@contextmanager
def shared_sight() -> Iterator[Sight]:
    """One for all sessions of a test; every hook has consent."""
    service = HookService()
    host = service._host = HookHost(lambda *_: True)
    yield service, Viewpoint(lambda: host)
    host.close()


STOPPED = Times(wall=lambda: 1_800_000_000.0)
"""One second for both twins: the checksum of a file covers the times in its trail, and a busy machine makes the other one later."""


def texts(desk: Desk, line: str) -> list[str]:
    """All that running *line* gives out: words, questions, the clipboard, what is reported, pictures, what can be undone."""
    services = desk.services
    services.clipboard = PASTED.get(line.split()[0], "")
    words = ""
    try:
        desk.run(line)
    except CommandError as error:
        words = f"{type(error).__name__}: {error}"
    pictures = [f"{write(request.game)} {request}" for request, _, _ in services.pictures]
    pictures += [f"{write(request.game)} {request}" for request, _, _ in services.stories]
    session = desk.session
    after = (
        []
        if session.current is None
        else [session.document.title, str(session.document.is_modified), str(session.undo_words), str(session.redo_words)]
    )
    shown = [] if session.current is None else [write(session.shown), str(session.hook_log)]
    told = [words, *services.said, *services.asked, services.clipboard, *map(str, services.accountings), *pictures, *after, *shown]
    return [_ID.sub("id", each) for each in told]


_ID = re.compile(r"\bid(: |=')[0-9a-f]{8}\b|\d{4}-\d\d-\d\dT[0-9:]+")
"""Ids of new games, which are drawn by lot, and the times of files and of what other threads note."""


PASTED = {
    "paste-orders": "ENGLAND: A LVP H\nFRANCE: A PAR H\nnonsense",
    "paste-position": "S1901M",
}
"""Texts on the clipboard for commands that read it."""

LINES: tuple[str, ...] = (
    "call {own}",
    "clock",
    "close-seat",
    "end-table",
    "end-talks",
    "give-seat {own} Ada",
    "give-up-orders {other}",
    "next-round",
    "notes {own}",
    "notes {other}",
    "open-seat {other}",
    "seal",
    "seats",
    "invite",
    "program",
    "test-program tcp:127.0.0.1:1",
    "programs",
    "program-of {other}",
    "set-pin 1234",
    "show-now {own}",
    "show-orders",
    "swap-seats {own} {other}",
    "table",
    "table-terms --talks 5",
    "take-back {other}",
    "unlock {other} 1234",
    "analysis",
    "standoff GAL",
    "audit",
    "audit --json",
    "audit-note France called",
    "if-missing",
    "if-missing {own} hold",
    "if-missing {other} hold",
    "reason France called again",
    "compare",
    "compare main before",
    "correct-phase it was wrong",
    "play-on it was wrong",
    "correct-position",
    "games --all {folder}",
    "all-games",
    "address-book",
    "address Dan dan@example.org",
    "remove-address Dan",
    "tag postal",
    "tag-file {folder}/none.dpn postal",
    "join-games {folder}/none.dpn {folder}/none.dpn {folder}/none.dpn",
    "set-up-git {folder}/none",
    "rename-file other",
    "inbox {folder}",
    "inbox-answer 1",
    "inbox-give 1 {folder}/none.dpn",
    "inbox-drop 1",
    "inbox-withdrawn {folder}/none.dpn turkey --out",
    "inbox-watch",
    "judge status {folder}",
    "let-it-run",
    "short-name",
    "short-name straits",
    "use-position agreed",
    "set-phase F1901M",
    "dislodge {home} {abroad}",
    "force-result {home} bounce --reason agreed",
    "make-this-the-game before --reason agreed",
    "animation",
    "sound",
    "points",
    "people-tournament {folder}/cup.csv",
    "seat-round {folder}/cup.csv --players a,b",
    "board-result {folder}/cup.csv 1 1 x",
    "arrows",
    "bench",
    "begin-variant {folder}/isle.svg",
    "border standard",
    "shore standard",
    "branch",
    "branch main",
    "check {folder}/game.dpn",
    "check-variant standard",
    "clear",
    "clear-order A {home}",
    "clear-order A {abroad}",
    "clear-power",
    "clear-power {other}",
    "close",
    "colours",
    "commands",
    "concede {own}",
    "concede {other}",
    "compare-variants standard pure",
    "console",
    "copy-orders",
    "copy-picture",
    "copy-position",
    "copy-position-line",
    "datc 6.A.1",
    "datc-page",
    "deadline 2090-01-01 20:00",
    "deadlines",
    "drop-mail 1",
    "judge-words",
    "mail {folder}/mail.eml",
    "mail-of 1 {other}",
    "mails",
    "mend standard 00000000",
    "remind",
    "round",
    "set-aside 1",
    "withdrawn",
    "withdrawn {own} --out",
    "withdrawn {other} --stand",
    "wait {own}",
    "wait {other}",
    "grace 1h",
    "pause",
    "phase-time movement 7d",
    "resume",
    "time-zone Europe/Berlin",
    "default-list",
    "default-list {own}",
    "default-list {other}",
    "default-list {own} build A {home}",
    "draw",
    "drawing",
    "early-processing speeds-up",
    "silence extend 1d, lock, disorder after 2",
    "misses",
    "take-proposal 1 1",
    "forgive-misses {own}",
    "call-substitute {own}",
    "absence {own} 2090-01-01",
    "absence {other} 2090-01-01",
    "absences",
    "absences-and-deadlines ignored",
    "echo hello",
    "end",
    "export {folder}/board.png",
    "export {folder}/board.svg --phase S1901M",
    "export-booklet {folder}/game.pdf --letters",
    "orders-sheet {folder}/sheets.pdf",
    "orders-sheet {folder}/sheet.pdf --power {own} --blank",
    "export-film {folder}/game.gif",
    "export-for-mail {folder}/mail.jpg",
    "export-game {folder}/game.json",
    "export-game {folder}/game.txt",
    "export-game {folder}/game.csv",
    "export-game {folder}/game.datc",
    "read-into-game {folder}/orders.txt",
    "export-page {folder}/game.html --letters",
    "export-pictures {folder}/pictures",
    "export-season-film {folder}/game.gif",
    "export-variant standard {folder}/nothing",
    "find {home}",
    "first-phase",
    "fit",
    "fork",
    "fork before",
    "games",
    "goto S1901M",
    "help who",
    "best-replies {own}",
    "play-now {own} --level easy",
    "hint {own} --work 300 --count 1",
    "hint {other} --work 300",
    "learn {own} --work 300",
    "learn {other} --work 300",
    "take-orders {own} A {home} H",
    "take-orders {other} A {abroad} H",
    "hold-all",
    "hold-all {other}",
    "hooks",
    "import {folder}/nothing",
    "kept-orders",
    "keys",
    "know standard 00000000 because",
    "labels",
    "last-phase",
    "legal {home}",
    "legal {abroad}",
    "letters",
    "neighbours {home}",
    "new standard",
    "new-bot {folder}/none/bot.py",
    "new-variant mine",
    "propose-terrain standard",
    "set-power standard RED --add",
    "set-province standard PAR --name Lutetia",
    "set-variant standard --victory 17",
    "undo-variant standard",
    "new-rules",
    "next-phase",
    "open {folder}/nothing.dpn",
    "order A {home} H",
    "order A {abroad} H",
    "order --power {other} A {abroad} H",
    "order --lying A {home} S A {abroad}",
    "orders",
    "orders S1901M",
    "own",
    "owner {home} {other}",
    "pack {folder}/nothing",
    "palette",
    "paste-orders",
    "paste-position",
    "patterns",
    "spheres",
    "pieces",
    "place {own} A BUR",
    "play",
    "play-test",
    "play-timeline",
    "people",
    "player {other}",
    "player {own}",
    "player {own} Ada <ada@example.org>",
    "position",
    "preferences",
    "press {own} --to {other} Hello",
    "press {own} Hello to all",
    "press {other} Hello",
    "preview",
    "previous-phase",
    "print",
    "print-preview",
    "quit",
    "read-mail {folder}/mail.eml",
    "read-mail {folder}/orders.txt",
    "recent",
    "recover",
    "redo",
    "reference {folder}/commands.md",
    "remove-branch main",
    "rename The other",
    "rename-branch main other",
    "reopen",
    "results",
    "results S1901M",
    "results --template plain",
    "results-drafts {folder}/mails",
    "send-reminders {other}",
    "send-results --power {other}",
    "outbox",
    "outbox --lost {other}",
    "mail-server",
    "results-files {folder}/results",
    "results-files {folder}/results --power {other}",
    "results-files {folder}/results --replay --addresses --template html",
    "results --power {own} --template zine",
    "results --power {other}",
    "results S1901M --output {folder}/results.html",
    "run {folder}/script.txt",
    "save",
    "save-as {folder}/saved.dpn",
    "selfplay --games 0",
    "serve",
    "join localhost:none",
    "show",
    "show S1901M",
    "show-file",
    "start-page",
    "status",
    "story",
    "language",
    "text-size",
    "tournament {folder}/none.toml",
    "graphics",
    "follow-system",
    "page-size",
    "theme",
    "tint",
    "view-back",
    "undo",
    "variant",
    "variant -restrict",
    "completion bash",
    "man-page",
    "version",
    "what-is-new",
    "crash-reports",
    "view-as {own}",
    "vote {other} draw",
    "what-if",
    "who",
    "zoom-in",
    "zoom-out",
)
"""Every command at least once, with words that ask after others too."""

MAKES_PUBLIC = {
    "process": ("orders of an open phase", "votes"),
    "process --missing process": ("orders of an open phase", "votes"),
    "vote {own} draw": ("votes",),
}
"""Lines that publish secrets: what they publish is the same in both twins."""

FOLDER = {
    "game.dpn": "",
    "script.txt": "orders\nwho\nresults\nstatus\n",
    "orders.txt": "TURKEY: A CON H\nFRANCE: A PAR H\n",
    "mail.eml": "From: somebody@example.org\nSubject: orders\n\nA PAR H\n",
}


def differences(lines: Iterable[str], words: Mapping[str, str], home: Path, desks: Callable[[str, int], Desk]) -> str:
    """Return the difference of the output of *lines* in two sessions; empty where they are the same.

    Args:
        words: what stands for ``{own}`` and its like, the folder of the files among them.
        home: where the program keeps what it keeps.
        desks: gives the session for a line and the number of the twin.
    """
    found = []
    for line in lines:
        told = []
        for number in (1, 2):
            set_out(Path(words["folder"]), home)
            told.append(texts(desks(line, number), filled(line, words)))
        found += [(line, *pair) for pair in zip(*told, strict=False) if pair[0] != pair[1]]
        found += [(line, *map(str, told))] * (len(told[0]) != len(told[1]))
    return "\n".join(f"{line}: {where(one, two)}" for line, one, two in found)


def words_for(viewer: str, folder: Path) -> dict[str, str]:
    """Return the words in lines for the viewer, another power, and their homes."""
    other = next(power for power in POWERS if power != viewer)
    return {"own": viewer.lower(), "other": other.lower(), "home": HOME[viewer], "abroad": HOME[other], "folder": str(folder)}


def set_out(folder: Path, home: Path) -> None:
    """The files that lines name; nothing else of an earlier line."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text, encoding="utf-8")


def where(one: str, two: str) -> str:
    """The first lines in which two texts differ."""
    pairs = zip_longest(one.splitlines(), two.splitlines(), fillvalue="")
    return next((f"{first[:300]!r} against {second[:300]!r}" for first, second in pairs if first != second), "")


def filled(line: str, words: Mapping[str, str]) -> str:
    for name, word in words.items():
        line = line.replace(f"{{{name}}}", word)
    return line
