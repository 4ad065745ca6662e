"""The table's vote on dropping a person's orders: more than half of the others, each with the PIN of their seat or from their phone."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import replace

from app.game.refusal import EditError, Why
from app.game.table import GAME_MASTER
from app.hotseat.table import Table
from app.session.errors import Abort
from app.session.seating import Dropping, Seating
from app.session.session import Session
from languages import tr


def at_the_curtain(seating: Seating) -> None:
    """Check that the laptop is free.

    Raises:
        EditError: it is not, even for a game master: alone at a seat one does not decide about what is another's.
    """
    if seating.open is not None:
        raise EditError(Why.NOT_NOW, tr("{round} is at the laptop; close that seat first.", round=seating.round.title(seating.open)))


def agreed_to_drop(session: Session, seating: Seating, powers: Collection[str], agreed: str | None, *, may_be_alone: bool = False) -> None:
    """Check that the table agrees to drop the sealed orders of *powers*.

    Args:
        agreed: who agrees, with commas, each with the PIN or passphrase of a seat where there is one: ``Ada:4711, Ben``. People at a screen
            are asked one after the other unless it is given.
        may_be_alone: whether nobody else has to agree where one person has all seats of people. Who is at a connected phone is asked there
            all the same: nothing is dropped under somebody's hands.

    Whoever plays by phone is asked there, and counts once they have agreed there.

    Raises:
        EditError: the laptop is in use, or a PIN is wrong.
        Abort: too few agree so far.
    """
    at_the_curtain(seating)
    table = seating.table
    sitting = {person: seats for person, seats in table.people.items() if not all(table.seat(power).is_free for power in seats)}
    losing = {table.person_of(power) for power in powers if table.seat(power).is_person}
    voters = {person: seats for person, seats in sitting.items() if person not in losing}
    if not voters and may_be_alone:
        voters = {person: seats for person, seats in sitting.items() if seating.connected.intersection(seats)}
        if not voters:
            return
    voters = voters or sitting
    needed = len(voters) // 2 + 1 if voters else 0
    names = ", ".join(table.seat(power).name for power in powers)
    at_phones = {person for person, seats in voters.items() if all(table.seat(power).by_phone for power in seats)}
    yes = set(_asked_at_phones(seating, powers, at_phones))
    at_laptop = {person: seats for person, seats in voters.items() if person not in at_phones}
    if agreed is not None:
        yes |= set(_said(seating, voters, agreed))
    elif session.can_ask:
        yes |= _asked(session, seating, at_laptop, needed - len(yes), names)
    if len(yes) >= needed:
        seating.dropping = None
        return
    refused = tr(
        "To drop what {names} has sealed, {needed} of these people must agree, each with their PIN: {people}.",
        names=names,
        needed=needed,
        people=", ".join(voters),
    )
    if at_phones:
        session.table_changed()
        refused += " " + tr("Those with phones are asked there now; try again once they have agreed.")
    raise Abort(refused)


def _asked_at_phones(seating: Seating, powers: Collection[str], people: AbstractSet[str]) -> frozenset[str]:
    """Ask *people* on their phones from now on; those who have agreed to the same question."""
    if not people:
        seating.dropping = None
        return frozenset()
    asked = Dropping(seating.cursor, frozenset(powers), frozenset(people))
    before = seating.dropping
    is_same = before is not None and (before.cursor, before.powers) == (asked.cursor, asked.powers)
    seating.dropping = replace(asked, agreed=before.agreed & asked.asked) if before is not None and is_same else asked
    return seating.dropping.agreed


def question_for(seating: Seating, power: str) -> Dropping | None:
    """Return the question that the seat of *power* is to answer on the phone; ``None`` without one."""
    asked = seating.dropping
    if asked is None or asked.cursor != seating.cursor or seating.table.person_of(power) not in asked.asked:
        return None
    return asked


def agree_by_phone(session: Session, seating: Seating, power: str) -> None:
    """Note that the person in the seat of *power* agrees to what is asked on the phones, or no longer does."""
    asked = question_for(seating, power)
    if asked is None:
        raise EditError(Why.NOT_NOW, tr("Nobody asks for that now."))
    person = seating.table.person_of(power)
    seating.dropping = replace(asked, agreed=asked.agreed ^ {person})
    session.table_changed()


def _said(seating: Seating, voters: dict[str, tuple[str, ...]], agreed: str) -> list[str]:
    found = []
    for each in agreed.split(","):
        name, _, secret = each.strip().partition(":")
        person = next((known for known in voters if known.casefold() == name.strip().casefold()), None)
        if person is None:
            raise Abort(tr("{name} is none of those who decide this: {people}.", name=name.strip(), people=", ".join(voters)))
        _check(seating, voters[person], secret.strip())
        found.append(person)
    return found


def _asked(session: Session, seating: Seating, voters: dict[str, tuple[str, ...]], needed: int, names: str) -> set[str]:
    yes: set[str] = set()
    for person, seats in voters.items():
        if len(yes) >= needed:
            break
        question = tr("{person}, do you agree to drop what {names} has sealed, unread? The notes are kept.", person=person, names=names)
        if _locked(seating.table, seats) is None:
            if session.services.ask(question, (tr("Do not agree"), tr("Agree"))) == tr("Agree"):
                yes.add(person)
        elif secret := session.services.ask_secret(f"{question} {tr('To agree, enter your PIN or passphrase.')}"):
            _check(seating, seats, secret)
            yes.add(person)
    return yes


def _check(seating: Seating, seats: tuple[str, ...], secret: str) -> None:
    locked = _locked(seating.table, seats)
    if locked is not None:
        seating.unlocked(locked, secret)


def _locked(table: Table, seats: tuple[str, ...]) -> str | None:
    """The first of a person's seats that has a lock."""
    return next((power for power in seats if power != GAME_MASTER and table.seat(power).lock is not None), None)
