"""Adjudicating a phase: what is missing for it, and what became of it."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.commands.gm.mail_round import remind as remind_all
from app.game.branch_edits import BroughtAlong, bring_along
from app.game.deadlines import due, give_next_deadline, terms_of
from app.game.edits import process as processed
from app.game.ending_edits import votes_sentence
from app.game.readiness import builds_left, missing, removals_left, taken_as_holding, unattended, unordered
from app.game.record import Cursor, Game
from app.game.silence import count_misses, misses, silence_rule
from app.gm.deadline_words import away_words, extended_by_rule, holding_by_rule, how_long, missed_words, moment_words
from app.gm.taken_mails import account_of, decide_withdrawn
from app.hooks.press import deliver_due
from app.mail_in.account import asked_words, units_asked_about
from app.session.answers import as_json, kept_lines, lacking_data, processed_data, status_data
from app.session.board_text import headline
from app.session.errors import Abort
from app.session.processing import Missing, Withdrawn, agree_to_process, check_whole, settle_withdrawn, tell_brought, why_processed
from app.session.roles import Who
from app.session.session import Session, board_on_screen, game_open, moment, now_of, orders_taken
from app.tables.table_acts import show_or_go_on, standings
from entente.words import describe_ending, describe_phase
from entente.words.names import join_words, power_name, unit_name
from entente.words.sentence import describe_centres, describe_units, sees_all_of
from languages import labelled, plural, tr


@command("previous-phase", "Previous phase", who=Who.ANYBODY, menu="Go", place=10, shortcut="Alt+Left", available=game_open)
def previous_phase(session: Session) -> None:
    """Show the phase before the one that is shown."""
    cursor = session.cursor
    if cursor.index == 0:
        raise Abort(tr("This is the first phase."))
    session.document.show(Cursor(cursor.branch, cursor.index - 1))


@command("next-phase", "Next phase", who=Who.ANYBODY, menu="Go", place=11, shortcut="Alt+Right", available=game_open)
def next_phase(session: Session) -> None:
    """Show the phase after the one that is shown.

    Where orders can be given there, the window lists them beside the board.
    """
    cursor = session.cursor
    if cursor == session.game.last(cursor.branch):
        raise Abort(tr("This is the last phase."))
    session.document.show(Cursor(cursor.branch, cursor.index + 1))
    screen = session.services.screen
    if session.is_watched and screen is not None and session.cursor == session.game.last(cursor.branch) and not orders_taken(session):
        screen.show_panel("orders")


@command("first-phase", "First phase", who=Who.ANYBODY, menu="Go", place=12, shortcut="Alt+Home", available=game_open)
def first_phase(session: Session) -> None:
    """Show the start of the game."""
    if session.cursor.index == 0:
        session.say(tr("This is the first phase."))
    session.document.show(Cursor(session.branch, 0))


@command("last-phase", "Last phase", who=Who.ANYBODY, menu="Go", place=13, shortcut="Alt+End", available=game_open)
def last_phase(session: Session) -> None:
    """Show the present phase, where orders are written."""
    last = session.game.last(session.branch)
    if session.cursor == last:
        session.say(tr("This is the last phase."))
    session.document.show(last)


@command("goto", "Go to phase…", who=Who.ANYBODY, menu="Go", place=14, shortcut="Ctrl+G", available=game_open)
def goto(session: Session, phase: Phase) -> None:
    """Show a phase of the branch that is shown.

    Args:
        phase: such as S1901M, F1901R or W1901A; without its last letter the movement (in winter the adjustment) is meant.
    """
    session.document.show(moment(session, phase))


@command("play-timeline", "Play the timeline", who=Who.ANYBODY, menu="Go", place=15, shortcut="Ctrl+Space", available=board_on_screen)
def play_timeline(session: Session, running: bool | None = None) -> None:
    """Show the phases one after the other, from the one that is shown; again to stop.

    Args:
        running: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.play(not screen.is_playing if running is None else running)


@command("process", "Process", who=Who.TABLE, menu="Game", place=10, shortcut="Ctrl+Return", available=orders_taken)
def process(
    session: Session, *, missing: Missing | None = None, withdrawn: Withdrawn | None = None, reason: str | None = None, json: bool = False
) -> None:
    """Carry out the orders of the present phase and go on to the next.

    In the window what became of the orders is shown first, and the same command goes on from there; where an earlier phase is shown, it
    leads to the present one. In a script, and with --missing, a phase is adjudicated at once.

    Where a power that could order something sent nothing, where orders are missing, and where lines were not understood or are not legal,
    all of it is named and asked about once, and so are the powers that ask to wait for the deadline: wait, process all the same, take who
    is silent as holding, use default lists, or copy a reminder. Where nobody can be asked, nothing is processed and the exit code is 3.

    After the deadline the rule of the game for silence comes first, where it has one (``silence``): the deadline is extended, or the phase
    is processed and misses are counted.

    Orders that a mail seems to take back stop it by name, whatever else is said, until somebody says whether they stand.

    A file with lines that could not be read, or that orders a unit twice, is not processed by a command: its faults are named.
    --unread rest says that the rest counts.

    After a correction (correct-phase) the orders of the next phase come along from how it was played, as far as they are legal; what is
    not is listed, and stays among the orders as it was received.

    At a table it shows the orders when all have sealed, and goes on from the results.

    Units without orders hold, dislodged units without orders disband, builds that are not ordered are waived; where a power that sent
    nothing has a default list, the list decides. Retreat and build phases in which nobody has anything to do are passed over.

    Args:
        missing: process without asking: "hold" takes powers that sent nothing to have sent an empty set, "default" does so where no default
            list orders for them, "process" leaves it to the lists and the rules of the game.
        withdrawn: what becomes of orders that a mail seems to take back: "stand", or "out" with them.
        reason: why now, for the record; unless given, what stood in the way and what was decided about it is noted.
        json: say what came of it as data, and nothing else.
    """
    check_whole(session)
    if session.seating is not None:
        show_or_go_on(session)
        return
    variant, branch = session.variant, session.branch
    is_followed = missing is None and session.is_watched
    if is_followed and session.cursor != session.game.last(branch):
        _go_on(session)
        return
    turn = session.open_turn
    _settle_withdrawn(session, withdrawn)
    if missing is None and extended_by_rule(session):
        return
    by_rule = holding_by_rule(session) if missing is None else None
    holding = agree_to_process(session, missing, lambda *powers: remind_all(session, *powers)) if by_rule is None else by_rule
    missed = {power: len(phases) for power, phases in misses(session.game).items()}
    why = reason or why_processed(session, missing, holding)
    phase, now = describe_phase(variant, turn.phase), now_of(session)
    undecided = (mail for mail in turn.mails if not mail.power and 0 not in mail.settled)
    unknown = [mail.name or mail.address for mail in undecided if account_of(session, mail).claims]

    came_along: list[BroughtAlong] = []

    def judged(game: Game) -> Game:
        game = count_misses(game, branch, now)
        following = deliver_due(processed(taken_as_holding(game, branch, holding), branch, referee=session.referee), branch)
        came_along[:] = [bring_along(following, branch)]
        return give_next_deadline(came_along[0].game, branch, now)

    shows_outcome = is_followed and session.services.screen is not None
    session.perform(tr("Process {phase}", phase=phase), judged, show_open_turn=not shows_outcome, reason=why)
    if json:
        session.say(as_json(processed_data(session, session.shown.line(branch)[-2])))
        return
    session.say(headline(variant, session.shown.line(branch)[-2]))
    if unknown:
        session.say(tr("Nobody said whose mail it is, and nothing of it counted: {senders}.", senders=join_words(unknown)))
    moment = due(session.open_turn.deadline)
    if moment is not None and session.game.branch(branch).ending is None:
        session.say(tr("Due {moment}.", moment=moment_words(moment, terms_of(session.game).zone_info)))
    _say_misses(session, missed)
    _tell_kept(session)
    for each in came_along:
        tell_brought(session, each)
    if shows_outcome and session.services.screen is not None:
        session.services.screen.show_panel("results")


def _settle_withdrawn(session: Session, decided: Withdrawn | None) -> None:
    """Decide about the orders that a mail seems to take back, before anything else is asked."""
    decision = settle_withdrawn(session, decided)
    if decision is not None:
        for power in dict.fromkeys(power for power, _ in session.game.turn(session.game.last(session.branch)).withdrawn):
            decide_withdrawn(session, power, stands=decision is Withdrawn.STAND)


def _say_misses(session: Session, before: dict[str, int]) -> None:
    """Say who missed the deadline that was processed, and what the rule makes of it."""
    rule, variant = silence_rule(session.game), session.variant
    if rule is None:
        return
    for power, phases in misses(session.game).items():
        count, name = len(phases), power_name(variant, power)
        if count <= before.get(power, 0):
            continue
        session.say(tr("{power} has missed this deadline; misses: {count}.", power=name, count=count))
        if rule.disorder_after is not None and count >= rule.disorder_after:
            session.say(tr("{power} is in civil disorder from now on.", power=name))
        if rule.substitute_after is not None and count >= rule.substitute_after:
            session.say(tr("A substitute for {power} is called: {call} copies a text.", call=session.named("call-substitute"), power=name))


def _tell_kept(session: Session) -> None:
    """Announce the lines kept for this phase, if any: only a person writes them."""
    game = session.shown
    if game.kept_for(game.last(session.branch)):
        lines = kept_lines(session)
        summary = plural(
            "{count} line was received earlier for this phase ({take} reads them):",
            "{count} lines were received earlier for this phase ({take} reads them):",
            len(lines),
            take=session.named("kept-orders", "kept-orders --take"),
        )
        session.services.report(summary, lines)


def _go_on(session: Session) -> None:
    """From the results of the last phase to the open one; from any earlier phase there too."""
    if session.cursor.index + 1 == session.game.last(session.branch).index:
        next_phase(session)
    else:
        last_phase(session)


@command("who", "Who lacks orders", who=Who.ANYBODY, menu="Game", place=11, shortcut="F6", available=game_open)
def who(session: Session, *, json: bool = False) -> None:
    """List the powers that still lack orders in the present phase, and for what.

    Args:
        json: say it as data, and nothing else.
    """
    if json:
        session.say(as_json(lacking_data(session)))
        return
    variant, turn = session.variant, session.open_turn
    if session.seating is not None and session.seating.open is None:
        session.say("\n".join(standings(session.seating)))
        return
    nobody, found = unattended(session.shown), False
    for power in variant.powers if session.viewer is None else (session.viewer,):
        if power in nobody:
            continue
        asked = units_asked_about(variant, turn, power)
        lacking = [unit_name(variant, unit.piece) for unit in unordered(variant, turn, power) if unit.province not in asked]
        builds, removals = builds_left(variant, turn, power), removals_left(variant, turn, power)
        if builds:
            lacking.append(tr("{builds} to build", builds=builds))
        if removals:
            lacking.append(tr("{removals} to remove", removals=removals))
        if lacking:
            found = True
            session.say(labelled(power_name(variant, power), join_words(lacking)))
        for question in asked_words(variant, turn, power):
            found = True
            session.say(labelled(power_name(variant, power), question))
    if not found:
        session.say(tr("All orders are in."))


@command("status", "Status of the game", who=Who.ANYBODY, menu="Game", place=13, available=game_open)
def status(session: Session, *, json: bool = False) -> None:
    """Say where the game stands: phase, centres and units of each power, what is missing.

    Args:
        json: say it as data, and nothing else.
    """
    if json:
        session.say(as_json(status_data(session)))
        return
    game, variant, turn = session.shown, session.variant, session.turn
    position = turn.position
    session.say(
        tr(
            "{document}: {variant}, {phase}, branch {branch}",
            document=session.document.title,
            variant=variant.name,
            phase=describe_phase(variant, turn.phase),
            branch=session.branch,
        )
    )
    for power in variant.powers:
        centres, units = len(position.centres_of(power)), len(position.units_of(power))
        if centres or units:
            whole = sees_all_of(position, power, session.viewer)
            described = f"{describe_centres(centres, whole=whole)}, {describe_units(units, whole=whole)}"
            session.say(f"  {labelled(power_name(variant, power), described)}")
    ending = game.branch(session.branch).ending
    if ending is not None:
        session.say(tr("Over: {ending}.", ending=describe_ending(variant, ending)))
    elif session.viewer is None and (lacking := missing(variant, session.open_turn, unattended(game))):
        session.say(
            tr(
                "{counted} of {counted_value} still missing.",
                counted=plural("{count} order", "{count} orders", sum(lacking.values())),
                counted_value=plural("{count} power", "{count} powers", len(lacking)),
            )
        )
    moment = due(session.open_turn.deadline)
    if moment is not None and ending is None:
        session.say(
            tr(
                "Due {moment} ({time}).",
                moment=moment_words(moment, terms_of(session.shown).zone_info),
                time=how_long(moment, now_of(session)),
            )
        )
    if ending is None and session.viewer is None and session.seating is None and session.open_turn.votes:
        session.say(votes_sentence(game, session.open_turn))
    if ending is None:
        for sentence in (*missed_words(session.shown), *away_words(session.shown, now_of(session))):
            session.say(sentence)
    kept = kept_lines(session)
    if kept and ending is None:
        session.say(
            plural(
                "{count} line kept for this phase from earlier mails; {kept} lists them.",
                "{count} lines kept for this phase from earlier mails; {kept} lists them.",
                len(kept),
                kept=session.named("kept-orders"),
            )
        )
    if session.document.is_modified:
        session.say(tr("There are changes that are not saved."))
