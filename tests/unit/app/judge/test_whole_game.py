"""A whole game without anybody: five languages, fog, press, absence, resignation and takeover, a rollback, two restarts.

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
from tests.unit.app.judge.table import SEATS, JudgeTable, address, text_of, to
from tests.unit.app.judge.test_once import Killed, killer

pytestmark = pytest.mark.slow

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


class WholeGame:
    """The story, with one of two sets of orders for England."""

    def __init__(self, root: Path, twin: int) -> None:
        self.table, self.twin = JudgeTable(root), twin
        self.mails: list[EmailMessage] = []

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
        self.table.kill()
        self.table.start()

    def write(self, power: str, text: str) -> None:
        player = self.table.players()[power]
        self.table.write(player, text, self.table.token(player))

    def master(self, words: str) -> list[EmailMessage]:
        self.table.write("mona", f"GAME harbour\n{words}", self.table.as_master)
        return self.go()

    def play(self) -> None:
        table = self.table
        table.write("mona", "CREATE harbour fog-of-war Harbour Lights\nSET RULE tue, fri 20:00 Europe/Berlin\nFORM", table.as_master)
        self.go()
        for name, power in zip(SEATS, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"), strict=True):
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
        self.master("TERMINATE")
        assert table.record().life is Life.OVER

    def words(self, name: str) -> list[str]:
        """Mails of a person, without secrets, which differ from game to game."""
        return [_SECRET.sub("…", f"{each['Subject']}\n{text_of(each)}") for each in to(self.mails, name)]


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WholeGame, WholeGame]]:
    """Both games, played to their ends."""
    from random import Random

    from app.judge import life, seat_secrets

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(seat_secrets, "_WORK", 2)
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
            game.table.kill()


def test_who_sees_nothing_of_england_gets_the_same_mails_in_both_games(twins: tuple[WholeGame, WholeGame]) -> None:
    first, second = twins
    for name in ("ada", "gus", "zed"):  # Austria, Turkey, and who took Russia over
        assert sorted(first.words(name)) == sorted(second.words(name)), name  # those of one second come in any sequence
        assert first.words(name), name
    assert first.words("ben") != second.words("ben"), "England knows what it ordered"


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
