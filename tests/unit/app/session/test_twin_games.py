"""One table of secrecy: every field of a game, through every power's eyes, in every command.

Of twin games that differ only in what a power must not see, everything that this power can find out must be the same. A new field or
command that is not in the table makes a test fail.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
from itertools import zip_longest
from pathlib import Path

import pytest

from adjudicator import position, resolution
from app.commands.declaring.registry import COMMANDS
from app.game import entries, record
from app.game.document import Document
from app.game.dpn.writer import write
from app.game.record import Game
from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.twins import FOG, HOME, OPEN, POWERS, SECRET_FROM_ALL, SECRETS, twin


def fields_of_a_game() -> set[str]:
    """Every field of every value that a game is made of: ``Turn.press``."""
    kinds = [
        each
        for module in (record, entries, position, resolution)
        for each in vars(module).values()
        if isinstance(each, type) and dataclasses.is_dataclass(each) and each.__module__ == module.__name__
    ]
    left_out = {"AttachedHook", "Cursor", "Compiled", "_ByProvince"}  # a moment, and what is worked out from the fields
    return {f"{kind.__name__}.{each.name}" for kind in kinds if kind.__name__ not in left_out for each in dataclasses.fields(kind)}


def test_every_field_is_in_the_table() -> None:
    secret = {name for _, names in SECRETS.values() for name in names} | {name for names in FOG.values() for name in names}
    told = {name for names in OPEN for name in names.split()}
    assert fields_of_a_game() - secret - told == set()
    assert (secret | told) - fields_of_a_game() == set(), "gone from the game, and still in the table"
    assert secret & told == set()


def desk_of(game: Game, viewer: str | None, *, screen: bool = False) -> Desk:
    """A session in which *game* is open, as *viewer* sees it."""
    desk = Desk(game=False, screen=screen)
    desk.session.add(Document(game), viewer)
    return desk


def texts(desk: Desk, line: str) -> list[str]:
    """All that running *line* gives out: words, questions, the clipboard, what is reported, pictures, what can be undone."""
    services = desk.services
    services.clipboard = PASTED.get(line.split()[0], "")
    words = ""
    try:
        desk.run(line)
    except CommandError as error:
        words = f"{type(error).__name__}: {error}"
    pictures = [f"{write(request.game)} {sorted(request.hidden)} {request}" for request, _, _ in services.pictures]
    session = desk.session
    after = [] if session.current is None else [session.document.title, str(session.document.is_modified), str(session.undo_words)]
    shown = [] if session.current is None else [write(session.shown), str(session.hook_log)]
    told = [words, *services.said, *services.asked, services.clipboard, *map(str, services.accountings), *pictures, *after, *shown]
    return [_ID.sub("id", each) for each in told]


_ID = re.compile(r"\bid(: |=')[0-9a-f]{8}\b|\d{4}-\d\d-\d\dT[0-9:]+")
"""What a new game is known by is drawn by lot; and what is written now has the time of now."""


PASTED = {
    "paste-orders": "ENGLAND: A LVP H\nFRANCE: A PAR H\nnonsense",
    "paste-position": "S1901M",
}
"""What is on the clipboard for commands that read it."""

LINES: tuple[str, ...] = (
    "analysis",
    "animation",
    "arrows",
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
    "console",
    "copy-orders",
    "copy-picture",
    "copy-position",
    "copy-position-line",
    "datc 6.A.1",
    "datc-page",
    "default-list",
    "default-list {own}",
    "default-list {other}",
    "default-list {own} build A {home}",
    "draw",
    "drawing",
    "echo hello",
    "end",
    "export {folder}/board.png",
    "export {folder}/board.svg --phase S1901M",
    "export-for-mail {folder}/mail.jpg",
    "find {home}",
    "first-phase",
    "fit",
    "fork",
    "fork before",
    "games",
    "goto S1901M",
    "help who",
    "hold-all",
    "hold-all {other}",
    "hooks",
    "import {folder}/nothing",
    "kept-orders",
    "keys",
    "labels",
    "last-phase",
    "legal {home}",
    "legal {abroad}",
    "letters",
    "neighbours {home}",
    "new standard",
    "new-variant mine",
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
    "palette",
    "paste-orders",
    "paste-position",
    "patterns",
    "pieces",
    "place {own} A BUR",
    "play",
    "play-timeline",
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
    "reference",
    "remove-branch main",
    "rename The other",
    "rename-branch main other",
    "reopen",
    "results",
    "results S1901M",
    "run {folder}/script.txt",
    "save",
    "save-as {folder}/saved.dpn",
    "selfplay --games 0",
    "show",
    "show S1901M",
    "show-file",
    "start-page",
    "status",
    "story",
    "theme",
    "tint",
    "undo",
    "variant",
    "variant -restrict",
    "version",
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


def test_every_command_is_in_the_table() -> None:
    tried = {line.split()[0] for line in LINES} | {line.split()[0] for line in MAKES_PUBLIC}
    assert {command.id for command in COMMANDS} - tried == set(), "write a line for it"
    assert tried - {command.id for command in COMMANDS} == set()


@pytest.mark.parametrize("viewer", POWERS)
@pytest.mark.parametrize("name", SECRETS)
def test_what_a_power_is_shown_is_the_same(name: str, viewer: str) -> None:
    one, two = (twin(viewer, number, (name,)) for number in (1, 2))
    assert one != two, "the twins must differ"
    assert write(desk_of(one, None).session.shown) != write(desk_of(two, None).session.shown), "and the game master sees it"
    assert write(desk_of(one, viewer).session.shown) == write(desk_of(two, viewer).session.shown)
    assert desk_of(one, viewer).session.shown == desk_of(two, viewer).session.shown


@pytest.mark.parametrize("name", [name for name in SECRETS if name not in SECRET_FROM_ALL])
def test_what_is_ones_own_is_shown(name: str) -> None:
    """Else the table would hold for a program that shows nothing."""
    differ, _ = SECRETS[name]
    one, two = (differ(twin("FRANCE", 1, ()), "FRANCE", number) for number in (1, 2))
    assert desk_of(one, "FRANCE").session.shown != desk_of(two, "FRANCE").session.shown


FOLDER = {
    "game.dpn": "",
    "script.txt": "orders\nwho\nresults\nstatus\n",
    "orders.txt": "TURKEY: A CON H\nFRANCE: A PAR H\n",
    "mail.eml": "From: somebody@example.org\nSubject: orders\n\nA PAR H\n",
}


@pytest.mark.parametrize("viewer", POWERS)
@pytest.mark.parametrize("screen", [False, True], ids=["without a screen", "with a screen"])
def test_every_command_tells_the_same(viewer: str, screen: bool, tmp_path: Path) -> None:
    other = next(power for power in POWERS if power != viewer)
    folder = tmp_path / "folder"
    words = {"own": viewer.lower(), "other": other.lower(), "home": HOME[viewer], "abroad": HOME[other], "folder": str(folder)}
    differing = []
    for line in (*LINES, *MAKES_PUBLIC):
        public = MAKES_PUBLIC.get(line, ())
        told = []
        for number in (1, 2):
            _set_out(folder, tmp_path / "entente-home")
            game = twin(viewer, number, tuple(each for each in SECRETS if each not in public), public)
            told.append(texts(desk_of(game, viewer, screen=screen), _filled(line, words)))
        differing += [(line, *pair) for pair in zip(*told, strict=False) if pair[0] != pair[1]]
        differing += [(line, *map(str, told))] * (len(told[0]) != len(told[1]))
    assert "\n".join(f"{line}: {_where(one, two)}" for line, one, two in differing) == ""


def _set_out(folder: Path, home: Path) -> None:
    """The files that lines name; nothing else of an earlier line."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text, encoding="utf-8")


def _where(one: str, two: str) -> str:
    """The first lines in which two texts differ."""
    pairs = zip_longest(one.splitlines(), two.splitlines(), fillvalue="")
    return next((f"{first[:300]!r} against {second[:300]!r}" for first, second in pairs if first != second), "")


def _filled(line: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        line = line.replace(f"{{{name}}}", word)
    return line
