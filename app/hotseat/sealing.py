"""Secrets of a seat, and their container while the seat is closed.

The container is bound to game, power, phase and whether it is a draft; under a lock it is encrypted, without one it is only out of sight.
Only the open seat has its lines, notes and secret vote in the game itself; ``kept_secret`` gives the game as it may reach a disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.errors import MalformedOrderError
from adjudicator.notation import parse_order
from adjudicator.phase import Phase, PhaseKind
from app.game.edits import judged_lines, known_power, open_cursor, text_block
from app.game.entries import LaterLine, SealedOrders, Vote
from app.game.record import Cursor, EditError, Game, OrderLine, Why, variant_at
from app.game.table_edits import unseal_orders
from app.hotseat.locks import decrypted, encrypted
from app.hotseat.table import Decider, table_of
from languages import tr

LOCKED = "scrypt-aesgcm"
PLAIN = "plain"

BLOCK = 2048
"""Bytes: every container is filled up to whole blocks, so that its length tells nothing."""
LONGEST_NOTES = 20_000
"""Characters of a power's notes."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Contents that a seat keeps to itself in a phase."""

    lines: tuple[OrderLine, ...] | None = None
    """``None`` where nothing was written."""
    notes: str = ""
    vote: str = ""
    """Vote, where votes are secret."""
    later: tuple[LaterLine, ...] = ()
    """Lines for later phases."""
    read: int = 0
    """Number of letters to it that the power has read."""
    letter: DraftLetter | None = None
    """Letter that was begun and not sent."""


@dataclass(frozen=True, slots=True)
class DraftLetter:
    """A letter that was not sent yet."""

    text: str
    receivers: tuple[str, ...] = ()
    """Powers that were chosen; none where all were, or there was no choice yet."""
    to_everybody: bool = False


def contents(game: Game, branch: str, power: str, *, with_vote: bool, read: int = 0, letter: DraftLetter | None = None) -> Contents:
    """Return the contents of the open seat of *power*."""
    turn = game.turn(game.last(branch))
    vote = next((each.choice for each in turn.votes if each.power == power), "") if with_vote else ""
    later = tuple(each for each in turn.later if each.power == power)
    return Contents(turn.orders.get(power), game.notes.get(power, ""), vote, later, read, letter)


def cleared(game: Game, branch: str, power: str, *, with_vote: bool) -> Game:
    """The game without what the seat of *power* keeps to itself."""
    cursor = game.last(branch)
    turn = game.turn(cursor).with_orders(power, None)
    turn = replace(turn, later=tuple(each for each in turn.later if each.power != power))
    if with_vote:
        turn = replace(turn, votes=tuple(each for each in turn.votes if each.power != power))
    notes = {name: text for name, text in game.notes.items() if name != power}
    return replace(game.with_turn(cursor, turn), notes=MappingProxyType(notes))


def restored(game: Game, branch: str, power: str, found: Contents) -> Game:
    """The game with *found* in the open seat of *power*; its lines are judged in the position as it is now."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    if found.lines is not None:
        turn = turn.with_orders(power, judged_lines(variant_at(game, cursor), turn.position, power, found.lines))
    if found.vote:
        turn = replace(turn, votes=(*(each for each in turn.votes if each.power != power), Vote(power, found.vote)))
    if found.later:
        turn = replace(turn, later=(*(each for each in turn.later if each.power != power), *found.later))
    return with_notes(game.with_turn(cursor, turn), power, found.notes)


def with_notes(game: Game, power: str, text: str) -> Game:
    """The game with *text* as the notes of *power*; empty text takes them away.

    Raises:
        EditError: they are longer than can be kept.
    """
    kept = text_block(text)
    if len(kept) > LONGEST_NOTES:
        raise EditError(Why.BAD_TEXT, tr("Notes have at most {longest_notes:,} characters.", longest_notes=LONGEST_NOTES))
    notes = {name: each for name, each in game.notes.items() if name != known_power(game, power)}
    if kept:
        notes[power] = kept
    return game if notes == game.notes else replace(game, notes=MappingProxyType(notes))


def sealed(game: Game, cursor: Cursor, power: str, what: Contents, key: bytes | None, *, is_draft: bool) -> SealedOrders:
    """The container of *what*: under *key*, or, where the seat has no lock, out of sight only."""
    text = _padded(written(what))
    if key is None:
        return SealedOrders(power, PLAIN, text, is_draft)
    return SealedOrders(power, LOCKED, encrypted(key, text, _about(game, cursor, power, is_draft=is_draft)), is_draft)


def opened(game: Game, cursor: Cursor, container: SealedOrders, key: bytes | None) -> Contents:
    """Return the contents of *container*, which stands in the turn at *cursor*.

    Raises:
        EditError: the key is missing or another one, or the container was changed by another program.
    """
    data: bytes | None = container.data
    if container.scheme != PLAIN:
        if container.scheme != LOCKED or key is None:
            raise EditError(Why.NOT_OPENED, tr("What {power} has sealed cannot be opened here.", power=container.power))
        data = decrypted(key, container.data, _about(game, cursor, container.power, is_draft=container.is_draft))
    found = None if data is None else read(data, container.power, game.turn(cursor).phase.kind)
    if found is None:
        raise EditError(
            Why.NOT_OPENED, tr("What {power} has sealed was changed by another program, and does not open.", power=container.power)
        )
    return found


def close(
    game: Game,
    branch: str,
    power: str,
    key: bytes | None,
    *,
    is_draft: bool,
    with_vote: bool,
    read: int = 0,
    letter: DraftLetter | None = None,
) -> Game:
    """The game with the open seat of *power* closed, be the game over or not: all that is its own lies in its container."""
    cursor = game.last(branch)
    what = contents(game, branch, power, with_vote=with_vote, read=read, letter=letter)
    container = sealed(game, cursor, power, what, key, is_draft=is_draft)
    return kept_secret(game, branch, power, container, with_vote=with_vote)


def kept_secret(game: Game, branch: str, power: str, container: SealedOrders, *, with_vote: bool) -> Game:
    """The game as it may reach a disk while the seat of *power* is open: *container* in place of what is its own."""
    kept = cleared(game, branch, power, with_vote=with_vote)
    cursor = kept.last(branch)
    turn = kept.turn(cursor)
    others = (each for each in turn.sealed if each.power != power or each.is_given_up)
    return kept.with_turn(cursor, replace(turn, sealed=(*others, container)))


def given_up(game: Game, branch: str, power: str) -> Game:
    """The game with what *power* has sealed, in any phase, given up: its orders and vote count for nothing, its notes stay sealed."""
    for index in range(len(game.line(branch))):
        at = Cursor(branch, index)
        turn = game.turn(at)
        if container_of(game, at, power) is not None:
            marked = tuple(replace(each, is_given_up=True) if each.power == power else each for each in turn.sealed)
            game = game.with_turn(at, replace(turn, sealed=marked))
    return game


def with_notes_given_up(game: Game, branch: str, power: str, key: bytes | None) -> Game:
    """The game with the notes of all that *power* gave up and *key* opens below its present ones; what was opened is gone."""
    for index in range(len(game.line(branch))):
        at = Cursor(branch, index)
        for container in game.turn(at).sealed:
            if container.power != power or not container.is_given_up:
                continue
            try:
                found = opened(game, at, container, key).notes
            except EditError:
                continue  # of another PIN
            notes = game.notes.get(power, "")
            if found and found not in notes:
                joined = f"{notes}\n{found}".lstrip("\n")
                if len(joined) > LONGEST_NOTES:
                    continue
                game = with_notes(game, power, joined)
            turn = game.turn(at)
            game = game.with_turn(at, replace(turn, sealed=tuple(each for each in turn.sealed if each is not container)))
    return game


def open_up(game: Game, branch: str, power: str, key: bytes | None) -> Game:
    """The game with the seat of *power* open: what its container holds stands in the game, and the container is gone.

    Notes that were left in the container of an earlier phase come along, and those of what was given up.

    Raises:
        EditError: see ``opened``.
    """
    return with_notes_given_up(_opened_up(game, branch, power, key), branch, power, key)


def _opened_up(game: Game, branch: str, power: str, key: bytes | None) -> Game:
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    container = container_of(game, cursor, power)
    if container is not None:
        found = opened(game, cursor, container, key)
        return restored(unseal_orders(game, branch, power), branch, power, found)
    if power in turn.orders or power in game.notes:
        return game
    for index in range(cursor.index - 1, -1, -1):
        at = Cursor(branch, index)
        left = container_of(game, at, power)
        if left is not None:
            notes = opened(game, at, left, key).notes
            before = game.turn(at)
            emptied = replace(before, sealed=tuple(each for each in before.sealed if each is not left))
            return with_notes(game.with_turn(at, emptied), power, notes)
    return game


def last_kept(game: Game, branch: str, power: str, key: bytes | None) -> Contents:
    """Return the contents of the seat of *power* when it was closed last, in whatever phase that was.

    Raises:
        EditError: see ``opened``.
    """
    for index in range(game.last(branch).index, -1, -1):
        at = Cursor(branch, index)
        container = container_of(game, at, power)
        if container is not None:
            return opened(game, at, container, key)
    return Contents()


def container_of(game: Game, cursor: Cursor, power: str) -> SealedOrders | None:
    """The container of *power* in the turn at *cursor*; one that was given up counts for nothing."""
    return next((each for each in game.turn(cursor).sealed if each.power == power and not each.is_given_up), None)


def written(what: Contents) -> str:
    """*what* as text: ``vote: draw``, order lines, lines for later, an unsent letter, notes."""
    lines = [f"vote: {what.vote}"] if what.vote else []
    if what.read:
        lines.append(f"read: {what.read}")
    for line in what.lines or ():
        if line.order is None:
            lines.append(f"? {line.text}")
        else:
            order = str(line.order)
            lines.append(f"> {order}" if line.text == order else f"> {order}\t{line.text}")
    if what.lines == ():
        lines.append("> ")
    lines.extend(f"@ {each.phase} {each.text}" for each in what.later)
    if what.letter is not None:
        lines.append(f"to: {'all' if what.letter.to_everybody else ', '.join(what.letter.receivers)}".rstrip())
        lines.extend(f"# {text}" for text in what.letter.text.split("\n"))
    lines.extend(f"| {text}" for text in (what.notes.split("\n") if what.notes else ()))
    return "\n".join(lines)


def read(data: bytes, power: str, kind: PhaseKind) -> Contents | None:
    """Read the data that ``written`` made for *power* in a phase of that *kind*; ``None`` where it is anything else."""
    try:
        text = data.decode("utf-8").rstrip(" ")
    except UnicodeDecodeError:
        return None
    lines: list[OrderLine] = []
    notes: list[str] = []
    later: list[LaterLine] = []
    vote, has_orders, count = "", False, 0
    to: str | None = None
    letter: list[str] = []
    for each in text.split("\n") if text else ():
        mark, said = each[:2], each[2:]
        if mark == "| ":
            notes.append(said)
        elif mark == "# " or each == "#":
            letter.append(said)
        elif each == "to:" or each.startswith("to: "):
            to = each[3:].strip()
        elif mark == "? ":
            has_orders = True
            lines.append(OrderLine(said))
        elif each.rstrip() == ">":
            has_orders = True
        elif mark == "> ":
            has_orders = True
            order, tab, received = said.partition("\t")
            try:
                lines.append(OrderLine(received if tab else order, parse_order(order, kind)))
            except MalformedOrderError:
                return None
        elif mark == "@ ":
            phase, _, words = said.partition(" ")
            try:
                later.append(LaterLine(power, Phase.of(phase), words))
            except ValueError:
                return None
        elif each.startswith("read: ") and each[6:].isdecimal() and len(each) < 16:
            count = int(each[6:])
        elif each.startswith("vote: "):
            vote = each.removeprefix("vote: ")
        elif each != "|":
            return None
        else:
            notes.append("")
    draft = None
    if to is not None:
        receivers = () if to in {"", "all"} else tuple(name.strip() for name in to.split(","))
        draft = DraftLetter("\n".join(letter), receivers, to == "all")
    return Contents(tuple(lines) if has_orders else None, "\n".join(notes), vote, tuple(later), count, draft)


def _padded(text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    return data + b" " * (-len(data) % BLOCK or (BLOCK if not data else 0))


def _about(game: Game, cursor: Cursor, power: str, *, is_draft: bool) -> bytes:
    state = "draft" if is_draft else "sealed"
    return "\n".join(("entente", game.id, power, str(game.turn(cursor).phase), state)).encode()


def tidied(game: Game, branch: str, keys: Mapping[str, bytes]) -> Game:
    """*game*, which has a table, with nothing in the open that is a closed seat's: lines at the screen, or written with an editor."""
    table = game.table
    if table is None or game.branch(branch).ending is not None:
        return game
    seats = table_of(game)
    assert seats is not None
    turn = game.turn(game.last(branch))
    for seat in seats.seats:
        power = seat.power
        if power not in turn.orders and power not in game.notes:
            continue
        if seat.decider in {Decider.PERSON, Decider.GAME_MASTER}:
            if container_of(game, game.last(branch), power) is not None:
                # Sealed orders count, and not what stands beside them.
                cursor = game.last(branch)
                game = game.with_turn(cursor, game.turn(cursor).with_orders(power, None))
                game = replace(game, notes={name: text for name, text in game.notes.items() if name != power})
            else:
                game = close(game, branch, power, keys.get(power), is_draft=True, with_vote=table.secret_votes)
        else:
            cursor = game.last(branch)
            game = game.with_turn(cursor, game.turn(cursor).with_orders(power, None))
    return game


def with_containers_of(game: Game, before: Game, branch: str) -> Game:
    """*game* as it was read again, with what the seats of *before* have sealed in the open phase: no editor writes that.

    Where the phase is another one now, what the file says holds.
    """
    cursor, old = game.last(branch), before.last(branch)
    turn, kept = game.turn(cursor), before.turn(old)
    if turn.phase != kept.phase:
        return game
    return game.with_turn(cursor, replace(turn, sealed=_joined(kept.sealed, turn.sealed)))


def _joined(own: tuple[SealedOrders, ...], others: tuple[SealedOrders, ...]) -> tuple[SealedOrders, ...]:
    powers = {each.power for each in own}
    return (*own, *(each for each in others if each.power not in powers))
