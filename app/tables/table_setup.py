"""Setting a table up and changing it: who sits where, with which locks. What a seat has sealed stays its own in all of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from app.game.edits import add_audit
from app.game.entries import GAME_MASTER, KeyWork, Lock
from app.game.record import Cursor, EditError, Game, Why
from app.hotseat.locks import key_of, new_lock, private_keys, with_private_keys
from app.hotseat.sealing import LOCKED, Contents, close, container_of, given_up, open_up, opened, sealed, tidied
from app.hotseat.table import Decider, Seat, Table, first_table, person_name, with_table
from app.players.bots import Bot
from app.session.errors import Abort, GivenUp
from app.session.seating import Seating
from app.session.services import ChosenSeats, SeatsQuestion
from app.session.session import Session
from app.tables.table_acts import keys_carried, make_present, table_here, with_former_lock, with_letters_in_the_open
from app.tables.table_letters import agreed_to_drop, at_the_curtain, let_opponents_write
from app.tables.table_players import DAIDE, follow_seats, known_programs, start_programs
from languages import tr, using
from languages.wording import ENGLISH

_Keys = dict[str, tuple[Lock, bytes]]
"""New locks with their keys, by power, and for ``GM``."""


def set_table(session: Session, table: Table, secrets: Mapping[str, str], work: KeyWork | None = None) -> None:
    """Play the game in front at *table* from now on. What was drafted at the screen goes to the seats as their drafts.

    Args:
        secrets: by power, and for ``GM``, the PIN or passphrase of those who want one.
        work: of the keys; the usual unless given.

    Raises:
        EditError: a seat, a name or a secret cannot be; nothing was changed then.
        Abort: the game has a table already.
    """
    if session.seating is not None:
        raise Abort(tr("This game has a table; change its seats one by one, or end it first: {end}", end=session.named("end-table")))
    if session.game.branch(session.branch).ending is not None:
        raise Abort(tr("This game is over."))
    for seat in table.seats:
        _check_opponent(session, seat)
    locked, keys = _with_locks(table, secrets, work)
    whole = _without_lost(session.game, session.branch)
    game = tidied(with_table(whole, locked), session.branch, {name: key for name, (_, key) in keys.items()})
    document = session.document
    session.settle(game, None)
    document.perform(tr("Set up the table"), game, game.last(session.branch))
    document.forget_history()
    seating = session.tables.seat_down(document, talks=True)
    seating.keys.update({lock.salt: key for lock, key in keys.values()})
    start_programs(session, seating)
    let_opponents_write(session, seating)
    session.table_changed()


def end_table(session: Session, *, drop: bool = False, agreed: str | None = None) -> None:
    """Play on with all powers at the screen: what is written from now on is no secret. Notes and letters stay sealed under their PINs.

    Args:
        drop: whether orders that lie sealed in this phase are dropped, unread; otherwise the table is not ended while there are any.
        agreed: who agrees to that, see ``agreed_to_drop``.
    """
    seating = table_here(session)
    at_the_curtain(seating)
    left = [each.power for each in seating.turn.sealed if not each.is_given_up]
    if left and not drop:
        raise Abort(
            tr(
                "Seats have orders or notes sealed in this phase. Show the orders first, or have them dropped, unread: {drop}",
                drop=session.named("end-table", "end-table --drop"),
            )
        )
    if left:
        agreed_to_drop(session, seating, left, agreed)
    game = seating.game
    for seat in seating.table.seats:
        game = with_former_lock(given_up(game, seating.branch, seat.power), seat.power, seat.lock)
    if left:
        game = add_audit(
            game, f"The table was ended in {seating.turn.phase}; the orders that {', '.join(left)} had sealed were dropped, unread"
        )
    document = seating.document
    session.tables.stand_up(document)
    document.perform(tr("End the table"), with_table(game, None))
    document.forget_history()
    session.table_changed()


def give_seat(
    session: Session,
    seat: Seat,
    *,
    secret: str | None = None,
    new_secret: str | None = None,
    drop: bool = False,
    agreed: str | None = None,
    work: KeyWork | None = None,
    by_known_key: bool = False,
    seating: Seating | None = None,
) -> None:
    """Change the decider for a power from now on: another person, the game master, an opponent, none.

    Args:
        seat: the power and who decides for it; its lock is not looked at.
        secret: of the one who leaves: with it, or where the seat has no lock, drafts and notes go over to the next person.
        new_secret: of the one who comes, if they want one.
        drop: whether orders that lie sealed are dropped, unread, without the secret. Notes stay sealed.
        agreed: who agrees to that, see ``agreed_to_drop``.
        by_known_key: whether a key that was given since the program was started stands for the secret: the same person, another phone.
        seating: the table; that of the game in front unless given.
    """
    seating = seating or table_here(session)
    _check_opponent(session, seat)
    locked = seating.table.lock_of(seat.power) if seating.table.seat(seat.power).is_person else None
    fresh = None if new_secret is None else _lock_of_person(seating.table, seat, new_secret, work)
    placed = replace(seat, name=seating.table.seat(seat.power).name, lock=None if fresh is None else fresh[0])
    table = seating.table.with_seat(placed)
    game = seating.game
    writes = placed.decider in {Decider.PERSON, Decider.GAME_MASTER}
    has_orders = container_of(game, seating.cursor, seat.power) is not None
    known = seating.key_of(seat.power) if by_known_key and locked is not None else None
    is_told = bool(secret) or known is not None
    opens = writes and not drop and _has_sealed(seating, seat.power) and (locked is None or is_told)
    if opens or (writes and locked is not None and is_told):
        old = known if known is not None or locked is None else seating.unlocked(seat.power, secret)
        privates = () if locked is None or old is None else private_keys(locked, old)
        if fresh is not None:
            fresh = (with_private_keys(*fresh, privates), fresh[1])
            table = table.with_seat(replace(placed, lock=fresh[0]))
        else:
            game = with_letters_in_the_open(game, seat.power, privates)
    if opens:
        game = with_table(open_up(game, seating.branch, seat.power, old), table)
        game = close(game, seating.branch, seat.power, _new_key(seating, placed, fresh), is_draft=True, with_vote=seating.with_vote)
    else:
        if has_orders and not drop:
            raise EditError(
                Why.NOT_OPENED,
                tr(
                    "What {placed} has sealed opens with the {kind} of who leaves. Without it, it can only be dropped, unread.",
                    placed=placed.name,
                    kind=tr(locked.kind),
                )
                if writes and locked is not None
                else tr(
                    "{placed} has written in secret; that can only be dropped, unread: {drop}",
                    drop=session.named_option("drop"),
                    placed=placed.name,
                ),
            )
        if has_orders:
            lost_phone = seating.table.seat(seat.power).by_phone  # is to a phone what a forgotten PIN is to a seat here
            agreed_to_drop(session, seating, (seat.power,), agreed, may_be_alone=lost_phone)
        game = with_former_lock(with_table(_dropped(seating, game, seat.power), table), seat.power, locked)
    with using(ENGLISH):  # as the file tells it
        who = placed.who if placed.decider is not Decider.ABSENT else "nobody"
    game = add_audit(game, f"From {seating.turn.phase} on {who} decides for {seat.power}")
    now = replace(seating.round, sealed=seating.round.sealed - {seat.power}).with_table(table)
    if fresh is not None:
        seating.keys[fresh[0].salt] = fresh[1]
    make_present(session, seating, tr("Change the seat of {placed}", placed=placed.name), now, game)
    seating.answers.pop(seat.power, None)
    seating.players.pop(seat.power, None)
    if placed.program:
        start_programs(session, seating)
    else:
        follow_seats(session, seating)


def swap_seats(session: Session, one: str, other: str, *, drop: bool = False, agreed: str | None = None) -> None:
    """Swap the deciders for two powers, with their locks and notes.

    Args:
        drop: whether what either has written in this phase is dropped, unread; otherwise they swap only before they were at the laptop.
        agreed: who agrees to that, see ``agreed_to_drop``.
    """
    seating = table_here(session)
    at_the_curtain(seating)
    at_stake = [power for power in (one, other) if container_of(seating.game, seating.cursor, power) is not None]
    if at_stake and not drop:
        raise Abort(
            tr(
                "One of them was at the laptop in this phase already. Swap at the start of a phase, or have what they wrote since dropped,"
                " unread: {drop}. Notes are kept.",
                drop=session.named_option("drop"),
            )
        )
    if at_stake:
        agreed_to_drop(session, seating, at_stake, agreed)
    table = seating.table.with_seats_swapped(one, other)
    kept = [(to, seating.key_of(power), _notes_of(seating, power)) for power, to in ((one, other), (other, one))]
    game = with_table(_emptied(seating, _emptied(seating, seating.game, one), other), table)
    for power, key, found in kept:
        if found is not None:
            cursor, notes = found
            container = sealed(game, cursor, power, Contents(None, notes), key, is_draft=True)
            turn = game.turn(cursor)
            game = game.with_turn(cursor, replace(turn, sealed=(*turn.sealed, container)))
    game = add_audit(game, f"From {seating.turn.phase} on {one} and {other} have changed places")
    now = replace(seating.round, sealed=seating.round.sealed - {one, other}).with_table(table)
    make_present(session, seating, tr("Swap two seats"), now, game)
    for power in (one, other):
        seating.answers.pop(power, None)
        seating.players.pop(power, None)
    follow_seats(session, seating)


def set_secret(session: Session, secret: str | None, work: KeyWork | None = None) -> None:
    """The person at the laptop has this PIN or passphrase from now on; ``None`` takes it away."""
    seating = table_here(session)
    name = seating.open
    if name is None:
        raise EditError(Why.NOT_NOW, tr("Nobody is at the laptop. Open a seat first: each person does this for their own power."))
    table, game = seating.table, seating.game
    before, old_key = seating.lock_of(name), seating.key_of(name)
    if name == GAME_MASTER or table.seat(name).decider is Decider.GAME_MASTER:
        made = None if secret is None else new_lock(secret, work)
        if made is not None:
            made = (keys_carried(before, old_key, *made), made[1])
        changed = replace(table, game_master_lock=None if made is None else made[0])
        game = _relocked(seating, None if made is None else made[1])
    else:
        made = None if secret is None else _lock_of_person(table, table.seat(name), secret, work)
        if made is not None:
            shared, made = made[0], (keys_carried(before, old_key, *made), made[1])
            seats = tuple(replace(each, lock=made[0]) if each.lock == shared else each for each in table.seats)
            table = replace(table, seats=seats)
        changed = table.with_seat(replace(table.seat(name), lock=None if made is None else made[0]))
    if made is None and before is not None and old_key is not None:
        game = with_letters_in_the_open(game, name, private_keys(before, old_key))
    if made is not None:
        seating.keys[made[0].salt] = made[1]
    make_present(session, seating, tr("Change a PIN"), replace(seating.round, table=changed), with_table(game, changed))


def _relocked(seating: Seating, key: bytes | None) -> Game:
    """The game with what the game master has sealed, for any power, under *key* instead of the key there was."""
    game, old = seating.game, seating.key_of(GAME_MASTER)
    for seat in seating.table.seats:
        for index in range(len(game.line(seating.branch)) if seat.decider is Decider.GAME_MASTER else 0):
            cursor = Cursor(seating.branch, index)
            container = container_of(game, cursor, seat.power)
            with suppress(EditError):  # what another program has spoilt opens with no key
                if container is not None:
                    what = opened(game, cursor, container, old)
                    fresh = sealed(game, cursor, seat.power, what, key, is_draft=container.is_draft)
                    turn = game.turn(cursor)
                    game = game.with_turn(cursor, replace(turn, sealed=tuple(fresh if each is container else each for each in turn.sealed)))
    return game


def _with_locks(table: Table, secrets: Mapping[str, str], work: KeyWork | None) -> tuple[Table, _Keys]:
    keys: _Keys = {}
    bare = replace(table, game_master_lock=None, seats=tuple(replace(seat, lock=None) for seat in table.seats))
    for name, secret in secrets.items():
        if name == GAME_MASTER:
            keys[name] = new_lock(secret, work)
            bare = replace(bare, game_master_lock=keys[name][0])
        elif bare.seat(name).is_person:
            keys[name] = _lock_of_person(bare, bare.seat(name), secret, work)
            bare = bare.with_seat(replace(bare.seat(name), lock=keys[name][0]))
    return bare, keys


def _lock_of_person(table: Table, seat: Seat, secret: str, work: KeyWork | None) -> tuple[Lock, bytes]:
    """A new lock, or that of another power of the same person, where the secret is the same: then one PIN opens both."""
    person = person_name(seat.person)
    for each in table.seats:
        if person and each.power != seat.power and each.is_person and each.person == person and each.lock is not None:
            try:
                return each.lock, key_of(each.lock, secret)
            except EditError:
                continue
    return new_lock(secret, work)


def _new_key(seating: Seating, seat: Seat, fresh: tuple[Lock, bytes] | None) -> bytes | None:
    if seat.decider is Decider.GAME_MASTER:
        lock = seating.table.game_master_lock
        key = None if lock is None else seating.keys.get(lock.salt)
        if lock is not None and key is None:
            raise EditError(Why.NOT_OPENED, tr("The game master's desk was not opened yet; open it once, so that it can take over a seat."))
        return key
    return None if fresh is None else fresh[1]


def _has_sealed(seating: Seating, power: str) -> bool:
    line = seating.game.line(seating.branch)
    return any(container_of(seating.game, Cursor(seating.branch, index), power) is not None for index in range(len(line)))


def _notes_of(seating: Seating, power: str) -> tuple[Cursor, str] | None:
    """The notes of *power*, be they empty, with the turn in which they lie; ``None`` where its seat was never closed.

    Raises:
        EditError: they open with a secret that was not given since the program was started.
    """
    for index in range(seating.cursor.index, -1, -1):
        cursor = Cursor(seating.branch, index)
        container = container_of(seating.game, cursor, power)
        if container is not None:
            if container.scheme == LOCKED and seating.key_of(power) is None:
                raise EditError(
                    Why.NOT_OPENED,
                    tr("The notes of {title} open with its secret; open that seat once, then swap.", title=seating.round.title(power)),
                )
            notes = opened(seating.game, cursor, container, seating.key_of(power)).notes
            return cursor, notes
    return None


def _emptied(seating: Seating, game: Game, power: str) -> Game:
    """*game* without what *power* has sealed, whose notes go along elsewhere; that orders were dropped is written down."""
    if container_of(game, game.last(seating.branch), power) is not None:
        game = add_audit(game, f"The orders that {power} had sealed in {seating.turn.phase} were dropped, unread, and its notes kept")
    for index in range(len(game.line(seating.branch))):
        cursor = Cursor(seating.branch, index)
        turn = game.turn(cursor)
        if container_of(game, cursor, power) is not None:
            others = tuple(each for each in turn.sealed if each.power != power or each.is_given_up)
            game = game.with_turn(cursor, replace(turn, sealed=others))
    return game


def _dropped(seating: Seating, game: Game, power: str) -> Game:
    """*game* with all that *power* has sealed given up, its notes kept; that orders were dropped is written down."""
    if container_of(game, game.last(seating.branch), power) is not None:
        game = add_audit(game, f"The orders that {power} had sealed in {seating.turn.phase} were dropped, unread, and its notes kept")
    return given_up(game, seating.branch, power)


def _without_lost(game: Game, branch: str) -> Game:
    """*game* without the locked contents of an earlier table's seats: without its locks the seats could not be opened."""
    for index in range(len(game.line(branch))):
        cursor = Cursor(branch, index)
        turn = game.turn(cursor)
        if any(each.scheme == LOCKED and not each.is_given_up for each in turn.sealed):
            kept = tuple(each for each in turn.sealed if each.scheme != LOCKED or each.is_given_up)
            game = game.with_turn(cursor, replace(turn, sealed=kept))
    return game


def _check_opponent(session: Session, seat: Seat) -> None:
    if seat.decider is not Decider.OPPONENT:
        return
    if seat.program:
        if known_programs(session).get(seat.program) is None:
            raise EditError(
                Why.BAD_NAME,
                tr(
                    "No program called {program} is remembered on this machine; remember it first: {remember}",
                    program=seat.program,
                    remember=session.named("program"),
                ),
            )
    elif seat.opponent not in {*Bot, DAIDE}:
        raise EditError(
            Why.BAD_NAME,
            tr(
                "No opponent is called {opponent}; there are {opponents}.",
                opponent=seat.opponent or tr("nothing"),
                opponents=", ".join((*Bot, DAIDE)),
            ),
        )


def ask_seats(session: Session, game: Game) -> ChosenSeats:
    """Ask for the seats in *game*, which need not be open yet.

    Raises:
        GivenUp: the game is not to be played after all.
    """
    chosen = session.services.ask(SeatsQuestion(game, first_table(game)))
    if chosen is None:
        raise GivenUp(tr("No seats were given."))
    return chosen


def take_seats(session: Session, chosen: ChosenSeats) -> None:
    """Play the game in front with the seats that were *chosen*, and invite phones to theirs; nothing changes where all powers are here."""
    if chosen.table is None:
        return
    set_table(session, chosen.table, chosen.secrets)
    if session.services.screen is not None and any(seat.is_free for seat in chosen.table.seats):
        session.services.screen.show_panel("phones")
