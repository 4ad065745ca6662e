"""The table of a game round one laptop: who sits where, and its round: sit down, seal, take back, show the orders, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.entries import GAME_MASTER, LONGEST_TALKS, ClockTerms, RevealTime
from app.game.record import Game
from app.hotseat.round import RoundStage
from app.hotseat.sealing import with_notes
from app.hotseat.table import PHONE, PROGRAM, Absence, Decider, Seat, Table, by_preference, dice, drawn, first_table, with_table
from app.players.bots import Bot
from app.session.errors import Abort, GivenUp
from app.session.parameters import Kind, PowerName, RestOfLine, read_word
from app.session.processing import describe_lacking
from app.session.roles import Who, at_an_open_seat
from app.session.services import ChoiceQuestion, NewSecretQuestion
from app.session.session import Session, at_a_table, game_open, orders_taken
from app.tables.table_acts import (
    call,
    close_seat,
    end_clock,
    end_talks,
    give_key,
    give_up,
    go_on,
    make_present,
    open_seat,
    recall,
    seal,
    show_or_go_on,
    table_here,
    table_lines,
    take_back,
    vote_to_show,
)
from app.tables.table_players import DAIDE
from app.tables.table_setup import ask_seats, end_table, give_seat, set_secret, set_table, swap_seats, take_seats
from entente.words.names import describe_phase, power_name
from languages import tr


class ClockAct(StrEnum):
    """Act on a clock."""

    START = "start"
    PAUSE = "pause"
    ADD = "add"
    END = "end"


@command("end-talks", "End the talks", who=Who.TABLE, menu="Game/Table", place=20, available=at_a_table)
def end_the_talks(session: Session) -> None:
    """The negotiations are over; the curtain calls the first person."""
    end_talks(session)
    session.say(table_lines(table_here(session))[0])


@command("call", "Call a seat…", who=Who.TABLE, available=at_a_table)
def call_a_seat(session: Session, power: str) -> None:
    """Call somebody to the laptop who has not sealed, or who wants to take a seal back.

    Args:
        power: the power, or GM for the game master.
    """
    call(session, _named(session, power))


@command("open-seat", "Open a seat…", who=Who.TABLE, menu="Game/Table", place=21, available=at_a_table)
def open_a_seat(session: Session, power: str, secret: RestOfLine | None = None) -> None:
    """Sit down at the laptop for a power: its own orders, letters and notes are there, and nobody else's.

    Args:
        power: the power, or GM for the game master.
        secret: its PIN or passphrase, where it has one.
    """
    name = _named(session, power)
    open_seat(session, name, secret)
    now = table_here(session).round
    if len(now.table.people) > 1:
        session.say(tr("{round} is at the laptop.", round=now.title(name)))
    else:  # who plays alone needs no name called
        session.say(tr("{phase}: write your orders, then seal them.", phase=describe_phase(session.variant, now.phase)))


@command("close-seat", "Close the seat", who=Who.SEAT, menu="Game/Table", place=23, available=at_an_open_seat)
def close_the_seat(session: Session) -> None:
    """Close the open seat and seal later; what was written stays in it."""
    close_seat(session)
    session.say(table_lines(table_here(session))[0])


@command("seal", "Seal my orders", who=Who.SEAT, menu="Game/Table", place=22, shortcut="Ctrl+Alt+Return", available=at_an_open_seat)
def seal_the_seat(session: Session, *, anyway: bool = False) -> None:
    """Seal the orders of the open seat, and close it. Until the last one has sealed they can be taken back.

    Args:
        anyway: do not ask where orders are missing.
    """
    seating = table_here(session)
    power = seating.open
    lacking = "" if power in {None, GAME_MASTER} or anyway else describe_lacking(session, str(power))
    question = ChoiceQuestion(tr("{lacking}\n\nSeal all the same?", lacking=lacking), (tr("Write on"), tr("Seal")))
    if lacking and session.can_ask and session.services.ask(question) != tr("Seal"):
        raise GivenUp(tr("Not sealed."))
    seal(session)
    session.say(table_lines(seating)[0])


@command("take-back", "Change sealed orders…", who=Who.TABLE, menu="Game/Table", place=24, available=at_a_table)
def take_a_seal_back(session: Session, power: PowerName, secret: RestOfLine | None = None) -> None:
    """Open sealed orders again to change them, until the last one has sealed.

    Args:
        power: whose.
        secret: its PIN or passphrase, where it has one.
    """
    take_back(session, power, secret)
    session.say(tr("{power} is at the laptop.", power=power_name(session.variant, power)))


@command("unlock", "Give a PIN for the reveal…", who=Who.TABLE, menu="Game/Table", place=31, available=at_a_table)
def unlock(session: Session, power: PowerName, secret: RestOfLine | None = None) -> None:
    """After the program was started again: give the PIN or passphrase of sealed orders, so that they can be shown.

    After the game it opens the seat's letters to the table: story, promises and exports with letters tell them from then on.

    Args:
        power: whose.
        secret: its PIN or passphrase, where it has one.
    """
    give_key(session, power, secret)
    if table_here(session).round.stage is RoundStage.OVER:
        session.say(tr("The letters of {power} can be read by everybody now.", power=power_name(session.variant, power)))
        return
    lacking = table_here(session).lacking_keys
    names = ", ".join(power_name(session.variant, each) for each in lacking)
    session.say(tr("Still to be given: {names}.", names=names) if lacking else tr("All seals can be opened."))


@command("give-up-orders", "Discard sealed orders…", who=Who.TABLE, menu="Game/Table", place=32, available=at_a_table)
def give_up_orders(session: Session, power: PowerName, *, agreed: str | None = None) -> None:
    """Drop the orders that a power has sealed and nobody can open, since its PIN is forgotten; nobody reads them, and it is noted.

    More than half of the others at the table agree to it, each with their PIN. Its notes and letters stay sealed. With give-seat and a
    new PIN the seat is written at again, and an earlier PIN that comes back to mind opens the notes: see notes.

    Args:
        power: whose orders.
        agreed: who agrees, with commas, each with their PIN or passphrase: "Ada:4711, Ben".
    """
    name = power_name(session.variant, power)
    words = tr("Discard the orders that {name} has sealed? Nobody will ever read them. Its notes are kept.", name=name)
    keeping, dropping = tr("Keep the orders"), tr("Discard the orders")
    if session.can_ask and session.services.ask(ChoiceQuestion(words, (keeping, dropping))) != dropping:
        raise Abort(tr("Nothing was discarded."))
    give_up(session, power, agreed)
    session.say(tr("The sealed orders of {name} were dropped, unread.", name=name))


@command("show-orders", "Show the orders", who=Who.TABLE, menu="Game/Table", place=30, available=at_a_table)
def show_the_orders(session: Session) -> None:
    """Open all seals, carry the phase out, and show the results. The table's act: it comes when the table's rule says so."""
    show_or_go_on(session)


@command("next-round", "Go on from the results", who=Who.TABLE, menu="Game/Table", place=33, available=at_a_table)
def next_round(session: Session) -> None:
    """From the results to the next phase."""
    go_on(session)
    session.say(table_lines(table_here(session))[0])


@command("show-now", "Vote to show the orders…", who=Who.TABLE, available=at_a_table)
def show_now(session: Session, person: RestOfLine, *, no: bool = False) -> None:
    """Say for a person that orders be shown now, where the table votes on it.

    Args:
        person: their name, or the power where they have none.
        no: take it back.
    """
    vote_to_show(session, person, yes=not no)
    session.say(table_lines(table_here(session))[0])


@command("clock", "The table's clock", who=Who.ANYBODY, menu="Game/Table", place=40, available=at_a_table)
def clock(session: Session, part: ClockAct | None = None, *, seconds: int = 60) -> None:
    """Start or pause the clock, give it a minute more, end it, or say what it shows.

    Args:
        part: start, pause, add or end.
        seconds: how many are added.
    """
    seating = table_here(session)
    if (part is ClockAct.END or (part is ClockAct.ADD and seconds < 0)) and seating.open not in {None, GAME_MASTER}:
        raise Abort(tr("{person} is at the laptop; close that seat first.", person=seating.round.title(seating.open)))
    match part:
        case ClockAct.START:
            seating.start_clock()
        case ClockAct.PAUSE:
            seating.pause_clock()
        case ClockAct.ADD:
            seating.add_time(max(min(seconds, LONGEST_TALKS), -LONGEST_TALKS))
        case ClockAct.END:
            end_clock(session)
        case None:
            pass
    session.table_changed()
    time = seating.clock.words
    session.say(
        tr("The clock shows {time}.", time=time) if seating.clock.running else tr("The clock shows {time} and is stopped.", time=time)
    )


def _ask_secret(session: Session) -> Mapping[str, object]:
    """Ask the person at the laptop for a new PIN or passphrase, or whether the one they have is to go.

    Raises:
        GivenUp: neither was chosen.
    """
    seating = table_here(session)
    name = seating.open
    has_one = name is not None and seating.lock_of(name) is not None
    question = NewSecretQuestion("" if name is None else seating.round.title(name), has_one)
    is_chosen, secret = session.services.ask(question) or (False, None)
    if not is_chosen:
        raise GivenUp(tr("{title}: nothing was done.", title=tr("My PIN or passphrase…").rstrip("…")))
    return {"secret": secret}


@command("set-pin", "My PIN or passphrase…", who=Who.SEAT, menu="Game/Table", place=52, available=at_an_open_seat, asks=_ask_secret)
def set_pin(session: Session, secret: RestOfLine | None = None) -> None:
    """Protect the open seat with a PIN or passphrase, or, without one, take it away.

    Args:
        secret: at least 4 digits, or at least 8 characters.
    """
    set_secret(session, secret)
    session.say(
        tr("The seat opens without a PIN now.") if secret is None else tr("From now on the seat opens with this PIN or passphrase.")
    )


@command("notes", "My notes…", who=Who.SEAT, menu="Game/Table", place=53, available=orders_taken, asks=in_panel("notes"))
def notes(session: Session, power: PowerName, text: RestOfLine | None = None, *, whole: bool = False, old_pin: str | None = None) -> None:
    """Write down what a power wants to remember; at a table nobody else reads it.

    Without a text the window opens the notes, and elsewhere they are printed.

    Args:
        power: whose notes.
        text: what is noted, below what is there; a single - takes all of it away.
        whole: put the text in place of all that is there.
        old_pin: an earlier PIN or passphrase of the power: opens the notes and letters that were sealed under it.
    """
    session.check_writer(power)
    if old_pin is not None:
        found = recall(session, power, old_pin)
        session.say(
            tr("The notes and letters under that PIN are open again.") if found else tr("No notes or letters are sealed under that PIN.")
        )
        return
    there = session.shown.notes.get(power, "")
    if text is None and not whole:
        if session.services.screen is not None:
            session.services.screen.show_panel("notes")
        else:
            session.say(there or tr("There are no notes."))
        return
    said = text or ""
    wanted = said if whole else "" if said.strip() == "-" else f"{there}\n{said}".lstrip("\n")

    def noted(game: Game) -> Game:
        return with_notes(game, power, wanted)

    session.perform(tr("Notes of {power}", power=power_name(session.variant, power)), noted, show_open_turn=False)


def _named(session: Session, word: str) -> str:
    if word.upper() == GAME_MASTER:
        return GAME_MASTER
    return str(read_word(Kind.POWER, word, session.surroundings, {}, "power", 1))


@command("table", "Set up the table…", who=Who.ANYBODY, menu="Game/Table", place=10, available=game_open)
def table(
    session: Session,
    *seats: str,
    draw: str | None = None,
    seed: int | None = None,
    wishes: str | None = None,
    shown: RevealTime = RevealTime.ALL_SEALED,
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
            raise Abort(tr("This game has a table; change a seat with: {give}", give=session.named("give-seat")))
        session.say("\n".join(table_lines(session.seating)))
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
    session.say("\n".join(table_lines(seating)))


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
    session.say(table_lines(table_here(session))[0])


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
    shown: RevealTime | None = None,
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
