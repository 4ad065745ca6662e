"""A person's address book: a TOML file in the config folder, with names, mail addresses, powers, language and notes.

It is written by a form or by hand. Comments, and the sequence of what stands in it, are kept; what is wrong in it is named with its line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from app.game.storage.atomic import StorageError, read_bounded, write_atomically
from languages import available_languages, labelled, tr
from languages.outside_text import outside_name, outside_text
from variants.fault import VariantError
from variants.toml_text import read_toml

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import InlineTable, Table

FILE = "addresses.toml"
LARGEST = 512 * 1024
MOST_PEOPLE = 2_000
LONGEST = 2_000
"""Characters of one text."""

HEADING = "# Address book. Each [[person]] has a name, mails, and where you like powers, a language and notes.\n"

_KEYS = ("name", "mails", "powers", "language", "notes")


@dataclass(frozen=True, slots=True)
class Person:
    """A person who plays by mail."""

    name: str
    mails: tuple[str, ...] = ()
    """The first is the one that is written to."""
    powers: tuple[str, ...] = ()
    """Powers that they play: ``FRANCE`` in any game, ``Winter Harbour: TURKEY`` in the game of that name."""
    language: str = ""
    """Language that they like to be written to in: ``de``, ``Deutsch``. Results, reminders and answers go out to them in it."""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class BookFault:
    """A fault of the file."""

    file: str
    line: int
    what: str
    is_of_all: bool = False
    """True if nothing in the file could be read, so that writing it would lose its contents."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class AddressBook:
    """The people of a file, and what is wrong in it."""

    people: tuple[Person, ...] = ()
    faults: tuple[BookFault, ...] = ()
    text: str = ""
    places: tuple[int, ...] = field(default=())
    """Index of the ``[[person]]`` of the file for each of the people, since those at fault are left out."""
    power_lines: tuple[int, ...] = ()
    """The line at which each of the people has their powers."""
    file: str = FILE

    @property
    def can_be_written(self) -> bool:
        """True if its text is TOML, so that a form can change it."""
        return not any(each.is_of_all for each in self.faults)


def read_book(path: Path) -> AddressBook:
    """The book at *path*; an empty one where there is none. Never raises for what stands in it."""
    try:
        content = read_bounded(path, LARGEST, tr("reading the address book"))
    except StorageError as error:
        return AddressBook() if not path.exists() else AddressBook((), (_nothing_read(path.name, 1, str(error)),))
    return book_of(content, path.name)


def _nothing_read(file: str, line: int, why: str) -> BookFault:
    return BookFault(file, line, labelled(tr("it cannot be read"), why), is_of_all=True)


def book_of(content: bytes, name: str = FILE) -> AddressBook:
    """The book that *content* holds. People at fault are left out, and named with their line."""
    if len(content) > LARGEST:
        words = tr("it cannot be read: it is larger than {largest} kB", largest=LARGEST // 1024)
        return AddressBook((), (BookFault(name, 1, words, is_of_all=True),))
    try:
        read = read_toml(name, content)
    except VariantError as error:
        faults = tuple(_nothing_read(name, fault.line or 1, fault.what) for fault in error.faults)
        return AddressBook((), faults, content.decode("utf-8", "replace"))
    listed = read.table.get("person", [])
    faults_found: list[BookFault] = []
    people: list[Person] = []
    places: list[int] = []
    power_lines: list[int] = []
    for key in read.table:
        if key != "person":
            line = min(at for path, at in read.lines.items() if path[0] == key)
            faults_found.append(BookFault(name, line, tr("“{key}” is not known here; expected [[person]]", key=key)))
    if not isinstance(listed, list):
        faults_found.append(BookFault(name, read.lines.get(("person",), 1), tr("person is a list of tables; expected [[person]]")))
        listed = []
    taken: dict[str, str] = {}
    for number, table in enumerate(listed[:MOST_PEOPLE]):
        line = read.lines.get(("person", number), read.lines.get(("person",), 1))
        if not isinstance(table, dict):
            faults_found.append(BookFault(name, line, tr("expected a table [[person]]")))
            continue
        lines = {key: read.lines.get(("person", number, key), line) for key in table}
        person = _person(table, name, line, lines, faults_found)
        if person is None:
            continue
        for mail in person.mails:
            other = taken.setdefault(mail.casefold(), person.name)
            if other != person.name:
                faults_found.append(
                    BookFault(name, lines.get("mails", line), tr("{mail} is {other}'s address already", mail=mail, other=other))
                )
        people.append(person)
        places.append(number)
        power_lines.append(lines.get("powers", line))
    text = content.decode("utf-8-sig", "replace")
    return AddressBook(tuple(people), tuple(faults_found), text, tuple(places), tuple(power_lines), name)


def _person(table: Mapping[str, object], file: str, line: int, lines: Mapping[str, int], faults: list[BookFault]) -> Person | None:
    before = len(faults)
    unknown = [key for key in table if key not in _KEYS]
    faults.extend(
        BookFault(file, lines[key], tr("“{key}” is not known here; expected {keys}", key=key, keys=", ".join(_KEYS))) for key in unknown
    )
    told = {key: table.get(key, "") for key in ("name", "language", "notes")}
    for key, value in told.items():
        if not isinstance(value, str) or len(value) > LONGEST:
            faults.append(
                BookFault(file, lines.get(key, line), tr("{key} is a text of at most {longest} characters", key=key, longest=LONGEST))
            )
    lists: dict[str, tuple[str, ...]] = {}
    for key in ("mails", "powers"):
        value = table.get(key, [])
        if isinstance(value, list) and all(isinstance(each, str) and len(each) <= 320 for each in value):
            lists[key] = tuple(" ".join(each.split()) for each in value if each.strip())
        else:
            faults.append(BookFault(file, lines.get(key, line), tr('{key} is a list of texts, such as ["one", "two"]', key=key)))
    bad = [mail for mail in lists.get("mails", ()) if not is_address(mail)]
    faults.extend(BookFault(file, lines.get("mails", line), tr("{mail} is no mail address", mail=mail)) for mail in bad)
    name = told["name"]
    if isinstance(name, str) and not name.strip():
        faults.append(BookFault(file, line, tr("a person needs a name")))
    if len(faults) > before + len(unknown):  # a key that is not known does not make a person unknown
        return None
    language, notes = told["language"], told["notes"]
    assert isinstance(name, str)
    assert isinstance(language, str)
    assert isinstance(notes, str)
    if language.strip() and not language_code(language):
        expected = ", ".join(available_languages())
        what = tr("“{language}” is no language that this program writes; expected one of {expected}", language=language, expected=expected)
        faults.append(BookFault(file, lines.get("language", line), what))
    return _plain(Person(name, lists["mails"], lists["powers"], language, notes))


def _plain(person: Person) -> Person:
    """*person* without what no form could have taken."""
    powers = tuple(outside_name(each) for each in person.powers)
    return Person(outside_name(person.name), person.mails, powers, outside_name(person.language), outside_text(person.notes).strip())


def language_code(words: str) -> str:
    """The code of the language that *words* name: ``de``, ``de_AT``, ``Deutsch``; empty where it is none of those there are."""
    wanted = words.strip().casefold()
    for code, name in available_languages().items():
        if wanted in {code, name.casefold()} or wanted.replace("-", "_").partition("_")[0] == code:
            return code
    return ""


def is_address(text: str) -> bool:
    """Return True if *text* can be a mail address: one @ with something on both sides, no blanks, nothing that ends a header."""
    name, mark, place = text.rpartition("@")
    is_plain = text.isprintable() and not any(each.isspace() or each in '<>,;:"()' for each in text)
    return is_plain and bool(name and mark and "." in place.strip("."))


# --- changes, with everything else unchanged ---


def with_person(book: AddressBook, person: Person, at: int | None = None) -> str:
    """The text of *book* with *person* in place of the one numbered *at* among its people, or added at the end.

    Raises:
        ValueError: the file is no TOML: it is mended by hand first; or the person could not be read back.
    """
    person = _plain(person)
    document = _document(book)
    tables = _tables(document)
    if at is None:
        import tomlkit

        table = tomlkit.inline_table() if isinstance(tables, tomlkit.items.Array) else tomlkit.table()
        _fill(table, person)
        tables.append(table)
    else:
        _fill(tables[book.places[at]], person)
    return _checked(document.as_string(), person)


def without_person(book: AddressBook, at: int) -> str:
    """The text of *book* without the person numbered *at* among its people.

    Raises:
        ValueError: the file is no TOML.
    """
    document = _document(book)
    tables = _tables(document)
    del tables[book.places[at]]
    if not tables:  # an empty list would be written out as one, to which no table could be added
        document.remove("person")
    return document.as_string()


def save_book(path: Path, text: str) -> None:
    """Write the book.

    Raises:
        StorageError: it could not be written; what was there still is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode("utf-8"), tr("writing the address book"))


def _document(book: AddressBook) -> TOMLDocument:
    if not book.can_be_written:
        raise ValueError(tr("{faults}. Mend it by hand first; nothing in it is changed.", faults=book.faults[0]))
    import tomlkit

    text = book.text or HEADING
    return tomlkit.parse(text if text.endswith("\n") else f"{text}\n")  # a table that is added begins a line of its own


def _tables(document: TOMLDocument) -> list[Table | InlineTable]:
    import tomlkit

    if not document.get("person"):
        if "person" in document:
            document.remove("person")
        document.append("person", tomlkit.aot())
    return cast("list[Table | InlineTable]", document["person"])  # an array of tables behaves as a list of them


def _fill(table: Table | InlineTable, person: Person) -> None:
    wanted: dict[str, object] = {
        "name": person.name,
        "mails": list(person.mails),
        "powers": list(person.powers),
        "language": person.language,
        "notes": person.notes,
    }
    for key, value in wanted.items():
        if value or key in ("name", "mails"):
            if key not in table or table[key] != value:
                table[key] = value
        elif key in table:
            del table[key]


def _checked(text: str, person: Person) -> str:
    again = book_of(text.encode("utf-8"))
    if person not in again.people:
        faults: Sequence[BookFault] = again.faults
        raise ValueError(str(faults[-1].what) if faults else tr("This cannot be written to the address book."))
    return text
