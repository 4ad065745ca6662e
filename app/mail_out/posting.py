"""From what was made to mails: who gets one, drafts as files, and rounds for the outbox."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from app.address_book.address_book import FILE, AddressBook, read_book
from app.address_book.senders import with_addresses
from app.game.entries import MemberRole
from app.game.record import Cursor, Game
from app.game.storage.places import places
from app.mail_out.addresses import checked_address, person_name
from app.mail_out.mail import Correspondent, content_of, mail, new_message_id, plain_mail
from app.mail_out.mail_server import MailServer
from app.mail_out.making import Package, safe_name
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from entente.words.names import power_name
from languages import mark, tr

RESULTS, REMINDER = "results", "reminder"


@dataclass(frozen=True, slots=True)
class Recipient:
    """A power's player, as far as mails go."""

    power: str
    power_name: str
    to: Correspondent | None
    """``None`` where there is no address."""
    why_not: str = ""

    @property
    def name(self) -> str:
        """The player's name, or the power's."""
        return self.to.name if self.to is not None and self.to.name else self.power_name


def outbox() -> Outbox:
    """Return this person's outbox."""
    return Outbox(places().data / "outbox")


def games_of_mails() -> dict[str, str]:
    """Return the id of its game by Message-ID of each mail in the outbox, without brackets."""
    return {item.message_id.strip("<>"): each.game for each in outbox().rounds() for item in each.items if item.message_id}


def recipients(game: Game) -> tuple[Recipient, ...]:
    """Every power of *game* with the address of its player; the address book says it where the game does not."""
    found = []
    book = read_book(places().settings / FILE)
    game = with_addresses(game, book)
    for power in game.variant.powers:
        player, name = game.players.get(power), power_name(game.variant, power)
        if player is None or not player.address.strip():
            found.append(Recipient(power, name, None, tr("no address")))
            continue
        try:
            to = Correspondent(person_name(player.name) or name, checked_address(player.address), _also(game, book, power, player.address))
            found.append(Recipient(power, name, to))
        except ValueError as error:
            found.append(Recipient(power, name, None, str(error)))
    return tuple(found)


def _also(game: Game, book: AddressBook, power: str, first: str) -> tuple[Correspondent, ...]:
    """Those who play *power* beside the player with the address *first*, as far as mails reach them."""
    found: dict[str, Correspondent] = {}
    for each in game.members:
        if each.power != power or each.role is not MemberRole.ALSO:
            continue
        mails = [person.mails[0] for person in book.people if person.name.casefold() == each.name.casefold() and person.mails]
        address = each.address or (mails.pop() if len(mails) == 1 else "")
        with suppress(ValueError):
            checked = checked_address(address)
            if checked.casefold() != first.strip().casefold():
                found.setdefault(checked.casefold(), Correspondent(person_name(each.name) or power_name(game.variant, power), checked))
    return tuple(found.values())


def drafts(packages: Iterable[Package], to: Mapping[str, Correspondent], sender: Correspondent | None, at: datetime) -> dict[str, bytes]:
    """A file ``NAME.eml`` for each package with a receiver: mail programs open it as a draft with its attachments."""
    found = {}
    for package in packages:
        if package.reader in to:
            found[f"{package.name}.eml"] = content_of(mail(package, to[package.reader], sender, at))
    return found


def new_round(
    box: Outbox, game: Game, cursor: Cursor, packages: Sequence[Package], to: Mapping[str, Correspondent], server: MailServer, at: datetime
) -> OutboxRound:
    """A round of results in the outbox. Mails of an earlier one of the same phase that wait for the same players are dropped for it.

    Raises:
        StorageError: it could not be written; nothing is to be sent.
    """
    mails = []
    for package in packages:
        if package.reader in to:
            known = new_message_id(server.sender)
            mails.append(
                (package.reader, to[package.reader], known, content_of(mail(package, to[package.reader], server.sender, at, known)))
            )
    return _kept(box, game, cursor, RESULTS, mails, at)


def new_reminders(
    box: Outbox,
    game: Game,
    cursor: Cursor,
    texts: Mapping[str, tuple[str, str]],
    to: Mapping[str, Correspondent],
    server: MailServer,
    at: datetime,
) -> OutboxRound:
    """A round of reminders in the outbox.

    Args:
        texts: by power, subject and words.
    """
    mails = []
    for power, (subject, words) in texts.items():
        if power in to:
            known = new_message_id(server.sender)
            mails.append((power, to[power], known, plain_mail(subject, words, to[power], server.sender, at, known).as_bytes()))
    return _kept(box, game, cursor, REMINDER, mails, at)


def reminder_drafts(texts: Mapping[str, tuple[str, str]], game: Game, to: Mapping[str, Correspondent], at: datetime) -> dict[str, bytes]:
    """Reminders as files ``NAME.eml``."""
    return {
        f"{safe_name(f'{game.name} reminder {power_name(game.variant, power)}')}.eml": plain_mail(
            subject, words, to[power], None, at
        ).as_bytes()
        for power, (subject, words) in texts.items()
        if power in to
    }


def _kept(
    box: Outbox, game: Game, cursor: Cursor, kind: str, mails: Sequence[tuple[str, Correspondent, str, bytes]], at: datetime
) -> OutboxRound:
    phase = str(game.turn(cursor).phase)
    items = tuple(
        Item(number, reader, to.name, checked_address(to.address), known, "") for number, (reader, to, known, _) in enumerate(mails)
    )
    new = OutboxRound(f"{at:%Y%m%dT%H%M%S}-{secrets.token_hex(4)}", game.id, game.name, phase, cursor.branch, kind, items)
    earlier = [each for each in box.rounds() if (each.game, each.phase, each.branch, each.kind) == (game.id, phase, cursor.branch, kind)]
    kept = box.add(new, [content for *_, content in mails])
    written_to = {reader for reader, *_ in mails}
    for present in earlier:
        for item in present.of(MailState.WAITING):
            if item.reader in written_to:
                present = box.mark(
                    present, item.number, MailState.DROPPED, tr("a newer mail took its place"), at.isoformat(timespec="seconds")
                )
    return kept


STATE_WORDS: Mapping[MailState, str] = {
    MailState.WAITING: mark("waits to be sent"),
    MailState.SENDING: mark("is being sent"),
    MailState.SENT: mark("sent"),
    MailState.REFUSED: mark("refused"),
    MailState.UNKNOWN: mark("unknown whether it arrived"),
    MailState.DROPPED: mark("not sent"),
}


def item_words(item: Item) -> str:
    """``Ben <ben@example.org>: refused (550 no such user)``"""
    is_usual = item.state is MailState.SENT and item.reply[:1].isdigit()  # the server's own words: who gets no copy is said otherwise
    why = f" ({item.reply})" if item.reply and not is_usual else ""
    return f"{item.name} <{item.address}>: {tr(STATE_WORDS[item.state])}{why}"
