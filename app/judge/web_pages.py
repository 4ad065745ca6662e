"""Pages of the judge for browsers, made on its own thread: games for everybody to look at, and seats for those who show their secret.

What a page sends becomes a mail to the judge and goes the way of every mail; only the answer stands on the page. So a page can do whatever
a mail can, and no more.
"""

from __future__ import annotations

import queue
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from hashlib import sha256
from typing import Any

from adjudicator import PhaseKind, Waive, legal_orders, orderable
from app.game.deadlines import due, terms_of
from app.game.record import MAIN, Cursor, Game, variant_at
from app.game.storage.atomic import StorageError
from app.gm.deadline_words import moment_words
from app.judge.answering import MailAnswering
from app.judge.game_work import DamagedGameError, GameWork
from app.judge.identity import SIGN_ON
from app.judge.mail_desk import SenderIdentity
from app.judge.mail_words import usual_values, word_forms
from app.judge.notices import press_heading
from app.judge.records import MASTER, GameRecord, Life, SenderStanding, form_mark, is_form_mark, token_in
from app.judge.step import JudgeState
from app.judge.step_journal import StepConflictError
from app.mail_out.addresses import checked_address, one_line
from app.session.errors import Abort, CommandError
from app.session.viewpoint import CURTAIN
from app.web.board_picture import still_board
from app.web.seat_panels import results, story_values
from entente.words.names import describe_phase, power_name, unit_name, variant_name
from entente.words.outcomes import describe_ending, describe_order
from languages import labelled, tr, using
from languages.outside_text import outside_line

MOST_WAITING = 200
"""Requests that wait for the judge's thread."""
MOST_KEPT = 60
"""Pages that are kept until their game changes."""
_MOST_LETTERS = 100
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WebVisitor:
    """A reader of pages."""

    tokens: tuple[str, ...] = ()
    """Tokens of seats that the browser keeps."""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A game as one visitor sees it."""

    record: GameRecord
    who: SenderIdentity
    token: str
    language: str

    @property
    def viewer(self) -> str:
        return self.who.power if self.who.standing is SenderStanding.SEAT else CURTAIN


@dataclass(frozen=True, slots=True)
class SeatView:
    """A game as the holder of one seat may see it."""

    power: str
    record: GameRecord
    game: Game
    hidden: frozenset[str]


class NoPageError(Exception):
    """There is no such page, or it is not for this visitor."""


class JudgePages:
    """Pages of a running judge. ``ask`` may be called on any thread; all else happens on the judge's.

    Args:
        busy: called where a request waits, so that the judge does not sleep on.
    """

    def __init__(self, state: JudgeState, answering: MailAnswering) -> None:
        self._state, self._answering = state, answering
        self._waiting: queue.Queue[tuple[Callable[[], Any], Future[Any]]] = queue.Queue(MOST_WAITING)
        self._said: OrderedDict[str, tuple[str, str]] = OrderedDict()
        """By the mark of a form, whose it was and what was answered."""
        self._made: OrderedDict[tuple[str, ...], tuple[object, Values]] = OrderedDict()
        self.served: Callable[[], object] = lambda: None
        """Function that is called when requests were served."""
        self.has_acted = False
        """True if something was carried out since it was set to False."""

    # --- from thread to thread ---

    @property
    def is_asked(self) -> bool:
        """True if a request waits."""
        return not self._waiting.empty()

    def ask(self, work: Callable[[], Any]) -> Future[Any]:
        """Have *work* done on the judge's thread.

        Raises:
            queue.Full: too many requests wait.
        """
        future: Future[Any] = Future()
        self._waiting.put_nowait((work, future))
        return future

    def serve(self) -> None:
        """Do what waits."""
        for _ in range(MOST_WAITING):
            try:
                work, future = self._waiting.get_nowait()
            except queue.Empty:
                break
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001 - told to the page that asked
                future.set_exception(error)
        self.served()

    # --- who it is ---

    def _identity(self, visitor: WebVisitor, short: str) -> tuple[SenderIdentity, str]:
        """Identity of a visitor in one game, and the token that shows it; the game master's is for all games."""
        for said in visitor.tokens:
            found = token_in(said)
            if found is None or found[0] not in (short, "judge"):
                continue
            who = self._answering.identities.by_token(*found)
            if who is not None and (who.game == short or who.power == MASTER):
                return who, said
        return SenderIdentity(), ""

    def _seen(self, visitor: WebVisitor, short: str) -> _Seen:
        record = self._state.records.get(short)
        if record is None or short in self._state.damaged:
            raise NoPageError(tr("There is no game {text}; LIST names the games.", text=short[:40]))
        who, token = self._identity(visitor, short)
        language = record.seats[who.power].language if who.power in record.seats else visitor.language
        return _Seen(record, who, token, language)

    def sign_in(self, game: str, power: str, word: str) -> tuple[str, str] | None:
        """The game and the token of the seat whose word was given; ``None`` where it is wrong."""
        line = f"SIGNON {power.strip() or '?'} {game} {word}" if game else f"SIGNON MASTER {word}"
        signed = SIGN_ON.fullmatch(" ".join(line.split()))
        who = None if signed is None else self._answering.identities.by_word(signed, game).who
        if who is None or who.standing < SenderStanding.SEAT:
            return None
        if who.power == MASTER:
            return "", self._state.token_of("", self._state.master_seat())
        return who.game, self._state.token_of(who.game, self._state.records[who.game].seats[who.power])

    def opened(self, token: str) -> str | None:
        """The game of the seat, or nothing for the game master, whose token a link carries; ``None`` where it is none any more."""
        found = token_in(token)
        who = None if found is None else self._answering.identities.by_token(*found)
        return None if who is None else who.game

    # --- looking ---

    def home(self, visitor: WebVisitor) -> Values:
        """Values of the page that lists all games."""
        with using(visitor.language):
            groups: dict[str, list[Values]] = {}
            for short, record in sorted(self._state.records.items()):
                title = _stage(record.life)
                free = ", ".join(record.vacant)
                seat = self._identity(visitor, short)[0].power
                groups.setdefault(title, []).append(
                    {
                        "short": short,
                        "life": tr(record.life.value),
                        "free": labelled(tr("free"), free) if free else "",
                        "mine": seat if seat != MASTER else "",
                    }
                )
            order = [_stage(Life.FORMING), _stage(Life.ACTIVE), _stage(Life.OVER)]
            is_master = self._identity(visitor, "")[0].power == MASTER
            return {
                "name": self._state.settings.me.name,
                "groups": [{"title": title, "games": groups[title]} for title in order if title in groups],
                "forming": [short for short, each in sorted(self._state.records.items()) if each.life is Life.FORMING],
                "vacant": [
                    {"value": f"{power} {short}", "words": labelled(short, power)}
                    for short, each in sorted(self._state.records.items())
                    for power in each.vacant
                    if each.life.is_running
                ],
                "all": sorted(short for short, each in self._state.records.items() if each.life is not Life.ARCHIVED),
                "is_master": is_master,
                "words": word_forms(SenderStanding.MASTER, {"GAME": tuple(self._state.records)}) if is_master else [],
                "mark": self.mark(visitor, "") if is_master else "",
            }

    def game(self, visitor: WebVisitor, short: str, phase: str = "") -> Values:
        """Values of the page of one game, as the visitor may know it.

        Raises:
            NoPageError: there is no such game or phase.
        """
        seen = self._seen(visitor, short)
        values = self._kept(seen, phase, "page", lambda work: self._game_values(seen, work, phase))
        return {**values, "mark": self.mark(visitor, short) if seen.who.standing >= SenderStanding.SEAT else ""}

    def board(self, visitor: WebVisitor, short: str, phase: str = "") -> str:
        """The board of a game as the visitor may see it, as SVG.

        Raises:
            NoPageError: there is no such game or phase.
        """
        seen = self._seen(visitor, short)

        def drawn(work: GameWork) -> Values:
            shown, cursor = self._moment(seen, work, phase)
            hidden = work.session.viewpoint.hidden(work.game, cursor, seen.viewer)
            own = seen.viewer if seen.viewer != CURTAIN else None
            return {"svg": still_board(shown, cursor, seen.language, hidden, own)}

        return str(self._kept(seen, phase, "board", drawn)["svg"])

    def standing(self, visitor: WebVisitor, short: str) -> SenderStanding:
        """Proof that a visitor has shown for a game."""
        return self._identity(visitor, short)[0].standing

    def language_of_seat(self, visitor: WebVisitor, short: str) -> str:
        """The language of the visitor's seat, or their own."""
        try:
            return self._seen(visitor, short).language
        except NoPageError:
            return visitor.language

    def seat_view(self, visitor: WebVisitor, short: str) -> SeatView:
        """The game as the holder of a seat may see it.

        Raises:
            NoPageError: there is no such game, or the visitor has no seat in it.
        """
        seen = self._seen(visitor, short)
        if seen.viewer == CURTAIN:
            raise NoPageError(tr("This needs the secret of a seat: sign on first."))

        def looked(work: GameWork) -> Values:
            shown = work.session.viewpoint.filtered(work.game, seen.viewer)
            hidden = work.session.viewpoint.hidden(work.game, work.game.last(MAIN), seen.viewer)
            return {"view": SeatView(seen.viewer, seen.record, shown, frozenset(hidden))}

        found: SeatView = self._kept(seen, "", "seat", looked)["view"]
        return found

    def first_page(self, short: str) -> str:
        """The address of the first page of a seat, or of the game master. On any thread."""
        record = self._state.records.get(short)
        return "/" if record is None else f"/game/{short}/seat" if record.life.is_running else f"/game/{short}"

    def variant(self, visitor: WebVisitor, short: str) -> str:
        """The id of the variant of a game that has begun.

        Raises:
            NoPageError: there is none.
        """
        return str(self._kept(self._seen(visitor, short), "", "variant", lambda work: {"id": work.game.variant.id})["id"])

    def stamp(self, short: str) -> object:
        """A value that changes with the game or its record. On any thread."""
        record = self._state.records.get(short)
        if record is None or not record.file:
            return record
        try:
            about = self._state.game_file(record).stat()
        except OSError:
            return record
        return about.st_mtime_ns, about.st_size, record

    def _kept(self, seen: _Seen, phase: str, kind: str, make: Callable[[GameWork], Values]) -> Values:
        """Values that stay until the game or its record changes."""
        record = seen.record
        if record.life in (Life.ANNOUNCED, Life.FORMING) and kind == "board":
            raise NoPageError(tr("{game} has not begun yet.", game=record.short))
        try:
            path = self._state.game_file(record)
            stamp = (path.stat().st_mtime_ns, path.stat().st_size, record)
            key = (record.short, seen.viewer, str(seen.who.power), seen.language, phase, kind)
            found = self._made.get(key)
            if found is None or found[0] != stamp:
                work = self._state.room.open(path)
                try:
                    with using(seen.language):
                        found = self._made[key] = (stamp, make(work))
                finally:
                    work.close()
            self._made.move_to_end(key)
            while len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)
            return found[1]
        except (StorageError, DamagedGameError, CommandError, OSError) as error:
            raise NoPageError(str(error)) from error

    def _moment(self, seen: _Seen, work: GameWork, phase: str) -> tuple[Game, Cursor]:
        """The game as the visitor may know it, and the phase that is looked at."""
        shown = work.session.viewpoint.filtered(work.game, seen.viewer)
        if not phase:
            return shown, work.game.last(MAIN)
        for index, turn in enumerate(work.game.line(MAIN)):
            if str(turn.phase) == phase and turn.resolution is not None:
                return shown, Cursor(MAIN, index)
        raise NoPageError(tr("There are no results of it."))

    def _game_values(self, seen: _Seen, work: GameWork, phase: str) -> Values:
        record, game = seen.record, work.game
        shown, cursor = self._moment(seen, work, phase)
        variant, line = game.variant, game.line(MAIN)
        last = game.last(MAIN)
        over = [index for index, turn in enumerate(line) if turn.resolution is not None]
        judged = cursor.index if phase else over[-1] if over else None
        moment, ending = due(game.turn(last).deadline), game.branch(MAIN).ending
        is_begun = record.life not in (Life.ANNOUNCED, Life.FORMING)
        letters = [
            {"head": press_heading(variant, each), "text": each.text, "when": describe_phase(variant, turn.phase)}
            for turn in shown.line(MAIN)
            for each in turn.press
        ]
        return {
            "short": record.short,
            "title": game.name,
            "variant": variant_name(variant),
            "life": tr(record.life.value),
            "phase": describe_phase(variant, game.turn(cursor).phase),
            "code": phase,
            "open": str(game.turn(last).phase),
            "due": tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info))
            if moment is not None and record.life.is_running and ending is None
            else "",
            "ending": "" if ending is None else describe_ending(variant, ending),
            "is_begun": is_begun,
            "seats": [{"power": power_name(variant, power), "who": _holder(record, power)} for power in variant.powers] if is_begun else [],
            "asked": len(record.joiners),
            "results": results(shown, MAIN, judged, seen.viewer) if judged is not None else None,
            "phases": [{"code": str(line[index].phase), "words": describe_phase(variant, line[index].phase)} for index in reversed(over)],
            "letters": letters[-_MOST_LETTERS:][::-1],
            "story": story_values(shown, MAIN, seen.viewer) if over else None,
            "seat": self._seat_values(seen, work, shown) if seen.viewer != CURTAIN and record.life.is_running and not phase else None,
            "power": power_name(variant, seen.viewer) if seen.viewer != CURTAIN else "",
            "is_master": seen.who.standing is SenderStanding.MASTER,
            "words": word_forms(seen.who.standing, usual_values(record, variant, line), record.short) if not phase else [],
        }

    def _seat_values(self, seen: _Seen, work: GameWork, shown: Game) -> Values:
        """Values of the forms of a seat: its orders, each unit with what it may do, letters and votes."""
        cursor, power = work.game.last(MAIN), seen.viewer
        turn, variant = shown.turn(cursor), variant_at(shown, cursor)
        position = turn.position
        present = [str(line.order or line.text) for line in turn.orders_of(power) if not line.is_withdrawn]
        units = []
        for code in dict.fromkeys(place.province for place in orderable(variant, position, power)):
            dislodged = position.dislodged_at(code)
            unit = dislodged.unit if dislodged is not None else position.unit_at(code)
            found = {str(order): describe_order(variant, position, order) for order in legal_orders(variant, position, code)}
            found.pop(str(Waive()), None)
            name = variant.board.provinces[code].name if unit is None else unit_name(variant, unit.piece)
            units.append(
                {
                    "place": code,
                    "name": name,
                    "orders": [{"order": order, "words": words, "chosen": order in present} for order, words in sorted(found.items())],
                }
            )
        waives = position.phase.kind is PhaseKind.ADJUSTMENT
        return {
            "units": units,
            "present": present,
            "waive": str(Waive()) if waives else "",
            "waits": power in turn.waits,
            "others": [{"power": each, "name": power_name(variant, each)} for each in variant.powers if each != power],
            "phase": describe_phase(variant, turn.phase),
            "code": str(turn.phase),
        }

    def version(self, visitor: WebVisitor, short: str) -> str:
        """A text that changes with what the visitor sees of a game, and with nothing else."""
        seen = self._seen(visitor, short)
        values = self._kept(seen, "", "page", lambda work: self._game_values(seen, work, ""))
        return sha256(repr(values).encode()).hexdigest()[:20]

    # --- writing ---

    def mark(self, visitor: WebVisitor, short: str) -> str:
        """A mark for a form of that visitor."""
        return form_mark(self._state.key, self._identity(visitor, short)[1])

    def said(self, visitor: WebVisitor, short: str, mark: str) -> str:
        """The answer to the form with that mark, for its sender."""
        owner, text = self._said.get(mark, ("", ""))
        return text if owner and owner == self._identity(visitor, short)[1] else ""

    def carried_out(self, visitor: WebVisitor, short: str, text: str, phase: str) -> str:
        """Carry out the words *text* of the holder of a seat, whose page was made for *phase*; returns the answer.

        Raises:
            NoPageError: the visitor has shown no secret.
            CommandError: nothing was done.
        """
        who, token = self._identity(visitor, short)
        if who.standing is not SenderStanding.SEAT:
            raise NoPageError(tr("This needs the secret of a seat: sign on first."))
        game = self.seat_view(visitor, short).game
        if str(game.turn(game.last(MAIN)).phase) != phase:
            raise Abort(tr("The game has gone on: open its page again."))
        seat = self._state.records[short].seats[who.power]
        try:
            return self._answer(seat.name or seat.power, seat.address, f"web [{token}]", text, form_mark(self._state.key, token))
        except (StorageError, StepConflictError, ValueError) as error:
            raise Abort(tr("Nothing was done: {why}", why=error)) from error

    def write(self, visitor: WebVisitor, short: str, text: str, mark: str, phase: str = "") -> str:
        """Carry out the words *text* of a seat, or of the game master; the answer is kept for ``said``.

        Returns:
            The answer, where no page of the game can show it: to a seat that was left or got another address, or about no game.

        Args:
            phase: the one that the form was made for.

        Raises:
            NoPageError: the visitor has shown no secret, or the form was not made for them.
            Abort: the game has gone on since.
        """
        who, token = self._identity(visitor, short)
        if who.standing < SenderStanding.SEAT or not is_form_mark(self._state.key, mark, token):
            raise NoPageError(tr("This needs the secret of a seat: sign on first."))
        if phase and self.game(visitor, short)["open"] != phase:
            raise Abort(tr("The game has gone on: open its page again."))
        if who.power == MASTER:
            seat, text = self._state.master_seat(), f"GAME {short}\n{text}" if short else text
        else:
            seat = self._state.records[short].seats[who.power]
        answer = self._done(seat.name or seat.power, seat.address, f"web [{token}]", text, mark)
        self._say(mark, token, answer)
        return answer if not short or self.standing(visitor, short) < SenderStanding.SEAT else ""

    def request(self, name: str, address: str, text: str, mark: str) -> str:
        """Carry out the words of a person without a seat, who is asked by mail to confirm them; returns the answer.

        Raises:
            NoPageError: the address is none, or the form was not made here.
        """
        if not is_form_mark(self._state.key, mark, ""):
            raise NoPageError(tr("This page is too old: open it again."))
        return self._done(name, address, "web", text, mark) or tr(
            "A mail is on its way to {address}. Answer it to confirm.", address=address
        )

    def confirm(self, token: str, mark: str) -> str:
        """Carry out the staged mail that *token*, of a link, confirms; returns the answer."""
        if not is_form_mark(self._state.key, mark, ""):
            raise NoPageError(tr("This page is too old: open it again."))
        return self._done("", self._state.settings.me.address.replace("@", "+web@", 1), f"web [{token}]", "", mark)

    def fresh_mark(self) -> str:
        """A mark for a form of anybody."""
        return form_mark(self._state.key, "")

    def _done(self, name: str, address: str, subject: str, text: str, mark: str) -> str:
        try:
            checked_address(address)
        except ValueError as error:
            raise NoPageError(str(error)) from error
        try:
            return self._answer(name, address, subject, text, mark)
        except (CommandError, StorageError, StepConflictError, ValueError) as error:
            return tr("Nothing was done: {why}", why=error)

    def _answer(self, name: str, address: str, subject: str, text: str, mark: str) -> str:
        """The answer of the judge to what a page sends, in the form of a mail."""
        made = EmailMessage(policy=SMTP)
        made["From"] = formataddr((one_line(name, 80).replace('"', ""), address))
        made["To"] = self._state.settings.me.address
        made["Subject"] = one_line(subject, 300)
        made["Date"] = format_datetime(self._state.now)
        made["Message-ID"] = f"<{mark}@pages.{address.rpartition('@')[2]}>"
        made.set_content(text.replace("\r\n", "\n") + "\n", charset="utf-8")
        self.has_acted = True
        return self._answering.answer_here(made.as_bytes())

    def _say(self, mark: str, owner: str, text: str) -> None:
        self._said[mark] = (owner, text)
        while len(self._said) > MOST_KEPT:
            self._said.popitem(last=False)


def _stage(life: Life) -> str:
    match life:
        case Life.ANNOUNCED | Life.FORMING:
            return tr("Games that form")
        case Life.ACTIVE | Life.PAUSED:
            return tr("Games that are played")
    return tr("Games that are over")


def _holder(record: GameRecord, power: str) -> str:
    """Holder of a power, as everybody may know it: names are said when the game is over."""
    seat = record.seats.get(power)
    if power in record.vacant:
        return tr("free")
    if seat is None:
        return tr("nobody")
    return tr("played") if record.life.is_running else outside_line(seat.name)
