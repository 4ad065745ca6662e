"""At a table: sit down, seal, take back, show the orders, and the clock."""

from __future__ import annotations

from enum import StrEnum

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.record import Game
from app.game.table import GAME_MASTER, LONGEST_TALKS
from app.hotseat.round import RoundStage
from app.hotseat.sealing import with_notes
from app.session.errors import Abort, GivenUp
from app.session.parameters import Kind, PowerName, RestOfLine, read_word
from app.session.processing import describe_lacking
from app.session.roles import Who
from app.session.session import Session, at_a_table, orders_taken
from app.tables.former_locks import recall
from app.tables.table_acts import (
    call,
    close_seat,
    end_clock,
    end_talks,
    give_key,
    give_up,
    go_on,
    open_seat,
    seal,
    show_or_go_on,
    table_here,
    take_back,
    vote_to_show,
)
from app.tables.table_setup import set_secret
from app.tables.table_words import told
from entente.words.names import power_name
from languages import tr


class ClockAct(StrEnum):
    """Act on a clock."""

    START = "start"
    PAUSE = "pause"
    ADD = "add"
    END = "end"


def somebody_there(session: Session) -> str:
    """For ``available``: a seat is open."""
    if session.seating is None:
        return at_a_table(session)
    return "" if session.seating.open is not None else tr("Nobody is at the laptop.")


@command("end-talks", "End the talks", who=Who.TABLE, menu="Game/Table", place=20, available=at_a_table)
def end_the_talks(session: Session) -> None:
    """The negotiations are over; the curtain calls the first person."""
    end_talks(session)
    session.say(told(table_here(session))[0])


@command("call", "Call a seat…", who=Who.TABLE, available=at_a_table)
def call_a_seat(session: Session, power: str) -> None:
    """Call somebody to the laptop who has not sealed, or who wants to take a seal back.

    Args:
        power: the power, or GM for the game master.
    """
    call(session, _named(session, power))


@command("open-seat", "Open a seat…", who=Who.TABLE, menu="Game/Table", place=21, available=at_a_table)
def open_a_seat(session: Session, power: str, secret: RestOfLine | None = None) -> None:
    """Sit down at the laptop for a power: its own orders, press and notes are there, and nobody else's.

    Args:
        power: the power, or GM for the game master.
        secret: its PIN or passphrase, where it has one.
    """
    name = _named(session, power)
    open_seat(session, name, secret)
    session.say(tr("{round} is at the laptop.", round=table_here(session).round.title(name)))


@command("close-seat", "Close the seat", who=Who.SEAT, menu="Game/Table", place=23, available=somebody_there)
def close_the_seat(session: Session) -> None:
    """Close the open seat and seal later; what was written stays in it."""
    close_seat(session)
    session.say(told(table_here(session))[0])


@command("seal", "Seal my orders", who=Who.SEAT, menu="Game/Table", place=22, shortcut="Ctrl+Alt+Return", available=somebody_there)
def seal_the_seat(session: Session, *, anyway: bool = False) -> None:
    """Seal the orders of the open seat, and close it. Until the last one has sealed they can be taken back.

    Args:
        anyway: do not ask where orders are missing.
    """
    seating = table_here(session)
    power = seating.open
    lacking = "" if power in {None, GAME_MASTER} or anyway else describe_lacking(session, str(power))
    if (
        lacking
        and session.can_ask
        and session.services.ask(tr("{lacking}\n\nSeal all the same?", lacking=lacking), (tr("Write on"), tr("Seal"))) != tr("Seal")
    ):
        raise GivenUp(tr("Not sealed."))
    seal(session)
    session.say(told(seating)[0])


@command("take-back", "Take a seal back…", who=Who.TABLE, menu="Game/Table", place=24, available=at_a_table)
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


@command("give-up-orders", "Give up sealed orders…", who=Who.TABLE, menu="Game/Table", place=32, available=at_a_table)
def give_up_orders(session: Session, power: PowerName, *, agreed: str | None = None) -> None:
    """Drop the orders that a power has sealed and nobody can open, since its PIN is forgotten; nobody reads them, and it is noted.

    More than half of the others at the table agree to it, each with their PIN. Its notes and letters stay sealed. With give-seat and a
    new PIN the seat is written at again, and an earlier PIN that comes back to mind opens the notes: see notes.

    Args:
        power: whose orders.
        agreed: who agrees, with commas, each with their PIN or passphrase: "Ada:4711, Ben".
    """
    name = power_name(session.variant, power)
    if session.can_ask and session.services.ask(
        tr("Drop the orders that {name} has sealed? Nobody will ever read them. Its notes are kept.", name=name),
        (tr("Keep it"), tr("Drop it")),
    ) != tr("Drop it"):
        raise Abort(tr("Nothing was dropped."))
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
    session.say(told(table_here(session))[0])


@command("show-now", "Vote to show the orders…", who=Who.TABLE, available=at_a_table)
def show_now(session: Session, person: RestOfLine, *, no: bool = False) -> None:
    """Say for a person that orders be shown now, where the table votes on it.

    Args:
        person: their name, or the power where they have none.
        no: take it back.
    """
    vote_to_show(session, person, yes=not no)
    session.say(told(table_here(session))[0])


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
    session.say(tr("The clock shows {time}.", time=time) if seating.clock.running else tr("The clock shows {time}, and stands.", time=time))


@command("set-pin", "My PIN or passphrase…", who=Who.SEAT, menu="Game/Table", place=52, available=somebody_there)
def set_pin(session: Session, secret: RestOfLine | None = None) -> None:
    """Protect the open seat with a PIN or passphrase, or, without one, take it away.

    Args:
        secret: at least 4 digits, or at least 8 characters.
    """
    set_secret(session, secret)
    session.say(tr("The seat opens by hand now.") if secret is None else tr("The seat opens with that from now on."))


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
