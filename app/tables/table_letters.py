"""Letters that programs and opponents at a table write, and the table's votes: on dropping orders, and on the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from adjudicator.adjudicating import Concession, DrawVote, survivors
from app.game.deadlines import written as written_time
from app.game.ending_edits import ending_by_votes, vote_of
from app.game.entries import GAME_MASTER, Press
from app.game.record import Cursor, EditError, Game, Why, variant_at
from app.game.table_edits import cast_vote
from app.hooks.press import send_with_hooks
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider, Seat, Table
from app.players.agreements import CHARACTERS, OpponentsDealing
from app.players.bots import Bot
from app.session.errors import Abort
from app.session.seating import Dropping, Seating
from app.session.services import ChoiceQuestion, SecretQuestion
from app.session.session import Session, now_of
from entente.words.names import join_words, power_name
from languages import tr

Inform = Callable[[str, str], None]
"""Tells the sender of a letter what was kept back."""


def put_letters(session: Session, seating: Seating, letters: Sequence[Press], inform: Inform) -> None:
    """Add *letters* to the game as one step without undo."""
    game = seating.game
    for press in letters:
        dated = replace(press, at=written_time(now_of(session)))
        game = _sent(session, seating, game, dated, inform)
    if game is not seating.game:
        names = join_words(power_name(game.variant, each) for each in dict.fromkeys(press.sender for press in letters))
        seating.perform_beside(game, tr("Letter from {names}", names=names))
        session.table_changed()
        let_opponents_write(session, seating)


def _sent(session: Session, seating: Seating, game: Game, press: Press, inform: Inform) -> Game:
    """*game* with the letter, as its hooks let it through; its sender learns which parts were kept back."""
    try:
        changed, deliveries, log = session.hooks.waiting(
            lambda: send_with_hooks(game, seating.branch, press, session.hooks.host, seating.letters.seal)
        )
    except EditError as error:
        inform(press.sender, str(error))
        return game
    session.hooks.note(game, log)
    for each in deliveries:
        if not each.allowed:
            inform(press.sender, f"not delivered to {each.receiver}: {each.reason}")
        elif each.delay:
            inform(press.sender, f"{each.receiver} will read it in {each.delay} phases")
    return changed


# --- opponents ---


def let_opponents_write(session: Session, seating: Seating) -> None:
    """Have built-in opponents answer the proposals of this phase, and make their own: before moves one to people and one to programs.

    One that weighs its agreements is asked for its orders again where they have changed since.
    """
    if seating.round.stage in {RoundStage.RESULTS, RoundStage.OVER}:
        return
    letters: list[Press] = []
    for seat in seating.table.seats:
        if (dealing := dealing_of(session, seating, seat)) is not None:
            seats = seating.table.seats
            people = [each.power for each in seats if each.is_person and not each.is_free]
            programs = [each.power for each in seats if each.decider is Decider.OPPONENT and (each.program or each.opponent in CHARACTERS)]
            written = dealing.letters(people, programs)
            letters += [each for each in written if (each.sender, each.text, seating.cursor) not in seating.tried_letters]
    seating.tried_letters.update((each.sender, each.text, seating.cursor) for each in letters)
    if letters:
        put_letters(session, seating, letters, lambda _sender, _words: None)
    for power, word in list(seating.words.items()):
        dealing = dealing_of(session, seating, seating.table.seat(power)) if power in seating.answers else None
        if dealing is not None and dealing.word != word:
            del seating.answers[power]


def dealing_of(session: Session, seating: Seating, seat: Seat) -> OpponentsDealing | None:
    """The dealing of the opponent in *seat*; ``None`` where none is there that writes letters."""
    if seat.decider is not Decider.OPPONENT or seat.opponent not in CHARACTERS:
        return None
    line = session.viewpoint.filtered(seating.game, seat.power).line(seating.branch)
    return OpponentsDealing(Bot(seat.opponent), seating.game, seat.power, line)


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
        yes |= set(_agreed_people(seating, voters, agreed))
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


def _agreed_people(seating: Seating, voters: dict[str, tuple[str, ...]], agreed: str) -> list[str]:
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
            if session.services.ask(ChoiceQuestion(question, (tr("Do not agree"), tr("Agree")))) == tr("Agree"):
                yes.add(person)
        elif secret := session.services.ask(SecretQuestion(f"{question} {tr('To agree, enter your PIN or passphrase.')}")):
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


# --- the end of the game ---


def end_by_joined_votes(session: Session, seating: Seating) -> None:
    """End the game where opponents join what all others voted for; votes that are sealed wait for the reveal."""
    if seating.with_vote or seating.game.branch(seating.branch).ending is not None:
        return
    game = with_votes_of_opponents(session, seating, seating.game)
    if game is seating.game:
        return
    branch = game.branch(seating.branch)
    seating.perform_beside(game.with_branch(replace(branch, ending=ending_by_votes(game, seating.branch))))
    seating.follow(session.viewpoint.filtered(seating.game, None).turn(seating.cursor).position)
    session.table_changed()


def with_votes_of_opponents(session: Session, seating: Seating, game: Game) -> Game:
    """*game* with the votes of opponents and empty seats, where these end it; else *game* itself."""
    cursor = game.last(seating.branch)
    variant, turn = variant_at(game, cursor), game.turn(cursor)
    alive = survivors(variant, turn.position.owners, turn.position.units)
    seats = [seat for seat in seating.table.seats if seat.power in alive and _joins_votes(seat)]
    for choice in dict.fromkeys(each.choice for each in turn.votes if each.power in alive):
        joined = game
        for seat in seats:
            if _agrees(session, game, cursor, seat, choice):
                joined = cast_vote(joined, seating.branch, seat.power, choice)
        if joined is not game and ending_by_votes(joined, seating.branch) is not None:
            return joined
    return game


def _joins_votes(seat: Seat) -> bool:
    return seat.decider is Decider.ABSENT or (seat.decider is Decider.OPPONENT and seat.opponent in set(Bot))


def _agrees(session: Session, game: Game, cursor: Cursor, seat: Seat, choice: str) -> bool:
    """Return True if *seat* joins a vote: an opponent joins draws that it shares unless it is winning, and concessions to the leader.

    It is winning when it alone has the most centres, and at least half of those that win.
    """
    if seat.decider is Decider.ABSENT:
        return True
    variant, position = variant_at(game, cursor), session.viewpoint.turn(game, cursor, seat.power).position
    centres = {power: len(position.centres_of(power)) for power in variant.powers}
    most = max(centres.values())
    leaders = [power for power, count in centres.items() if count == most]
    match vote_of(game, choice):
        case DrawVote(powers=powers):
            return (not powers or seat.power in powers) and not (leaders == [seat.power] and most * 2 >= variant.victory)
        case Concession(winner=winner):
            return leaders == [winner]
        case None:
            return False
