"""Language of mails to a person: the one in the address book, else the one of the mail that is answered, else the one in use."""

from __future__ import annotations

from app.address_book.address_book import FILE, AddressBook, Person, language_code, read_book
from app.address_book.senders import power_of
from app.game.record import Game
from app.game.storage.places import places
from languages import active_code


def own_book() -> AddressBook:
    """Return this person's address book."""
    return read_book(places().settings / FILE)


def code_of(words: str) -> str:
    """The code of the language that *words* name: ``de``, ``de_AT``, ``Deutsch``; empty where it is none of those there are."""
    return language_code(words)


def language_of(game: Game, power: str, book: AddressBook) -> str:
    """The language that who plays *power* is written to in; the one in use where nothing is known, and for everybody."""
    player = game.players.get(power)
    person = None if player is None else _found(player.address, player.name, book)
    if person is None and power and (player is None or not player.address.strip()):  # who has another address is somebody else
        of_power = [each for each in book.people if power_of(each, game) == power]
        person = of_power[0] if len(of_power) == 1 else None
    return _liked_by(person)


def language_of_sender(address: str, name: str, book: AddressBook, written: str = "") -> str:
    """The language to answer a mail in; *written* is the language that it is written in, as far as it is known."""
    person = _found(address, name, book)
    return (code_of(person.language) if person is not None else "") or written or active_code()


def _liked_by(person: Person | None) -> str:
    liked = "" if person is None else code_of(person.language)
    return liked or active_code()


def _found(address: str, name: str, book: AddressBook) -> Person | None:
    """Return the person with that mail address; without one, the person with that name."""
    wanted, called = address.strip().casefold(), name.strip().casefold()
    if wanted:
        return next((each for each in book.people if wanted in {mail.casefold() for mail in each.mails}), None)
    return next((each for each in book.people if called and each.name.casefold() == called), None)
