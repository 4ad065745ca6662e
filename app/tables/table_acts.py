"""Acts of people at a table: open, close and seal a seat, reveal the orders; the locks of before, and the table in words.

Each act changes round, game and file together, and leaves nothing to undo: no act reaches behind a curtain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from adjudicator.phase import Phase
from app.game.dpn.table_blocks import is_bearable, lock_text, read_lock
from app.game.edits import add_audit
from app.game.edits import process as processed
from app.game.ending_edits import ending_by_votes, votes_sentence
from app.game.entries import GAME_MASTER, Lock, Press, RevealTime
from app.game.record import Cursor, EditError, Game, OrderLine, Why
from app.game.storage.atomic import StorageError
from app.hooks.press import deliver_due
from app.hotseat.clock import Beat
from app.hotseat.letters import open_letter
from app.hotseat.locks import key_of, new_pair, private_keys, with_private_keys
from app.hotseat.round import Round, RoundStage, Standing
from app.hotseat.sealing import Contents, close, container_of, last_kept, open_up, opened, restored, with_notes_given_up
from app.hotseat.sealing import given_up as with_container_given_up
from app.hotseat.table import Absence, Decider, Seat, table_of
from app.players.reasons import reasons_of_turn
from app.session.board_text import headline
from app.session.errors import Abort
from app.session.hook_service import retry_stopped_hooks
from app.session.seating import Seating
from app.session.session import Session
from app.tables.table_letters import agreed_to_drop, at_the_curtain, let_opponents_write, with_votes_of_opponents
from app.tables.table_players import ask_all, lines_of_opponents, tell_opponents, with_votes_of_programs
from entente.words import describe_phase, join_words
from entente.words.outcomes import describe_ending
from languages import clauses, labelled, mark, tr


def with_letter_keys(seating: Seating, game: Game, name: str) -> Game:
    """*game*, whose seat of power *name* (or ``GM``) was just opened, with keys for letters: a lock of an older file has none."""
    lock, key = seating.lock_of(name), seating.key_of(name)
    if lock is None or key is None or lock.pairs:
        return game
    return with_lock_changed(game, lock, replace(lock, pairs=(new_pair(key),)))


def with_lock_changed(game: Game, old: Lock, new: Lock) -> Game:
    """*game* with *new* in place of *old* at every seat that has it."""
    assert game.table is not None
    locks = {name: new if lock == old else lock for name, lock in game.table.locks.items()}
    return replace(game, table=replace(game.table, locks=MappingProxyType(locks)))


def keys_carried(old: Lock | None, old_key: bytes | None, new: Lock, new_key: bytes) -> Lock:
    """*new*, which also opens the letters that *old* opened."""
    if old is None or old_key is None or old.salt == new.salt:
        return new
    return with_private_keys(new, new_key, private_keys(old, old_key))


def with_letters_in_the_open(game: Game, power: str, privates: Iterable[bytes]) -> Game:
    """*game* with all letters to and from *power* that *privates* open written in plain text: nothing closes them any more."""
    known = tuple(privates)
    for branch in game.branches:
        for number, turn in enumerate(branch.turns):
            if not any(each.sealed is not None for each in turn.press):
                continue
            texts = ((each, open_letter(game.id, each, power, known)) for each in turn.press)
            press = tuple(each if text is None else replace(each, text=text, sealed=None) for each, text in texts)
            game = game.with_turn(Cursor(branch.name, branch.start + number), replace(turn, press=press))
    return game


FIELD = "former lock"
"""Begins the names of the fields of a game that keep them: ``former lock 1: FRANCE PIN scrypt ...``."""


def with_former_lock(game: Game, power: str, lock: Lock | None) -> Game:
    """*game*, which remembers that *lock* closed the seat of *power*."""
    if lock is None or lock in former_locks(game, power):
        return game
    taken = {key for key, _ in game.settings}
    number = next(number for number in range(1, len(taken) + 2) if f"{FIELD} {number}" not in taken)
    return replace(game, settings=(*game.settings, (f"{FIELD} {number}", f"{power} {lock_text(lock)}")))


def former_locks(game: Game, power: str) -> tuple[Lock, ...]:
    """The locks that closed the seat of *power* before."""
    texts = (value.partition(" ") for key, value in game.settings if key.startswith(FIELD))
    found = (read_lock(text) for name, _, text in texts if name == power)
    return tuple(lock for lock in found if lock is not None and is_bearable(lock))


def recall(session: Session, power: str, secret: str) -> bool:
    """Open with an earlier PIN of *power* what it had closed: notes come back, and letters can be read again.

    Returns:
        Whether there was anything.

    Raises:
        EditError: it is none of the earlier PINs, or so many were wrong that one has to wait.
    """
    seating, game = session.seating, session.game
    attempts = session.tables.attempts
    attempts.check(game.id, f"{FIELD} {power}")
    branch = session.branch
    key, lock = None, None
    locks = former_locks(game, power)
    for each in locks:
        try:
            key, lock = key_of(each, secret), each
            break
        except EditError:
            continue
    if lock is None and locks:
        wait = attempts.wrong(game.id, f"{FIELD} {power}")
        raise EditError(Why.NOT_OPENED, f"{tr('That is no earlier PIN or passphrase of this seat.')} {wait.words}")
    attempts.right(game.id, f"{FIELD} {power}")

    def recalled(before: Game) -> Game:
        after = with_notes_given_up(before, branch, power, key)
        return after if lock is None or key is None else _with_letters(after, seating, power, lock, key)

    changed = recalled(game)
    if changed is game:
        return False
    if seating is not None:
        with seating.acting():
            session.perform(tr("Open notes and letters of an earlier PIN"), recalled, show_open_turn=False)
        seating.document.forget_history()
        seating.letters.forget_texts()
    else:
        session.perform(tr("Open notes and letters of an earlier PIN"), recalled, show_open_turn=False)
    return True


def _with_letters(game: Game, seating: Seating | None, power: str, old: Lock, old_key: bytes) -> Game:
    privates = private_keys(old, old_key)
    lock = None if seating is None else seating.lock_of(power)
    key = None if seating is None or lock is None else seating.key_of(power)
    if lock is None or key is None:
        return with_letters_in_the_open(game, power, privates)
    return with_lock_changed(game, lock, with_private_keys(lock, key, privates))


def table_here(session: Session) -> Seating:
    """The table of the game in front.

    Raises:
        Abort: it has none.
    """
    if session.seating is None:
        raise Abort(tr("This game is played with all powers at the screen; set a table up first: {table}", table=session.named("table")))
    return session.seating


def make_present(session: Session, seating: Seating, label: str, now: Round, game: Game) -> None:
    """Make *game* the present version with the round at *now*, and leave nothing to undo; on trouble all is as it was."""
    before = seating.round
    seating.round = now
    try:
        session.settle(game, seating.viewer_when(now))
        with seating.acting():
            seating.document.perform(label, game, game.last(seating.branch))
    except BaseException:
        seating.round = before
        raise
    seating.document.forget_history()
    session.selection = None
    session.table_changed()


def keep_in_file(session: Session, seating: Seating) -> None:
    """Save the evening in its file, where it has one: the table's acts are there, whatever is answered later on.

    A file that cannot be written, or that another program has changed, is reported and left; the journal has everything.
    """
    document = seating.document
    if document.path is None or document.read_only or not document.is_modified:
        return
    try:
        document.save()
    except StorageError as error:
        session.say(tr("The game could not be saved: {error}", error=error))


def call(session: Session, name: str) -> None:
    """The curtain calls power *name*, or ``GM``."""
    seating = table_here(session)
    seating.round = seating.round.call(name)
    session.table_changed()


def end_talks(session: Session) -> None:
    """Talks are over: the curtain calls the first who has not sealed."""
    seating = table_here(session)
    seating.round = seating.round.end_talks()
    session.table_changed()


def open_seat(session: Session, name: str, secret: str | None = None) -> None:
    """Open the seat of power *name*, or ``GM``: what lies in its container stands in the game from now on."""
    seating = table_here(session)
    now = seating.round.opened(name)
    key = seating.unlocked(name, secret)
    if name == GAME_MASTER:
        _sit_down(session, seating, tr("Open the game master's seat"), now, seating.game, Contents())
    else:
        _open(session, seating, tr("Open the seat of {now}", now=now.title(name)), now, key)


def take_back(session: Session, power: str, secret: str | None = None) -> None:
    """Take the seal of *power* back and open its seat."""
    seating = table_here(session)
    now = seating.round.take_back(power)
    key = seating.unlocked(power, secret)
    _open(session, seating, tr("{now} takes its seal back", now=now.title(power)), now, key)


def _open(session: Session, seating: Seating, label: str, now: Round, key: bytes | None) -> None:
    power = str(now.open)
    kept = last_kept(seating.game, seating.branch, power, key)
    _sit_down(session, seating, label, now, open_up(seating.game, seating.branch, power, key), kept)


def _sit_down(session: Session, seating: Seating, label: str, now: Round, game: Game, kept: Contents) -> None:
    before, seating.read, seating.letters.draft = seating.read, kept.read, kept.letter
    seating.looked = frozenset()
    game = with_letter_keys(seating, game, str(now.open))
    try:
        make_present(session, seating, label, replace(now, table=table_of(game) or now.table), game)
    except BaseException:
        seating.read, seating.letters.draft = before, None
        raise
    seating.remember_copied(session.services)
    seating.start_turn()


def close_seat(session: Session) -> None:
    """Close the open seat without sealing; what was written waits in its container."""
    seating = table_here(session)
    _close(session, seating, seating.round.closed(), is_draft=True)


def seal(session: Session) -> None:
    """Seal what the open seat has written, and close it."""
    seating = table_here(session)
    _close(session, seating, seating.round.seal(), is_draft=False)


def _close(session: Session, seating: Seating, now: Round, *, is_draft: bool) -> None:
    power = seating.open
    assert power is not None
    session.unfinished.tell()
    game = seating.game
    if power != GAME_MASTER:
        key = seating.key_of(power)
        if key is None and seating.lock_of(power) is not None:
            raise EditError(Why.NOT_OPENED, tr("The key of {now} is gone; open the seat again.", now=now.title(power)))
        game = close(
            game,
            seating.branch,
            power,
            key,
            is_draft=is_draft,
            with_vote=seating.with_vote,
            read=len(letters(session, seating, power)),
            letter=seating.letters.draft,
        )
    title = now.title(power)
    label = tr("Close the seat of {seat}", seat=title) if is_draft else tr("Seal the seat of {seat}", seat=title)
    make_present(session, seating, label, now, game)
    seating.forget_draft()
    seating.end_turn()
    session.tables.clear_away(session, seating)
    keep_in_file(session, seating)


def give_up(session: Session, power: str, agreed: str | None = None) -> None:
    """Give up what *power* has sealed or drafted, since its PIN is forgotten: orders and vote are dropped, unread, and it is noted.

    Its notes stay sealed. A person sits down there again with another PIN once the table gives the seat (``give_seat``). That the PIN is
    forgotten cannot be proved, so more than half of the others agree to it.

    Args:
        agreed: who agrees; see ``agreed_to_drop``.
    """
    seating = table_here(session)
    at_the_curtain(seating)
    now = seating.round.give_up(power)
    game = seating.game
    if container_of(game, seating.cursor, power) is None:
        raise Abort(tr("{now} has nothing sealed that could be discarded.", now=now.title(power)))
    if seating.lock_of(power) is None:
        raise Abort(tr("The seat of {now} has no PIN: nothing in it is lost.", now=now.title(power)))
    agreed_to_drop(session, seating, (power,), agreed, may_be_alone=True)
    dropped = add_audit(
        with_container_given_up(game, seating.branch, power),
        f"The PIN of {power} was forgotten in {now.phase}; its sealed orders were dropped, unread, and its notes kept",
    )
    make_present(session, seating, tr("Discard the sealed orders of {now}", now=now.title(power)), now, dropped)


def give_key(session: Session, power: str, secret: str | None) -> None:
    """Give the secret of *power* for the reveal, after the program was started again; after the game, for everybody to read its letters."""
    seating = table_here(session)
    seating.unlocked(power, secret)
    if seating.round.stage is RoundStage.OVER:
        seating.letters.laid_open.add(power)
        seating.letters.forget_texts()
    session.table_changed()


def vote_to_show(session: Session, person: str, *, yes: bool = True) -> None:
    """Note the vote of *person* for the reveal now, or take it back."""
    seating = table_here(session)
    seating.round = seating.round.vote_to_show(person, yes=yes)
    session.table_changed()


def show_orders(session: Session) -> None:
    """Open all seals, carry the phase out, and show what became of it: one act, nothing of which can be undone.

    Raises:
        EditError: not all have sealed, or a secret is lacking that was not given after a restart.
    """
    seating = table_here(session)
    now = seating.round.show()
    lacking = seating.lacking_keys
    if lacking:
        names = ", ".join(seating.round.title(power) for power in lacking)
        raise EditError(
            Why.NOT_OPENED,
            tr("The program was started again: {names} must give their PIN or passphrase once more to be read.", names=names),
        )
    opponents = lines_of_opponents(session, seating)
    unsealed = _unsealed(seating)

    def judged(unvoted: Game) -> Game:
        game = with_votes_of_programs(seating, unvoted)
        agreed = _by_votes(session, seating, game, unsealed, has_more=game is not unvoted)
        if agreed is not None:
            return agreed  # then no orders are ever revealed
        told = opened_up(seating, game, unsealed, opponents)
        if seating.with_vote:  # they did not agree, and are nobody's business: no hook gets them either
            told = _emptied_of_votes(told, seating.cursor)
        return deliver_due(processed(told, seating.branch, referee=session.referee), seating.branch)

    game = retry_stopped_hooks(session.services, session.hooks, judged, seating.game)
    make_present(session, seating, tr("Show the orders"), now, game)
    keep_in_file(session, seating)
    tell_opponents(session, seating)


def show_or_go_on(session: Session) -> None:
    """Process at a table: reveal the orders; from the results, go on to the next phase."""
    seating = table_here(session)
    if seating.round.stage is RoundStage.RESULTS:
        go_on(session)
        return
    show_orders(session)
    if session.services.screen is None:  # on a screen the reveal says it, step by step
        session.say(results_in_words(session))
    for words in seating.misses:
        session.say(words)


def results_in_words(session: Session) -> str:
    """Return the results of the phase that was revealed last, in one or a few lines, as the viewer may know them."""
    seating = table_here(session)
    ending = seating.ended_by_votes
    if ending is not None:
        return tr("The votes agree: {ending}.", ending=describe_ending(session.variant, ending))
    judged = seating.judged_last
    assert judged is not None
    hidden = session.viewpoint.hidden(session.game, judged, session.viewer)
    turn = session.shown.turn(judged)
    reasons = [] if hidden else reasons_of_turn(session.shown, turn)
    return "\n".join(filter(None, (headline(session.variant, turn, is_hidden=bool(hidden)), votes_sentence(session.game, turn), *reasons)))


def letters(session: Session, seating: Seating, power: str) -> tuple[tuple[Phase, Press], ...]:
    """The letters that *power* has got so far, the oldest first, each with the phase it was sent in."""
    shown = session.viewpoint.filtered(seating.game, power)
    return tuple((turn.phase, each) for turn in shown.line(seating.branch) for each in turn.press if each.sender != power)


def unread(session: Session) -> tuple[tuple[Phase, Press], ...]:
    """The letters to the power at the laptop that came since its seat was closed last and were not looked at; none at the curtain."""
    seating = session.seating
    if seating is None or seating.open in {None, GAME_MASTER}:
        return ()
    return tuple(each for each in letters(session, seating, str(seating.open))[seating.read :] if each[1] not in seating.looked)


def go_on(session: Session) -> None:
    """From the results to the next phase: its talks, or the curtain for those whom it concerns."""
    seating = table_here(session)
    if seating.round.stage is not RoundStage.RESULTS:
        raise EditError(Why.NOT_NOW, tr("The orders of this phase have to be shown first."))
    begin_phase(session, seating, talks=True)


def begin_phase(session: Session, seating: Seating, *, talks: bool) -> None:
    """Begin the round of the open turn, and ask opponents at once where there is no window."""
    whole = session.viewpoint.filtered(seating.game, None)
    seating.begin(whole.turn(seating.cursor).position, talks=talks)
    let_opponents_write(session, seating)
    if session.services.screen is None:
        ask_all(session, seating)
    seating.document.show(seating.cursor)
    session.table_changed()


def _by_votes(session: Session, seating: Seating, game: Game, unsealed: dict[str, Contents], *, has_more: bool) -> Game | None:
    """*game* ended by the votes that were sealed, or that programs add to the open ones; ``None`` where they do not end it.

    Opponents of the program join them.
    """
    if not seating.with_vote and not has_more:
        return None
    for power, what in unsealed.items() if seating.with_vote else ():
        game = restored(game, seating.branch, power, Contents(None, game.notes.get(power, ""), what.vote))
    game = with_votes_of_opponents(session, seating, game)
    ending = ending_by_votes(game, seating.branch)
    if ending is None:
        return None
    ended = game.with_branch(replace(game.branch(seating.branch), ending=ending))
    return _emptied_of_votes(ended, seating.cursor) if seating.with_vote else ended


def _emptied_of_votes(game: Game, cursor: Cursor) -> Game:
    return game.with_turn(cursor, replace(game.turn(cursor), votes=()))


def tick(session: Session) -> tuple[Beat, ...]:
    """Tell the clocks the time. A clock that has ended closes the open seat, whose draft stays, and ends the talks or the round.

    Returns:
        A sound that a window should make: the bell, the end, or missing time.
    """
    seating = session.seating
    if seating is None:
        return ()
    phase, turn = seating.tick()
    if Beat.ENDED in turn and seating.open not in {None, GAME_MASTER}:
        close_seat(session)
    if Beat.ENDED in phase and seating.round.stage in {RoundStage.TALKS, RoundStage.CURTAIN, RoundStage.OPEN}:
        end_clock(session)
    return tuple(dict.fromkeys((*phase, *turn)))


def end_clock(session: Session) -> None:
    """End the clock of the phase: where it decides, an open seat is closed and orders can be revealed."""
    seating = table_here(session)
    if seating.open is not None and seating.table.shown is RevealTime.CLOCK:
        close_seat(session)
    if seating.open is None:
        seating.round = seating.round.end_clock()
        session.table_changed()


def _unsealed(seating: Seating) -> dict[str, Contents]:
    """Return the contents of the seals by power."""
    found = {}
    for power in seating.round.writers:
        container = container_of(seating.game, seating.cursor, power)
        if power in seating.round.sealed and container is not None:
            found[power] = opened(seating.game, seating.cursor, container, seating.key_of(power))
    return found


def opened_up(seating: Seating, game: Game, unsealed: dict[str, Contents], opponents: dict[str, tuple[OrderLine, ...]]) -> Game:
    """*game* with everything that is carried out: sealed orders, what opponents answered, and what stands for absent players.

    Containers stay where they are: notes in them are their power's, and what was not sealed counts for nothing.
    """
    for power, what in unsealed.items():
        lines = what.lines if what.lines is not None else ()
        game = restored(game, seating.branch, power, Contents(lines, game.notes.get(power, ""), what.vote, what.later))
    cursor = game.last(seating.branch)
    turn = game.turn(cursor)
    for power, lines in opponents.items():
        turn = turn.with_orders(power, lines)
    for seat in seating.round.table.seats:
        if seat.decider is Decider.ABSENT and seat.absence is Absence.HOLD and seat.power in seating.round.to_order:
            turn = turn.with_orders(seat.power, ())
    return game.with_turn(cursor, turn)


_STAGES = {
    RoundStage.TALKS: mark("People negotiate."),
    RoundStage.CURTAIN: mark("The curtain is drawn."),
    RoundStage.READY: mark("All orders are in; they can be shown now."),
    RoundStage.RESULTS: mark("The results are shown; the next phase can begin."),
    RoundStage.OVER: mark("The game is over."),
}


def standings(seating: Seating) -> list[str]:
    """A line for each seat: power, who decides, how far they are. It does not reveal the text of any seat, nor whether it has begun."""
    return [labelled(seat.name or seat.power, f"{_who(seat)}, {_standing(seating, seat)}") for seat in seating.round.table.seats]


def table_lines(seating: Seating) -> list[str]:
    """Return the state of the table: phase, stage, seats, clock."""
    now = seating.round
    stage = (
        tr("{now} is at the laptop.", now=now.title(now.open))
        if now.stage is RoundStage.OPEN or now.open is not None
        else tr(_STAGES[now.stage])
    )
    said = [f"{describe_phase(seating.game.variant, now.phase)}.", stage]
    if now.stage is RoundStage.CURTAIN and now.called is not None:
        said.append(tr("It calls {seat}.", seat=now.title(now.called)))
    if seating.clock.left is not None:
        time = seating.clock.words
        said.append(
            tr("The clock shows {time}.", time=time) if seating.clock.running else tr("The clock shows {time} and is stopped.", time=time)
        )
    if seating.clock.after_gap:
        said.append(tr("It was paused: the lid was closed."))
    if now.votes:
        said.append(tr("For showing orders now: {powers}.", powers=join_words(sorted(now.votes))))
    return [" ".join(said), *standings(seating), *seating.misses]


def _who(seat: Seat) -> str:
    lock = "" if seat.lock is None else f" ({tr(seat.lock.kind)})"
    absent = f", {tr(seat.absence)}" if seat.decider is Decider.ABSENT else ""
    return f"{seat.who}{absent}{lock}"


def _standing(seating: Seating, seat: Seat) -> str:
    found = seating.round.standing(seat.power)
    wait = seating.wait_of(seat.power)
    return clauses((tr(found.value), wait.words)) if wait.wrong and found is not Standing.SEALED else tr(found.value)
