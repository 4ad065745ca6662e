"""Mending mistakes: a past phase played otherwise, a branch made the game, a result set; and the trail of what was done."""

from __future__ import annotations

import json as plain_json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from adjudicator import Phase, Position, Result, Unit
from app.commands.branches import branches_to_pick
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.game.analysis import CORRECTS, analysis_board
from app.game.branch_edits import BroughtAlong, bring_along, fork, is_played, not_carried_over, pick_branch, with_corrections
from app.game.deadlines import give_next_deadline
from app.game.dpn.phase_block import results_of
from app.game.edits import add_audit, process
from app.game.gm_edits import edit_position, first_line, force_result, reason_given, take_back_forced, unit_with_result
from app.game.record import MAIN, Cursor, Game
from app.game.storage.atomic import write_atomically
from app.game.trail import GM, TrailKind, deed_words, give_reason, reason_words, trail_of
from app.gm.audit_trail import as_csv, as_data, as_text, filtered
from app.hooks.press import deliver_due
from app.session.analysis_board import on_correction_board, put_in_front, something_to_play_on
from app.session.board_text import headline
from app.session.errors import Abort
from app.session.parameters import BranchName, ProvinceCode, RestOfLine
from app.session.processing import tell_brought
from app.session.services import TextQuestion
from app.session.session import Session, game_open, moment, now_of, orders_taken
from entente.position_line import position_line
from entente.words import describe_phase
from entente.words.names import unit_name
from entente.words.outcomes import describe_result
from languages import labelled, sentence, tr

BY_THE_RULES = "rules"
"""In place of a result: that of the rules, where one was forced."""


def check_master(session: Session) -> None:
    """Check that the person who corrects sees everything: hidden facts cannot be mended.

    Raises:
        Abort: the game is shown to a power.
    """
    if session.viewer is not None:
        raise Abort(tr("The board is shown to one power; corrections are made by a game master who sees everything."))


def asked_reason(session: Session, reason: str | None, question: str) -> str:
    """The reason of an intervention: as given, or from a person who can be asked.

    Raises:
        Abort: there is none.
    """
    given = reason if reason is not None or not session.can_ask else session.services.ask(TextQuestion(question))
    if given is None or not given.strip():
        raise Abort(tr("An intervention of the game master needs a reason; nothing was changed."))
    return given.strip()


@command("correct-phase", "Correct this phase…", menu="Go", place=24, available=game_open)
def correct_phase(session: Session, reason: RestOfLine | None = None) -> None:
    """Open the phase that is shown once more, in a branch, with its orders as drafts: change them, process, and compare.

    What was played stays as it is until "Make this the game" has the branch take its place.

    Args:
        reason: why, for the record; asked for unless given.
    """
    check_master(session)
    cursor = session.cursor
    phase = describe_phase(session.variant, session.turn.phase)
    why = reason_given(asked_reason(session, reason, tr("{phase}: why is this phase corrected?", phase=phase)))
    game = fork(session.game, cursor)
    branch = game.branches[-1].name
    game = with_corrections(game, more=[branch])
    words = f"branch {branch} made at {game.turn(cursor).phase} of {cursor.branch.replace(': ', ':')}: {first_line(why)}"
    session.document.perform(tr("Correct {phase}", phase=phase), add_audit(game, words, GM), game.last(branch))
    session.say(
        tr(
            "{phase} is open again in branch {branch}. Correct it and process; {take} puts it in the place of the other.",
            phase=phase,
            branch=branch,
            take=session.named("make-this-the-game"),
        )
    )


@command("play-on", "Play on as it was played", menu="Go", place=27, available=something_to_play_on)
def play_on(session: Session, reason: RestOfLine | None = None) -> None:
    """After a correction, process phase after phase with the orders that came along, as far as all of them are legal.

    It stops at the first phase in which an order is not, and lists what is not; and at the phase that is open as the game was played. It
    is one step to undo.

    Args:
        reason: why, for the record.
    """
    check_master(session)
    branch, now = session.branch, now_of(session)
    if not is_played(session.game, branch):
        left = BroughtAlong(session.game, 0, not_carried_over(session.game, branch))
        tell_brought(session, left)
        raise Abort(tr("Nothing was processed: say first what becomes of the lines that are not legal."))
    told: list[BroughtAlong] = []

    def played(game: Game) -> Game:
        told.clear()
        while is_played(game, branch):
            told.append(bring_along(deliver_due(process(game, branch, referee=session.referee), branch), branch))
            game = give_next_deadline(told[-1].game, branch, now)
        return game

    session.perform(tr("Play on as it was played"), played, reason=reason or "")
    for turn in session.shown.line(branch)[-1 - len(told) : -1]:
        session.say(headline(session.variant, turn))
    tell_brought(session, told[-1])


@command("make-this-the-game", "Make this the game…", menu="Go", place=25, available=game_open, offers=branches_to_pick)
def make_this_the_game(session: Session, name: BranchName | None = None, *, reason: str | None = None, keep_as: str | None = None) -> None:
    """Go on with a branch as the game. What was played until now stays as a branch, whole. Undo takes it back.

    Args:
        name: of the branch; the one that is shown unless given.
        reason: why, for the record; asked for unless given.
        keep_as: the name for what was played until now; "as played" unless given.
    """
    check_master(session)
    chosen = name or session.branch
    if session.game.branch(chosen).parent is None:
        raise Abort(tr("Branch {chosen} is the game already; show another one, or name it.", chosen=chosen))
    why = asked_reason(session, reason, tr("Why is branch {chosen} the game from now on?", chosen=chosen))
    game = pick_branch(session.game, chosen, why, keep_as)
    main, kept = game.branches[0].name, game.branches[1].name
    session.document.perform(tr("Make this the game"), game, game.last(main))
    session.say(tr("Branch {chosen} is the game now. What was played stays as the branch {kept}.", chosen=chosen, kept=kept))


@command("correct-position", "Correct the position…", menu="Game/Corrections", place=44, available=orders_taken)
def correct_position(session: Session) -> None:
    """Open the position of the present phase on a board of its own, where units, owners and the phase are changed with the mouse.

    The game stays as it is until "Use this position" puts all of it into the game, as one step with its reason.
    """
    check_master(session)
    game, branch = session.game, session.branch
    if game.is_analysis:
        raise Abort(tr("Pieces are moved freely on this board already."))
    cursor = game.last(branch)
    position = replace(game.turn(cursor).position, barred={})
    board = analysis_board(
        game.variant,
        position,
        name=tr("Correcting {game}", game=game.name),
        rules=tuple(game.rules_at(cursor).items()),
        checksum=game.variant_checksum,
    )
    board = replace(board, settings=(*board.settings, (CORRECTS, f"{game.id} {_mark(game, position)} {branch}")))
    put_in_front(session, board)
    session.say(tr("{game} stays as it is until this position is put into it: {use}.", use=session.named("use-position"), game=game.name))


@command("use-position", "Use this position…", menu="Game/Corrections", place=48, available=on_correction_board)
def use_position(session: Session, reason: RestOfLine | None = None) -> None:
    """Put the position of a board for corrections into its game, as one step that can be undone, and close the board.

    Args:
        reason: why, for the game's record; asked for unless given.
    """
    board = session.document
    wanted = board.game.turn(board.game.last(MAIN)).position
    game_id, mark, branch = dict(board.game.settings)[CORRECTS].split(" ", 2)
    found = next((each for each in session.documents if each.game.id == game_id and each is not board), None)
    if found is None:
        raise Abort(tr("The game that is corrected here is not open any more; open it first."))
    present = found.game.turn(found.game.last(branch)).position
    if _mark(found.game, present) != mark:
        raise Abort(tr("The game has gone on since this board was opened; give it up, and correct the present position."))
    if wanted == replace(present, barred={}):
        raise Abort(tr("Nothing is changed on this board yet."))
    why = asked_reason(session, reason, tr("Why is the position corrected?"))
    game = edit_position(found.game, branch, wanted, why)
    session.bring_forward(found)
    session.perform(tr("Correct the position"), lambda _game: game)
    board.close(discard=True)
    session.remove(board)
    session.say(tr("The position of {game} is corrected: {first_line}", game=found.game.name, first_line=first_line(why)))


@command("force-result", "Force a result…", menu="Game/Corrections", place=45, available=game_open)
def force(session: Session, unit: ProvinceCode, result: str, *, phase: Phase | None = None, reason: str | None = None) -> None:
    """Set what becomes of an order against the rules: force-result PAR bounce --reason "agreed by all".

    Builds and removals have results too. It holds in the open phase, when that is processed, and in the phase processed last, at once:
    units then stand where the result leaves them, and what follows is worked out anew. It is marked as set by the game master wherever the
    result is shown, and kept in the file. A result that was forced can be forced otherwise, or left to the rules again, in both.

    Args:
        unit: the province where the unit stands before the phase, or is built.
        result: ok, bounce, "no convoy", cut, disrupted, void, dislodged, destroyed, several with commas; rules takes a result back
            that was forced.
        phase: of when; the phase that is shown unless given.
        reason: why, for the game's record; asked for unless given.
    """
    check_master(session)
    cursor = session.cursor if phase is None else moment(session, phase)
    turn = session.game.turn(cursor)
    cursor = Cursor(session.game.owner(cursor).name, cursor.index)
    standing = _unit_at(session, cursor, unit)
    words = unit_name(session.variant, standing.piece)
    is_open = turn.resolution is None
    legal = _legal_drafts(session)
    if result.strip().casefold() == BY_THE_RULES:
        back = (
            reason or ""
            if is_open
            else asked_reason(
                session,
                reason,
                tr(
                    "{phase}: why is this phase ruled anew, {words} by the rules?",
                    phase=describe_phase(session.variant, turn.phase),
                    words=words,
                ),
            )
        )
        session.perform(
            tr("Result of {piece} by the rules", piece=standing.piece),
            lambda game: take_back_forced(game, cursor, standing, back, referee=session.referee),
            show_open_turn=False,
        )
        _tell_lost(session, legal)
        said = tr("What becomes of {words} is for the rules to say again.", words=words)
        if not is_open:
            said += " " + tr(
                "{phase}: the phase is ruled anew without the forced result, and so is what follows.",
                phase=describe_phase(session.variant, turn.phase),
            )
        session.say(said)
        return
    results, _, _, _, unknown = results_of(result.strip().casefold())
    if unknown is not None or not results:
        raise Abort(
            tr(
                "There is no result {unknown}; there are {known}, and {by_the_rules}.",
                unknown=unknown or result,
                known=", ".join(each.value for each in Result),
                by_the_rules=BY_THE_RULES,
            )
        )
    why = asked_reason(session, reason, tr("Why is the result of {words} forced?", words=words))

    def forced(game: Game) -> Game:
        return force_result(game, cursor, standing, results, why, referee=session.referee)

    session.perform(tr("Force the result of {piece}", piece=standing.piece), forced, show_open_turn=False)
    told = ", ".join(describe_result(each) for each in Result if each in results)
    session.say(
        tr("{words}: {told}, set by the game master, when the phase is processed.", words=words, told=told)
        if is_open
        else tr("{words}: {told}, set by the game master, and what follows is worked out anew.", words=words, told=told)
    )
    _tell_lost(session, legal)


def _legal_drafts(session: Session) -> frozenset[tuple[str, str]]:
    """By power, the lines of the open phase that can be carried out."""
    return frozenset((power, line.text) for power, lines in session.open_turn.orders.items() for line in lines if line.is_legal)


def _tell_lost(session: Session, legal: frozenset[tuple[str, str]]) -> None:
    """List the orders of the open phase that were *legal* before, and are not carried out now."""
    drafts = ((power, line) for power, lines in session.open_turn.orders.items() for line in lines)
    left = tuple((power, line) for power, line in drafts if not line.is_legal and (power, line.text) in legal)
    tell_brought(session, BroughtAlong(session.game, 0, left))


def _mark(game: Game, position: Position) -> str:
    """Return the digest that identifies a position."""
    return sha256(position_line(game.variant, position).encode()).hexdigest()[:16]


def _unit_at(session: Session, cursor: Cursor, province: str) -> Unit:
    turn = session.game.turn(cursor)
    found = unit_with_result(turn, province)
    if found is None:
        raise Abort(
            tr("No unit stands or is built in {province} in {phase}.", province=province, phase=describe_phase(session.variant, turn.phase))
        )
    return found


@command("audit", "What was done, and why", menu="Game/Corrections", place=52, available=game_open)
def audit(
    session: Session, find: RestOfLine = "", *, about: TrailKind | None = None, json: bool = False, output: Path | None = None
) -> None:
    """List what was done to the game, the oldest first: deadlines, mails taken, orders changed after receipt, branches, phases processed,
    positions edited, results forced, rules and hooks changed, each with its time and reason. It is the game master's alone.

    Args:
        find: only lines with these words.
        about: only lines of one kind.
        json: say it as data, and nothing else.
        output: a file to write it to: a table where its name ends in .csv, else text.
    """
    if session.viewer is not None:
        raise Abort(tr("Only the game master can see what was done to the game."))
    if session.is_watched and not find and about is None and output is None and not json:
        screen_of(session).show_panel("audit")
        return
    game = session.shown
    found = filtered(game, () if about is None else (about,), find)
    if output is not None:
        is_table = output.suffix.casefold() == ".csv"
        text = plain_json.dumps(as_data(found), indent=1, ensure_ascii=False) + "\n" if json else ""
        text = text or (as_csv(game, found) if is_table else as_text(game, found) + "\n")
        write_atomically(output, text.encode("utf-8"), tr("writing what was done"))
        session.say(tr("{count} lines written to {output}.", count=len(found), output=output))
    elif json:
        session.say(plain_json.dumps(as_data(found), indent=1, ensure_ascii=False))
    elif not found:
        session.say(tr("Nothing was noted yet.") if not game.audit else tr("No line matches."))
    else:
        session.say(as_text(game, found))


@command("audit-note", "Note for the record…", menu="Game/Corrections", place=53, available=game_open)
def audit_note(session: Session, text: RestOfLine) -> None:
    """Add a line of your own to what was done, such as the reason for a deadline that was moved.

    Args:
        text: the line.
    """
    if not text.strip():
        raise Abort(tr("A note needs words."))
    session.perform(tr("Note for the record"), lambda game: add_audit(game, f"note: {text.strip()}", GM), show_open_turn=False)
    session.say(tr("Noted."))


@command("reason", "Reason for what was done…", menu="Game/Corrections", place=54, available=game_open)
def reason(session: Session, text: RestOfLine | None = None, *, line: int | None = None) -> None:
    """Say why something was done: the reason is kept at its line of the record, after one that stands there already.

    Deadlines, the clock, branches, hooks, processing and changed orders take a reason at once as well, with --reason.

    Args:
        text: the reason; asked for unless given.
        line: of the record, as ``audit`` numbers them; the last one unless given.
    """
    if session.viewer is not None:
        raise Abort(tr("Only the game master can see what was done to the game."))
    game = session.game
    if not game.audit:
        raise Abort(tr("Nothing was noted yet that could have a reason."))
    number = len(game.audit) if line is None else line
    if not 1 <= number <= len(game.audit):
        raise Abort(tr("There is no line number {number}; the record has {count}.", number=number, count=len(game.audit)))
    what = deed_words(trail_of(game)[number - 1].what, game.variant)
    why = asked_reason(session, text, tr("{what}: why?", what=sentence(what)))
    session.perform(tr("Give a reason"), lambda each: give_reason(each, number, why), show_open_turn=False)
    entry = trail_of(session.game)[number - 1]
    session.say(labelled(sentence(what), reason_words(entry.reason, game.variant)))
