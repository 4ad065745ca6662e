"""Sender of a mail, right to write for a power, and address of results, by the address book and the players of the game.

Everything that takes orders from outside asks here: mails, a paste with a mail's header, a seat in a browser, a judge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from app.address_book.address_book import AddressBook, BookFault, Person
from app.game.entries import MemberRole, SeatedPlayer, SeatKind
from app.game.gm_edits import TAGS
from app.game.mail_edits import short_name_of
from app.game.record import Game
from languages import tr


def power_of(person: Person, game: Game) -> str | None:
    """The power that *person* plays in *game*; ``None`` where nothing says it, or more than one thing could be meant.

    What counts, in this sequence: their address in the game, their name in the game, a power that their entry names for this game, and
    a power that it names for any game.
    """
    mails = {mail.casefold() for mail in person.mails}
    by_mail = [power for power, player in game.players.items() if player.address and player.address.casefold() in mails]
    by_name = [power for power, player in game.players.items() if player.name and player.name.casefold() == person.name.casefold()]
    here = [power for each in person.powers if (power := _named(each, game, in_this=True)) is not None]
    anywhere = [power for each in person.powers if (power := _named(each, game, in_this=False)) is not None]
    for found in (by_mail, by_name, here, anywhere):
        if found:
            return found[0] if len(set(found)) == 1 else None
    return None


def _named(text: str, game: Game, *, in_this: bool) -> str | None:
    name, mark, power = text.rpartition(":")
    if bool(mark) != in_this or (mark and name.strip().casefold() not in _called(game)):
        return None
    wanted = power.strip().casefold()
    return next((each.id for each in game.variant.powers.values() if wanted in {each.id.casefold(), each.name.casefold()}), None)


def _called(game: Game) -> frozenset[str]:
    """Return the words by which an entry may call *game*: its name, its id, its short name, or the club or whatever else its tags name."""
    settings = dict(game.settings)
    tags = (each.strip() for each in settings.get(TAGS, "").split(","))
    return frozenset(each.casefold() for each in (game.name, game.id, short_name_of(game), *tags) if each)


def unknown_powers(book: AddressBook, game: Game) -> tuple[BookFault, ...]:
    """Return the powers that *book* names for *game*, or for any game, and that *game* does not have, each with its line."""
    found: list[BookFault] = []
    for person, line in zip(book.people, book.power_lines, strict=True):
        for text in person.powers:
            name, _, power = text.rpartition(":")
            is_meant = not name.strip() or name.strip().casefold() in _called(game)
            if is_meant and _named(text, game, in_this=":" in text) is None:
                powers = ", ".join(game.variant.powers)
                what = tr("“{power}” is no power of {game}; expected one of {powers}", power=power.strip(), game=game.name, powers=powers)
                found.append(BookFault(book.file, line, what))
    return tuple(found)


def senders_of(game: Game, book: AddressBook) -> dict[str, str]:
    """Return by mail address the power whose mail it is: the game's players count before the book's suggestions.

    An address that two powers could have suggests none; and for a power whose player has another name, the book has no answer.
    """
    shared = shared_addresses(game)
    known = {player.address: power for power, player in game.players.items() if player.address and player.address.casefold() not in shared}
    suggested: dict[str, set[str]] = {}
    for person in book.people:
        power = power_of(person, game)
        if power is None or _is_other_person(game.players.get(power), person):
            continue
        for mail in person.mails:
            suggested.setdefault(mail.casefold(), set()).add(power)
    taken = {address.casefold() for address in known} | shared.keys()
    return known | {mail: next(iter(powers)) for mail, powers in suggested.items() if len(powers) == 1 and mail not in taken}


def shared_addresses(game: Game) -> dict[str, frozenset[str]]:
    """The addresses from which several powers write, each with these powers: one person plays them, or two share a mailbox."""
    found: dict[str, set[str]] = {}
    for power, player in game.players.items():
        if player.address:
            found.setdefault(player.address.casefold(), set()).add(power)
    return {address: frozenset(powers) for address, powers in found.items() if len(powers) > 1}


def _is_other_person(player: SeatedPlayer | None, person: Person) -> bool:
    if player is None or not (player.name or player.address):
        return False
    return player.name.casefold() != person.name.casefold() and player.address.casefold() not in {mail.casefold() for mail in person.mails}


@dataclass(frozen=True)
class Writers:
    """Persons who may write for each power.

    A power with an address on file, in the game or in the address book, is written for from its addresses only. A former player writes for
    it no longer, also where the present one has no address. For other powers no writer is known, and anybody may.
    """

    game: Game
    book: AddressBook

    @cached_property
    def by_address(self) -> dict[str, frozenset[str]]:
        """The powers of each address, in small letters; one person may play two."""
        found: dict[str, set[str]] = {}
        said = [(player.address.casefold(), power) for power, player in self.game.players.items()]
        said += self._members(MemberRole.ALSO)
        were = set(self._members(MemberRole.UNTIL)) - set(said)
        said += [(mail, power) for mail, power in senders_of(self.game, self.book).items() if (mail.casefold(), power) not in were]
        for address, power in said:
            if address.strip():
                found.setdefault(address.strip().casefold(), set()).add(power)
        return {address: frozenset(powers) for address, powers in found.items()}

    @cached_property
    def single(self) -> dict[str, str]:
        """The addresses that are one power's alone, so that a mail from there needs to name none."""
        return {address: next(iter(powers)) for address, powers in self.by_address.items() if len(powers) == 1}

    @cached_property
    def shared(self) -> dict[str, frozenset[str]]:
        """The addresses from which several powers are written for."""
        return {address: powers for address, powers in self.by_address.items() if len(powers) > 1}

    @cached_property
    def guarded(self) -> frozenset[str]:
        """The powers with an address on file."""
        return frozenset(power for powers in self.by_address.values() for power in powers)

    def former(self, address: str) -> frozenset[str]:
        """The powers whose player had *address* before, and has it no longer."""
        wanted = address.strip().casefold()
        were = frozenset(power for mail, power in self._members(MemberRole.UNTIL) if mail == wanted)
        return were - self.by_address.get(wanted, frozenset())

    def _members(self, role: MemberRole) -> list[tuple[str, str]]:
        """The addresses of those who are *role* to a power, each with it; of a bare name those that the address book has."""
        found: list[tuple[str, str]] = []
        for each in self.game.members:
            if each.role is role and each.address:
                found.append((each.address.casefold(), each.power))
            elif each.role is role:
                same = [person for person in self.book.people if person.name.casefold() == each.name.casefold()]
                found += [(mail.casefold(), each.power) for person in same for mail in person.mails]
        return found

    def may_write(self, address: str, power: str) -> bool:
        """Return True if orders from *address* count for *power* without a person's word."""
        if power in self.by_address.get(address.strip().casefold(), frozenset()):
            return True
        return power not in self.guarded and power not in self.former(address)


def with_addresses(game: Game, book: AddressBook) -> Game:
    """*game* in which players without an address have that of the one person of their name; for sending, never for saving.

    A power of which the game names no player gets that of the one person who plays it by the book.
    """
    players = dict(game.players)
    for power, player in game.players.items():
        same = [each for each in book.people if player.name and each.name.casefold() == player.name.casefold() and each.mails]
        if not player.address and len(same) == 1:
            players[power] = replace(player, address=same[0].mails[0])
    for power in game.variant.powers:
        seated = players.get(power, SeatedPlayer())
        if seated.name or seated.address or seated.seat not in (SeatKind.SCREEN, SeatKind.POST):
            continue
        by_book = [each for each in book.people if each.mails and power_of(each, game) == power]
        if len(by_book) == 1:
            players[power] = replace(seated, name=by_book[0].name, address=by_book[0].mails[0])
    return replace(game, players=MappingProxyType(players)) if players != dict(game.players) else game
