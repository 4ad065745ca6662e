"""The address book as a file: its contents, its faults by line, and the text that a change leaves alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.address_book import address_book
from app.address_book.address_book import (
    HEADING,
    LARGEST,
    LONGEST,
    MOST_PEOPLE,
    AddressBook,
    BookFault,
    Person,
    book_of,
    is_address,
    read_book,
    save_book,
    with_person,
    without_person,
)

CLEO = Person("Cleo", ("cleo@example.org", "c@work.example"), ("FRANCE", "Winter Harbour: TURKEY"), "de", "Plays fast.\nNever late.")
WRITTEN = """\
# my players
[[person]]
name = "Cleo"  # the quick one
mails = ["cleo@example.org", "c@work.example"]
powers = ["FRANCE", "Winter Harbour: TURKEY"]
language = "de"
notes = "Plays fast.\\nNever late."

# Dan moved
[[person]]
name = "Dan"
mails = []
"""
DAN = Person("Dan")


def read(text: str) -> AddressBook:
    return book_of(text.encode())


def faults(text: str) -> list[str]:
    return [str(each) for each in read(text).faults]


def person(**lines: str) -> str:
    """A person named Cleo, with *lines* in place of or beside that."""
    values = {"name": '"Cleo"', "mails": '["c@example.org"]', **lines}
    return "[[person]]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())


# --- reading ---


def test_every_key_of_a_person_is_read() -> None:
    book = read(WRITTEN)
    assert book.people == (CLEO, DAN)
    assert (book.faults, book.text, book.places, book.can_be_written) == ((), WRITTEN, (0, 1), True)


def test_a_file_that_is_not_there_and_one_with_nothing_in_it_are_empty_books(tmp_path: Path) -> None:
    assert read_book(tmp_path / "addresses.toml") == AddressBook()
    (tmp_path / "addresses.toml").write_bytes(b"")
    assert read_book(tmp_path / "addresses.toml") == AddressBook()


def test_a_file_that_cannot_be_read_is_a_fault_and_not_an_empty_book(tmp_path: Path) -> None:
    (tmp_path / "addresses.toml").mkdir()
    (fault,) = read_book(tmp_path / "addresses.toml").faults
    assert (fault.file, fault.line, fault.is_of_all) == ("addresses.toml", 1, True)
    assert "it cannot be read: " in fault.what


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "addresses.toml"
    path.write_bytes(WRITTEN.encode() + b"#" * (LARGEST - len(WRITTEN)))
    assert len(read_book(path).people) == 2
    path.write_bytes(WRITTEN.encode() + b"#" * (LARGEST + 1 - len(WRITTEN)))
    assert read_book(path).people == ()
    assert [str(each) for each in read_book(path).faults] == ["addresses.toml:1: it cannot be read: it is larger than 512 kB"]
    assert not read_book(path).can_be_written


def test_no_more_people_than_two_thousand_are_read() -> None:
    assert MOST_PEOPLE == 2_000
    text = "".join(f'[[person]]\nname = "p{number}"\nmails = []\n' for number in range(MOST_PEOPLE + 1))
    assert [each.name for each in read(text).people][-1] == f"p{MOST_PEOPLE - 1}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = \n", "addresses.toml:1: it cannot be read: this is no TOML: invalid value"),
        ("[person\n", "addresses.toml:1: it cannot be read: this is no TOML: expected ']' at the end of a table declaration"),
        ("\n" + person() + "[[people]]\n", "addresses.toml:5: “people” is not known here; expected [[person]]"),
        ("\n\n[x.y]\na = 1\n", "addresses.toml:3: “x” is not known here; expected [[person]]"),
        ("\nperson = 1\n", "addresses.toml:2: person is a list of tables; expected [[person]]"),
        ("\nperson = [1]\n", "addresses.toml:2: expected a table [[person]]"),
        (person(mail='"x"'), "addresses.toml:4: “mail” is not known here; expected name, mails, powers, language, notes"),
        (person(name="1"), "addresses.toml:2: name is a text of at most 2000 characters"),
        (person(name='" "'), "addresses.toml:1: a person needs a name"),
        ("\n" + person(language="1"), "addresses.toml:5: language is a text of at most 2000 characters"),
        (person(notes=f'"{"n" * (LONGEST + 1)}"'), "addresses.toml:4: notes is a text of at most 2000 characters"),
        (person(mails='"c@example.org"'), 'addresses.toml:3: mails is a list of texts, such as ["one", "two"]'),
        (person(mails="[1]"), 'addresses.toml:3: mails is a list of texts, such as ["one", "two"]'),
        (person(powers='["FRANCE", 1]'), 'addresses.toml:4: powers is a list of texts, such as ["one", "two"]'),
        (person(powers=f'["{"p" * 321}"]'), 'addresses.toml:4: powers is a list of texts, such as ["one", "two"]'),
        (person(mails='["c@example.org", "nobody"]'), "addresses.toml:3: nobody is no mail address"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, told: str) -> None:
    assert faults(text) == [told]


def test_who_has_a_key_that_is_not_known_is_kept_and_who_has_a_wrong_value_is_not() -> None:
    assert [each.name for each in read(person(mail='"x"')).people] == ["Cleo"]
    book = read(person(language="1") + "\n" + person(name='"Dan"', mails="[]"))
    assert [each.name for each in book.people] == ["Dan"]
    assert book.places == (1,), "it stands second in the file"


def test_texts_of_the_longest_length_are_read() -> None:
    assert read(person(notes=f'"{"n" * LONGEST}"')).people[0].notes == "n" * LONGEST
    assert faults(person(powers=f'["{"p" * 320}"]')) == []


def test_an_address_that_two_people_have_is_told_at_the_second_and_both_are_kept() -> None:
    text = person() + person(name='"Dan"', mails='["C@Example.org"]')
    assert faults(text) == ["addresses.toml:6: C@Example.org is Cleo's address already"]
    assert [each.name for each in read(text).people] == ["Cleo", "Dan"]
    assert faults(person() + person()) == [], "two entries of one name are one person's"


def test_blanks_and_empty_addresses_are_left_out() -> None:
    found = read(person(mails='[" ", " c@example.org "]', powers='["Winter   Harbour:  TURKEY", ""]', notes='" late \\n"')).people[0]
    assert (found.mails, found.powers, found.notes) == (("c@example.org",), ("Winter Harbour: TURKEY",), "late")


def test_what_could_not_be_typed_into_a_form_does_not_come_out_of_the_file() -> None:
    found = read(person(name='"Cl\\u202Eeo"', language='"d\\u0007e"', powers='["FRAN\\u200BCE"]')).people[0]
    assert (found.name, found.language, found.powers) == ("Cleo", "d e", ("FRANCE",))


@pytest.mark.parametrize("text", ["a@b.c", "a.b@c.d.example", "ö@b.example", "a@b@c.example", "~a~@b.c"])
def test_addresses(text: str) -> None:
    assert is_address(text)


NO_ADDRESSES = ["", "a", "@b.c", "a@", "a@b", "a@.b", "a@b.", "a b@c.d", "a@b.c\n", "<a@b.c>", "a@b.c\u202e", "(a)@b.c"]


@pytest.mark.parametrize("text", [*NO_ADDRESSES, *(f"a{mark}@b.c" for mark in '<>,;:"()')])
def test_what_is_no_address(text: str) -> None:
    assert not is_address(text)


# --- writing ---


def test_a_person_is_added_to_a_book_that_is_not_there_with_a_heading() -> None:
    text = with_person(AddressBook(), DAN)
    assert text.startswith(HEADING)
    assert read(text).people == (DAN,)


def test_a_person_is_added_behind_the_others_which_stay_as_they_stand() -> None:
    ada = Person("Ada", ("ada@example.org",), ("ITALY",), "it", "Writes long letters.")
    text = with_person(read(WRITTEN), ada)
    assert text.startswith(WRITTEN)
    assert read(text).people == (CLEO, DAN, ada)


def test_a_change_of_one_value_leaves_every_other_line() -> None:
    text = with_person(read(WRITTEN), replace(CLEO, language="fr"), 0)
    assert text == WRITTEN.replace('language = "de"', 'language = "fr"')


def test_what_is_emptied_goes_and_name_and_mails_stay() -> None:
    text = with_person(read(WRITTEN), Person("Cleo"), 0)
    gone = 'powers = ["FRANCE", "Winter Harbour: TURKEY"]\nlanguage = "de"\nnotes = "Plays fast.\\nNever late."\n'
    assert text == WRITTEN.replace('["cleo@example.org", "c@work.example"]', "[]").replace(gone, "")


def test_the_second_of_those_that_can_be_read_is_changed_where_one_before_it_cannot() -> None:
    text = person(language="1") + "\n" + person(name='"Dan"', mails="[]") + "\n" + person(name='"Eve"', mails="[]")
    changed = with_person(read(text), Person("Eve", ("eve@example.org",)), 1)
    assert changed == text.replace('name = "Eve"\nmails = []', 'name = "Eve"\nmails = ["eve@example.org"]')
    assert "Dan" not in without_person(read(text), 0)
    assert "language = 1" in without_person(read(text), 0)


def test_the_last_person_can_go_and_another_come() -> None:
    book = read(without_person(read(person()), 0))
    assert (book.people, book.faults) == ((), ())
    assert read(with_person(book, DAN)).people == (DAN,)
    assert read(with_person(read("person = []\n"), DAN)).people == (DAN,)


def test_a_file_that_is_no_toml_is_not_written_anew() -> None:
    book = read("[person\n")
    told = "this is no TOML.*Mend it by hand first; nothing in it is changed"
    with pytest.raises(ValueError, match=told):
        with_person(book, DAN)
    with pytest.raises(ValueError, match=told):
        without_person(book, 0)


def test_a_person_that_could_not_be_read_back_is_not_written() -> None:
    with pytest.raises(ValueError, match="nobody is no mail address"):
        with_person(AddressBook(), Person("Dan", ("nobody",)))
    with pytest.raises(ValueError, match="a person needs a name"):
        with_person(AddressBook(), Person(" "))


def test_a_person_that_is_not_read_back_is_not_written_though_nothing_is_at_fault() -> None:
    with pytest.raises(ValueError, match=r"^This cannot be written to the address book\.$"):
        address_book._checked("", Person("Ada", ("ada@example.org",)))


def test_a_book_is_written_into_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "addresses.toml"
    save_book(path, WRITTEN)
    save_book(path, WRITTEN)
    assert path.read_text(encoding="utf-8") == WRITTEN


def test_a_fault_is_told_with_file_and_line() -> None:
    assert str(BookFault("a.toml", 7, "it is wrong")) == "a.toml:7: it is wrong"
    assert AddressBook((), (BookFault("a.toml", 7, "it is wrong"),)).can_be_written


def test_what_cannot_be_read_is_told_with_the_line_it_stands_on() -> None:
    assert faults(WRITTEN + "a = \n") == ["addresses.toml:13: it cannot be read: this is no TOML: invalid value"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff", "this is no UTF-8 text"),
        (b"aaaaa=" + b"[[" * 5_000, "values are nested too deeply"),
        (b"# who\na = " + b"9" * 6_000, "this is no TOML: a number has more than 4300 digits"),
    ],
)
def test_what_has_no_line_of_its_own_is_told_at_the_first(content: bytes, why: str) -> None:
    assert [str(each) for each in book_of(content).faults] == [f"addresses.toml:1: it cannot be read: {why}"]


def test_a_book_has_at_most_half_a_megabyte() -> None:
    assert LARGEST == 524_288
