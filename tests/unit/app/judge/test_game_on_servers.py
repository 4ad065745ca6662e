"""A whole game on real servers: the judge as a program, Dovecot and Postfix, four players by mail in four languages, three by page.

It is played twice, with orders and press of England that differ: whoever sees nothing of England has the same mails in both.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.error import URLError

import pytest

from app.game.record import MAIN
from app.judge.records import GameRecord, Life, read_records
from app.judge.running import MailJudge
from tests.fakes.real_mail import MailGate, RealMail, needs_mail_servers, real_mail
from tests.unit.app.judge.browser import Browser
from tests.unit.app.judge.table import address, text_of, token_in
from tests.unit.app.judge.test_real_servers import ROOT, judge_folder, letter
from tests.unit.app.judge.test_whole_game import BY_PAGE, ENGLAND, LANGUAGES, ORDERS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(4 * 3600)]

PATIENCE = 900.0
"""Seconds after which something counts as never coming, however busy the machine is."""
AGAIN = 45.0
"""Seconds after which a mail that had no effect is sent once more: the same one, which counts once."""
PLAYERS = {"ada": "AUSTRIA", "ben": "ENGLAND", "cleo": "FRANCE", "dan": "GERMANY", "eve": "ITALY", "fay": "RUSSIA", "gus": "TURKEY"}
_SECRET = re.compile(r"\[[^\]]*\]|\S*[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\S*|https?://\S+|\d+|harbour\.\S+")
"""Tokens, words, links and numbers, which differ from game to game."""
_RESULTS = re.compile("^Harbour Lights, (Spring|Früh|[Pp]rintemps|[Pp]rimavera)")
_NUMBERED = re.compile(r"[0-9a-f]{20,}|\d{4}-\d\d-\d\dT[0-9:+Z]+|\w+\d+@example\.org")


def until(holds: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, f"{what} did not come"
        sleep(0.05)


class ServersGame:
    """One game from its announcement to its end, with one of two sets of orders for England."""

    def __init__(self, root: Path, mail: RealMail, twin: int) -> None:
        self.mail, self.twin, self.gate = mail, twin, MailGate(mail.smtp_port)
        self.folder = judge_folder(root, replace(mail, smtp_port=self.gate.port))
        self.port = _free_port()
        with self.folder.settings_file.open("a", encoding="utf-8") as settings:
            settings.write(f"[web]\nport = {self.port}\n")
        self.process: subprocess.Popen[bytes] | None = None
        self.number = 0

    # --- the program ---

    def start(self) -> None:
        """Start the judge, and wait until its pages are there."""
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), "judge", str(self.folder.root)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "ENTENTE_LANGUAGE": "en", "QT_QPA_PLATFORM": "offscreen"},
        )
        until(self._is_there, "the judge's pages")

    def _is_there(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the judge has ended"
        try:
            return bool(Browser(None, self.port).get("/"))
        except (URLError, OSError):
            return False

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, and wait for that."""
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(how)
            process.wait(PATIENCE)

    # --- what stands ---

    def record(self) -> GameRecord:
        """The record of the game."""
        found = dict(read_records(self.folder))["harbour"]
        assert isinstance(found, GameRecord)
        return found

    def got(self, name: str) -> list[EmailMessage]:
        """The mails in a mailbox."""
        return [message_from_bytes(each, policy=default) for each in self.mail.mails(name)]

    def phases(self, name: str) -> int:
        """Number of results of the first phase that a person got."""
        return sum(_RESULTS.search(str(each["Subject"])) is not None for each in self.got(name))

    # --- acts ---

    def say(self, name: str, text: str, subject: str = "orders") -> EmailMessage:
        """Have a person write a mail until its answer is there; returns the answer."""
        self.number += 1
        content, number = letter(name, text, subject, self.number), self.number
        end = monotonic() + PATIENCE
        while monotonic() < end:
            self.mail.submit(name, "judge@example.org", content)
            with suppress(AssertionError):
                until(lambda: self._answers(name, number), "the answer", AGAIN)
                return self._answers(name, number)[0]
        raise AssertionError(f"{name} got no answer to {text}")

    def _answers(self, name: str, number: int) -> list[EmailMessage]:
        return [each for each in self.got(name) if each["In-Reply-To"] == f"<{name}{number}@example.org>"]

    def master(self, words: str) -> EmailMessage:
        """Have the game master write a mail."""
        return self.say("mona", f"SIGNON MASTER the-word-of-mona\n{words}")

    def at_page(self, name: str) -> Browser:
        """A browser at the seat of a person, by the link of a mail."""
        links = [link for each in self.got(name) for link in re.findall(r"http://\S+/seat/\S+", text_of(each))]
        browser = Browser(None, self.port)
        browser.get(links[-1].partition(str(self.port))[2])
        assert 'data-socket="/ws/harbour"' in browser.page
        return browser

    def write(self, name: str, text: str) -> str:
        """Have a player write words, by page or by mail; returns the answer."""
        if name in BY_PAGE:
            browser = self.at_page(name)
            browser.write("harbour", do="words", words=text)
            assert browser.status == 200, browser.text
            return browser.text
        tokens = [each for each in map(token_in, self.got(name)) if each.startswith("harbour.")]
        return text_of(self.say(name, text, f"orders [{tokens[-1]}]"))

    def join(self, name: str, words: str) -> None:
        """Have a person ask for a seat and confirm it, by page or by mail."""
        if name in BY_PAGE:
            Browser(None, self.port).ask(words.rpartition(" ")[0], name.title(), address(name), words.rpartition(" ")[2])
            until(lambda: self.got(name), "the question whether that was asked")
            link = re.search(r"http://\S+/confirm/\S+", text_of(self.got(name)[0]))
            assert link is not None
            browser, path = Browser(None, self.port), link[0].partition(str(self.port))[2]
            browser.get(path)
            browser.post(path, mark=browser.open_mark)
            assert browser.status == 200, browser.text
        else:
            asked = self.say(name, words)
            self.say(name, "yes", f"Re: {asked['Subject']}")

    def kill_while_it_sends(self, known: set[str]) -> None:
        """Wait until some results of the phase are sent and others wait, where the gate stops it, and kill the program."""
        until(self.gate.is_shut.is_set, "the middle of sending")
        self.end(signal.SIGKILL)
        assert self._has_sent_some(known), "killed between the first mail and the last"
        self.gate.open()

    def _has_sent_some(self, known: set[str]) -> bool:
        """Return True if a round that is not *known* holds results for all, of which some are sent and some wait."""
        for file in self.folder.outbox.glob("*/round.json"):
            with suppress(OSError):
                told = file.read_bytes()
                if file.parent.name not in known and told.count(b'"state"') >= len(PLAYERS) and b'"sent"' in told and b'"waiting"' in told:
                    return True
        return False

    # --- the story ---

    def play(self) -> None:
        self.start()
        assert "harbour is open" in text_of(self.master("CREATE harbour fog-of-war Harbour Lights\nFORM"))
        for name, power in PLAYERS.items():
            self.join(name, f"JOIN harbour {power}")
        until(lambda: self.record().life is Life.ACTIVE, "the begin of the game")
        assert {power: seat.address for power, seat in self.record().seats.items()} == {
            power: address(name) for name, power in PLAYERS.items()
        }
        for name in PLAYERS:
            until(lambda name=name: any("/seat/" in text_of(each) for each in self.got(name)), f"the link of {name}")  # type: ignore[misc]
        for name, language in LANGUAGES.items():
            self.write(name, f"SET LANGUAGE {language}")
        assert "4 " in self.write("eve", "SET ABSENCE 4 dec - 6 dec")
        self.master("GAME harbour\nVARIANT restrict england turkey")
        self.write("ben", f"PRESS TO F\nsecret number {'one' if self.twin else 'two'}\nENDPRESS")
        self.write("ben", "PRESS TO T\nword over a cut wire\nENDPRESS")
        until(lambda: any("secret number" in text_of(each) for each in self.got("cleo")), "the letter")
        self.write("ben", ENGLAND[self.twin])
        for name, power in PLAYERS.items():
            if power in ORDERS and name != "gus":
                self.write(name, ORDERS[power])
        known = {each.parent.name for each in self.folder.outbox.glob("*/round.json")}
        self.gate.shuts_when = lambda: self._has_sent_some(known)
        self.write("gus", ORDERS["TURKEY"])  # the last one: the phase is processed, and its results go out
        self.kill_while_it_sends(known)
        self.start()  # the first restart
        until(lambda: sum(map(self.phases, PLAYERS)) >= 7 - len(self.unknown()), "the results")
        self.end()
        self.start()  # the second one
        self.master("GAME harbour\nROLLBACK")
        self.master("GAME harbour\nPROCESS")
        until(lambda: sum(map(self.phases, PLAYERS)) >= 14 - len(self.unknown()), "the results once more")
        self.write("fay", "RESIGN")
        self.join("zed", "TAKEOVER RUSSIA harbour")
        until(lambda: self.record().seats["RUSSIA"].address == address("zed"), "the new player")
        assert self.write("zed", "STATUS")
        self.master("GAME harbour\nTERMINATE")
        assert self.record().life is Life.OVER
        until(lambda: all(self._knows_the_end(name) for name in (*PLAYERS, "zed") if name != "fay"), "the end, told to everybody")
        self.end()

    def _knows_the_end(self, name: str) -> bool:
        waiting = [each for each in self.folder.outbox.glob("*/round.json") if address(name).encode() in each.read_bytes()]
        return not waiting

    def unknown(self) -> list[str]:
        """Readers of mails whose fate is not known since the program was killed; such a mail may have come or not."""
        found = []
        for file in (*self.folder.outbox.glob("*/round.json"), *self.folder.sent.glob("*/round.json")):
            with suppress(OSError):
                told = file.read_text(encoding="utf-8")
                found += re.findall(r"\{[^{}]*\"unknown\"[^{}]*\}", told)
        return found

    # --- at the end ---

    def words(self, name: str) -> Counter[str]:
        """Mails of a person, without what differs from game to game."""
        return Counter(" ".join(_SECRET.sub("#", f"{each['Subject']}\n{text_of(each)}").split()) for each in self.got(name))

    def views(self) -> dict[str, list[str]]:
        """The game as each power may know it, and its orders of England."""
        judge = MailJudge(self.folder)
        try:
            work = judge.state.room.open(self.folder.games / "harbour.dpn")
            try:
                found = {}
                for power in work.game.variant.powers:
                    shown = work.session.viewpoint.filtered(work.game, power)
                    turns = [turn for branch in shown.branches for turn in branch.turns]
                    letters = [(each.sender, each.text) for turn in turns for each in turn.press]
                    seen = [(turn.position, sorted(turn.orders.items()), turn.resolution) for turn in turns]
                    found[power] = [
                        re.sub(r"m\d+@\S+|[0-9a-f]{20,}|\d{4}-\d\d-\d\dT[0-9:+Z]+|\w+\d+@example.org", "", repr((seen, letters)))
                    ]
                    found[f"{power} sees"] = [str(line.order) for turn in turns for line in turn.orders_of("ENGLAND")]
                found["branches"] = [branch.name for branch in work.game.branches]
                found["line"] = [str(turn.phase) for turn in work.game.line(MAIN)]
                return found
            finally:
                work.close()
        finally:
            judge.close()


def _free_port() -> int:
    import socket

    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServersGame, ServersGame]]:
    """Both games, played to their ends, each with servers of its own."""
    needs_mail_servers()
    with ExitStack() as stack:
        made = []
        for twin in range(2):
            place = Path(stack.enter_context(TemporaryDirectory(prefix="entente-mail-")))
            game = ServersGame(tmp_path_factory.mktemp(f"servers{twin}"), stack.enter_context(real_mail(place)), twin)
            stack.callback(game.gate.close)
            stack.callback(game.end, signal.SIGKILL)
            game.play()
            made.append(game)
        yield made[0], made[1]


def test_every_mailbox_has_what_its_owner_may_know_once_and_whole(twins: tuple[ServersGame, ServersGame]) -> None:
    views = [game.views() for game in twins]
    for twin, (game, seen) in enumerate(zip(twins, views, strict=True)):
        for name in (*PLAYERS, "zed", "mona"):
            mails = game.got(name)
            assert set(Counter(str(each["Message-ID"]) for each in mails).values()) == {1}, name
            answered = Counter(str(each["In-Reply-To"]) for each in mails if each["In-Reply-To"])
            assert set(answered.values()) <= {1}, (name, "answered once")
            told = "\n".join(game.words(name))
            assert "word over a cut wire" not in told or name in {"ben"}, "the hook forbids it"
            assert ("secret number" in told) == (name in {"ben", "cleo"}) or name == "ben"
            if name in PLAYERS:
                own = seen[f"{PLAYERS[name]} sees"]
                assert all(order in own or order not in told for order in ENGLAND[twin].split("\n")), name
                unknown = sum(address(name) in each for each in game.unknown())
                assert 2 - unknown <= game.phases(name) <= 2, (name, "results of the phase, and once more after the rollback")
        assert len(game.unknown()) <= 1
        assert len(seen["branches"]) == 2
        assert seen["line"][:2] == ["S1901M", "F1901M"]
    blind = [name for name, power in PLAYERS.items() if views[0][power] == views[1][power]]
    assert {"ada", "gus"} <= set(blind), "Austria and Turkey see nothing of England"
    assert {"ben", "cleo"}.isdisjoint(blind)
    for name in blind:
        first, second = twins[0].words(name), twins[1].words(name)
        unknown = sum(address(name) in each for game in twins for each in game.unknown())
        differences = list(((first - second) + (second - first)).elements())
        assert len(differences) <= unknown, (name, differences)
    assert twins[0].words("ben") != twins[1].words("ben")


def test_each_player_by_mail_was_written_to_in_their_language(twins: tuple[ServersGame, ServersGame]) -> None:
    told = {name: "\n".join(twins[0].words(name)) for name in LANGUAGES}
    assert re.search("Früh(jahr|ling)", told["ada"])
    assert "rintemps" in told["ben"]
    assert "rimavera" in told["cleo"]
    assert "rimavera" in told["dan"]


def test_the_journal_and_the_log_of_the_game_hold_no_secret(twins: tuple[ServersGame, ServersGame]) -> None:
    for game in twins:
        tokens = {token_in(each) for name in (*PLAYERS, "zed") for each in game.got(name)} - {""}
        assert tokens
        for file in (game.folder.log, game.folder.journal, game.folder.games / "harbour.dpn"):
            text = file.read_text(encoding="utf-8")
            assert "the-word-of-mona" not in text
            assert not [each for each in tokens if each in text], file
