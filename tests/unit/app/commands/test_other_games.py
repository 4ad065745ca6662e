"""Games of other programs are opened and written by commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk

FILE = Path(__file__).parents[1] / "import_export" / "saved-game.json"


def told(desk: Desk) -> str:
    return "\n".join(desk.services.said)


@pytest.fixture
def desk() -> Desk:
    return Desk(game=False)


@pytest.mark.parametrize("line", ["open {}", "import {}"])
def test_a_saved_game_of_the_package_opens_as_a_new_game_that_is_in_no_file(desk: Desk, line: str) -> None:
    before = FILE.read_bytes()
    desk.run(line.format(FILE))
    assert desk.document.path is None
    assert desk.document.is_modified
    assert desk.session.game.name == "straits-of-iron"
    assert len(desk.session.game.line()) == 9
    assert "Every position follows from its orders." in told(desk)
    assert FILE.read_bytes() == before


def test_rules_can_be_chosen(desk: Desk) -> None:
    desk.run(f"import {FILE} --rules '4.A.3=DPTG 4.D.8=a'")
    assert dict(desk.session.game.rules) == {"4.A.3": "DPTG", "4.D.8": "a"}
    with pytest.raises(Abort, match=r"4\.A\.3=soon"):
        desk.run(f"import {FILE} --rules 4.A.3=soon")
    with pytest.raises(Abort, match="names no rule options"):
        desk.run(f"import {FILE} --rules hurry")


def test_of_several_games_a_person_chooses_and_the_first_is_taken_where_nobody_answers(desk: Desk, tmp_path: Path) -> None:
    game = json.loads(FILE.read_bytes())
    several = tmp_path / "all.jsonl"
    several.write_text("\n".join(json.dumps(game | {"id": f"number {number}"}) for number in (1, 2, 3)))
    desk.run(f"import {several} --number 3")
    assert desk.session.game.name == "number 3"
    desk.services.answers = ["2. number 2: 9 phases, S1901M to F1903M"]
    desk.services.is_interactive = True
    desk.run(f"open {several}")
    assert desk.session.game.name == "number 2"
    desk.services.answers = ["Cancel"]
    with pytest.raises(Abort, match="Nothing was opened"):
        desk.run(f"open {several}")


def test_a_game_is_written_as_that_package_reads_it_and_comes_back(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"open {FILE}", f"export-game {tmp_path / 'out.json'}")
    assert "a saved game of the package diplomacy" in told(desk)
    assert "notes and the audit" in told(desk)
    first = desk.session.game
    desk.run(f"open {tmp_path / 'out.json'}")
    assert [turn.position for turn in desk.session.game.line()] == [turn.position for turn in first.line()]
    with pytest.raises(Abort, match="--replace writes over it"):
        desk.run(f"export-game {tmp_path / 'out.json'}")
    with pytest.raises(Abort, match=r"there are \.json"):
        desk.run(f"export-game {tmp_path / 'out.doc'}")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("rules.pdf", b"%PDF-1.7", "a PDF document"),
        ("map.png", b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        ("notes.txt", b"Dear all, the deadline is on Friday.", "a text"),
        ("nothing", b"", "an empty file"),
        ("game.db", b"SQLite format 3\x00", "DiplomacyGM keeps its games"),
        ("state.json", b'{"Season": "Spring", "SupplyCenters": {}}', "godip"),
        ("net.json", b'{"phases_of_moon": 3}', "JSON of some other kind"),
        ("board.svg", b"<?xml version='1.0'?><svg/>", "an SVG drawing"),
        ("letter.eml", b"From: a@example.org\nSubject: x\n\nA PAR H", "a mail; orders in mails are read with: read-mail"),
        ("bytes", b"\x01\x00\x02", "a file of bytes"),
    ],
)
def test_a_file_of_another_kind_says_what_it_seems_to_be_and_what_is_read(
    desk: Desk, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(Abort) as refused:
        desk.run(f"open {path}")
    assert words in str(refused.value)
    assert "saved games of the package diplomacy" in str(refused.value)
    assert desk.session.documents == ()


def test_a_board_is_not_opened_as_a_game_but_the_way_to_bring_it_in_is_said(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "variants.zip"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(Abort, match=r"holds no game.*a zip archive.*come in with: import"):
        desk.run(f"open {path}")


def test_a_damaged_game_of_ours_is_still_looked_into_as_one(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "torn.dpn"
    path.write_text("[game]\nname: Torn\n")
    with pytest.raises(Abort, match="there is no game in this file"):
        desk.run(f"open {path}")


def test_results_of_the_open_phase_become_its_orders_and_are_checked(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    path.write_text(
        "Movement results for Spring of 1901.\n\nFrance: Army Paris -> Burgundy.\nFrance: Army Marseilles HOLD.\n"
        "Germany: Army Munich -> Burgundy.\n"
    )
    desk.run("new", f"read-into-game {path}")
    assert desk.orders("FRANCE") == ["A PAR - BUR", "A MAR H"]
    assert desk.orders("GERMANY") == ["A MUN - BUR"]
    assert "Army Paris -> Burgundy.: the text has that it succeeded, the orders give bounce" in told(desk)
    assert desk.session.needs_decision
    desk.run("undo")
    assert desk.orders("FRANCE") == []
    path.write_text(path.read_text().replace("1901", "1905"))
    with pytest.raises(Abort, match="has the results of S1905M; the open phase of Standard is S1901M"):
        desk.run(f"read-into-game {path}")


def test_a_table_of_centres_gives_the_owners_as_a_correction(desk: Desk, tmp_path: Path) -> None:
    desk.run("new", f"export-game {tmp_path / 'centres.csv'}")
    path = tmp_path / "centres.csv"
    desk.run(f"read-into-game {path}")
    assert "nothing was changed" in told(desk)
    path.write_text(path.read_text().replace("MUN,GERMANY", "MUN,FRANCE").replace("BEL,\n", "BEL,ENGLAND\n"))
    desk.run(f"read-into-game {path}")
    turn = desk.session.open_turn
    assert (turn.position.owners["MUN"], turn.position.owners["BEL"]) == ("FRANCE", "ENGLAND")
    assert turn.adjustments[-1].reason == "Centres as in centres.csv, start"
    with pytest.raises(Abort, match="tells who owned which centre and holds no game"):
        desk.run(f"open {path}")
    with pytest.raises(Abort, match="seems to be a saved game of the package diplomacy"):
        desk.run(f"read-into-game {FILE}")


def test_one_phase_is_written_as_results_or_as_a_block(desk: Desk, tmp_path: Path) -> None:
    desk.run("new")
    with pytest.raises(Abort, match="there are no results to write"):
        desk.run(f"export-game {tmp_path / 'results.txt'}")
    desk.run("A PAR - BUR", "process --missing process", f"export-game {tmp_path / 'results.txt'}")
    assert (tmp_path / "results.txt").read_text().startswith("Movement results for Spring of 1901.  (Standard)\n\n")
    desk.run("previous-phase", f"export-game {tmp_path / 'start.datc'}")
    assert "ORDERS\n    FRANCE: A PAR - BUR\nPOSTSTATE\n" in (tmp_path / "start.datc").read_text()
