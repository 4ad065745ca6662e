"""Pages of the judge: games for watchers, seats with their secrets, and both ways in, mail and web, into the same acts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.game.record import MAIN
from app.judge.folder import JudgeFolderError
from app.judge.mail_words import mail_words
from app.judge.records import Life, SenderStanding
from tests.unit.app.judge.browser import Browser, pages_of
from tests.unit.app.judge.table import JudgeTable, address, make_folder, text_of, to
from tests.unit.app.judge.test_life_of_a_game import DEADLINE, all_write


@pytest.fixture
def served(table: JudgeTable) -> Iterator[tuple[JudgeTable, Browser]]:
    """A judge with a game, and the browser of a stranger."""
    table.begin()
    with pages_of(table.judge) as site:
        yield table, Browser(table.judge, site.port)


def seated(table: JudgeTable, other: Browser, power: str) -> Browser:
    """Another browser, which opened the link of a seat."""
    browser = Browser(table.judge, other.port)
    seat = table.record().seats[power]
    browser.get(f"/seat/{table.judge.state.token_of('harbour', seat)}")
    assert browser.status == 200
    assert 'data-socket="/ws/harbour"' in browser.page
    browser.get("/game/harbour")
    assert "My orders" in browser.text
    return browser


def orders_of(table: JudgeTable, power: str) -> list[str]:
    game = table.game()
    return [str(line.order) for line in game.turn(game.last(MAIN)).orders_of(power) if not line.is_withdrawn]


@pytest.mark.slow
def test_a_watcher_sees_the_games_and_of_each_what_all_may_see(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    player = table.players()["FRANCE"]
    table.ask(player, "A PAR - BUR\nPRESS TO G\na secret\nENDPRESS\nBROADCAST\nhello all\nENDPRESS", table.token(player))
    assert "harbour" in browser.get("/")
    assert "Games that are played" in browser.text
    assert "script-src 'self'" in browser.headers["content-security-policy"]
    browser.get("/game/harbour")
    assert "Harbour Lights" in browser.text
    assert "Orders are due" in browser.text
    assert "hello all" in browser.text
    assert "a secret" not in browser.page
    assert "My orders" not in browser.page
    assert "<form" not in browser.page
    assert all(address(name) not in browser.page and name.title() not in browser.text for name in table.players().values())
    public = browser.get("/game/harbour/board.svg")
    assert public.startswith("<svg")
    own = seated(table, browser, "FRANCE").get("/game/harbour/board.svg")
    assert 'class="o' in own
    assert public != own, "its writer alone sees the order"
    table.go(DEADLINE)
    browser.get("/game/harbour")
    assert "France moves to Burgundy" in browser.text
    assert "Spring 1901" in browser.text
    browser.get("/game/harbour?phase=S1901M")
    assert browser.status == 200
    assert "Back to now" in browser.text


@pytest.mark.slow
def test_a_page_says_that_it_changed_only_where_its_reader_sees_something_else(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    france, italy = (seated(table, browser, power) for power in ("FRANCE", "ITALY"))
    before = [each.get("/game/harbour/version") for each in (browser, france, italy)]
    player = table.players()["FRANCE"]
    table.ask(player, "A PAR - BUR", table.token(player))
    after = [each.get("/game/harbour/version") for each in (browser, france, italy)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]


@pytest.mark.slow
def test_orders_by_page_are_seen_by_mail_and_the_other_way_round(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    france, player = seated(table, browser, "FRANCE"), table.players()["FRANCE"]
    france.write("harbour", **{"do": "orders", "order-par": "A PAR - BUR", "order-bre": "", "order-mar": "A MAR S A PAR - BUR"})
    assert "A PAR - BUR" in france.text, "the answer stands on the page"
    assert sorted(orders_of(table, "FRANCE")) == ["A MAR S A PAR - BUR", "A PAR - BUR"]
    assert table.go() == [], "and is not mailed as well"
    (answer,) = table.ask(player, "A PAR - PIC\nSTATUS", table.token(player))
    assert "A PAR - PIC" in text_of(answer)
    france.get("/game/harbour")
    assert '<option value="A PAR - PIC" selected>' in france.page
    france.write("harbour", **{"do": "orders", "phase": "S1901M", "order-par": "A PAR H"})
    assert orders_of(table, "FRANCE") == ["A PAR H"], "a form has all orders"
    france.write("harbour", **{"do": "orders", "phase": "F1901M", "order-par": "A PAR - PIC"})
    assert france.status == 400
    assert orders_of(table, "FRANCE") == ["A PAR H"], "a form of another phase counts for nothing"
    france.write("harbour", do="word", word="SET WAIT")
    assert "asked to wait" in france.text
    assert table.game().turn(table.game().last(MAIN)).waits == ("FRANCE",)
    france.write("harbour", do="words", words="STATUS\nSET ABSENCE 20 dec - 6 jan")
    assert "Your orders" in france.text


@pytest.mark.slow
def test_a_form_counts_once(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    france = seated(table, browser, "FRANCE")
    mark = france.mark
    for _ in range(2):
        france.post("/write", game="harbour", mark=mark, do="letter", letter="only once", all="on")
    table.go()
    game = table.game()
    assert [each.text for each in game.turn(game.last(MAIN)).press] == ["only once"]


@pytest.mark.slow
def test_letters_by_page_reach_mailboxes_and_letters_by_mail_the_page(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    france, germany = (seated(table, browser, power) for power in ("FRANCE", "GERMANY"))
    france.write("harbour", do="letter", letter="to two of you", to=["GERMANY", "ITALY"])
    got = table.go()
    readers = {str(each["To"].addresses[0].addr_spec) for each in got if "to two of you" in text_of(each)}
    assert readers == {address(table.players()[power]) for power in ("GERMANY", "ITALY")}
    germany.get("/game/harbour")
    assert "From France to Germany and Italy" in germany.text
    browser.get("/game/harbour")
    assert "to two of you" not in browser.page


@pytest.mark.slow
def test_a_letter_by_page_arrives_whole_also_with_lines_that_end_letters_in_a_mail(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    text = "first\nENDPRESS\nA ROM - APU\n\\ENDPRESS\n  end press\n> quoted\n--\nlast"
    seated(table, browser, "FRANCE").write("harbour", do="letter", letter=text, to=["ITALY"])
    table.go()
    game = table.game()
    assert [each.text for each in game.turn(game.last(MAIN)).press] == [text]
    assert orders_of(table, "ITALY") == orders_of(table, "FRANCE") == []


@pytest.mark.slow
def test_without_the_secret_of_the_seat_nothing_is_done(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    france = seated(table, browser, "FRANCE")
    mark = france.mark
    assert browser.post("/write", game="harbour", mark=mark, do="words", words="A PAR - BUR")
    assert browser.status == 404
    italy = seated(table, browser, "ITALY")
    italy.post("/write", game="harbour", mark=mark, do="words", words="A ROM - APU")
    assert italy.status == 404, "a form of another seat"
    france.post("/write", {"Origin": "https://elsewhere.example"}, game="harbour", mark=mark, do="words", words="A PAR - BUR")
    assert france.status == 403
    assert orders_of(table, "FRANCE") == orders_of(table, "ITALY") == []
    assert browser.get("/seat/harbour.FRANCE.aaaaaaaaaaaaaaaa")
    assert browser.status == 403
    old = table.judge.state.token_of("harbour", table.record().seats["FRANCE"])
    table.ask("mona", "GAME harbour\nEJECT FRANCE", table.as_master)
    france.get("/game/harbour")
    assert "My orders" not in france.page, "a seat that was taken away opens no page"
    france.get(f"/seat/{old}")
    assert france.status == 403


@pytest.mark.slow
def test_a_word_opens_a_seat_and_wrong_ones_are_counted(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    player = table.players()["FRANCE"]
    table.ask(player, "SET PASSWORD a-long-word-of-mine", table.token(player))
    browser.post("/sign-in", game="harbour", power="ENGLAND", word="a-long-word-of-mine")
    assert browser.status == 403
    browser.post("/sign-in", game="harbour", power="france", word="a-long-word-of-mine")
    browser.get("/game/harbour")
    assert "My orders" in browser.text
    cookie = next(iter(browser.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")
    browser.post("/sign-out")
    browser.get("/game/harbour")
    assert "My orders" not in browser.page
    for _ in range(5):
        browser.post("/sign-in", game="harbour", power="FRANCE", word="wrong-word")
    browser.post("/sign-in", game="harbour", power="FRANCE", word="a-long-word-of-mine")
    assert browser.status == 403, "five wrong ones within the hour"
    assert "a-long-word-of-mine" not in table.folder.log.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_master_does_by_page_what_a_mail_does(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    browser.post("/sign-in", game="", power="", word="master-word-here")
    assert "The game master" in browser.text
    browser.post("/write", mark=browser.mark, do="words", words="CREATE other standard\nFORM other")
    assert "other is open" in browser.text
    browser.write("harbour", do="words", words="PROCESS")
    assert table.phase() == "F1901M"
    assert len(table.go()) >= 8, "the results are mailed"


@pytest.mark.slow
def test_a_seat_is_asked_for_by_page_and_confirmed_with_one_press(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    table = JudgeTable(own_folders / "judge", web='[web]\npublic_url = "https://judge.example.org"\n')
    table.ask("mona", "CREATE harbour standard\nFORM", table.as_master)
    with pages_of(table.judge) as site:
        browser = Browser(table.judge, site.port)
        browser.ask("JOIN harbour", "Ada", address("ada"), "FRANCE, ITALY")
        assert "confirm" in browser.text or "on its way" in browser.text
        (asked,) = table.go()
        assert table.record().joiners == ()
        link = next(word for word in text_of(asked).split() if word.startswith("https://judge.example.org/confirm/"))
        path = link.removeprefix("https://judge.example.org")
        browser.get(path)
        assert table.record().joiners == (), "a program that follows links confirms nothing"
        browser.post(path, mark=browser.open_mark)
        assert "You have asked for a seat of harbour" in browser.text
        assert [(each.address, each.wishes) for each in table.record().joiners] == [(address("ada"), ("FRANCE", "ITALY"))]
        browser.ask("JOIN harbour\nGAME harbour", "<script>", "no address")
        assert browser.status == 404
        assert "<script>" not in browser.page
        for name in ("ben", "cleo", "dan", "eve", "fay", "gus"):
            (mail,) = table.ask(name, "JOIN harbour")
            found = table.ask(name, "", str(mail["Subject"]))
        (begun,) = to(found, "ada")
        link = next(word for word in text_of(begun).split() if word.startswith("https://judge.example.org/seat/"))
        browser.get(link.removeprefix("https://judge.example.org"))
        browser.get("/game/harbour")
        assert "My orders" in browser.text
    table.kill()


@pytest.mark.slow
def test_hostile_requests_get_a_short_answer(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    for path in ("/game/../../etc", "/game/nothing", "/game/%00", "/game/harbour?phase=X1", "/game/harbour/board.svg?phase=zz", "/seat/x"):
        browser.get(path)
        assert browser.status in (403, 404), path
    browser.post("/write", game="harbour", words="x" * 70_000)
    assert browser.status == 413
    browser.get("/", Host="evil.example.org")
    assert browser.status == 421
    browser.get("/game/harbour", Cookie="entente-harbour=" + "x" * 3_000 + "; entente-judge=judge.GM.aaaaaaaaaaaaaaaa")
    assert browser.status == 200
    assert "<form" not in browser.page
    for _ in range(400):  # a minute may end meanwhile, and another begin
        browser.post("/sign-out")
        if browser.status == 429:
            break
    assert browser.status == 429
    assert table.phase() == "S1901M"


@pytest.mark.slow
def test_pages_are_served_while_mails_are_answered(served: tuple[JudgeTable, Browser]) -> None:
    table, _ = served
    for number in range(3):
        table.write(f"stranger{number}", "LIST")
    asked = table.judge.pages.ask(lambda: [len(table.judge.spool.waiting())])
    table.go()
    assert 0 < asked.result(0)[0] < 3


@pytest.mark.slow
def test_early_processing_follows_the_last_order_by_page(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    all_write(table, "FRANCE")
    table.go()
    france = seated(table, browser, "FRANCE")
    france.write("harbour", do="words", words="A PAR H\nA MAR H\nF BRE H")
    table.go(timedelta(minutes=1))
    assert table.phase() == "F1901M"
    france.get("/game/harbour")
    assert "Fall 1901" in france.text


EXAMPLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("HELP [WORD]", ("VOTE",)),
    ("LIST", ()),
    ("WHOGAME", ()),
    ("STATUS", ()),
    ("SUMMARY", ()),
    ("HISTORY [PHASE]", ()),
    ("MAP", ()),
    ("GET RULES", ()),
    ("GET VARIANTS", ()),
    ("JOIN GAME [POWERS]", ("harbour", "FRANCE, ITALY")),
    ("TAKEOVER POWER GAME", ("FRANCE", "harbour")),
    ("OBSERVE GAME", ("harbour",)),
    ("SIGNOFF GAME", ("harbour",)),
    ("SET WAIT", ()),
    ("SET NOWAIT", ()),
    ("CLEAR", ()),
    ("VOTE CHOICE", ("DRAW",)),
    ("PROPOSE CHOICE", ("DRAW",)),
    ("SET ABSENCE DAYS", ("20 dec - 6 jan",)),
    ("SET PASSWORD [WORD]", ("eight-letters",)),
    ("SET LANGUAGE LANGUAGE", ("de",)),
    ("ANSWER [QUESTION] CHOICE", ("1", "1")),
    ("SET ADDRESS ADDRESS", ("other@example.org",)),
    ("RESIGN", ()),
    ("ATTENTION", ()),
    ("CREATE SHORT-NAME [VARIANT] [NAME]", ("other", "standard", "The Other Game")),
    ("FORM [GAME] [BY LOT]", ("other", "BY LOT")),
    ("ACTIVATE [GAME]", ("other",)),
    ("SET RULE RULE", ("tue 20:00 UTC",)),
    ("SET SILENCE RULE", ("ask",)),
    ("SET EARLY ON|OFF", ("OFF",)),
    ("SET DEADLINE WHEN", ("+1d",)),
    ("PREVIEW [GAME]", ("harbour",)),
    ("PROCESS [GAME]", ()),
    ("HOLD [GAME]", ()),
    ("RESUME [GAME]", ()),
    ("ROLLBACK [PHASE]", ("S1901M",)),
    ("VARIANT [HOOKS]", ()),
    ("DUMMY POWER", ("TURKEY",)),
    ("EJECT POWER", ("ITALY",)),
    ("GIVE POWER TO ADDRESS [NAME]", ("ITALY", "ida@example.org", "Ida")),
    ("REVEAL [GAME]", ()),
    ("TERMINATE [GAME]", ()),
)
"""Each word that a mail may hold, with what is filled into its fields. GAME alone has no form: a page is of one game."""


@pytest.mark.slow
def test_every_word_of_a_mail_has_a_form_of_its_own_on_a_page(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    known = {each.usage: each for each in mail_words() if each.usage != "GAME NAME"}
    assert {usage for usage, _ in EXAMPLES} == set(known), "an example for each"
    browser.post("/sign-in", game="", power="", word="master-word-here")
    seat = seated(table, browser, "FRANCE")
    for usage, given in EXAMPLES:
        sender = browser if known[usage].standing is SenderStanding.MASTER else seat
        sender.get("/game/harbour")
        form = form_of(sender.page, usage)
        assert len(re.findall(r' name="field-\d"', form)) == len(known[usage].fields), form
        sender.write("harbour", do="form", word=usage, **{f"field-{number}": each for number, each in enumerate(given)})
        assert sender.status == 200, (usage, sender.text)
        assert "> " + known[usage].line(given) in sender.text or usage == "SET PASSWORD [WORD]", "what was carried out"
        assert "is no word that I know" not in sender.text, usage
        if usage.startswith("SET ADDRESS"):
            seat = seated(table, browser, "FRANCE")  # the former link opens nothing any more
        if usage == "RESIGN":
            assert "FRANCE" in table.record().vacant
    assert table.record("other").by_lot
    assert table.game("other").name == "The Other Game"
    assert table.record("harbour").life is Life.OVER


def form_of(page: str, usage: str) -> str:
    """The form of a word on a page."""
    return next(each for each in page.split("<form")[1:] if f'value="{usage}"' in each).partition("</form>")[0]


@pytest.mark.slow
def test_a_form_offers_what_can_be_filled_in_and_takes_no_other_word(served: tuple[JudgeTable, Browser]) -> None:
    table, browser = served
    seat = seated(table, browser, "FRANCE")
    assert '<option value="CONCEDE TO TURKEY">' in form_of(seat.page, "VOTE CHOICE")
    assert "EJECT" not in seat.page
    assert 'type="hidden" name="field-0" value="harbour"' in form_of(seat.page, "OBSERVE GAME")
    for field in ("", "perhaps", "DRAW\nRESIGN"):
        seat.write("harbour", **{"do": "form", "word": "VOTE CHOICE", "field-0": field})
        assert "FRANCE" not in table.record().vacant, "one line, and of that word alone"
    seat.write("harbour", do="form", word="VOTE CHOICE", **{"field-0": "perhaps"})
    assert seat.status == 400
    assert "VOTE CHOICE" in seat.text
    seat.write("harbour", do="form", word="EJECT POWER", **{"field-0": "ITALY"})
    assert "ITALY" not in table.record().vacant
    browser.post("/sign-in", game="", power="", word="master-word-here")
    browser.get("/")
    assert '<option value="harbour">' in form_of(browser.page, "PROCESS [GAME]")
    assert 'value="SET WAIT"' not in browser.page
    browser.post("/write", None, mark=browser.mark, do="form", word="HOLD [GAME]", **{"field-0": "harbour"})
    assert table.record().life is Life.PAUSED


def test_the_settings_of_pages_are_checked(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "judge")
    text = folder.settings_file.read_text(encoding="utf-8")
    for wrong, expected in (('public_url = "javascript:x"', "public_url"), ("port = 99999", "port"), ('tls_cert = "a.pem"', "tls_key")):
        folder.settings_file.write_text(f"{text}[web]\n{wrong}\n", encoding="utf-8")
        with pytest.raises(JudgeFolderError, match=expected):
            folder.settings()


@pytest.mark.slow
def test_a_line_break_in_a_link_is_refused_without_an_error_of_the_server(served: tuple[JudgeTable, Browser]) -> None:
    _, browser = served
    browser.get("/confirm/c00000000000")
    browser.post("/confirm/c0%0ABcc:%20eve@example.org", mark=browser.open_mark)
    assert browser.status == 200
    assert "Bcc" not in browser.page
