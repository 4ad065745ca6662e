"""Reports and errors of commands, and results that go out, in the pseudo language: no English stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.resolution import Result
from app.session.errors import CommandError
from languages import using
from languages.pseudo import PSEUDO
from tests.escaped_sentences import escapes, names_of, typed_words
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import shipped_ids, standard

PLAYED = (
    "variant restrict england turkey",
    "A PAR - BUR",
    "A MAR S A PAR - BUR",
    "A MUN - BUR",
    "F BRE - MAO",
    "A VIE - TRI",
    "F TRI - ALB",
    "A BUD - SER",
    "F SEV - BLA",
    "F ANK - BLA",
    "press england --to turkey Hello",
    "deadline 2030-12-01 20:00",
    "player france Ada",
    "mail {folder}/stranger.eml",
    "mails",
    "what-if",
    "status",
    "show",
    "who",
    "process --missing process",
    "results S1901M",
    "results S1901M --template plain",
    "results S1901M --template zine",
    "A BUR - BEL",
    "F BRE S A PAR - ZZZ",
    "A PAR - LON",
    "default-list france build A PAR",
    "audit",
    "process --missing process",
    "orders S1901M",
    "best-replies france --work 100",
    "force-result BEL bounce --phase F1901M --reason agreed",
    "fork S1901M",
    "branch main",
    "compare main b2",
    "story",
    "status",
    "analysis",
)
REPORTS = (
    *("deadlines", "who", "default-list", "outbox", "programs", "address-book", "mail-server", "games", "recent", "branch"),
    *("hooks", "kept-orders", "seats", "table", "judge-words", "version", "commands", "undo", "redo", "legal PAR", "position"),
)
REFUSED = (
    *("force-result PAR quux --reason agreed", "set-phase X", "variant nosuch", "variant restrict", "goto S1999M", "find zzz"),
    *("vote france maybe", "time-zone Mars", "deadline nonsense", "grace soon", "rename-branch main", "theme x", "pieces x", "undo 7"),
    *("program a b", "test-program x", "place X", "clear X", "owner a", "seal", "unlock france 12", "clock pause", "order A PAR - "),
    *("order F NTH C A", "A BUR S A PAR - MUN", "A BUR - LON", "F MAO - STP", "open {folder}/none.dpn", "check {folder}/none.dpn"),
    *("import {folder}/none.zip", "export {folder}/none/x.png", "export-game {folder}/x.csv", "export-game {folder}/x.datc", "new none"),
    *("run {folder}/none.txt", "selfplay --games 0", "address Dan dan", "remove-address dan", "reason because", "fork", "mail-of 1 france"),
)
ALLOWED = {
    "Test",
    "main",
    "Ada",
    "Analysis",
    "Mars",
    "Europe",
    "Berlin",
    "Hello",
    "agreed",
    "because",
    "nonsense",
    "maybe",
    "soon",
    "Dan",
    "dan",
}
ALLOWED |= {"none", "nosuch", "quux", "zzz", "xyz", "unit", "units", "owners", "england", "turkey", "draw", "size", "bot", "localhost"}
ALLOWED |= {word for result in Result for word in result.value.split()}  # typed after force-result
ALLOWED |= {word for each in shipped_ids() for word in each.split("-")}


@pytest.fixture(scope="module")
def allowed() -> set[str]:
    return names_of(standard()) | typed_words() | ALLOWED


@pytest.fixture
def desk() -> Iterator[Desk]:
    with using(PSEUDO):
        yield Desk()


def said_by(desk: Desk, folder: Path, lines: tuple[str, ...]) -> dict[str, str]:
    """Return the output, questions and refusals of each of *lines*."""
    said: dict[str, str] = {}
    for line in lines:
        before, refusal = len(desk.services.said), ""
        try:
            desk.run(line.format(folder=folder))
        except CommandError as error:
            refusal = str(error)
        said[line] = "\n".join((*desk.services.said[before:], *desk.services.asked, refusal)).replace(str(folder), "/folder")
        desk.services.asked.clear()
    return said


@pytest.mark.slow
def test_no_report_over_a_played_game_holds_a_sentence_that_escaped(desk: Desk, tmp_path: Path, allowed: set[str]) -> None:
    (tmp_path / "stranger.eml").write_text("From: dan@example.org\nSubject: Hello\n\nA PAR - BUR\nA MUN - RUH\n", encoding="utf-8")
    said = said_by(desk, tmp_path, PLAYED + REPORTS)
    assert sum("⟦" in text for text in said.values()) > len(said) * 0.7, "most of them say something"
    assert escapes(said, allowed) == {}


TOURNAMENT = """
name = "By lot"
games = 2
last_year = 1901
[[players]]
name = "one"
who = "random"
[[players]]
name = "six"
who = "holding"
count = 6
"""


def test_no_sentence_escapes_in_the_tables_of_many_games(desk: Desk, tmp_path: Path, allowed: set[str]) -> None:
    (tmp_path / "t.toml").write_text(TOURNAMENT, encoding="utf-8")
    lines = ("selfplay --games 2 --years 2 --bot random", "tournament {folder}/t.toml --jobs 1", "tournament {folder}/none.toml")
    said = said_by(desk, tmp_path, lines)
    for file in sorted((tmp_path / "t").glob("standings.*")):
        if file.suffix == ".svg":
            said[file.name] = file.read_text(encoding="utf-8")
    assert len(said) == 4, said
    assert escapes(said, allowed | {"one", "six", "lot", "random", "holding", "sum", "squares"}) == {}


def test_no_refusal_holds_a_sentence_that_escaped(desk: Desk, tmp_path: Path, allowed: set[str]) -> None:
    said = said_by(desk, tmp_path, REFUSED)
    assert sum("⟦" in text for text in said.values()) > len(said) * 0.9, "all but a few are refused in words"
    assert escapes(said, allowed) == {}


def test_words_of_ours_in_a_place_of_a_sentence_are_found() -> None:
    assert escapes({"x": "⟦Ñöt sévéd: the disk is full········⟧"}) == {"x: ⟦Ñöt sévéd: the disk is full········⟧": ["the disk full"]}
    assert escapes({"x": "⟦{A PAR - BUR} îs ñöt⟧ /tmp/some where.dpn --missing"}, {"some", "where"}) == {}
