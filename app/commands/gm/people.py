"""The address book: who plays, under which mail addresses."""

from __future__ import annotations

from pathlib import Path

from app.address_book.address_book import FILE, Person, read_book, save_book, with_person, without_person
from app.address_book.senders import unknown_powers
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.session.errors import Abort
from app.session.parameters import RestOfLine
from app.session.session import Session
from languages import clauses, heading, labelled, tr


def book_file(session: Session) -> Path:
    """Return the path of the address book."""
    return session.library.places.settings / FILE


@command("address-book", "Address book…", menu="Tools", place=60)
def address_book(session: Session) -> None:
    """Show the address book: names, mails, powers, language and notes. In the window it is a form.

    It is a TOML file in the config folder, and can be edited by hand as well; comments stay. What is wrong in it is named with its line.
    """
    if session.is_watched:
        screen_of(session).show_panel("address-book")
        return
    path = book_file(session)
    book = read_book(path)
    session.say(heading(path))
    for person in book.people:
        parts = [", ".join(person.mails) or tr("no mail"), ", ".join(person.powers), person.language, person.notes]
        session.say(f"  {labelled(person.name, clauses(filter(None, parts)))}")
    unknown = unknown_powers(book, session.game) if session.current is not None else ()
    for fault in sorted((*book.faults, *unknown), key=lambda fault: fault.line):
        session.say(f"  {fault}")
    if not book.people and not book.faults:
        session.say(tr("  Nobody is in it yet; address adds somebody."))


@command("address", "Address of somebody…", menu="Tools", place=61)
def address(
    session: Session,
    name: str,
    *mails: str,
    powers: str | None = None,
    language: str | None = None,
    notes: str | None = None,
) -> None:
    """Put somebody into the address book, or change what it says of them: address "Dan Doe" dan@example.org --powers GERMANY.

    Args:
        name: of the person.
        mails: addresses; the first is the one that is written to. Without any, those there are stay.
        powers: what they play, with commas: GERMANY, or "Winter Harbour: TURKEY" for one game.
        language: they like to be written to in.
        notes: anything else.
    """
    path = book_file(session)
    book = read_book(path)
    at = next((number for number, each in enumerate(book.people) if each.name.casefold() == name.strip().casefold()), None)
    old = Person(name.strip()) if at is None else book.people[at]
    given = None if powers is None else tuple(each.strip() for each in powers.split(",") if each.strip())
    person = Person(
        " ".join(name.split()),
        mails or old.mails,
        old.powers if given is None else given,
        old.language if language is None else language.strip(),
        old.notes if notes is None else notes.strip(),
    )
    try:
        save_book(path, with_person(book, person, at))
    except ValueError as error:
        raise Abort(str(error)) from error
    session.say(labelled(person.name, f"{', '.join(person.mails) or tr('no mail')}."))


@command("remove-address", "Take somebody out of the address book…", menu="Tools", place=62)
def remove_address(session: Session, name: RestOfLine) -> None:
    """Take somebody out of the address book.

    Args:
        name: of the person.
    """
    path = book_file(session)
    book = read_book(path)
    at = next((number for number, each in enumerate(book.people) if each.name.casefold() == name.strip().casefold()), None)
    if at is None:
        raise Abort(tr("Nobody called {name} is in the address book.", name=name.strip()))
    try:
        save_book(path, without_person(book, at))
    except ValueError as error:
        raise Abort(str(error)) from error
    session.say(tr("{people} is out of the address book.", people=book.people[at].name))
