"""Parts of a mail: which lines are its sender's own, and which a header, a quote, a signature, press or words for a judge."""

from __future__ import annotations

import pytest

from app.mail_in.envelope.unwrap import (
    begins_signature,
    header_block,
    is_marked,
    is_program_line,
    quotes_on,
    sender_of,
    top_header,
    unwrapped,
)
from app.mail_in.judge_words import is_press, opens_press
from app.mail_in.letter import LetterPart, WorkLeft, work_of
from tests.quick import one_by_one

LETTERS = {part: part.value[0] for part in LetterPart}
HEAD = "From: Ada <ADA@example.org>\nDate: Tue, 3 Nov 2026 10:00:00 +0000\n\n"


def parts(text: str, head: str = HEAD) -> str:
    """A letter for each line: t text, h header, q quote, s signature, p press, j judge, b below, a attachment."""
    (letter,), _ = unwrapped(f"{head}{text}")
    assert [line.number for line in letter.lines] == list(range(1, len(letter.lines) + 1))
    return "".join(LETTERS[line.part] for line in letter.lines)


LONG_QUOTE = "> " + "x" * 58


@one_by_one(
    ("text", "found"),
    [
        ("A Par H", "t"),
        ("", ""),
        # quotes
        ("> A Par H\nA Mar H", "qt"),
        ("On Monday Karl wrote:\n> A Par H\nA Mar H", "qqt"),
        ("On Monday Karl wrote:\n\n> A Par H\n\nA Mar H", "qtqtt"),
        ("On Monday Karl wrote:\nA Par H\nA Mar H", "qqq"),
        ("A Mar H\nOn Monday Karl wrote:", "tq"),
        ("-----Original Message-----\nA Par H", "qq"),
        ("On Monday Karl wrote:\n> From: a@example.org\n> Sent: Monday\nA Par H", "qqqt"),
        (f"{LONG_QUOTE}\nbroken end\n> more", "qqq"),
        (f"{LONG_QUOTE[:-1]}\nbroken end\n> more", "qtq"),
        (f"{LONG_QUOTE}\nSent from my iPhone\n> more", "qsq"),
        (f"{LONG_QUOTE}\nA Par H\nmore", "qtt"),
        (f"A Par H\n{LONG_QUOTE}\n\n> more", "tqtq"),
        ("x" * 601 + "\n> A Par H", "tq"),
        # signatures
        ("A Par H\n-- \nAda\nA Mar H", "tsss"),
        ("A Par H\n--\nAda\n> A Mar H\nA Mar H", "tssqs"),
        ("A Par H\nSent from my iPhone\nA Mar H", "tst"),
        ("A Par H\n\nThis mail is confidential and intended only for the addressee.\nPlease delete it.\n\nA Mar H", "ttsstt"),
        ("A Par H\nThis mail is confidential and intended only for the addressee.", "tt"),
        ("This mail is confidential and intended only for the addressee.".ljust(600, "!"), "s"),
        ("This mail is confidential and intended only for the addressee.".ljust(601, "!"), "t"),
        # press
        ("Press:\nHello\nA Par H\n\nA Mar H", "ppptt"),
        ("Press:\n\nHello\n\nA Mar H", "ppptt"),
        ("Press:\nHello\n\nMore\nENDPRESS\nA Mar H", "pppppt"),
        ("PRESS TO F\nHello\n\nA Mar H", "pppp"),
        ("Press: London to Paris: sorry\nand more\nA Par H", "ppt"),
        ("Press: London to Paris: sorry\nOrders:\nA Par H", "ptt"),
        ("Press: London to Paris: sorry\nPress: Paris: no\n\nA Par H", "pptt"),
        ("A Par H\nENDPRESS\nA Mar H", "tpt"),
        ("London to Paris: sorry\nBROADCAST\nA Par H\nENDPRESS\nA Mar H", "ppppt"),
        (f"Press: {'x' * 593}", "p"),
        (f"Press: {'x' * 594}", "t"),
        # words for a judge
        ("SIGNON fgame x\nA Par H\nSIGNOFF\nA Mar H\n> quoted\nSET WAIT", "jtjbqb"),
        ("SIGNOFF\nSIGNON fgame x\nA Par H", "jjt"),
        ("SIGNOFF\nSIGNON fgame x\nA Par H\nSIGNOFF", "jjtj"),
        (f"SET WAIT{' ' * 592}", "j"),
        (f"SET WAIT{' ' * 593}", "t"),
    ],
)
def test_each_line_of_a_mail_belongs_to_a_part(text: str, found: str) -> None:
    assert parts(text) == found


@one_by_one(
    ("text", "found", "sender", "name", "subject"),
    [
        ("From: Ada <ADA@Example.org>\nSubject: My orders\nA Par H", "hht", "ada@example.org", "Ada", "My orders"),
        ('\nVon: "Ada" <ada@example.org>\nBetreff: Züge\n\nA Par H', "hhhtt", "ada@example.org", "Ada", "Züge"),
        ("From: ada@example.org\nFrom: bob@example.org\n\nA Par H", "hhtt", "ada@example.org", "", ""),
        ("De : ada@example.org\nObjet : Ordres\n\nA Par H", "hhtt", "ada@example.org", "", "Ordres"),
        ("Da: ada@example.org\nOggetto: Ordini\n\nA Par H", "hhtt", "ada@example.org", "", "Ordini"),
        ("De: ada@example.org\nAsunto: Jugada\n\nA Par H", "hhtt", "ada@example.org", "", "Jugada"),
        ("From: Ada\n\nA Par H", "htt", "", "", ""),
        ("Subject: My orders\nFrom: Ada <ADA@example.org>\nA Par H", "hht", "ada@example.org", "Ada", "My orders"),
        ("A Par H\nFrom: ada@example.org", "tt", "", "", ""),
    ],
)
def test_a_pasted_mail_is_known_by_the_header_at_its_top(text: str, found: str, sender: str, name: str, subject: str) -> None:
    (letter,), _ = unwrapped(text)
    assert "".join(LETTERS[line.part] for line in letter.lines) == found
    assert (letter.sender, letter.name, letter.subject) == (sender, name, subject)
    assert letter.is_mail is ("h" in found)


@pytest.mark.parametrize(
    "line", ["Press:", "Press to all:", "Presse an Frankreich", "BROADCAST", "*** Press ***", "Press (London)", "Grey press:"]
)
def test_a_line_opens_press(line: str) -> None:
    assert opens_press(line)


@one_by_one(
    ("line", "found"),
    [
        ("Press: sorry", True),
        ("London to Paris: sorry", True),
        ("London -> Paris: sorry", True),
        ("[London an Paris: sorry]", True),
        ("London to Paris:", False),
        ("London to Paris", False),
        ("A Par to Bur: yes", False),
        ("Fleet London to Paris: yes", False),
        ("Ce tour-ci : A Par H", False),
        ("Paris to move: yes", False),
        ("Paris to hold: yes", False),
        ("my orders to paris: yes", False),
        ("change to my builds: make Marseilles an army", False),
    ],
)
def test_a_line_with_a_place_it_comes_from_and_one_it_goes_to_is_press(line: str, found: bool) -> None:
    assert is_press(line) is found


@one_by_one(
    ("text", "work"),
    [("", 1), ("A", 1), ("A Par H", 2), ("A Par - Bur", 3), ("a " * 47, 385), ("a " * 99, 801), ("x" * 11, 1), ("x" * 24, 2), ("a~b~c", 2)],
)
def test_the_work_of_a_text_grows_with_the_square_of_its_words_up_to_a_bound(text: str, work: int) -> None:
    assert work_of(text) == work


def test_work_is_counted_off_until_none_is_left() -> None:
    left = WorkLeft(5)
    assert [left.takes("A Par - Bur"), left.takes("A Par - Bur"), left.takes("A Par H"), left.takes("A")] == [True, False, True, False]
    assert left.left == 0


@pytest.mark.parametrize("line", ["> A Lvp - Wal", "  > x", "| x", "› x", "» x", "│ x", "AB> x"])
def test_a_mark_at_the_start_quotes_a_line(line: str) -> None:
    assert is_marked(line)


@pytest.mark.parametrize("line", ["A > B", "A Lvp -> Wal", "abc> x", "AB>x", ""])
def test_a_mark_elsewhere_quotes_nothing(line: str) -> None:
    assert not is_marked(line)


@one_by_one(
    "line",
    [
        "On Monday, Ada <ada@example.org> wrote:",
        "On Mon, 3 Jan 2022 at 10:00, Ada wrote",
        "Am 3. Januar schrieb Ada:",
        "Am Montag, 3. Januar hat Ada geschrieben:",
        "Le 3 janvier, Ada a écrit :",
        "Il giorno 3 gennaio Ada ha scritto:",
        "El 3 de enero Ada escribió:",
        "Ada wrote:",
        "ada@example.org wrote:",
        "-----Original Message-----",
        "--- Ursprüngliche Nachricht ---",
        "----- Message transféré -----",
        "Begin forwarded message:",
        "Anfang der weitergeleiteten Nachricht:",
    ],
)
def test_one_line_says_that_another_mail_follows(line: str) -> None:
    assert quotes_on([line, "A Par - Bur"], 0) == 1


@one_by_one(
    "line",
    [
        "A Par - Bur",
        "Ada wrote",
        "As I wrote to you and to everybody else at this table yesterday: A Par - Bur",
        "I wrote to all my many friends round this table about it long ago wrote:",
        "x" * 501 + " wrote:",
        "Original message",
        "---- A Par - Bur ----",
        "",
    ],
)
def test_other_lines_quote_nothing(line: str) -> None:
    assert quotes_on([line, "A Par - Bur"], 0) == 0


def test_who_wrote_may_go_over_up_to_three_lines() -> None:
    lines = ["On Monday, Ada", "<ada@example.org>", "wrote:", "A Par - Bur"]
    assert quotes_on(lines, 0) == 3
    assert quotes_on(lines[:2], 0) == 0
    assert quotes_on(["On Monday, Ada", "wrote:"], 0) == 2
    assert quotes_on(["On Monday, Ada", "", "wrote:"], 0) == 0
    assert quotes_on(["On Monday, Ada", "> wrote:"], 0) == 0
    assert quotes_on(["On Monday, Ada", "x", "y", "wrote:"], 0) == 0


def test_fields_of_a_mail_below_are_its_header() -> None:
    assert quotes_on(["From: Ada", "Sent: Monday", "To: Ben", "Subject: orders", "A Par - Bur"], 0) == 4
    assert quotes_on(["*Von:* Ada", "*Gesendet:* Montag", "A Par"], 0) == 2
    assert quotes_on(["From: Ada", "A Par - Bur"], 0) == 0
    assert quotes_on(["To: Ben", "Sent: Monday"], 0) == 0, "nobody is named who wrote it"
    assert quotes_on(["From: Ada", "To: Ben"], 0) == 0, "neither when nor about what"
    assert header_block(["From: Ada", "Sent: Monday"], 0) == 2
    assert header_block(["From: Ada"], 0, ruled=True) == 0


def test_a_ruled_line_stands_above_a_header() -> None:
    rule = "_" * 30
    assert quotes_on([rule, "From: Ada", "To: Ben", "A Par"], 0) == 1
    assert quotes_on([rule, "", "From: Ada", "To: Ben"], 0) == 1
    assert quotes_on([rule, "", "", "From: Ada", "To: Ben"], 0) == 0
    assert quotes_on([rule, "A Par - Bur"], 0) == 0
    assert quotes_on([rule], 0) == 0
    assert quotes_on(["_______", "From: Ada", "To: Ben"], 0) == 0


def test_the_header_of_a_pasted_mail_is_what_stands_at_its_top() -> None:
    assert top_header(["From: Ada", "Subject: orders", "", "A Par - Bur"]) == 2
    assert top_header(["", "", "From: Ada", " <ada@example.org>", "A Par"]) == 4
    assert top_header(["", "From: Ada", "A Par"]) == 2
    assert top_header(["From: Ada", "\t<ada@example.org>", "A Par"]) == 2
    assert top_header(["A Par - Bur", "From: Ada"]) == 0
    assert top_header([" From here on", "x"]) == 0
    assert top_header([]) == 0
    assert top_header(["", ""]) == 0


LINES = """\
> A => marked
>A => marked
>> A => marked
| A => marked
│ A => marked
› A => marked
» A => marked
AB> A => marked
AB>A => -
ABC> A => -
ab> A => -
|x|y| => -
|x => marked
| x | y => -
Karl wrote: => quotes
Karl writes: => quotes
Karl has written: => quotes
Karl said: => quotes
Karl wrote => -
Karl wrote hm: => quotes
Karl schrieb: => quotes
Karl schreibt: => quotes
Karl hat geschrieben: => quotes
Karl hat am Montag geschrieben: => quotes
Karl a écrit : => quotes
Karl a ecrit: => quotes
Karl écrit: => quotes
Karl ecrivit: => quotes
Karl ha scritto: => quotes
Karl scrive: => quotes
Karl scriveva: => quotes
Karl escribió: => quotes
Karl escribe: => quotes
Karl ha escrito: => quotes
Karl schreef: => quotes
Karl escreveu: => quotes
Karl skrev: => quotes
My old friend from the town of Ulm wrote: => -
My old friend from town of Ulm wrote: => quotes
My old friend <k@example.org> from the town of Ulm wrote: => quotes
wrote: => quotes
Karl rewrote: => -
On Monday Karl wrote => quotes
On Monday Karl wrote: => quotes
On Monday, 3 May, Karl wrote this: => quotes
On the sea Karl wrote => -
On the sea Karl wrote: => quotes
At 10:20 Karl wrote => quotes
In May k@x.org wrote => quotes
Am Montag schrieb Karl => quotes
Am Montag schrieb Karl: => quotes
Den 3. Mai schrieb Karl => quotes
Le lundi Karl a écrit => quotes
Le lundi Karl a écrit : => quotes
Il giorno lunedì Karl ha scritto => quotes
El lunes Karl escribió => quotes
El día 3 Karl escribió: => quotes
Em 3 de maio Karl escreveu => quotes
Op 3 mei schreef Karl => quotes
Um 3 schrieb Karl => quotes
Vom 3.5. schrieb Karl => quotes
Vom Meer schrieb Karl => -
On tue Karl wrote => quotes
on sunny days Karl wrote => quotes
-----Original Message----- => quotes
--- Original Message --- => quotes
- Original Message - => -
__ Forwarded message __ => quotes
---------- Forwarded message --------- => quotes
--- forwarded by Ada --- => quotes
-- Reply message -- => quotes
-- message -- => quotes
== Original mail == => quotes
~~ original e-mail ~~ => quotes
**Original Appointment** => quotes
-----Ursprüngliche Nachricht----- => quotes
-----Urspruengliche Nachricht----- => quotes
-----Ursprungliche Nachricht----- => quotes
-- ursprüngliche Mail -- => quotes
-- Originalnachricht -- => quotes
-- Original-Nachricht -- => quotes
-- Weitergeleitete Nachricht -- => quotes
-- Message d'origine -- => quotes
-- Message original -- => quotes
-- Message transféré -- => quotes
-- Message transfere -- => quotes
-- Courriel original -- => quotes
-- Messaggio originale -- => quotes
-- Messaggio inoltrato -- => quotes
-- Mensaje original -- => quotes
-- Mensaje reenviado -- => quotes
-- Oorspronkelijk bericht -- => quotes
-- Doorgestuurd bericht -- => quotes
-- Mensagem original -- => quotes
-- other message -- => -
Original message => -
-----Original Message-----: => quotes
Begin forwarded message: => quotes
Begin forwarded message => quotes
Anfang der weitergeleiteten Nachricht: => quotes
Anfang der weitergeleiteten E-Mail: => quotes
Début du message réexpédié : => quotes
Debut du message transfere: => quotes
Inizio messaggio inoltrato: => quotes
Inizio del messaggio inoltrato => quotes
Inicio del mensaje reenviado: => quotes
Begin forwarded message: A => -
-- => signature
--- => -
— => signature
__ => signature
-- Ada => -
Sent from my iPhone => program
Sent via mail => program
Sent from my iPhone. => program
Sent from => -
Sent using x => -
Sent by the app => program
sent from my iPhone to Paris, and it has so many words that it is too long for any program at all => -
Get Outlook for iOS => program
get outlook for Android now => program
Gesendet von Mail => program
Gesendet mit x => -
Gesendet mit der App => program
Gesendet aus dem Zug => program
Gesendet über Mail => program
Von meinem iPhone gesendet => program
Von meiner Uhr gesendet => program
Diese Nachricht wurde von meinem Telefon gesendet => program
Envoyé de mon iPhone => program
Envoyé depuis mon iPhone => program
Envoye avec Mail => program
Envoyé par Mail => program
Envoyé à partir de Outlook => program
Inviato da iPhone => program
Inviato dal mio iPhone => program
Inviato con Mail => program
Inviato tramite Mail => program
Enviado desde mi iPhone => program
Enviado con Mail => program
Enviado de Mail => program
Verzonden vanaf mijn iPhone => program
Outlook für iOS => program
Outlook for Android beziehen => program
Outlook pour iOS => program
Outlook per iOS => program
Outlook para iOS => program
Virus-free. www => program
Virusfree => program
Virenfrei. => program
Télécharger Outlook => program
Telechargez Outlook pour iOS => program
I sent from my iPhone => -
> From: Ada <a@x.org> => marked sender
From: Ada <a@x.org> => sender
From: Ada => sender
Von: a@x.org => sender
**From:** a@x.org => sender
> | From: a@x.org => marked sender
Sender: a@x.org => -
To: a@x.org => -
De : a@x.org => sender
Da: a@x.org => sender
Van: a@x.org => sender
Expéditeur : a@x.org => sender
Mittente: a@x.org => sender
Absender: a@x.org => sender
Remitente: a@x.org => sender
"""
KINDS = {
    "marked": is_marked,
    "quotes": lambda line: quotes_on([line], 0) > 0,
    "signature": begins_signature,
    "program": is_program_line,
    "sender": sender_of,
}


@one_by_one(("line", "kinds"), [line.rsplit(" => ", 1) for line in LINES.splitlines()])
def test_a_line_quotes_signs_or_names_a_sender(line: str, kinds: str) -> None:
    assert " ".join(name for name, is_one in KINDS.items() if is_one(line)) == kinds.removeprefix("-")


def test_a_sender_is_sought_at_the_beginning_of_a_long_line() -> None:
    name = "a" * (300 - len("From: @"))
    assert sender_of(f"From: {name}@") == f"{name}@"
    assert sender_of(f"> From: {name}@") == f"{name}@", "marks do not count"
    assert sender_of(f"From: a{name}@") == f"a{name}"
    assert sender_of("From: ") is None, "nobody is named"


def test_what_is_attached_is_neither_quoted_nor_signed() -> None:
    head = f'{HEAD.rstrip()}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n\n'
    file = "Content-Type: text/plain\nContent-Disposition: attachment\n\n> A Par H\nA Mar H\nA Bre H"
    assert parts(f"A Par H\n-- \nAda\n--b\n{file}\n--b--\n", head) == "tssaaa"
    assert parts(f"A Par H\n--b\n{file}\n--b--\n", head) == "taaa"


def test_a_line_with_more_blanks_than_any_attribution_names_no_writer() -> None:
    assert quotes_on([f"Ada wrote:{' ' * 490}", "A Par - Bur"], 0) == 1
    assert quotes_on([f"Ada wrote:{' ' * 491}", "A Par - Bur"], 0) == 0
