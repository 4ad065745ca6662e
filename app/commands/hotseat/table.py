"""The table of a game round one laptop: who sits where, and how it is played at."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.table import GAME_MASTER, LONGEST_TALKS, ClockTerms, WhenShown
from app.hotseat.drawing import by_preference, dice, drawn
from app.hotseat.table import PHONE, PROGRAM, Absence, Decider, Seat, Table, first_table, with_table
from app.players.bots import Bot
from app.session.errors import Abort
from app.session.parameters import Kind, PowerName, read_word
from app.session.roles import Who
from app.session.session import Session, at_a_table, game_open, orders_taken
from app.tables.table_acts import (
    make_present,
    table_here,
)
from app.tables.table_clients import DAIDE
from app.tables.table_setup import ask_seats, end_table, give_seat, set_table, swap_seats, take_seats
from app.tables.table_words import told
from languages import tr


@command("table", "Set up the table…", who=Who.ANYBODY, menu="Game/Table", place=10, available=game_open)
def table(
    session: Session,
    *seats: str,
    draw: str | None = None,
    seed: int | None = None,
    wishes: str | None = None,
    shown: WhenShown = WhenShown.ALL_SEALED,
    first_talks: int = 15,
    talks: int = 10,
    orders: int = 0,
    bell: bool = True,
    secret_votes: bool = False,
    game_master: str | None = None,
    game_master_secret: str | None = None,
) -> None:
    """Play round one laptop, each person in secret; or, where that is so already, say how the table stands.

    A seat is written POWER=WHO: a name (AUSTRIA=Ada), a name with a PIN or passphrase (AUSTRIA=Ada:4711), gm for the game master,
    phone for whoever sits down there with a phone, hold, disorder or list for an absent player, bot:steady for an opponent,
    program:NAME for a program that is remembered (see program), or daide for a DAIDE program. Powers that are not named are people
    without a name or PIN.

    Args:
        seats: who decides for which power.
        draw: names with commas: their powers are drawn at random, each gets one.
        seed: of the draw, so that it can be repeated; drawn from the system unless given.
        wishes: people and the powers they would like, the dearest first: Ada: FRANCE ITALY; Ben: FRANCE. The lot decides among equals.
        shown: "all sealed", "vote" when most of the people say so, "clock" when it ends.
        first_talks: minutes of talks in the first year; 0 is no limit.
        talks: minutes of talks later on; 0 is no limit.
        orders: minutes that one person has at the laptop; 0 is no limit.
        bell: whether the last minute is announced.
        secret_votes: whether votes to end the game are sealed with the orders.
        game_master: name of a game master at this table.
        game_master_secret: PIN or passphrase of the game master.
    """
    said = (*seats, draw, wishes, game_master)
    if session.seating is not None:
        if any(said):
            raise Abort(tr("This game has a table; change a seat with: give-seat"))
        session.say("\n".join(told(session.seating)))
        return
    reason = orders_taken(session)
    if reason:
        raise Abort(reason)
    if not any(said) and session.is_watched and session.can_ask:
        take_seats(session, ask_seats(session, session.game))
        return
    made, secrets = _seated(session, seats)
    if draw is not None:
        people = [name.strip() for name in draw.split(",") if name.strip()]
        made = made.with_people(drawn(_free(made), people, dice(seed)))
    if wishes is not None:
        made = made.with_people(by_preference(_free(made), _wishes(session, wishes), dice(seed)))
    clock = ClockTerms(_seconds(first_talks), _seconds(talks), _seconds(orders), bell)
    made = replace(made, clock=clock, shown=shown, secret_votes=secret_votes, game_master=game_master)
    if game_master_secret is not None:
        secrets[GAME_MASTER] = game_master_secret
    set_table(session, made, secrets)
    seating = table_here(session)
    session.say("\n".join(told(seating)))


@command("end-table", "End the table", who=Who.TABLE, menu="Game/Table", place=90, available=at_a_table)
def end_the_table(session: Session, *, drop: bool = False, agreed: str | None = None) -> None:
    """Play on with all powers at this screen; what is written from then on is no secret. Notes and letters stay sealed under their PINs.

    Args:
        drop: drop the orders that lie sealed in this phase, unread; otherwise the table is not ended while any do.
        agreed: who agrees to that, more than half of the people, with commas, each with their PIN: Ada:4711, Ben.
    """
    end_table(session, drop=drop, agreed=agreed)
    session.say(tr("All powers are at this screen now."))


@command(
    "give-seat", "Give a seat to somebody else…", who=Who.TABLE, menu="Game/Table", place=50, available=at_a_table, asks=in_panel("seats")
)
def give_a_seat(
    session: Session,
    power: PowerName,
    to: str,
    *,
    secret: str | None = None,
    new_secret: str | None = None,
    drop: bool = False,
    agreed: str | None = None,
) -> None:
    """Let somebody else decide for a power from now on.

    Args:
        power: the power.
        to: a name, gm, phone, hold, disorder, list, bot:steady or program:NAME; as in table.
        secret: PIN or passphrase of who leaves, so that drafts and notes go over.
        new_secret: PIN or passphrase of who comes, if they want one.
        drop: drop the orders that lie sealed, unread, where nobody gives the secret; notes and letters stay sealed.
        agreed: who agrees to that, more than half of the others, with commas, each with their PIN: Ada:4711, Ben.
    """
    seat, _ = _seat(power, to)
    give_seat(session, seat, secret=secret, new_secret=new_secret, drop=drop, agreed=agreed)
    session.say(told(table_here(session))[0])


@command("invite", "Invite phones…", who=Who.ANYBODY, menu="Game/Table", place=49, available=at_a_table)
def invite(session: Session) -> None:
    """Let phones sit down at this table: show the QR code, who is there, and a new code for a phone that was lost."""
    if session.services.screen is None:
        raise Abort(tr("Without a window a table is opened to phones by: serve --web"))
    session.services.screen.show_panel("phones")


@command("swap-seats", "Swap two seats…", who=Who.TABLE, menu="Game/Table", place=51, available=at_a_table, asks=in_panel("seats"))
def swap_two_seats(session: Session, power: PowerName, other: PowerName, *, drop: bool = False, agreed: str | None = None) -> None:
    """Let those who decide for two powers change places.

    Args:
        power: one power.
        other: the other.
        drop: drop the orders that they have sealed already, unread; notes stay sealed.
        agreed: who agrees to that, more than half of the others, with commas, each with their PIN: Ada:4711, Ben.
    """
    swap_seats(session, power, other, drop=drop, agreed=agreed)


@command("table-terms", "Clock and showing of orders…", who=Who.TABLE, menu="Game/Table", place=54, available=at_a_table)
def table_terms(
    session: Session,
    *,
    shown: WhenShown | None = None,
    first_talks: int | None = None,
    talks: int | None = None,
    orders: int | None = None,
    bell: bool | None = None,
) -> None:
    """Change how the table is played at; times hold from the next phase on.

    Args:
        shown: "all sealed", "vote" or "clock".
        first_talks: minutes of talks in the first year; 0 is no limit.
        talks: minutes of talks later on; 0 is no limit.
        orders: minutes that one person has at the laptop; 0 is no limit.
        bell: whether the last minute is announced.
    """
    seating = table_here(session)
    old = seating.table
    terms = ClockTerms(
        old.clock.first_talks if first_talks is None else _seconds(first_talks),
        old.clock.talks if talks is None else _seconds(talks),
        old.clock.orders if orders is None else _seconds(orders),
        old.clock.bell if bell is None else bell,
    )
    changed = replace(old, clock=terms, shown=old.shown if shown is None else shown)
    make_present(
        session, seating, tr("Change the terms of the table"), seating.round.with_table(changed), with_table(seating.game, changed)
    )


def _seated(session: Session, words: tuple[str, ...]) -> tuple[Table, dict[str, str]]:
    """The table and the secrets that *words* say: ``AUSTRIA=Ada:4711``."""
    made, secrets = first_table(session.game), dict[str, str]()
    for word in words:
        named, equals, who = word.partition("=")
        if not equals:
            raise Abort(tr("{word!r} says nothing of a seat: expected a power and who decides for it, such as AUSTRIA=Ada", word=word))
        power = str(read_word(Kind.POWER, named, session.surroundings, {}, "seat", 1))
        seat, secret = _seat(power, who)
        made = made.with_seat(replace(seat, name=made.seat(power).name))
        if secret:
            secrets[power] = secret
    return made, secrets


def _seat(power: str, who: str) -> tuple[Seat, str]:
    absences = {"hold": Absence.HOLD, "disorder": Absence.CIVIL_DISORDER, "list": Absence.DEFAULT_LIST}
    kind, _, rest = who.partition(":")
    if kind.casefold() == "gm":
        return Seat(power, decider=Decider.GAME_MASTER), ""
    if kind.casefold() == "bot":
        return Seat(power, decider=Decider.OPPONENT, opponent=rest or Bot.STEADY), ""
    if kind.casefold() == "program" and rest:
        return Seat(power, decider=Decider.OPPONENT, opponent=f"{PROGRAM}{rest}"), ""
    if kind.casefold() == DAIDE:
        return Seat(power, decider=Decider.OPPONENT, opponent=DAIDE), ""
    if kind.casefold() in absences:
        return Seat(power, decider=Decider.ABSENT, absence=absences[kind.casefold()]), ""
    if kind.casefold() == PHONE:
        return Seat(power, decider=Decider.PERSON, by_phone=True), ""
    return Seat(power, decider=Decider.PERSON, person=kind), rest


def _free(made: Table) -> list[str]:
    """The powers of people who have no name yet."""
    return [seat.power for seat in made.seats if seat.is_person and not seat.person]


def _wishes(session: Session, text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in text.split(";"):
        person, _, powers = part.partition(":")
        if person.strip():
            words = powers.replace(",", " ").split()
            found[person.strip()] = [str(read_word(Kind.POWER, word, session.surroundings, {}, "wishes", 1)) for word in words]
    return found


def _seconds(minutes: int) -> int | None:
    if minutes < 0 or minutes * 60 > LONGEST_TALKS:
        raise Abort(tr("A clock is set to at most {longest_talks} minutes; 0 is no limit.", longest_talks=LONGEST_TALKS // 60))
    return minutes * 60 or None
