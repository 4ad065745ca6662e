"""A fog game seen as one power: no command writes, copies or draws anything that names a place out of its sight.

Every line of ``told.py`` is tried here, but for the commands that say nothing of the game.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.phase import Phase
from app.game.dpn.writer import write
from app.game.entries import Press
from app.game.mail_edits import keep_for_later
from app.game.record import MAIN
from app.game.table_edits import send_press
from app.session.errors import CommandError
from app.session.session import OUT_OF_SIGHT
from tests.quick import each_nth, every
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.command_output import LINES, filled, words_for

SECRETS = ("WAL", "Wales", "LVP", "Liverpool", "NWG", "Norwegian", "EDI", "Edinburgh", "MUN", "Munich", "BUR", "Burgundy", "lighthouse")
"""Places where units of others stand and stood, and words that were written between them."""

MORE_LINES = (
    "table-terms",
    "compare main b2 --json",
    "tag",
    "branch b2",
    "clear-power turkey",
    "export-booklet {folder}/game.pdf",
    "export-film {folder}/game.gif --phase S1901M",
    "hint turkey --work 1000",
    "hint england",
    "learn england",
    "legal ANK",
    "process --missing process",
    "remove-branch b2",
    "rename-branch b2 other",
    "results S1901M --template judge",
    "results-drafts {folder}/mails --phase S1901M",
    "send-reminders",
    "send-results --phase S1901M",
    "results-files {folder}/results --replay --phase S1901M",
    "results-files {folder}/results --power england --phase S1901M",
    "results S1901M --power turkey",
    "results S1901M --power england",
    "save-as {folder}/other.dpn",
    "variant -fog_of_war",
    "vote turkey draw",
)
"""Lines beside those of ``LINES``, for what Turkey sees here."""

# fmt: off
SAYS_NOTHING_OF_THE_GAME = frozenset((
    "round",
    "mail-server",
    "sound", "spheres", "people-tournament", "seat-round", "board-result",
    "animation", "arrows", "begin-variant", "bench", "border", "shore", "propose-terrain", "set-power", "set-province", "set-variant",
    "undo-variant",
    "join-games", "set-up-git", "inbox-answer",
    "check", "check-variant", "clear", "clear-order", "close", "colours", "commands", "compare-variants", "console", "datc",
    "datc-page", "drawing", "echo", "export-variant", "find", "fit", "help", "import", "keys",
    "know", "labels", "letters", "mend", "neighbours", "new",
    "new-rules", "new-variant", "open", "order", "owner", "own", "pack", "palette", "patterns", "preferences", "pieces", "place", "play",
    "play-test",
    "play-timeline", "preview", "print", "print-preview", "quit", "read-mail", "recover", "reference", "reopen", "rename", "run",
    "language", "selfplay",
    "start-page", "text-size", "graphics", "follow-system", "page-size", "theme", "tint", "version", "view-as", "view-back", "zoom-in",
    "zoom-out",
    "new-bot", "program", "test-program", "programs", "program-of", "seats", "invite",
    "tournament", "audit-note", "reason", "force-result", "make-this-the-game",
    "serve", "join",
    "take-orders", "play-now",
    "completion", "man-page", "what-is-new", "crash-reports",
    "take-proposal", "silence", "misses", "forgive-misses", "call-substitute",
    "absence", "absences", "absences-and-deadlines", "deadline", "drop-mail", "early-processing",
    "grace", "judge-words", "mail", "mail-of", "pause", "phase-time", "resume", "set-aside", "time-zone", "wait",
    "inbox-give", "inbox-drop", "inbox-withdrawn", "short-name", "judge", "let-it-run",
    "withdrawn",
    "address", "address-book", "remove-address", "rename-file", "tag-file", "dislodge", "standoff", "set-phase", "use-position",
    "call", "clock", "close-seat", "end-talks", "give-seat", "give-up-orders", "next-round",
    "open-seat", "read-into-game", "seal",
    "set-pin", "show-now", "show-orders", "swap-seats", "take-back", "unlock",
))
# fmt: on
"""Views of the board, other files, and words that only return to the user who typed them: not tried here."""

WORDS = words_for("TURKEY", Path("{folder}")) | {"other": "england", "abroad": "LON"}
SURFACES = (*MORE_LINES, *(filled(each, WORDS) for each in LINES if each.split()[0] not in SAYS_NOTHING_OF_THE_GAME))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Turkey looks at a game whose north it does not see."""
    made = Desk(game=False)
    made.run("new fog-of-war", "A LVP - WAL", "F EDI - NWG", "A MUN - BUR", "A PAR - BUR", "A CON - BUL")
    made.session.perform("Press", lambda game: send_press(game, MAIN, Press("ENGLAND", ("GERMANY",), "Meet me at the lighthouse")))
    made.session.perform("Keep", lambda game: keep_for_later(game, MAIN, "ENGLAND", Phase.of("F1901M"), "A Wal - Lvp"))
    made.run("process --missing process", f"save-as {tmp_path}/game.dpn", "goto S1901M", "fork b2", f"branch {MAIN}")
    made.run("A BUL - GRE", "A MUN - KIE", "default-list england build A LVP", "A WAL - LVP", "F NWG - CLY", "undo")
    made.run("view-as turkey")
    return made


def said_by(desk: Desk, line: str) -> str:
    """All that *line* gives out: words, the clipboard, and the games of pictures."""
    desk.services.clipboard = "ENGLAND: A WAL - LON" if line == "paste-orders" else "S1901M" if line == "paste-position" else ""
    pasted = desk.services.clipboard
    before = len(desk.services.said)
    words = ""
    try:
        desk.run(line)
    except CommandError as error:
        words = str(error)
    clipboard = "" if desk.services.clipboard == pasted else desk.services.clipboard
    pictures = "".join(write(request.game) for request, _, _ in desk.services.pictures)
    pictures += "".join(write(request.game) for request, _, _ in desk.services.stories)
    return "\n".join((*desk.services.said[before:], *desk.services.asked, words, clipboard, pictures))


@pytest.mark.parametrize("line", every(40, SURFACES))
def test_nothing_out_of_sight_is_named(line: str, desk: Desk, tmp_path: Path) -> None:
    said = said_by(desk, line.format(folder=tmp_path))
    assert [secret for secret in SECRETS if secret in said] == []


def test_what_undo_and_redo_would_do_is_named_only_where_it_is_ones_own(desk: Desk) -> None:
    session = desk.session
    assert (session.undo_words, session.redo_words) == (OUT_OF_SIGHT, OUT_OF_SIGHT)
    desk.run("A BUL - RUM")
    assert session.undo_words == "Order A BUL - RUM"
    desk.run("undo")
    assert session.redo_words == "Order A BUL - RUM"
    desk.run("view-as")
    assert session.undo_words == "Order A WAL - LVP"


@each_nth(2, "line", ["order --power england F NWG - CLY", "F NWG - CLY", "ENGLAND: A WAL - LON", "vote england draw"])
def test_through_one_powers_eyes_nobody_writes_for_another(line: str, desk: Desk) -> None:
    before = desk.document.game
    with pytest.raises(CommandError):
        desk.run(line)
    assert desk.document.game is before


def test_a_line_about_units_out_of_sight_is_judged_by_what_is_seen(desk: Desk) -> None:
    """Else its verdict would tell if a unit stands there."""
    there, nobody = (desk.run(f"order --lying A BUL S A {place} - SER", "orders") for place in ("BUD", "VIE"))
    assert there.replace("BUD", "VIE").replace("Budapest", "Vienna") == nobody


def test_pictures_veil_what_is_out_of_sight(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"export {tmp_path}/board.png")
    ((request, _, _),) = desk.services.pictures
    assert {"WAL", "NWG", "MUN", "BUR"} <= request.hidden
    position = request.game.turn(request.cursor).position
    assert {"WAL", "NWG", "MUN", "BUR"}.isdisjoint(unit.province for unit in position.units)
    assert {"WAL", "NWG", "MUN", "BUR"} <= position.unseen


@each_nth(
    5,
    "line",
    [
        "show",
        "orders",
        "orders S1901M",
        "results S1901M",
        "undo",
        "redo",
        "who",
        "copy-position",
        "copy-picture",
        "what-if",
        "default-list",
    ],
)
def test_the_game_master_is_told_it_all(line: str, desk: Desk) -> None:
    desk.run("view-as")
    said = said_by(desk, line)
    assert [secret for secret in SECRETS if secret in said] != []
