"""Right to write for a power by the sender's address.

Everything that takes orders from outside asks here: mails, a paste with a mail's header, a seat in a browser, a judge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from app.address_book.address_book import AddressBook
from app.address_book.senders import senders_of
from app.game.entries import MemberRole
from app.game.record import Game


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
