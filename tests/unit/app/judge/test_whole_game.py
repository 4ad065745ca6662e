"""A whole game without anybody: four players by mail in four languages, three by page, fog, press, absence, takeover, rollback, restarts.

It is played twice, with orders and press of England that differ. Every mail of a power
that sees nothing of England must be the same in both, word for word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.game.record import MAIN
from app.judge.records import Life
from app.judge.web_site import JudgeSite
from app.session.requests import WebTerms
from tests.unit.app.judge.browser import Browser
from tests.unit.app.judge.table import SEATS, JudgeTable, address, text_of, to
from tests.unit.app.judge.test_once import Killed, killer

pytestmark = pytest.mark.slow

BY_PAGE = ("eve", "fay", "gus")
LANGUAGES = {"ada": "de", "ben": "fr", "cleo": "it", "dan": "es"}
ORDERS = {
    "AUSTRIA": "A VIE - TRI\nA BUD - SER\nF TRI - ALB",
    "FRANCE": "A PAR - PIC\nA MAR - SPA\nF BRE - MAO",
    "GERMANY": "A BER - KIE\nA MUN - RUH\nF KIE - DEN",
    "ITALY": "A ROM - APU\nA VEN H\nF NAP - ION",
    "RUSSIA": "A MOS - UKR\nA WAR - GAL\nF SEV - RUM\nF STP - BOT",
    "TURKEY": "A CON - BUL\nA SMY - CON\nF ANK - BLA",
}
ENGLAND = ("F LON - NTH\nF EDI - NWG\nA LVP - YOR", "F LON - ENG\nF EDI - NTH\nA LVP - WAL")
_SECRET = re.compile(r"[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}|\[game [0-9a-f]+\]|\[[^\]]*\.[a-z2-7]{16}\]")


_NUMBERED = re.compile(r"m\d+@example\.org|[0-9a-f]{20,64}|\d{4}-\d\d-\d\dT[0-9:+]+Z?")
"""Numbers of mails, and times, which differ from game to game."""


def _page(text: str) -> str:
    return re.sub(r"name=\"mark\" value=\"[^\"]*\"|[?&;]v=[0-9a-f]+", "", text)


class WholeGame:
    """The story, with one of two sets of orders for England."""

    def __init__(self, root: Path, twin: int) -> None:
        self.table, self.twin = JudgeTable(root), twin
        self.mails: list[EmailMessage] = []
        self.pages: dict[str, str] = {}
        """Words of the page of the game at the end, by player."""
        self.site = JudgeSite(self.table.judge, WebTerms(port=0))

    def go(self, after: timedelta = timedelta()) -> list[EmailMessage]:
        """Let time go by; the program that is killed is started again."""
        found: list[EmailMessage] = []
        try:
            found += self.table.go(after)
        except Killed:
            self.restart()
            found += self.table.go()
        self.mails += found
        return found

    def restart(self) -> None:
        self.table.stopped_at = lambda _where: None
        self.end()
        self.table.start()
        self.site = JudgeSite(self.table.judge, WebTerms(port=0))

    def end(self) -> None:
        self.site.close()
        self.table.kill()

    def browser(self, power: str = "") -> Browser:
        """A browser, at the seat of *power* where one is named."""
        made = Browser(self.table.judge, self.site.port)
        if power:
            made.get(f"/seat/{self.table.judge.state.token_of('harbour', self.table.record().seats[power])}")
        return made

    def write(self, power: str, text: str) -> None:
        """Have a player write to the judge, by page or by mail."""
        player = self.table.players()[power]
        if player in BY_PAGE:
            browser = self.browser(power)
            browser.write("harbour", do="words", words=text)
            assert browser.status == 200, browser.text
        else:
            self.table.write(player, text, self.table.token(player))

    def views(self, power: str) -> list[str]:
        """The game as *power* may know it, phase by phase on each branch: what its mails and pages are made of."""
        work = self.table.judge.state.room.open(self.table.folder.games / "harbour.dpn")
        try:
            shown = work.session.viewpoint.filtered(work.game, power)
            turns = [turn for branch in shown.branches for turn in branch.turns]
            return [_NUMBERED.sub("", repr((turn.position, sorted(turn.orders.items()), turn.resolution, turn.press))) for turn in turns]
        finally:
            work.close()

    def seen_orders(self, power: str) -> set[str]:
        """Orders of England that *power* may know of."""
        work = self.table.judge.state.room.open(self.table.folder.games / "harbour.dpn")
        try:
            shown = work.session.viewpoint.filtered(work.game, power)
            turns = [turn for branch in shown.branches for turn in branch.turns]
            return {str(line.order) for turn in turns for line in turn.orders_of("ENGLAND")}
        finally:
            work.close()

    def master(self, words: str) -> list[EmailMessage]:
        self.table.write("mona", f"GAME harbour\n{words}", self.table.as_master)
        return self.go()

    def play(self) -> None:
        table = self.table
        table.write("mona", "CREATE harbour fog-of-war Harbour Lights\nSET RULE tue, fri 20:00 Europe/Berlin\nFORM", table.as_master)
        self.go()
        for name, power in zip(SEATS, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"), strict=True):
            if name in BY_PAGE:
                self.browser().ask("JOIN harbour", name.title(), address(name), power)
            else:
                table.write(name, f"JOIN harbour {power}")
            (asked,) = self.go()
            table.write(name, "", str(asked["Subject"]))
            self.go()
        assert table.record().life is Life.ACTIVE
        for name, language in LANGUAGES.items():
            table.write(name, f"SET LANGUAGE {language}", table.token(name))
        self.go()
        self.write("ITALY", "SET ABSENCE 4 dec - 6 dec")
        self.write("ENGLAND", f"PRESS TO F\nsecret number {self.twin}\nENDPRESS")
        self.go()
        for power, orders in ORDERS.items():
            self.write(power, orders)
        self.write("ENGLAND", ENGLAND[self.twin])
        table.stopped_at = killer(7, [])  # the first restart: killed between two writes
        self.go()
        assert table.phase() == "F1901M", "processed early, since all orders are in"
        self.restart()  # the second one
        self.go(timedelta(hours=2))
        self.master("ROLLBACK")
        assert table.phase() == "S1901M"
        self.master("PROCESS")
        assert table.phase() == "F1901M"
        self.write("RUSSIA", "RESIGN")
        self.go()
        table.write("zed", "TAKEOVER RUSSIA harbour")
        (asked,) = to(self.go(), "zed")
        table.write("zed", "", str(asked["Subject"]))
        self.go()
        assert table.players()["RUSSIA"] == "zed"
        self.go(timedelta(days=9))
        self.go(timedelta(days=2))
        for power, player in table.players().items():
            self.pages[player] = _SECRET.sub("…", self.browser(power).get("/game/harbour").partition("<body")[2].partition(">")[2])
        self.pages["a watcher"] = self.browser().get("/game/harbour").partition("<body")[2].partition(">")[2]
        self.master("TERMINATE")
        assert table.record().life is Life.OVER

    def words(self, name: str) -> list[str]:
        """Mails of a person, without secrets, which differ from game to game."""
        return [_SECRET.sub("…", f"{each['Subject']}\n{text_of(each)}") for each in to(self.mails, name)]


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WholeGame, WholeGame]]:
    """Both games, played to their ends."""
    from random import Random

    from app.judge import life, records

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(records, "_WORK", 2)
        made = []
        for twin in range(2):
            root = tmp_path_factory.mktemp(f"twin{twin}")
            patched.setattr(life, "LOT", Random(7))
            patched.setenv("ENTENTE_HOME", str(root / "own"))
            game = WholeGame(root, twin)
            game.play()
            made.append(game)
        yield made[0], made[1]
        for game in made:
            game.end()


def test_who_sees_nothing_of_england_gets_the_same_mails_in_both_games(twins: tuple[WholeGame, WholeGame]) -> None:
    first, second = twins
    same = {player for power, player in first.table.players().items() if first.views(power) == second.views(power)}
    assert {"ada", "gus", "zed"} <= same  # Austria, Turkey, and who took Russia over
    assert same.isdisjoint({"ben", "cleo"}), "England knows what it ordered, and France the letter"
    for name in same:
        assert sorted(first.words(name)) == sorted(second.words(name)), name  # those of one second come in any sequence
        assert first.words(name), name
        assert _page(first.pages[name]) == _page(second.pages[name]), name
    assert first.words("ben") != second.words("ben")
    assert _page(first.pages["a watcher"]) == _page(second.pages["a watcher"])


def test_no_mail_and_no_page_names_an_order_that_its_reader_may_not_know(twins: tuple[WholeGame, WholeGame]) -> None:
    for twin, game in enumerate(twins):
        for power, player in game.table.players().items():
            known = game.seen_orders(power)
            told = "\n".join((*game.words(player), game.pages[player]))
            for order in ENGLAND[twin].split("\n"):
                assert order in known or order not in told, (player, order)
        assert set(ENGLAND[twin].split("\n")) <= game.seen_orders("ENGLAND")
        assert all(order in "\n".join(game.words("ben")) for order in ENGLAND[twin].split("\n"))


def test_press_is_read_by_its_reader_alone(twins: tuple[WholeGame, WholeGame]) -> None:
    for twin, game in enumerate(twins):
        readers = {name for name in (*SEATS, "zed", "mona") for words in game.words(name) if f"secret number {twin}" in words}
        assert readers <= {"ben", "cleo"}
        assert "cleo" in readers


def test_nobody_gets_anything_twice_and_everybody_gets_all_results(twins: tuple[WholeGame, WholeGame]) -> None:
    for game in twins:
        known = Counter(str(each["Message-ID"]) for each in game.mails)
        assert set(known.values()) == {1}
        answers = Counter(str(each["In-Reply-To"]) for each in game.mails if each["In-Reply-To"])
        assert set(answers.values()) == {1}
        line = game.table.game().line(MAIN)
        for name in ("ben", "cleo", "dan", "eve", "gus"):
            results = [
                each for each in to(game.mails, name) if each["Auto-Submitted"] == "auto-generated" and "1901" in str(each["Subject"])
            ]
            assert len(results) >= len([turn for turn in line if turn.resolution is not None]) + 1, "and once more after the rollback"


def test_each_is_written_to_in_their_language(twins: tuple[WholeGame, WholeGame]) -> None:
    told = {name: "\n".join(twins[0].words(name)) for name in SEATS}
    assert "Frühjahr 1901" in told["ada"] or "Frühling 1901" in told["ada"]
    assert "rintemps 1901" in told["ben"]
    assert "rimavera 1901" in told["cleo"]
    assert "Spring 1901" in told["fay"]


def test_what_was_played_stays_in_the_game(twins: tuple[WholeGame, WholeGame]) -> None:
    game = twins[0].table.game()
    assert len(game.branches) == 2
    assert [str(turn.phase) for turn in game.line(MAIN)][:2] == ["S1901M", "F1901M"]
    assert address("zed") in str(game.players["RUSSIA"].address)
