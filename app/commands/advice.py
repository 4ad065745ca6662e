"""Advice. Best replies on the analysis board, a hint for a seat, and taking whole sets of orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.variant import Variant
from app.commands.declaring.registry import command
from app.game.analysis import analysis_board
from app.game.edits import set_lines
from app.game.readiness import unordered
from app.game.record import Game
from app.mail_in.account import read_typed
from app.session.advice import LONGEST, WORK, advice_in_words, lessons_in_words, phases_seen, question_of, without_hooks
from app.session.analysis_board import on_analysis_board, put_in_front
from app.session.errors import Abort
from app.session.parameters import PowerName, RestOfLine
from app.session.roles import Who
from app.session.session import Session, orders_taken
from app.session.viewpoint import CURTAIN
from entente.words.names import power_name
from entente.words.phases import describe_phase
from languages import labelled, plural, tr

if TYPE_CHECKING:
    from app.players.strong.review import Lesson

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
        summary, *lines = lessons_in_words(variant, whose, found, turning)
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
    session.say(tr("{game}: which orders serve best? Best replies knows.", game=name))


def _asked_for(session: Session, variant: Variant, turning: Sequence[Lesson]) -> int:
    """Return the number of the turning point that the person wants to play again; 0 for none."""
    if not turning or not session.can_ask:
        return 0
    named = [tr("{number}. {phase}", number=number, phase=describe_phase(variant, each.phase)) for number, each in enumerate(turning, 1)]
    answer = session.services.ask(
        tr("Play one of the turning points again, without your orders, as an exercise?"), (tr("No exercise"), *named)
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
