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
from tests.quick import one_by_one

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


@one_by_one(
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


@pytest.mark.parametrize("text", ["a@b.c", "a.b@c.d.example", "ö@b.example", "a@b@c.example", "~a~@b.c", "a@b.~"])
def test_addresses(text: str) -> None:
    assert is_address(text)


NO_ADDRESSES = ["", "a", "@b.c", "a@", "a@b", "a@.b", "a@b.", "a b@c.d", "a@b.c\n", "<a@b.c>", "a@b.c\u202e", "(a)@b.c"]


@one_by_one("text", [*NO_ADDRESSES, *(f"a{mark}@b.c" for mark in '<>,;:"()')])
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


# --- each line of a file ---


def test_the_line_of_powers_is_theirs_or_that_of_their_person() -> None:
    assert read(WRITTEN).power_lines == (5, 10)
    assert read(person()).power_lines == (1,)


def test_a_book_and_its_faults_have_the_name_of_their_file() -> None:
    for content in (b"a = \n", b"person = 1\n", b"x = 1\n", b"[[person]]\nname = 1\n", b"#" * (LARGEST + 1)):
        book = book_of(content, "friends.toml")
        assert [str(each).partition(":")[0] for each in book.faults] == ["friends.toml"]
    assert book_of(WRITTEN.encode(), "friends.toml").file == "friends.toml"


def test_content_that_is_too_large_or_no_toml_cannot_be_written_and_others_can() -> None:
    for content, writable in (
        (b"#" * (LARGEST + 1), False),
        (b"#" * LARGEST, True),
        (b"a = \n", False),
        (b"\xff", False),
        (b"x = 1", True),
    ):
        assert book_of(content).can_be_written is writable


def test_what_is_no_toml_is_kept_as_it_stands() -> None:
    assert read("[person\n").text == "[person\n"
    assert book_of(b"[p\xff\n").text == "[p\ufffd\n"


def test_the_mark_at_the_beginning_of_a_file_is_no_part_of_its_text() -> None:
    assert book_of(b"\xef\xbb\xbf" + WRITTEN.encode()).text == WRITTEN


def test_a_table_that_is_not_known_is_told_at_its_first_line_and_people_are_read_beside_it() -> None:
    book = read(person() + "[club]\na = 1\nb = 2\n[x]\n")
    assert [(each.line, each.what.split()[0]) for each in book.faults] == [(4, "“club”"), (7, "“x”")]
    assert [each.name for each in book.people] == ["Cleo"]


def test_entries_that_are_no_tables_are_passed_over() -> None:
    book = read('person = [\n  1,\n  {name = "Dan", mails = []},\n  {name = " "},\n  {name = "Eve"},\n]\n')
    assert (book.people, book.places) == ((DAN, Person("Eve")), (1, 3))
    assert [each.what for each in book.faults] == ["expected a table [[person]]", "a person needs a name"]


@pytest.mark.parametrize("key", ["name", "language", "notes"])
def test_a_text_is_at_most_two_thousand_characters(key: str) -> None:
    assert LONGEST == 2_000
    told = f"{key} is a text of at most 2000 characters"
    assert told not in " ".join(faults(person(**{key: f'"{"n" * LONGEST}"'})))
    assert told in " ".join(faults(person(**{key: f'"{"n" * (LONGEST + 1)}"'})))


def test_who_has_a_wrong_value_beside_a_key_that_is_not_known_is_left_out() -> None:
    book = read(person(mail='"x"', language="1") + person(name='"Dan"', nick='"D"'))
    assert [each.name for each in book.people] == ["Dan"]
    assert [each.what.partition(" ")[0] for each in book.faults] == ["“mail”", "language", "“nick”"]


def test_a_person_needs_no_more_than_a_name() -> None:
    assert read('[[person]]\nname = "Dan"\n').people == (DAN,)
    assert faults("[[person]]\nmails = []\n") == ["addresses.toml:1: a person needs a name"]


def test_each_wrong_address_is_told() -> None:
    told = faults(person(mails='["one", "c@example.org", "two"]'))
    assert told == ["addresses.toml:3: one is no mail address", "addresses.toml:3: two is no mail address"]


def test_a_language_of_blanks_is_none_and_an_unknown_one_is_told_with_those_there_are() -> None:
    book = read(person(language='" "'))
    assert (book.faults, book.people[0].language) == ((), "")
    (told,) = faults(person(language='"klingon"'))
    assert told.startswith("addresses.toml:4: “klingon” is no language that this program writes; expected one of ")
    assert {"de", "en"} <= set(told.rpartition("one of ")[2].split(", "))


def test_an_address_of_two_people_is_told_at_each_of_them_but_the_first() -> None:
    text = person() + person(name='"Dan"') + person(name='"Eve"')
    assert faults(text) == [f"addresses.toml:{line}: c@example.org is Cleo's address already" for line in (6, 9)]


# --- each change of a file ---


def test_what_no_form_could_have_taken_is_written_without_it() -> None:
    written = with_person(AddressBook(), Person("Cl\u202eeo", notes=" late \n"))
    assert read(written).people == (Person("Cleo", notes="late"),)


def test_lists_over_several_lines_stay_as_they_are_where_their_values_do() -> None:
    text = '[[person]]\nname = "Cleo"\nmails = [\n  "c@example.org", # at home\n]\n'
    changed = with_person(read(text), Person("Cleo", ("c@example.org",), language="de"), 0)
    assert changed.startswith(text)
    assert read(changed).people[0].language == "de"


def test_a_person_of_a_list_within_one_line_is_changed_and_goes() -> None:
    book = read('person = [{name = "Dan", mails = []}]\n')
    changed = read(with_person(book, Person("Dan", ("d@example.org",)), 0))
    assert (changed.people, changed.faults) == ((Person("Dan", ("d@example.org",)),), ())


@pytest.mark.parametrize("text", ['person = [{name = "Dan", mails = []}]\n', '[[person]]\nname = "Dan"\nmails = []\n'])
def test_the_list_goes_with_its_last_person(text: str) -> None:
    left = without_person(read("x = 1\n" + text), 0)
    assert "person" not in left
    assert "x = 1" in left


def test_a_heading_stands_in_a_new_file_alone() -> None:
    assert HEADING not in with_person(read("# mine\n"), DAN)
    assert with_person(read("# mine"), DAN).startswith("# mine\n[[person]]")


def test_of_several_faults_the_last_is_told_where_a_person_cannot_be_read_back() -> None:
    with pytest.raises(ValueError, match=r"^nobody is no mail address$"):
        with_person(read(person(language='"klingon"')), Person("Dan", ("nobody",)))


def test_a_book_is_written_in_utf_8(tmp_path: Path) -> None:
    save_book(tmp_path / "addresses.toml", 'x = "Österreich"\n')
    assert (tmp_path / "addresses.toml").read_bytes() == 'x = "Österreich"\n'.encode()


@pytest.mark.parametrize(
    ("people", "said"), [("1", "person is a list of tables; expected [[person]]"), ("[1]", "expected a table [[person]]")]
)
def test_where_the_line_of_a_list_is_not_known_its_fault_is_told_of_the_first(people: str, said: str) -> None:
    assert faults(f'\n\n"per\\u0073on" = {people}\n') == [f"addresses.toml:1: {said}"]
