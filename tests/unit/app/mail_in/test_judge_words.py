"""Words for a mail judge: each is understood as what it is, and a password is in nothing that comes out."""

from __future__ import annotations

import pytest

from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate, LetterAccount
from app.mail_in.judge_words import (
    GameNames,
    closes_press,
    game_in,
    game_tag,
    is_judge_word,
    is_press,
    is_sign_off,
    is_sign_on,
    judge_words,
    opens_press,
)
from app.mail_in.letter import CUT, LetterPart, without_password
from tests.quick import one_by_one
from variants.catalogue import standard

GAME = GameNames("7f3a0b21", "Straits of Iron")
HEAD = "From: a@example.org\nSubject: hi\nDate: Mon, 03 May 2021 10:00:00 +0200\n\n"


def read(body: str, head: str = HEAD, **options: object) -> LetterAccount:
    return whole(body, head, **options).letters[0]


def whole(body: str, head: str = HEAD, **options: object) -> Accounting:
    return account_for(standard(), standard().start, f"{head}{body}", game=GAME, **options)  # type: ignore[arg-type]


def test_every_word_that_is_carried_out_says_what_it_does() -> None:
    assert [word.usage for word in judge_words()] == ["SIGNON POWER-LETTER+GAME PASSWORD", "SIGNOFF", "SET WAIT", "SET NOWAIT"]
    assert all(len(word.says) > 30 for word in judge_words())


@one_by_one("who", ["fstraits", "Fstraitsofiron", "FranceStraits", "f7f3a0b21", "fsoi", "france", "F", "French"])
def test_sign_on_says_whose_orders_these_are(who: str) -> None:
    account = read(f"SIGNON {who} sesame\nA Par - Bur\nSIGNOFF\n")
    assert account.power == "FRANCE"
    assert [str(line.order) for line in account.of(Fate.TAKEN)] == ["A PAR - BUR"]


@pytest.mark.parametrize("who", ["x", "?straits", "powers"])
def test_sign_on_for_nobody_is_said(who: str) -> None:
    account = read(f"SIGNON {who} sesame\n")
    assert account.power is None
    assert account.of(Fate.REFUSED)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (HEAD, "SIGNON fghodstoo sesame\nA Par - Bur\nSIGNOFF\n"),
        (HEAD.replace("hi", "Re: orders [game 00000001]"), "France:\nA Par - Bur\n"),
    ],
)
def test_a_mail_for_another_game_is_refused_whole_and_says_so(head: str, body: str) -> None:
    account = read(body, head)
    assert not account.of(Fate.TAKEN, Fate.GUESSED)
    assert "is for another game" in account.letter.troubles[0]
    assert "A Par - Bur" in [line.text.strip() for line in account.of(Fate.REFUSED)]


def test_the_mark_of_this_game_is_no_reason_to_refuse() -> None:
    assert read("France:\nA Par - Bur\n", HEAD.replace("hi", "Re: orders [game 7f3a0b21]")).of(Fate.TAKEN)


def test_a_mail_that_signs_on_as_another_than_its_sender_is_asked_about() -> None:
    account = read("SIGNON fstraits x\nA Par - Bur\nSET WAIT\n", addresses={"a@example.org": "GERMANY"})
    assert not account.of(Fate.TAKEN)
    assert "signs on as the first of France and Germany" in account.of(Fate.DOUBTFUL)[0].reason
    assert account.waits is None


def test_a_mail_that_signs_on_twice_for_two_powers_is_asked_about() -> None:
    account = read("SIGNON fstraits x\nA Par - Bur\nSIGNOFF\nSIGNON gstraits y\nA Mun - Ruh\nSIGNOFF\n")
    assert not account.of(Fate.TAKEN)
    assert account.of(Fate.DOUBTFUL)


@pytest.mark.parametrize(("words", "expected"), [("SET WAIT", True), ("set nowait", False), ("SET NO WAIT", False), ("A Par H", None)])
def test_set_wait_is_heard(words: str, expected: bool | None) -> None:
    assert read(f"SIGNON fstraits x\n{words}\n").waits is expected


@one_by_one(
    ("to", "receivers"),
    [
        ("PRESS TO EVERYONE", ()),
        ("PRESS TO R", ("RUSSIA",)),
        ("PRESS TO RT", ("RUSSIA", "TURKEY")),
        ("PRESS TO Russia, Turkey", ("RUSSIA", "TURKEY")),
        ("PRESS TO r and t", ("RUSSIA", "TURKEY")),
        ("PRESS TO M", ("GM",)),
        ("PRESS TO Austria-Hungary", ("AUSTRIA",)),
        ("PRESS TO ALL", ()),
        ("PRESS", ()),
        ("BROADCAST", ()),
    ],
)
def test_press_between_its_words_is_passed_on_and_never_read_as_orders(to: str, receivers: tuple[str, ...]) -> None:
    account = read(f"SIGNON fstraits x\nA Mar - Spa\n{to}\nA Par - Bur would do.\n\nYours\nENDPRESS\nF Bre - Mao\nSIGNOFF\n")
    (press,) = account.press
    assert (press.receivers, press.text) == (receivers, "A Par - Bur would do.\n\nYours")
    (told,) = [line.reason for line in account.lines if line.reason.startswith("press to ")]
    assert ("everybody" in told) == (not receivers)
    assert [str(line.order) for line in account.of(Fate.TAKEN)] == ["A MAR - SPA", "F BRE - MAO"]


def test_press_to_nobody_known_and_press_without_an_end_are_not_passed_on_and_said() -> None:
    account = read("SIGNON fstraits x\nPRESS TO Narnia\nHello\nENDPRESS\n")
    assert not account.press
    assert "“Narnia” names nobody" in account.of(Fate.REFUSED)[0].reason
    assert not read("SIGNON fstraits x\nPRESS TO RRRRRRRRRR\nHello\nENDPRESS\n").press
    torn = whole("SIGNON fstraits x\nPRESS TO R\nHello\nA Par - Bur\n")
    assert not torn.letters[0].press
    assert torn.is_doubtful


@pytest.mark.parametrize(
    "word", ["SET ABSENCE 3", "VOTE DRAW", "STATUS", "RESIGN straits", "SET ADDRESS me@example.org", "HISTORY straits"]
)
def test_other_words_for_a_judge_are_shown_as_not_carried_out(word: str) -> None:
    (line,) = read(f"SIGNON fstraits x\n{word}\n").of(Fate.REFUSED)
    assert "not carried out" in line.reason
    assert line.part is LetterPart.JUDGE


@one_by_one("word", ["IF", "NEW", "MAP", "GET", "LIST", "CLEAR", "PAUSE", "RESUME", "DELAY", "EXTEND", "WATCH"])
def test_an_english_word_is_a_judges_only_alone_on_its_line(word: str) -> None:
    (line,) = read(f"SIGNON fstraits x\n{word}\n").of(Fate.REFUSED)
    assert line.reason.startswith(f"{word}: not carried out")
    assert not read(f"SIGNON fstraits x\n{word} it all\n").of(Fate.REFUSED)


def test_what_stands_below_sign_off_is_not_read() -> None:
    account = read("SIGNON fstraits x\nA Par - Bur\nSIGNOFF\nA Mar - Spa\n")
    assert [str(line.order) for line in account.of(Fate.TAKEN)] == ["A PAR - BUR"]
    assert account.lines[-1].part is LetterPart.BELOW


@pytest.mark.parametrize(
    "line", ["Status quo in the north, please.", "Join me in Galicia", "Set off for Spain", "watch out", "I sign on again tomorrow"]
)
def test_prose_is_no_word_for_a_judge(line: str) -> None:
    assert not read(f"France:\n{line}\n").of(Fate.REFUSED)


@one_by_one(
    "line",
    [
        "SIGNON fstraits sesame",
        "signon fstraits sesame",
        "> SIGNON fstraits sesame",
        "\u200bSIGNON fstraits sesame",
        "SET PASSWORD sesame",
        "set password sesame again",
        "CREATE ?straits sesame standard",
        "TAKEOVER FRANCE straits sesame",
        "OBSERVE straits sesame",
        "Password: sesame",
        "my password is: sesame",
        "Passwort: sesame",
    ],
)
def test_a_password_is_cut_out_of_everything_that_is_shown(line: str) -> None:
    for text in (f"{line}\nFrance: A Par - Bur\n", f"France: A Par - Bur\n\nOn Monday Ada wrote:\n{line}\n", f"A Par - Bur\n-- \n{line}"):
        found = whole(text)
        assert "sesame" not in repr(found)
        assert CUT in repr(found)


def test_a_password_in_the_subject_or_in_html_is_cut_out_too() -> None:
    html = HEAD.replace("\n\n", "\nMIME-Version: 1.0\nContent-Type: text/html\n\n").replace("hi", "SIGNON fstraits sesame")
    found = whole("<p>SIGNON&nbsp;fstraits <b>sesame</b></p><p>A Par - Bur</p>", html)
    assert "sesame" not in repr(found)
    assert found.letters[0].power == "FRANCE"


def test_a_line_without_a_password_stays_as_it_is() -> None:
    for line in ("A Par - Bur", "I join you in Galicia", "The password was lost", "SIGNON fstraits"):
        assert without_password(line) == line


@one_by_one(
    ("word", "is_meant"),
    [
        ("7f3a0b21", True),
        ("Straits of Iron", True),
        ("straitsofiron", True),
        ("str", True),
        ("st", False),
        ("soi", True),
        ("so", False),
        ("s", False),
        ("straits of", True),
        ("iron", False),
        ("si", True),
        ("", False),
        ("?!", False),
    ],
)
def test_a_game_is_meant_by_its_names_a_beginning_of_three_letters_or_its_initials(word: str, is_meant: bool) -> None:
    assert GameNames("7f3a0b21", "Straits of Iron", "SI").is_meant(word) is is_meant
    assert not GameNames("7f3a0b21", "Iron").is_meant("i")


@one_by_one(
    ("to", "receivers"),
    [
        ("EG", ("ENGLAND", "GERMANY")),
        ("E;G+F & T", ("ENGLAND", "GERMANY", "FRANCE", "TURKEY")),
        ("the Turkish and the French", ("TURKEY", "FRANCE")),
        ("ENGLAND E", ("ENGLAND",)),
        ("GM", ("GM",)),
        ("Master, E", ("GM", "ENGLAND")),
        ("judge", ("GM",)),
        ("EGAFIRTM", ("ENGLAND", "GERMANY", "AUSTRIA", "FRANCE", "ITALY", "RUSSIA", "TURKEY", "GM")),
        ("and", ()),
        ("E *", ()),
        ("everybody", ()),
        ("EGAFIRTME", None),
        ("X", None),
        ("EX", None),
        ("E, Narnia", None),
    ],
)
def test_receivers_are_names_or_letters_each_once(to: str, receivers: tuple[str, ...] | None) -> None:
    account = read(f"SIGNON fstraits x\nPRESS TO {to}\nHello\nENDPRESS\n")
    assert [each.receivers for each in account.press] == ([] if receivers is None else [receivers])
    assert [line.line for line in account.of(Fate.REFUSED)] == ([] if receivers is not None else [2])


def test_press_without_words_is_passed_on_to_nobody() -> None:
    account = read("SIGNON fstraits x\nPRESS TO E\n\nENDPRESS\nPRESS TO G\n\nHello\n\nENDPRESS\n")
    assert [(each.line, each.receivers, each.text) for each in account.press] == [(5, ("GERMANY",), "Hello")]


def test_a_power_signs_on_for_the_game_that_is_read_or_for_any() -> None:
    told = {line.line: line.reason for line in read("SIGNON fstraits x\nSET WAIT\nCLEAR WAIT\nSIGNOFF\n").lines}
    assert told == {1: "signs on as France", 2: "asks to wait for the deadline", 3: "asks no longer to wait", 4: "ends the mail"}
    (stranger,) = read("SIGNON xstraits x\n").of(Fate.REFUSED)
    assert stranger.reason == "the mail is for the game “xstraits”, and this is Straits of Iron"
    (nobody,) = read("SIGNON ? x\n").of(Fate.REFUSED)
    assert nobody.reason == "“?” names no power of this game"


@one_by_one(
    ("text", "told"),
    [
        ("STATUS", "STATUS: not carried out; whoever runs this game does it by hand"),
        ("TAKE OVER  France", "TAKE OVER: not carried out; whoever runs this game does it by hand"),
        ("SET PREFERENCE FEG", "SET PREFERENCE: not carried out; whoever runs this game does it by hand"),
        ("MAP", "MAP: not carried out; whoever runs this game does it by hand"),
        ("MAP of Europe", None),
        ("STATUS für alle", None),
        ("STATUS a b c d e f", "STATUS: not carried out; whoever runs this game does it by hand"),
        ("STATUS a b c d e f g", None),
    ],
)
def test_a_word_that_is_not_carried_out_stands_with_few_others(text: str, told: str | None) -> None:
    account = read(f"SIGNON fstraits x\n{text}\n")
    assert [line.reason for line in account.of(Fate.REFUSED)] == ([] if told is None else [told])


def test_orders_below_the_last_sign_off_are_not_read() -> None:
    account = read("SIGNON fstraits x\nA Par - Bur\nSIGNOFF\nA Mar - Spa\n> quoted\nSIGNON fstraits x\nF Bre - Mao\nSIGNOFF\nA Mar - Pie\n")
    assert [str(line.order) for line in account.of(Fate.TAKEN)] == ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]
    assert [(line.line, line.part) for line in account.lines if line.line in {8, 9}] == [(8, LetterPart.JUDGE), (9, LetterPart.BELOW)]


LINES = """\
Press: => opens
press => opens
PRESS => opens
Press to all => opens
Press to all: => opens
Press an alle => opens
Presse à tous : => opens
Stampa a tutti => opens
Prensa para todos => -
Prensa a todos => opens
Press from Paris: => opens
Press by London => opens
Press, London => opens
Press - London => opens
Press (London) => opens
Press London => -
Grey press: => opens
white press to F => opens
black press => opens
Public press => opens
anonymous press => opens
red press => -
BROADCAST => opens
broadcast: => opens
Broadcast to all => opens
=== Press === => opens
*** press to T: *** => press
__press__ => opens
- Press - => opens
Press! => -
Pressure => -
Press to all: hello => press
Press, one that is much too long for it since forty is most => -
Expressed => -
ENDPRESS => closes
endpress => closes
END PRESS => closes
end of press => closes
End of the press => -
End broadcast => closes
endbroadcast. => closes
-- end -- => closes
end => -
The end of press => -
end === => closes
end = now => -
Endpressure => -
*** ENDPRESS *** => closes
ENDPRESS now => closes
Press: hello => press
Press to France: hello => press
press hello: you => press
[Press: hello] => press
(* Press: hello => press
Presse : bonjour => press
Prensa: hola => press
Stampa: ciao => press
Broadcast: all => press
Flugblatt: ja => press
Flugblatt: => -
Pressed: no => -
Press hello => -
Press x: y => press
London to Paris: sorry => press
London an Paris: nein => press
Londres à Paris : non => press
Londres au Caire : non => press
Londres aux Turcs : non => press
Londra a Parigi: no => press
Londra alla Francia: no => press
Londra all Italia: no => press
Londra al Papa: no => press
London - Paris: no => press
London -> Paris: no => press
London => Paris: no => press
London → Paris: no => press
London—Paris: no => press
London Paris: no => -
[London to Paris: no] => press
(London to Paris): no => press
London to Paris: => -
London to Paris no => -
London2 to Paris: no => -
London Town to Paris: no => press
The Old London Town to Paris: no => press
The Very Old London Town to Paris: no => -
St. Petersburg to Paris, London & Rome: no => press
London to Paris, Rome, Berlin, Bern, Kiel: no => press
London to Paris, Rome, Berlin, Bern, Kiel, Oslo: no => -
L to Paris: no => -
London to P: no => -
london to paris: no => press
London to paris: no => -
london to Paris: no => press
Ce tour-ci : A Par H => -
A London to Paris: no => -
Fleet London to Paris: no => -
F London - Paris: no => -
Armee Paris - Burgund: ja => -
Flotte Paris - Brest: ja => -
Armée Paris - Brest: oui => -
Armata Roma - Venezia: si => -
Flotta Roma - Napoli: si => -
Ejército Roma - Napoles: si => -
Flota Roma - Napoles: si => -
Army Paris to Brest: yes => -
Army - Paris: yes => -
Paris to order: yes => -
Paris to Orders: yes => -
Paris to Moves: yes => -
Paris to Move: yes => -
Paris to Hold: yes => -
Paris to H: yes => -
Paris to Convoy: yes => -
Paris to Support: yes => -
Paris to Supporters: yes => -
Paris to Holders: yes => press
Our orders to all: yes => -
SIGNON fgame x => judge on
signon fgame => judge on
Sign-On fgame => judge on
SIGN ON fgame x => judge on
sign on fgame => -
SIGNON => -
signon fgame x y. => judge on
SIGNOFF => judge off
signoff. => judge off
Sign-Off! => judge off
SIGN OFF => judge off
sign off => -
SIGNOFF now => -
SET WAIT => judge
set wait => judge
set wait F1901M => judge
set wait for it all => -
SET  WAIT! => judge
SET NOWAIT => judge
set no wait => judge
set no  wait => -
clear wait => judge
CLEAR WAIT => judge
clear nowait => -
SET => -
SET PRESS => judge
SET NOPRESS ON => judge
set press => -
VOTE => judge
VOTE draw => judge
VOTE for a draw with my friend => judge
VOTE for a draw with my good friend => -
VOTE for a draw with my good old friend => -
VOTE für Remis => -
VOTE; => judge
VOTE. => judge
VOTED => -
STATUS game1 => judge
LIST => judge
LIST all => -
MAP => judge
MAP it => -
GET => judge
GET file => -
NEW => judge
NEW orders => -
IF => judge
IF Italy moves => -
CLEAR => judge
CLEAR all => -
PAUSE => judge
PAUSE it => -
RESUME => judge
RESUME it => -
DELAY => judge
DELAY it => -
EXTEND => judge
EXTEND it => -
WATCH => judge
WATCH it => -
WITHDRAW => judge
WITHDRAW A Par => judge
TAKE OVER => judge
TAKE  OVER f => -
TAKEOVER => judge
RESIGN fgame => judge
resign => -
PRESS TO F => opens
"""
KINDS = {"opens": opens_press, "closes": closes_press, "press": is_press, "judge": is_judge_word, "off": is_sign_off, "on": is_sign_on}


@one_by_one(("line", "kinds"), [line.rsplit(" => ", 1) for line in LINES.splitlines()])
def test_a_line_opens_or_closes_press_or_is_press_or_a_word_for_a_judge(line: str, kinds: str) -> None:
    assert " ".join(name for name, is_one in KINDS.items() if is_one(line)) == kinds.replace("-", "")


@pytest.mark.parametrize(("word", "is_meant"), [("a1", True), ("s", True), ("se", False), ("sea", True), ("seaside", True), ("s2", True)])
def test_a_name_of_one_word_is_no_initial(word: str, is_meant: bool) -> None:
    assert any(GameNames("a1", name, "s2").is_meant(word) for name in ("S", "Seaside")) is is_meant
    assert not GameNames("", "x").is_meant("")


@one_by_one(
    ("subject", "game"),
    [
        ("[game abc]", "abc"),
        ("Re: [GAME a-1] x", "a-1"),
        ("[game a]", ""),
        (f"[game {'a' * 40}]", "a" * 40),
        (f"[game {'a' * 41}]", ""),
        (f"{'x' * 1991}[game ab]", "ab"),
        (f"{'x' * 1992}[game ab]", ""),
        ("(game ab)", ""),
    ],
)
def test_the_mark_of_a_game_in_a_subject(subject: str, game: str) -> None:
    assert game_in(subject) == game
    assert not game or game_in(game_tag(game)) == game


def test_a_long_line_is_no_word_for_a_judge() -> None:
    assert is_judge_word(f"STATUS {'x' * 113}")
    assert not is_judge_word(f"STATUS {'x' * 114}")


def test_initials_of_two_words_name_a_game() -> None:
    assert GameNames("a1", "Straits Iron").is_meant("si")
