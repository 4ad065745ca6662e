"""The analysis board, set up freely, with best replies; and hints for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator import Location, Phase, Piece, Resolution, Variant
from app.commands.declaring.registry import command
from app.game.analysis import analysis_board, drive_out, emptied, set_contested, set_owner, set_phase, set_position, standing
from app.game.analysis import clear as cleared
from app.game.analysis import place as placed
from app.game.edits import set_lines
from app.game.gm_edits import edit_position
from app.game.readiness import unordered
from app.game.record import Game, variant_at
from app.mail_in.account import read_typed
from app.session.analysis_board import (
    LONGEST,
    WORK,
    advice_in_words,
    lessons_in_words,
    line_of,
    phases_seen,
    position_as_text,
    power_of,
    province_of,
    put_in_front,
    question_of,
    read_position,
    without_hooks,
)
from app.session.answers import as_json, board_data
from app.session.board_text import board_as_text, headline, report
from app.session.errors import Abort, did_you_mean, nearest
from app.session.hook_service import retry_stopped_hooks
from app.session.parameters import PowerName, ProvinceCode, RestOfLine
from app.session.roles import Who, on_analysis_board
from app.session.services import ChoiceQuestion
from app.session.session import Session, game_open, moment, orders_taken
from app.session.viewpoint import CURTAIN
from entente.words.names import describe_phase, place_name, power_name
from languages import labelled, plural, tr

if TYPE_CHECKING:
    from app.players.strong.review import Lesson


@command("analysis", "Analysis board", menu="Tools", place=30, shortcut="Ctrl+Shift+A")
def analysis(session: Session, variant: str | None = None, *, empty: bool = False) -> None:
    """Open an analysis board: set up units freely, write orders for all powers, and see what they would give. Units stay where they are.

    It begins with the position and the orders that are shown; without an open game, with the start of the standard one.

    Args:
        variant: what is played; then it begins with the variant's start.
        empty: begin without units and owners.
    """
    if variant is None and session.current is not None:
        shown, turn = session.shown, session.turn
        rules = tuple(session.game.rules_at(session.cursor).items())
        name = tr("Analysis of {game}, {phase}", game=shown.name, phase=describe_phase(shown.variant, turn.phase))
        game = analysis_board(
            shown.variant, turn.position, {} if empty else turn.orders, name=name, rules=rules, checksum=shown.variant_checksum
        )
    else:
        wanted = variant or "standard"
        shelved = session.shelf.find(wanted)
        if shelved is None:
            ids = session.shelf.ids()
            raise Abort(
                tr(
                    "There is no variant {name}; there are {names}{did_you_mean}",
                    name=wanted,
                    names=", ".join(ids),
                    did_you_mean=did_you_mean(nearest(wanted, ids)),
                )
            )
        game = analysis_board(shelved.variant, name=tr("Analysis, {variant}", variant=shelved.variant.name), checksum=shelved.checksum)
    if empty:
        game = emptied(game)
    put_in_front(session, game)
    if session.services.screen is not None:
        session.say(tr("{game}. Pieces stay while orders change; the strip above the board sets them up.", game=game.name))
        return
    session.say(
        tr(
            "{game}. Pieces stay while orders change; {place}, {clear} and {owner} set them up.",
            place=session.named("place"),
            clear=session.named("clear"),
            owner=session.named("owner"),
            game=game.name,
        )
    )


@command("what-if", "What if", menu="Tools", place=31, shortcut="Ctrl+Shift+Return", available=orders_taken)
def what_if(session: Session) -> None:
    """Adjudicate the orders as they are now and show what they would give, without going on: they can be changed and tried again.

    The hooks of the game take part as they do when the phase is processed; what they keep stays as it is.
    """
    cursor = session.game.last(session.branch)
    variant, turn, game = variant_at(session.game, cursor), session.open_turn, session.shown
    session.hooks.check_agreed(session.game, cursor)

    def suppose(game: Game) -> tuple[Game, Resolution]:
        return game, session.hooks.waiting(lambda: session.hooks.quiet_referee(game, cursor)).resolution

    game, resolution = retry_stopped_hooks(session.services, session.hooks, suppose, game, tr("Show nothing"))
    for name, attached in game.hooks_at(cursor).items():
        if attached.left_out:
            session.say(tr("Without the hook {name}: {left_out}", name=name, left_out=attached.left_out))
    screen = session.services.screen
    if screen is not None:
        session.document.show(cursor)
        screen.show_view(replace(screen.view, preview=True, orders=True))
    supposed = replace(turn, resolution=resolution)
    if screen is None:
        session.say(tr("If the orders stay as they are:\n{report}", report=report(variant, supposed, supposed=True)))
    else:
        session.say(tr("With these orders: {words}.", words=headline(variant, supposed, supposed=True).splitlines()[0]))
        screen.show_panel("results")


@command("place", "Place a unit…", menu="Tools", place=40, available=on_analysis_board)
def place(session: Session, kind: str, where: str, power: PowerName) -> None:
    """Put a unit onto the analysis board, in place of any other in its province: place F NTH ENGLAND.

    Args:
        kind: of unit, by its letter: A or F.
        where: the province, with its coast where it needs one: STP/SC.
        power: whose it is.
    """
    name, _, coast = where.partition("/")
    province = province_of(session.surroundings, name)
    piece = standing(session.game.variant, Piece(kind.upper(), Location(province, coast.upper() or None)))
    branch = session.branch
    session.perform(tr("Place {piece}", piece=piece), lambda game: placed(game, branch, power, piece))
    session.say(tr("{power} {piece} stands on the board.", power=power, piece=piece))


ALL = "all"


@command("clear", "Take a unit off…", menu="Tools", place=41, available=on_analysis_board)
def clear(session: Session, *provinces: str) -> None:
    """Take units off the analysis board: clear NTH; clear all takes every unit and owner off.

    Args:
        provinces: where they stand; the one that is picked unless given.
    """
    branch = session.branch
    if len(provinces) == 1 and provinces[0].casefold() == ALL:
        session.perform(tr("Clear the board"), lambda game: emptied(game, branch))
        session.say(tr("The board is empty."))
        return
    named = tuple(province_of(session.surroundings, each) for each in provinces) or ((session.selection,) if session.selection else ())
    if not named:
        raise Abort(tr("Pick a unit first, or name its province."))
    session.perform(tr("Clear {named}", named=", ".join(named)), lambda game: cleared(game, branch, named))
    session.say(tr("{named}: no unit stands there now.", named=", ".join(named)))


@command("owner", "Owner of a centre…", menu="Tools", place=42, available=on_analysis_board)
def owner(session: Session, province: ProvinceCode, power: str) -> None:
    """Say who owns a supply centre of the analysis board: owner BEL FRANCE.

    Args:
        province: where the centre is.
        power: the owner; none for nobody.
    """
    whose = power_of(session.surroundings, power)
    branch = session.branch
    session.perform(tr("Owner of {province}", province=province), lambda game: set_owner(game, branch, province, whose))
    session.say(
        tr("{province} belongs to {power}.", province=province, power=whose)
        if whose
        else tr("{province} belongs to nobody.", province=province)
    )


@command("set-phase", "Phase of the board…", menu="Tools", place=44, available=on_analysis_board)
def phase_of_board(session: Session, phase: Phase) -> None:
    """Say at which phase the analysis board stands: set-phase F1903M. Units and owners stay.

    Args:
        phase: any of the calendar, in any year.
    """
    branch = session.branch
    session.perform(
        tr("Set the phase to {phase}", phase=describe_phase(session.variant, phase)), lambda game: set_phase(game, branch, phase)
    )
    session.say(tr("The board shows {phase}.", phase=describe_phase(session.variant, phase)))


@command("standoff", "Standoff in a province…", menu="Tools", place=46, available=on_analysis_board)
def standoff(session: Session, province: ProvinceCode, *, off: bool = False) -> None:
    """Mark a province of the analysis board as one where a standoff was, in a retreat phase: nobody retreats there.

    Args:
        province: where it was.
        off: there was none after all.
    """
    branch = session.branch
    label = tr("No standoff in {province}", province=province) if off else tr("Standoff in {province}", province=province)
    session.perform(label, lambda game: set_contested(game, branch, province, contested=not off))
    place = place_name(session.variant, province)
    session.say(tr("{place} is open to retreats.", place=place) if off else tr("{place} is barred to retreats.", place=place))


@command("dislodge", "Drive a unit out…", menu="Tools", place=45, available=on_analysis_board)
def dislodge(session: Session, origin: ProvinceCode, province: ProvinceCode) -> None:
    """Have a unit drive another one out on the analysis board, in a retreat phase.

    Args:
        origin: where the attacker came from, and stands still.
        province: of the unit that is driven out; the attacker stands there afterwards.
    """
    branch = session.branch
    session.perform(tr("Drive the unit out of {province}", province=province), lambda game: drive_out(game, branch, origin, province))
    session.say(tr("The unit of {province} has to retreat.", province=province))


@command("show", "Show the board as text", who=Who.ANYBODY, menu="View", place=39, available=game_open)
def show(session: Session, phase: Phase | None = None, *, json: bool = False) -> None:
    """Print the board as text: phase, units, dislodged units, centres, orders.

    Args:
        phase: of when; the phase that is shown unless given.
        json: say it as data, and nothing else.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    if json:
        session.say(as_json(board_data(session, cursor)))
        return
    session.say(board_as_text(session.shown, cursor, session.viewer))


@command("position", "Position on one line", menu="Tools", place=43)
def position(session: Session, line: RestOfLine = "") -> None:
    """Set up the position that a line describes; without one, show the present position as a line.

    An analysis board takes it; where none is in front, one is opened with it.

    Args:
        line: the position, as copy-position-line writes it.
    """
    if not line.strip():
        if session.current is None:
            raise Abort(tr("No game is open whose position could be shown."))
        session.say(line_of(session))
        return
    if session.current is None:
        shelved = session.shelf.find("standard")
        assert shelved is not None, "the standard game is shipped"
        put_in_front(session, analysis_board(shelved.variant, checksum=shelved.checksum))
    elif on_analysis_board(session):
        shown = session.shown
        put_in_front(
            session,
            analysis_board(shown.variant, name=tr("Analysis, {variant}", variant=shown.variant.name), checksum=shown.variant_checksum),
        )
    wanted, branch = read_position(session, line), session.branch
    session.perform(tr("Set up position"), lambda game: set_position(game, branch, wanted))
    session.say(
        plural("{phase}: {count} unit on the board.", "{phase}: {count} units on the board.", len(wanted.units), phase=wanted.phase)
    )


@command("copy-position", "Copy position", who=Who.ANYBODY, menu="Edit", place=30, available=game_open)
def copy_position(session: Session) -> None:
    """Put the position that is shown onto the clipboard, as text in the form of a game file."""
    session.services.copy_text(position_as_text(session.variant, session.turn.position))
    session.say(tr("Position copied."))


@command("copy-position-line", "Copy position line", who=Who.ANYBODY, menu="Edit", place=33, available=game_open)
def copy_position_line(session: Session) -> None:
    """Put the position that is shown onto the clipboard on one line, which can be pasted here and is read by programs."""
    session.services.copy_text(line_of(session))
    session.say(tr("Position line copied."))


@command("paste-position", "Paste position", menu="Edit", place=31, available=orders_taken)
def paste_position(session: Session, reason: RestOfLine = "Position pasted") -> None:
    """Put the position on the clipboard, of several lines or one, in place of the present one.

    A game keeps that as a game master's edit, with its reason; an analysis board just takes it.

    Args:
        reason: why, for the game's record.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort(tr("There is no text on the clipboard."))
    position = read_position(session, text, tr("text on the clipboard"))
    branch = session.branch
    free = session.game.is_analysis
    session.perform(
        tr("Paste position"),
        lambda game: set_position(game, branch, position) if free else edit_position(game, branch, position, reason),
    )
    session.say(
        plural(
            "The position was pasted: {count} unit.",
            "The position was pasted: {count} units.",
            len(position.units),
        )
    )


MOST_REPLIES = 20
MOST_WORK = 100_000_000


@command("best-replies", "Best replies", menu="Tools", place=36, shortcut="Ctrl+Shift+E", available=on_analysis_board)
def best_replies(
    session: Session, power: PowerName | None = None, *, seconds: float | None = None, work: int = WORK, count: int = 5
) -> None:
    """List the best replies of a power on the analysis board, with the centres that each may bring.

    The orders that are written for the others are assumed, and their units without one do nothing; powers without any are guessed. What is
    written for the power itself is listed too. In the window the list opens beside the board, and any change stops the search.

    Args:
        power: whose; the power of the unit that is picked unless given.
        seconds: how long to search; 2 in the window unless given.
        work: without a window and *seconds*, how many positions to look at: the same number always gives the same answer.
        count: how many replies.
    """
    _advise(session, _whose(session, power), seconds, work, count, as_seat=False)


@command("hint", "What would you do?", who=Who.SEAT, menu="Orders", place=13, shortcut="Ctrl+Shift+H", available=orders_taken)
def hint(session: Session, power: PowerName | None = None, *, seconds: float | None = None, work: int = WORK, count: int = 3) -> None:
    """Say what the strong opponent would do in your place: a few sets of orders, with the centres that each may bring.

    It looks at nothing but what your power may see, and at no orders but your own.

    Args:
        power: whose place; that of the viewer, or of the unit that is picked, unless given.
        seconds: how long to search; 2 in the window unless given.
        work: without a window and *seconds*, how many positions to look at: the same number always gives the same answer.
        count: how many sets of orders.
    """
    whose = _whose(session, power)
    session.check_writer(whose)
    _advise(session, whose, seconds, work, count, as_seat=True)


@command("take-orders", "Take a set of orders…", who=Who.SEAT, menu="Orders", place=23, available=orders_taken)
def take_orders(session: Session, power: PowerName, orders: RestOfLine) -> None:
    """Write all orders of a power in one step, in place of what it had.

    They stand one after the other: take-orders FRANCE A PAR - BUR; A MAR S A PAR - BUR. A line that cannot be read or is not
    legal stops it, and nothing is changed.

    Args:
        power: whose orders.
        orders: the orders, with semicolons between them.
    """
    session.check_writer(power)
    variant, position = session.variant, session.open_turn.position
    texts = [each.strip() for each in orders.split(";") if each.strip()]
    if not texts:
        raise Abort(tr("Which orders? Put semicolons between them."))
    for text in texts:
        read = read_typed(variant, position, text, power)
        if read.order is None or read.refusal:
            raise Abort(labelled(text, read.fault or read.refusal))
    branch = session.branch

    def write(game: Game) -> Game:
        return set_lines(game, branch, power, texts)

    session.perform(tr("Orders of {power}", power=power_name(variant, power)), write)
    left = len(unordered(variant, session.open_turn, power))
    name, written = power_name(variant, power), plural("{count} order", "{count} orders", len(texts))
    session.say(
        tr("{power}: {orders} written, {count} missing.", power=name, orders=written, count=left)
        if left
        else tr("{power}: {orders} written.", power=name, orders=written)
    )


@command("learn", "Learn from this game", who=Who.SEAT, menu="Tools", place=38)
def learn(session: Session, power: PowerName | None = None, *, work: int = 5_000, exercise: int = 0) -> None:
    """Say what the strong opponent would have ordered in each phase of the game so far, and where most was given away.

    The three turning points come first, with centres that were left open; then every phase. An exercise is one of the turning points on an
    analysis board, without your orders.

    Args:
        power: whose orders are looked at; those of the viewer, or of the unit that is picked, unless given.
        work: how many joint orders are weighed for each phase: the same number always gives the same answer.
        exercise: the turning point that is opened as an exercise, from 1.
    """
    from app.players.strong.review import lessons, turning_lessons

    whose = _whose(session, power)
    session.check_writer(whose)
    if not 1 <= work <= MOST_WORK:
        raise Abort(tr("From 1 to {most_work} positions can be looked at.", most_work=MOST_WORK))
    variant, seen = session.variant, phases_seen(session, whose)
    found = session.services.wait_for(tr("Looking at each phase…"), lambda: lessons(variant, seen, whose, work))
    if not found:
        raise Abort(tr("{power} has not ordered any moves yet.", power=power_name(variant, whose)))
    turning = turning_lessons(found)
    if not exercise:
        summary, *lines = lessons_in_words(variant, whose, found, turning, in_codes=session.services.screen is None)
        session.services.report(summary, lines)
        exercise = _asked_for(session, variant, turning)
    if not exercise:
        return
    if not 1 <= exercise <= len(turning):
        raise Abort(plural("There is {count} turning point.", "There are {count} turning points.", len(turning)))
    chosen = turning[exercise - 1]
    name = tr("Exercise: {power}, {phase}", power=power_name(variant, whose), phase=describe_phase(variant, chosen.phase))
    shown = session.shown
    game = analysis_board(
        shown.variant,
        seen[chosen.index].position,
        {},
        name=name,
        rules=tuple(session.game.rules_at(session.cursor).items()),
        checksum=shown.variant_checksum,
    )
    put_in_front(session, game)
    own = seen[chosen.index].position.units_of(whose)
    session.selection = own[0].province if own else None  # best replies are for the power that learns
    session.say(tr("{game}: which orders serve best? Best replies knows.", game=name))


def _asked_for(session: Session, variant: Variant, turning: Sequence[Lesson]) -> int:
    """Return the number of the turning point that the person wants to play again; 0 for none."""
    if not turning or not session.can_ask:
        return 0
    named = [tr("{number}. {phase}", number=number, phase=describe_phase(variant, each.phase)) for number, each in enumerate(turning, 1)]
    answer = session.services.ask(
        ChoiceQuestion(tr("Play one of the turning points again, without your orders, as an exercise?"), (tr("No exercise"), *named))
    )
    return 1 + named.index(answer) if answer in named else 0


def _whose(session: Session, power: str | None) -> str:
    if power is not None:
        return power
    if session.viewer not in (None, CURTAIN):
        return str(session.viewer)
    unit = None if session.selection is None else session.open_turn.position.unit_at(session.selection)
    if unit is None:
        raise Abort(tr("For whom? Name the power, or pick one of its units."))
    return unit.power


def _advise(session: Session, power: str, seconds: float | None, work: int, count: int, *, as_seat: bool) -> None:
    from app.players.strong.budget import Budget
    from app.players.strong.replies import advise

    if not 1 <= count <= MOST_REPLIES:
        raise Abort(tr("From 1 to {most_replies} replies can be listed.", most_replies=MOST_REPLIES))
    if seconds is not None and not 0 < seconds <= LONGEST:
        raise Abort(tr("A search takes up to {longest:.0f} seconds.", longest=LONGEST))
    if not 1 <= work <= MOST_WORK:
        raise Abort(tr("From 1 to {most_work} positions can be looked at.", most_work=MOST_WORK))
    question = question_of(session, power, count, as_seat=as_seat)
    if session.is_watched and session.services.screen is not None:
        session.services.screen.show_advice(power, seconds, count, as_seat=as_seat)
        return
    budget = Budget(None, work) if seconds is None else Budget(seconds, None)
    session.say("\n".join(advice_in_words(question.variant, question.position, advise(question, budget))))
    note = without_hooks(session)
    if note:
        session.say(note)
