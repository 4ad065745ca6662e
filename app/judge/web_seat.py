"""Seats of the judge on the page that phones have at a table: its board is touched, and each act is carried out as a mail would be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator import Phase, has_choice
from app.game.deadlines import due, terms_of
from app.game.entries import Press
from app.game.record import MAIN, Cursor, EditError, Game, OrderLine, Why, variant_at
from app.gm.deadline_words import moment_words
from app.hotseat.sealing import DraftLetter
from app.hotseat.table import Seat
from app.judge.mail_words import word_in, words_of_form
from app.judge.records import GameRecord, SenderStanding
from app.judge.web_pages import JudgePages, NoPageError, SeatView, WebVisitor
from app.presentation.hotseat.reveal_steps import RevealStory
from app.session.session import Session
from app.tables.phone_seats import PhoneSeat
from app.web.board_picture import board_kit
from app.web.desk import PageConnection
from app.web.page_parts import part, power_numbers
from app.web.seat_acts import PANELS, MessageError, SeatActs
from app.web.seat_page import BoardKit, Parts, SeatPage
from app.web.seat_panels import Looking, SeatPanels
from entente.words.names import describe_phase, power_name
from languages import plural, tr, using
from languages.outside_text import outside_line, outside_text

MOST_WORDS = 8_000
"""Characters of words that a page sends at once."""


class MailedSeat(PhoneSeat):
    """A seat of a game of the judge, in place of one at a table: it is never sealed, and each edit of it goes the way of a mail."""

    def __init__(self, pages: JudgePages, visitor: WebVisitor, short: str) -> None:
        self._pages, self._visitor, self._short = pages, visitor, short
        self.power = self.view.power
        self.letter: DraftLetter | None = None
        self.read = sum(each.sender != self.power for _, each in self.letters())
        self.answer = ""
        """Answer of the judge to the last act."""

    @property
    def view(self) -> SeatView:
        """The game as its holder may see it now."""
        return self._pages.seat_view(self._visitor, self._short)

    @property
    def record(self) -> GameRecord:
        """The record of the game."""
        return self.view.record

    @property
    def game(self) -> Game:
        """The game as its holder may see it; nothing else of it is needed to write orders."""
        return self.view.game

    @property
    def shown(self) -> Game:
        """The same."""
        return self.view.game

    @property
    def cursor(self) -> Cursor:
        """The open turn."""
        return self.game.last(MAIN)

    @property
    def hidden(self) -> frozenset[str]:
        """The provinces of which it knows nothing now."""
        return self.view.hidden

    @property
    def is_over(self) -> bool:
        """True if the game takes no orders any more."""
        return not self.record.life.is_running or self.game.branch(MAIN).ending is not None

    @property
    def read_only(self) -> str:
        """Reason why the game takes no orders; empty where it takes them."""
        return tr("{game} is over.", game=self._short) if self.is_over else ""

    @property
    def is_sealed(self) -> bool:
        """False: the orders of a game by mail can be changed until they are processed."""
        return False

    @property
    def may_write(self) -> str:
        """Reason why orders cannot be written now; empty where they can."""
        game, cursor = self.game, self.cursor
        if self.read_only:
            return self.read_only
        able = has_choice(variant_at(game, cursor), game.turn(cursor).position, self.power)
        return "" if able else tr("You have nothing to write in this phase.")

    def letters(self) -> tuple[tuple[Phase, Press], ...]:
        """All letters that it has sent and got, the oldest first."""
        return tuple((turn.phase, each) for turn in self.game.line(MAIN) for each in turn.press)

    # --- what is done ---

    def words(self, text: str) -> str:
        """Have the judge carry out words as they may stand in a mail of this seat; returns its answer.

        Raises:
            CommandError: nothing was done.
        """
        phase = str(self.game.turn(self.cursor).phase)
        self.answer = self._pages.carried_out(self._visitor, self._short, text, phase)
        return self.answer

    def own_lines(self, game: Game) -> Counter[str]:
        """Lines of its orders in *game*."""
        return Counter(_written(line) for line in game.turn(game.last(MAIN)).orders_of(self.power) if not line.is_withdrawn)

    def perform(self, label: str, game: Game, _cursor: Cursor | None = None) -> None:  # noqa: ARG002 - the protocol's words
        """Send the orders of *game* that are new; all of them, after CLEAR, where one was taken back.

        Raises:
            EditError: the judge did not take them.
        """
        before, after = self.own_lines(self.game), self.own_lines(game)
        orders = {_written(line) for line in game.turn(game.last(MAIN)).orders_of(self.power) if line.order is not None}
        fresh, gone = list((after - before).elements()), list((before - after).elements())
        for line in fresh:
            if line not in orders and word_in(line) is not None:
                raise EditError(Why.BAD_TEXT, tr("This is a word for the judge and no order; it can be sent under More."))
        replaced = {_unit(line) for line in fresh}
        lines = fresh if all(_unit(line) in replaced for line in gone) else ["CLEAR", *after.elements()]
        if not lines:
            return
        answer = self.words("\n".join(lines))
        stands = self.own_lines(self.game)
        if any(line in orders and line not in stands for line in fresh) or (not fresh and stands != after):
            raise EditError(Why.NOT_NOW, answer)

    def keep_draft(self, text: str, receivers: Sequence[str], *, to_everybody: bool) -> None:
        """Keep a letter that is not sent yet, as long as the page is open."""
        cleaned = outside_text(text, MOST_WORDS)
        self.letter = DraftLetter(cleaned, tuple(dict.fromkeys(receivers)), to_everybody) if cleaned else None

    def look_at_letters(self) -> None:
        """All letters that are there were seen."""
        self.read = sum(each.sender != self.power for _, each in self.letters())

    def send(self, text: str, receivers: Sequence[str], *, to_everybody: bool) -> tuple[str, ...]:
        """Send a letter; return the judge's answer where it was not passed on as it is."""
        form = {
            "do": ["letter"],
            "letter": [outside_text(text, MOST_WORDS)],
            "to": list(receivers),
            **({"all": ["on"]} if to_everybody else {}),
        }
        known = len(self.letters())
        answer = self.words(words_of_form(form))
        self.letter = None
        return () if len(self.letters()) > known else (answer,)

    def vote(self, choice: str) -> None:
        """Vote on the end of the game: the words of the command ``vote``."""
        self.words(f"VOTE {outside_line(choice).upper()}")


def _written(line: OrderLine) -> str:
    return str(line.order or line.text)


def _unit(line: str) -> str:
    return " ".join(line.split()[:2])


class _MailedPanels(SeatPanels):
    """Panels of a seat of the judge."""

    def _parties(self) -> Sequence[tuple[str, str]]:
        variant = self.seat.game.variant
        return [(power, power_name(variant, power)) for power in variant.powers]

    @property
    def _is_over(self) -> bool:
        return bool(self.seat.read_only)

    @property
    def _has_secret_votes(self) -> bool:
        return False

    @property
    def _opponents(self) -> Sequence[Seat]:
        return ()

    @property
    def _vote_of_opponents(self) -> str:
        return ""

    def _party(self, name: str) -> str:
        variant = self.seat.game.variant
        return power_name(variant, name) if name in variant.powers else tr("the game master") if name else tr("nobody known")


class MailedSeatPage(SeatPage):
    """The page of a seat of the judge."""

    seat: MailedSeat

    def __init__(self, seat: MailedSeat, kit: BoardKit) -> None:
        super().__init__(seat, kit, Looking())
        self.looking.results_seen = -1 if self.last_listed_turn is None else self.last_listed_turn

    @property
    def last_listed_turn(self) -> int | None:
        """The last turn that is over."""
        line = self.seat.game.line(MAIN)
        return next((index for index in reversed(range(len(line))) if line[index].resolution is not None), None)

    @property
    def is_revealing(self) -> bool:
        """False: everybody reads results when they like."""
        return False

    def open_results(self) -> None:
        """Open the results of the last phase, unless this page showed them before."""
        last, looking = self.last_listed_turn, self.looking
        if last is not None and last > looking.results_seen:
            looking.results_seen, looking.past, looking.panel, looking.step, looking.said = last, last, "results", None, ""
            self.entry.forget()

    def _panels(self) -> SeatPanels:
        return _MailedPanels(self.seat, self.entry, self.looking, self.last_listed_turn)

    def parts(self) -> Parts:
        """Everything that the page shows now."""
        found = super().parts()
        if self.looking.panel == "more":
            found["panel"] = part("judge_more", self._more())
        return found

    def _more(self) -> Mapping[str, object]:
        return {
            "title": tr("More"),
            "close": tr("Close"),
            "answer": self.seat.answer,
            "words": tr("Any words that a mail may hold; HELP lists them"),
            "send": tr("Send"),
            "forms": f"/game/{self.seat.record.short}",
            "forms_words": tr("All of this game on one page, with forms"),
        }

    def _public_reveal(self) -> tuple[RevealStory, Game, Cursor, int] | None:
        return None

    def _cursor(self) -> Cursor:
        last, past = self.seat.cursor, self.looking.past
        return Cursor(MAIN, past) if past is not None and 0 <= past <= last.index else last

    def _head(self) -> Mapping[str, object]:
        variant, unread = self.seat.game.variant, self.seat.unread
        holder = self.seat.record.seats.get(self.seat.power)
        return {
            "power": power_name(variant, self.seat.power),
            "person": "" if holder is None else outside_line(holder.name),
            "number": power_numbers(variant)[self.seat.power],
            "left": None,
            "running": False,
            "time": "",
            "clock": "",
            "unread": unread,
            "letters": plural("Letters, {count} unread", "Letters, {count} unread", unread) if unread else tr("Letters"),
        }

    def _due(self) -> str:
        moment = due(self.seat.game.turn(self.seat.cursor).deadline)
        if moment is None or self.seat.is_over:
            return tr(self.seat.record.life.value)
        return tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(self.seat.game).zone_info))

    def _sheet(self, shown: Game) -> str:
        if self.seat.is_over:
            return part("over", self._over(shown))
        if self.seat.may_write:
            return part("waiting", self._waiting(shown))
        return part("writing", self._writing(shown))

    def _dropping(self) -> Mapping[str, str]:
        return {}

    def _links(self) -> list[Mapping[str, object]]:
        return [each for each in super()._links() if each["do"] != "notes"]

    def _writing(self, shown: Game) -> Mapping[str, object]:
        turn, power, phase = shown.turn(self.seat.cursor), self.seat.power, str(shown.turn(self.seat.cursor).phase)
        wait = (
            ("SET NOWAIT", tr("Process as soon as all orders are in")) if power in turn.waits else ("SET WAIT", tr("Wait for the deadline"))
        )
        asked = [each for each in self.seat.record.questions if each.power == power and each.phase == phase]
        return {
            **super()._writing(shown),
            "seal": "",
            "ask": "",
            "due": self._due(),
            "acts": [{"word": word, "words": words} for word, words in (wait, ("CLEAR", tr("Take all my orders out")))],
            "asked": [
                {
                    "number": each.number,
                    "words": tr("Which do you mean by “{text}”?", text=outside_line(each.text)),
                    "choices": each.choices,
                }
                for each in asked
            ],
        }

    def _waiting(self, shown: Game) -> Mapping[str, object]:
        return {
            "title": tr("Nothing to order"),
            "words": self.seat.may_write,
            "phase": describe_phase(shown.variant, shown.turn(self.seat.cursor).phase),
            "count": self._due(),
            "links": self._links(),
            "dropping": {},
            **dict.fromkeys(("sealed", "letter", "number", "own", "hold", "back", "show_now"), ""),
            **dict.fromkeys(("steps", "seats", "orders"), ()),
        }


class MailedActs(SeatActs):
    """The acts of a page of a seat of the judge."""

    page: MailedSeatPage

    def do(self, message: Mapping[str, object]) -> None:
        """Do what *message* asks for; what stands in the way is said on the page.

        Raises:
            MessageError: it has no form of ours.
        """
        if message.get("do") in {"seal", "back", "notes", "shownow", "agree", "move"}:
            raise MessageError
        super().do(message)

    def word(self, message: Mapping[str, object]) -> None:
        """Words that a mail may hold."""
        text = message.get("text")
        if not isinstance(text, str) or len(text) > MOST_WORDS:
            raise MessageError
        answer = self.page.seat.words(text)
        if self.page.looking.panel != "more":
            self.page.looking.said = answer

    def answer(self, message: Mapping[str, object]) -> None:
        """The meaning of a doubtful line."""
        number, choice = message.get("i"), message.get("o")
        if not isinstance(number, int) or not isinstance(choice, str) or not choice.isdecimal() or len(choice) > 1:
            raise MessageError
        self.page.looking.said = self.page.seat.words(f"ANSWER {number} {choice}")

    def panel(self, message: Mapping[str, object]) -> None:
        """Open a list over the orders, or close it."""
        name, looking, last = message.get("name", ""), self.page.looking, self.page.last_listed_turn
        if not isinstance(name, str) or name not in PANELS:
            raise MessageError
        if "letters" in {looking.panel, name}:
            self.page.seat.look_at_letters()
        self.page.seat.answer = ""
        looking.panel, looking.step, looking.past = name, None, last if name == "results" else None
        if not name:
            self.page.open_results()

    def past(self, message: Mapping[str, object]) -> None:
        """Look at a phase that is over."""
        number, line = message.get("index"), self.page.seat.game.line(MAIN)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(line):
            raise MessageError
        if line[number].resolution is not None:
            self.page.looking.past, self.page.looking.panel, self.page.looking.step = number, "results", None

    def reveal(self, message: Mapping[str, object]) -> None:
        """Another step of the results that are looked at."""
        if self.page.looking.past is not None and self.page.looking.step is not None:
            super().reveal(message)


@dataclass(slots=True)
class _SeatOpen:
    """A page of a seat that is connected."""

    connection: PageConnection
    visitor: WebVisitor
    short: str
    page: MailedSeatPage
    acts: MailedActs
    stamp: object
    sent: Parts = field(default_factory=dict)


class SeatDesk:
    """The connected pages, on the judge's thread: their acts are carried out, and changes are sent to seats and watchers."""

    def __init__(self, pages: JudgePages, session: Session) -> None:
        self._pages, self._session = pages, session
        self._seats: dict[PageConnection, _SeatOpen] = {}
        self._watchers: dict[PageConnection, tuple[WebVisitor, str, object, str]] = {}

    def welcome(self, connection: PageConnection, visitor: WebVisitor, short: str, *, watches: bool) -> None:
        """A page has connected."""
        if watches:
            self._watchers[connection] = (visitor, short, None, "")
            self.refresh()
            return
        if self._pages.standing(visitor, short) is not SenderStanding.SEAT:
            self._dismiss(connection, visitor.language)
            return
        try:
            seat = MailedSeat(self._pages, visitor, short)
            language = self._pages.language_of_seat(visitor, short)
            with using(language):
                page = MailedSeatPage(seat, board_kit(seat.game.variant.id, language))
                acts = MailedActs(self._session, page, lambda _power: "")
                opened = _SeatOpen(connection, visitor, short, page, acts, self._pages.stamp(short))
                connection.push({"seat": seat.power})
                self._seats[connection] = opened
                self._show(opened)
        except NoPageError:
            self._dismiss(connection, visitor.language)

    def forget(self, connection: PageConnection) -> None:
        """A page has gone."""
        self._seats.pop(connection, None)
        self._watchers.pop(connection, None)

    def hear(self, connection: PageConnection, message: object) -> None:
        """A page of a seat asks for something."""
        opened = self._seats.get(connection)
        if opened is None:
            return
        language = self._pages.language_of_seat(opened.visitor, opened.short)
        try:
            if not isinstance(message, dict) or self._pages.standing(opened.visitor, opened.short) is not SenderStanding.SEAT:
                raise MessageError
            with using(language):
                opened.acts.do(message)
                self._show(opened)
        except (MessageError, NoPageError):
            self._dismiss(connection, language)
            return
        if language != self._pages.language_of_seat(opened.visitor, opened.short):
            connection.push({"reload": True})
        self.refresh()

    @property
    def is_stale(self) -> bool:
        """True if a game of which a page is open was changed since it was shown. On any thread."""
        stamps = {short: self._pages.stamp(short) for short in {each.short for each in list(self._seats.values())}}
        stamps |= {short: self._pages.stamp(short) for _, short, *_ in list(self._watchers.values())}
        seats = any(each.stamp != stamps.get(each.short, each.stamp) for each in list(self._seats.values()))
        return seats or any(stamp != stamps.get(short, stamp) for _, short, stamp, _ in list(self._watchers.values()))

    def refresh(self) -> None:
        """Show each page what changed."""
        for opened in tuple(self._seats.values()):
            stamp = self._pages.stamp(opened.short)
            if stamp == opened.stamp:
                continue
            opened.stamp = stamp
            language = self._pages.language_of_seat(opened.visitor, opened.short)
            try:
                if self._pages.standing(opened.visitor, opened.short) is not SenderStanding.SEAT:
                    raise NoPageError
                with using(language):
                    if opened.page.looking.panel not in {"letters", "more"}:
                        opened.page.open_results()
                    self._show(opened)
            except NoPageError:
                self._dismiss(opened.connection, language)
        for connection, (visitor, short, known, version) in tuple(self._watchers.items()):
            stamp = self._pages.stamp(short)
            if stamp == known:
                continue
            try:
                fresh = self._pages.version(visitor, short)
            except NoPageError:
                fresh = ""
            self._watchers[connection] = (visitor, short, stamp, fresh)
            if fresh != version:
                connection.push({"version": fresh})

    def _show(self, opened: _SeatOpen) -> None:
        parts = opened.page.parts()
        changed = {name: value for name, value in parts.items() if name not in opened.sent or opened.sent[name] != value}
        if changed:
            opened.sent.update(changed)
            opened.connection.push({"parts": changed})

    def _dismiss(self, connection: PageConnection, language: str) -> None:
        self.forget(connection)
        with using(language):
            connection.push({"gone": tr("This link belongs to no seat any more.")})
        connection.close()
