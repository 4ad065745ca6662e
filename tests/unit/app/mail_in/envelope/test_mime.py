"""Files of mails and pasted texts as letters: which is a mail, what is read of it, in which sequence, and up to which size."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import Policy

import pytest

from app.mail_in.envelope import mime
from app.mail_in.envelope.mime import box_mails, is_raw_mail, letters_of
from app.mail_in.letter import LetterPart
from tests.quick import one_by_one


@pytest.mark.parametrize("kind", [bytes, str])
def test_what_is_beyond_the_largest_file_is_not_read_and_that_is_reported(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "MOST_BYTES", 1_999_999)
    text = "A PAR - BUR\n" + "x" * 2_000_000 + "\nA MAR - SPA\n"
    assert letters_of("x" * 1_999_999)[1] == ()
    letters, troubles = letters_of(text.encode() if kind is bytes else text)
    assert "only the first 1 MB were read" in troubles
    assert letters
    assert "A MAR" not in repr(letters)


@pytest.mark.parametrize("charset", ["", "us-ascii", "ascii", "utf-8", "no-such-letters"])
def test_a_mail_that_names_fewer_letters_than_it_has_is_read_as_the_usual_ones(charset: str) -> None:
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    head = f"From: a@example.org\nContent-Type: {kind}\nContent-Transfer-Encoding: 8bit\n\n"
    (letter,), _ = letters_of(f"{head}Züge: A Mün - Tyr\n".encode())
    assert letter.lines[-1].text == "Züge: A Mün - Tyr"


@pytest.mark.parametrize("heading", ["multipart/mixed; boundary=b", "Multipart/Mixed; Boundary=b", "multipart/digest; boundary*0=b"])
def test_a_mail_of_thousands_of_parts_is_given_up_early_and_that_is_said(heading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    class Counted(EmailMessage):
        def __init__(self, policy: Policy[EmailMessage]) -> None:
            nonlocal made
            made += 1
            super().__init__(policy)

    monkeypatch.setattr(mime, "EmailMessage", Counted)
    head = f"From: a@example.org\nMIME-Version: 1.0\nContent-Type: {heading}\n\n"
    (letter,), _ = letters_of((head + "--b\n\nA Par H\n" * 100_000 + "--b--\n").encode())
    assert letter.is_mail
    assert letter.lines == ()
    assert letter.troubles == ("the mail has more than 500 parts; it was not read",)
    assert made <= mime.MOST_PARTS_IN_ALL


def test_a_mail_of_many_parts_is_read_whole() -> None:
    head = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    parts = "".join(f"--b\n\nA Par - Bur {number}\n" for number in range(mime.MOST_PARTS_IN_ALL - 1))
    (letter,), _ = letters_of(f"{head}{parts}--b--\n".encode())
    assert letter.troubles == ()
    assert sum(line.text.startswith("A Par") for line in letter.lines) == mime.MOST_PARTS_IN_ALL - 1


def test_the_heads_of_a_mail_are_on_one_line_each() -> None:
    head = "From: =?utf-8?q?Ada=0A=E2=80=AEGM?= <ada@example.org>\nDate: x\nSubject: =?utf-8?q?orders=0D=0A=5Bphase?=\n\nA Par H\n"
    (letter,), _ = letters_of(head.encode())
    assert letter.name.isprintable()
    assert letter.subject.isprintable()
    assert letter.subject.endswith("[phase")


def told(raw: str) -> str:
    (letter,), _ = letters_of(raw.encode())
    return "\n".join(line.text for line in letter.lines)


def alternatives(plain: str, html: str, kind: str = "alternative") -> str:
    head = f'From: a@example.org\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="b"\n\n'
    return f"{head}--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"


def test_a_text_that_only_says_that_the_mail_is_html_gives_way_to_the_html() -> None:
    html = "<p>Hello Karl,</p><p>A Par - Bur<br>A Mar - Spa</p>"
    assert "A Par - Bur" in told(alternatives("This message is in HTML.", html))
    assert told(alternatives("Hello Karl,\nA Par - Bur\nA Mar - Spa", html)).splitlines()[1] == "A Par - Bur"


def test_what_is_struck_out_in_html_is_known_though_a_plain_text_stands_beside_it() -> None:
    assert "~~A Par - Pic~~" in told(alternatives("A Par - Pic\nA Par - Bur", "<p><s>A Par - Pic</s><br>A Par - Bur</p>"))


def test_parts_beside_one_another_are_all_looked_at() -> None:
    assert told(alternatives("Hello", "<p>A Par - Bur</p>", "mixed")).split() == ["Hello", "A", "Par", "-", "Bur"]


def test_lines_that_a_mail_program_broke_are_joined() -> None:
    head = "From: a@example.org\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nContent-Type: text/plain; format=flowed\n\n"
    assert told(f"{head}Fleet Denmark moves to the \nNorth Sea\n> quoted \n> on\n-- \nKurt") == (
        "Fleet Denmark moves to the North Sea\n> quoted \n> on\n-- \nKurt"
    )


@pytest.mark.parametrize(
    ("date", "hour"),
    [
        ("Wed, 25 Nov 2026 12:00:00 +0200", 10),
        ("Wed, 25 Nov 2026 12:00:00 -0000", 12),
        ("Wed, 25 Nov 2026 12:00:00 -0500", 17),
        ("soon", None),
    ],
)
def test_the_time_of_a_mail_is_that_of_its_zone_and_without_one_that_of_greenwich(date: str, hour: int | None) -> None:
    (letter,), _ = letters_of(f"From: a@example.org\nDate: {date}\n\nA PAR - BUR\n")
    assert (None if letter.sent is None else letter.sent.astimezone(UTC).hour) == hour
    assert letter.sent is None or letter.sent.tzinfo is not None


# --- which text is a mail ---


@one_by_one(
    ("text", "is_mail"),
    [
        ("From: a@example.org\nDate: today\n\nA Par H\n", True),
        ("From: a@example.org\r\nSubject: orders\r\n\r\nA Par H\r\n", True),
        ("From: a@example.org\nSubject: orders\n of spring\n\tand more\n\nA Par H\n", True),
        ("Received: by x\n\nA Par H\n", True),
        ("From: a@example.org\n\nA Par H\n", False),
        ("Date: today\nSubject: orders\n\nA Par H\n", False),
        ("From: a@example.org\nDate: today\nA Par H\n", False),
        ("Hello Karl,\nFrom: a@example.org\nDate: today\n\nA Par H\n", False),
        ("FRANCE:\nA Par H\n\nReceived: by x\n", False),
        ("\n\nFrom: a@example.org\nDate: today\n\n", False),
        ("", False),
    ],
)
def test_a_mail_begins_with_fields_that_a_pasted_list_has_not(text: str, is_mail: bool) -> None:
    assert is_raw_mail(text) is is_mail
    (letter,), _ = letters_of(text)
    assert letter.is_mail is is_mail


HEAD = "From: a@example.org\nDate: Tue, 3 Nov 2026 10:00:00 +0000\n"


def test_a_line_of_a_header_is_read_up_to_its_bound() -> None:
    text = f"{HEAD}Subject: {'s' * 3_000}\n\nA Par H\n"
    for received in (text, text.encode()):
        (letter,), _ = letters_of(received)
        assert letter.subject == "s" * (2_000 - len("Subject: "))
        assert [line.text for line in letter.lines] == ["A Par H"]


def test_a_header_is_read_up_to_its_bound() -> None:
    filling = HEAD + "".join(f"X-{number}: {'x' * 990}"[:999] + "\n" for number in range(63))
    head = f"{filling}Subject: "
    text = f"{head}{'s' * 1_500}\n\nA Par H\n"
    (pasted,), _ = letters_of(text)
    (boxed,), _ = letters_of(BOX_LINES[0].encode() + text.encode())
    assert pasted.subject == boxed.subject == "s" * (64_000 - len(head))
    assert pasted.lines == boxed.lines
    assert [line.text for line in pasted.lines] == ["A Par H"]


# --- boxes ---

BOX_LINES = ("From a@example.org Mon Nov  2 12:00:00 2026\n", "From b@example.org Sun Nov  1 12:00:00 2026\n")
TWO = f"{BOX_LINES[0]}{HEAD}\nZüge: A Par H\n>From Brest nothing\n\n{BOX_LINES[1]}{HEAD}\nA Mar H\n"


def firsts(received: bytes | str) -> list[str]:
    """The first line of each letter."""
    return [letter.lines[0].text for letter in letters_of(received)[0]]


@pytest.mark.parametrize("received", [TWO, TWO.encode()])
def test_mails_of_a_box_come_in_the_order_of_their_delivery(received: bytes | str) -> None:
    letters, troubles = letters_of(received)
    said = [[line.text for line in letter.lines if line.text] for letter in letters]
    assert said == [["A Mar H"], ["Züge: A Par H", "From Brest nothing"]]
    assert troubles == ()


def test_the_time_that_a_server_wrote_goes_before_the_line_between_mails() -> None:
    received = "Received: from x\n by y; Tue, 3 Nov 2026 {hour}:00:00 +0200\n"
    both = f"{BOX_LINES[0]}{received.format(hour=8)}{HEAD}\nA Par H\n\n{BOX_LINES[1]}{received.format(hour=9)}{HEAD}\nA Mar H\n"
    assert firsts(both) == ["A Par H", "A Mar H"]
    assert [letter.received for letter in letters_of(both)[0]] == [datetime(2026, 11, 3, hour, tzinfo=UTC) for hour in (6, 7)]
    assert firsts(both.replace(received.format(hour=8), received.format(hour=10))) == ["A Mar H", "A Par H"]
    assert firsts(both.replace(received.format(hour=9), "")) == ["A Mar H", "A Par H"]


def test_mails_of_a_box_stay_in_their_sequence_where_one_has_no_time() -> None:
    assert firsts(TWO.replace("Sun Nov  1 12:00:00 2026", "x 12:00:00")) == ["Züge: A Par H", "A Mar H"]


def test_a_pasted_box_with_letters_that_cannot_be_sent_is_read() -> None:
    assert firsts(TWO.replace("ü", "\ud800")) == ["A Mar H", "Z?ge: A Par H"]


def test_a_box_that_is_stopped_is_read_up_to_there() -> None:
    asked: list[tuple[int, int]] = []

    def go_on(done: int, of: int) -> bool:
        asked.append((done, of))
        return done < 1

    letters, troubles = letters_of(TWO.encode(), go_on)
    assert [letter.lines[0].text for letter in letters] == ["Züge: A Par H"]
    assert troubles == ("it was stopped; 1 of 2 mails were not read",)
    assert asked == [(0, 2), (1, 2)]


def test_a_box_is_read_up_to_its_number_of_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "MOST_MAILS", 1)
    letters, troubles = letters_of(TWO.encode())
    assert [letter.lines[0].text for letter in letters] == ["Züge: A Par H"]
    assert troubles == ("only the first 1 of 2 mails were read",)
    monkeypatch.setattr(mime, "MOST_MAILS", 2)
    assert letters_of(TWO.encode())[1] == ()


def test_a_box_is_cut_into_its_mails_and_a_mail_is_no_box() -> None:
    cut = box_mails(TWO.encode())
    assert cut is not None
    assert [each.decode() for each in cut] == [f"{HEAD}\nZüge: A Par H\nFrom Brest nothing\n\n", f"{HEAD}\nA Mar H\n"]
    assert box_mails(f"{HEAD}\nA Par H\n".encode()) is None
    assert box_mails(b"From Brest nothing\n") is None


# --- lines ---


def test_a_text_is_read_up_to_its_number_of_lines_and_characters() -> None:
    for text, count in (("x\n" * 2_000, 2_000), ("x\n" * 2_001, 2_000), ("x" * 200_000, 1), ("x" * 199_999 + "\ny", 1)):
        (letter,), _ = letters_of(text)
        assert len(letter.lines) == count
        assert letter.troubles == (() if text in {"x\n" * 2_000, "x" * 200_000} else ("the text is too long; its end was not read",))


@one_by_one(
    ("flowed", "parameter", "read"),
    [
        ("A Par \n- Bur", "", "A Par - Bur"),
        ("> A Par \n- Bur", "", "> A Par \n- Bur"),
        ("A Par \n> - Bur", "", "A Par \n> - Bur"),
        ("A Par \n> Hello\n- Bur", "", "A Par \n> Hello\n- Bur"),
        (" From Paris \n to Burgundy", "", "From Paris to Burgundy"),
        ("A Mün \n chen", "; delsp=yes", "A München"),
        ("Hello\nA Par \n- \nBur \n", "", "Hello\nA Par - Bur "),
        ("Hello\nA Mün \n chen - \n  Tyr", "; delsp=yes", "Hello\nA München - Tyr"),
        (" \nA Par H", "", "\nA Par H"),
        ("A Par \n~~Bur~~ Pic", "", "A Par ~~Bur~~ Pic"),
        ("-- \nKurt", "", "-- \nKurt"),
    ],
)
def test_a_broken_line_goes_on_as_its_mail_program_meant(flowed: str, parameter: str, read: str) -> None:
    assert told(f"{HEAD}Content-Type: text/plain; charset=utf-8; format=flowed{parameter}\n\n{flowed}") == read


@pytest.mark.parametrize("name", ["; filename=o.txt", ""])
@pytest.mark.parametrize(
    ("said", "part"),
    [("My orders are attached.", LetterPart.TEXT), ("Hello", LetterPart.ATTACHMENT), ("Die Befehle im Anhang", LetterPart.TEXT)],
)
def test_an_attached_text_is_part_of_the_mail_where_the_mail_speaks_of_it(said: str, part: LetterPart, name: str) -> None:
    head = f'{HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
    file = f"Content-Type: text/plain\nContent-Disposition: attachment{name}\n\nA Par H"
    (letter,), _ = letters_of(f"{head}--b\nContent-Type: text/plain\n\n{said}\n--b\n{file}\n--b--\n".encode())
    assert [(line.number, line.text, line.part) for line in letter.lines] == [(1, said, LetterPart.TEXT), (2, "A Par H", part)]


@pytest.mark.parametrize("mark", ["boundary=b", "message/rfc822"])
def test_a_mail_of_too_many_parts_within_parts_is_not_read(mark: str) -> None:
    for count, is_read in ((60, True), (61, False)):
        text = f"{HEAD}\nA Par H {mark * count}\n"
        for received in (text, text.encode()):
            (letter,), _ = letters_of(received)
            assert letter.is_mail
            assert bool(letter.lines) is is_read
            assert letter.troubles == (() if is_read else ("the mail has too many parts within parts; it was not read",))


def test_a_mail_that_the_library_cannot_take_apart_is_kept_as_a_mail_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_given: object, **_named: object) -> None:
        raise LookupError

    monkeypatch.setattr("email.message_from_bytes", stops)
    (letter,), _ = letters_of(f"{HEAD}\nA Par H\n".encode())
    assert letter.is_mail
    assert letter.lines == ()
    assert letter.troubles == ("the mail could not be unwrapped; it was not read",)


def test_a_mail_that_is_attached_whole_is_read_as_an_attachment() -> None:
    head = f'{HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n\nHello\n--b\nContent-Type: message/rfc822\n\n'
    for received in (f"{head}{HEAD}\nA Par H\n--b--\n", f"{head}{HEAD}\nA Par H\n--b--\n".encode()):
        (letter,), _ = letters_of(received)
        assert [(line.text, line.part) for line in letter.lines] == [("Hello", LetterPart.TEXT), ("A Par H", LetterPart.ATTACHMENT)]


def told_in(charset: str, data: bytes) -> str:
    head = f"{HEAD}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
    (letter,), _ = letters_of(head.encode() + data)
    return "\n".join(line.text for line in letter.lines)


@pytest.mark.parametrize(
    ("charset", "data"),
    [
        ("iso-8859-1", b"A M\xfcn - Tyr \x80"),
        ("latin-1", b"A M\xfcn - Tyr \x80"),
        ("utf-8", b"A M\xfcn - Tyr \x80"),
        ("us-ascii", "A Mün - Tyr €".encode()),
        ("utf-8", "\ufeffA Mün - Tyr €".encode("utf-16")),
    ],
)
def test_the_letters_of_a_mail_are_those_that_its_bytes_fit(charset: str, data: bytes) -> None:
    assert told_in(charset, data).removeprefix("\ufeff") == "A Mün - Tyr €"


def test_bytes_that_fit_no_letters_stop_no_mail() -> None:
    assert told_in("utf-8", b"A Par - Bur \xfc\x81") == "A Par - Bur ü\x81"


@pytest.mark.parametrize(("charset", "text"), [("latin-1", "Ã¼"), ("iso-8859-1", "Ã¼"), ("utf-8", "ü"), ("x", "ü")])
def test_bytes_that_fit_several_letters_are_those_that_the_mail_names(charset: str, text: str) -> None:
    assert told_in(charset, b"\xc3\xbc") == text


def test_a_line_between_mails_may_hold_bytes_that_are_no_letters() -> None:
    assert firsts(TWO.encode().replace(b"From a@", b"From \xfc@")) == ["A Mar H", "Züge: A Par H"]


def test_bytes_that_begin_with_from_are_a_list_where_no_time_of_delivery_follows() -> None:
    (letter,), _ = letters_of(b"From Brest nothing\nA Par H\n")
    assert [line.text for line in letter.lines] == ["From Brest nothing", "A Par H"]
    assert not letter.is_mail


@pytest.mark.parametrize("count", [2_000_000, 2_000_001])
def test_a_mail_is_read_up_to_its_number_of_bytes(count: int) -> None:
    text = f"{HEAD}\nA Par H\n".ljust(count - 1, "x") + "y"
    for received in (text, text.encode()):
        (letter,), _ = letters_of(received)
        said = [each for each in letter.troubles if "bytes" in each]
        assert said == (["the mail has 2,000,001 bytes; what is beyond 2,000,000 was not read"] if count > 2_000_000 else [])
        assert letter.lines[0].text == "A Par H"


def test_a_mail_of_a_box_is_cut_at_its_number_of_bytes_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "MOST_MAIL_BYTES", len(HEAD) + 10)
    letters, _ = letters_of(f"{BOX_LINES[0]}{HEAD}\nA Par H\n\n{BOX_LINES[1]}{HEAD}\nA Mar H and more\n".encode())
    most = len(HEAD) + 10
    said = f"the mail has {most + 1} bytes; what is beyond {most} was not read"
    assert [(letter.lines[0].text, letter.troubles) for letter in letters] == [("A Mar H a", (said,)), ("A Par H", ())]
    cut = box_mails(f"{BOX_LINES[0]}{HEAD}\nA Mar H and more\n".encode())
    assert cut is not None
    assert [len(each) for each in cut] == [len(HEAD) + 11]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("orders.txt", "A Par H"), ("", "A Par H"), ("map.png", "")],
)
def test_parts_that_are_no_text_are_left_out(name: str, shown: str) -> None:
    kind = "image/png" if name.endswith("png") else "text/plain"
    file = f"; name={name}" if name else ""
    head = f'{HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
    assert told(f"{head}--b\nContent-Type: {kind}{file}\n\nA Par H\n--b--\n") == shown


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("base64", "QSBNw7xuIEg="),
        ("quoted-printable", "A M=C3=BCn H"),
        ("8bit", "A Mün H"),
        ("Base64", "QSBNw7xuIEg="),
        ("7bit", "A Mün H"),
        ("x-uuencode", "begin 644 o.txt\n(02!-P[QN($@ \n`\nend"),
    ],
)
def test_a_pasted_mail_has_its_letters_and_its_encoding_is_undone(encoding: str, data: str) -> None:
    text = f"{HEAD}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n{data}\n"
    (letter,), _ = letters_of(text)
    assert letter.lines[0].text == "A Mün H"


def test_texts_of_other_kinds_are_shown_where_they_are_attached_alone() -> None:
    head = f'{HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/calendar'
    assert told(f"{head}\n\nA Par H\n--b--\n") == ""
    assert told(f"{head}; name=x.ics\n\nA Par H\n--b--\n") == "A Par H"


@pytest.mark.parametrize(
    ("plain", "html", "shown"),
    [
        ("A Par - Bur", "<p>A Par - Bur</p>", "A Par - Bur"),
        ("a par - bur", "<p>A Par - Bur</p>", "a par - bur"),
        ("one two", "<p>one two three four</p>", "one two"),
        ("one two", "<p>one two three four five</p>", "one two three four five"),
        ("one", "<p> </p>", "one"),
    ],
)
def test_of_alternatives_the_plain_text_is_read_where_it_has_half_the_words_of_the_html(plain: str, html: str, shown: str) -> None:
    assert told(alternatives(plain, html)) == shown


@pytest.mark.parametrize("head", ["", "From: a@example.org\nDate: x\n"])
def test_bytes_after_a_mark_of_their_letters_are_read_without_it(head: str) -> None:
    (letter,), _ = letters_of(b"\xef\xbb\xbf" + f"{head}\nA Par H\n".encode())
    assert letter.is_mail is bool(head)
    assert [line.text for line in letter.lines if line.text] == ["A Par H"]


def test_a_pasted_box_is_known_by_its_first_line_of_at_most_two_hundred_letters() -> None:
    for count, letters in ((150, 2), (250, 1)):
        line = f"From {'a' * count}@example.org Mon Nov  2 12:00:00 2026\n"
        assert len(letters_of(f"{line}{HEAD}\nA Par H\n\n{BOX_LINES[1]}{HEAD}\nA Mar H\n")[0]) == letters


def test_a_header_without_an_empty_line_behind_it_is_no_mail() -> None:
    assert not is_raw_mail("From: a@example.org\nDate: today\nSubject: orders")
    assert not is_raw_mail("\n\nFrom: a@example.org\nDate: today\n\n")


def test_a_mail_of_a_box_without_a_header_is_read_whole() -> None:
    (letter,), _ = letters_of(f"From ada@example.org Tue Nov  3 10:00:00 2026\n\n\nA Par - Bur {'x' * 3_000}\n".encode())
    assert [len(line.text) for line in letter.lines] == [0, 3_012]


def test_parts_without_words_leave_no_lines() -> None:
    head = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    (letter,), _ = letters_of(f"{head}--b\n\n \n--b\n\nA Par H\n--b\n\n\n--b\n\nA Mar H\n--b--\n".encode())
    assert [line.text for line in letter.lines] == ["A Par H", "A Mar H"]


def test_bytes_that_are_no_letters_of_any_kind_are_kept_as_they_are() -> None:
    (letter,), _ = letters_of(b"A M\xfcn - Tyr \x81")
    assert [line.text for line in letter.lines] == ["A Mün - Tyr \x81"]


def test_a_header_ends_at_the_first_empty_line_of_either_kind() -> None:
    said = f"A Par - Bur {'x' * 3_000}"
    for first, second in (("\n\n", "\r\n\r\n"), ("\r\n\r\n", "\n\n")):
        text = f"{HEAD.strip()}{first}{said}{second}A Mar H\n"
        for received in (text, text.encode()):
            (letter,), _ = letters_of(received)
            assert [line.text for line in letter.lines if line.text] == [said, "A Mar H"]


def test_a_file_without_words_adds_no_lines() -> None:
    head = f'{HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n\nA Par H\n'
    (letter,), _ = letters_of(f"{head}--b\nContent-Type: text/plain\nContent-Disposition: attachment\n\n \n\n--b--\n")
    assert [line.text for line in letter.lines] == ["A Par H"]


def test_a_field_that_the_library_cannot_read_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(_mail: EmailMessage, name: str, default: str = "") -> str:
        if name in {"subject", "from"}:
            raise ValueError
        return default

    monkeypatch.setattr(EmailMessage, "get", stops)
    (letter,), _ = letters_of(f"{HEAD}Subject: orders\n\nA Par H\n".encode())
    assert (letter.subject, letter.sender, letter.name) == ("", "", "")
