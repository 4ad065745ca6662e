"""Acts of a phone: each message is one act of its own seat, checked for its form here and decided by the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.game.record import Cursor, EditError
from app.hotseat.round import RevealAct
from app.presentation.order_tools.stage import (
    AnswerNeeded,
    Cancelled,
    ChoiceTouch,
    Cleared,
    Ordered,
    ProvinceArea,
    Questioned,
    Refused,
    ToolKey,
    Touch,
    UnitTouch,
    Wanted,
)
from app.session.errors import CommandError
from app.session.session import Session
from app.tables.table_letters import agree_by_phone
from app.web.seat_page import SeatPage, legal_of
from languages import sentence, tr

PANELS = frozenset({"", "letters", "notes", "vote", "results", "past", "story", "more"})
LONGEST_ORDER = 200


class MessageError(Exception):
    """A message has a form that no page of ours sends."""


@dataclass(slots=True)
class SeatActs:
    """The acts of one phone.

    Args:
        session: the open games.
        page: what the phone shows.
        link: makes what another phone needs to take the seat over.
    """

    session: Session
    page: SeatPage
    link: Callable[[str], str]
    _said_before: tuple[str, bool] = ("", False)

    def do(self, message: Mapping[str, object]) -> None:
        """Do what *message* asks for; what stands in the way is said on the phone.

        Raises:
            MessageError: it has no form of ours.
        """
        looking = self.page.looking
        self._said_before = (looking.said, looking.is_refusal)
        looking.said, looking.is_refusal, looking.typed = "", False, ""
        act = getattr(self, _ACTS.get(_text(message, "do", 20), ""), None)
        if act is None:
            raise MessageError
        try:
            act(message)
        except (EditError, CommandError) as error:
            looking.said, looking.is_refusal = _sentence(str(error)), True

    # --- orders ---

    def touch(self, message: Mapping[str, object]) -> None:
        """A tap on the board."""
        province = _text(message, "p", 20)
        dislodged = message.get("x") is True
        touch: Touch = UnitTouch(province, dislodged) if message.get("u") is True else ProvinceArea(province)
        self._touch(touch)

    def choice(self, message: Mapping[str, object]) -> None:
        """An answer to what the order tool asks."""
        stage, number = self.page.entry.tool.stage, message.get("i")
        if isinstance(stage, Questioned) and isinstance(number, int) and 0 <= number < len(stage.choices):
            self._touch(ChoiceTouch(stage.choices[number]))

    def want(self, message: Mapping[str, object]) -> None:
        """An order from the list of legal ones."""
        order = legal_of(self.page, _text(message, "o", LONGEST_ORDER))
        if order is None:
            self.page.looking.said, self.page.looking.is_refusal = tr("That order is not possible here any more."), True
            return
        self._touch(Wanted(self.page.seat.power, order))
        self.page.entry.forget()
        self.page.looking.panel = ""

    def waive(self, _message: Mapping[str, object]) -> None:
        """A build is declined."""
        self._touch(ToolKey.WAIVE)

    def escape(self, _message: Mapping[str, object]) -> None:
        """Nothing is picked any more."""
        self.page.entry.forget()

    def complete(self, message: Mapping[str, object]) -> None:
        """Propose orders for what is being typed."""
        looking = self.page.looking
        looking.said, looking.is_refusal = self._said_before
        looking.typed = _text(message, "text", LONGEST_ORDER)

    def write(self, message: Mapping[str, object]) -> None:
        """An order in words, or a line taken away."""
        self._check_writes()
        line = message.get("line")
        text = _text(message, "text", LONGEST_ORDER)
        number = line if isinstance(line, int) and not isinstance(line, bool) and 0 <= line < 1000 else None
        if number is None and not text.strip():
            return
        read = self.page.entry.enter_text(self.page.seat.power, number, text)
        trouble = read.fault or read.refusal
        if trouble:
            self.page.looking.said, self.page.looking.is_refusal = _sentence(trouble), True

    def _touch(self, touch: Touch) -> None:
        self._check_writes()
        entry, looking = self.page.entry, self.page.looking
        looking.past = looking.step = None
        step = entry.touch(touch)
        match step:
            case Refused():
                looking.said, looking.is_refusal = entry.refusal(step), True
            case Ordered(orders):
                looking.said = " ".join(f"{entry.sentence(order)}." for _, order in orders)
            case Cleared():
                looking.said = tr("The order is taken back.")
            case AnswerNeeded() | Cancelled():
                pass
            case _:
                pass

    def _check_writes(self) -> None:
        from app.game.record import Why

        reason = self.page.seat.may_write
        if reason:
            raise EditError(Why.NOT_NOW, reason)

    # --- the seat ---

    def seal(self, _message: Mapping[str, object]) -> None:
        """Seal the orders."""
        self.page.entry.forget()
        self.page.seat.seal()

    def back(self, _message: Mapping[str, object]) -> None:
        """Take the seal back."""
        self.page.seat.take_back()

    def send(self, message: Mapping[str, object]) -> None:
        """Send a letter."""
        told = self.page.seat.send(_text(message, "text", 20_000), _names(message), to_everybody=message.get("all") is True)
        self.page.looking.said = " ".join(told) or tr("Sent. Nobody is chosen now.")

    def deal(self, message: Mapping[str, object]) -> None:
        """Send a proposal, or an answer to one, by a button; a letter that was begun stays."""
        seat = self.page.seat
        begun, seat.letter = seat.letter, None
        try:
            told = seat.send(_text(message, "choice", 400), (_text(message, "p", 80),), to_everybody=False)
        finally:
            if begun is not None:
                seat.keep_draft(begun.text, begun.receivers, to_everybody=begun.to_everybody)
        self.page.looking.said = " ".join(told) or tr("Sent.")

    def draft(self, message: Mapping[str, object]) -> None:
        """Keep a letter that is not sent yet."""
        self.page.seat.keep_draft(_text(message, "text", 20_000), _names(message), to_everybody=message.get("all") is True)

    def notes(self, message: Mapping[str, object]) -> None:
        """Keep the notes."""
        self.page.seat.keep_notes(_text(message, "text", 30_000))
        self.page.looking.said = tr("The notes are kept.")

    def vote(self, message: Mapping[str, object]) -> None:
        """Vote on the end of the game."""
        self.page.seat.vote(_text(message, "choice", 200))

    def show_now(self, _message: Mapping[str, object]) -> None:
        """Say that the orders be shown now, or take that back."""
        seating = self.page.seating
        person = seating.table.person_of(self.page.seat.power)
        seating.round = seating.round.vote_to_show(person, yes=person not in seating.round.votes)
        self.session.table_changed()

    def agree(self, _message: Mapping[str, object]) -> None:
        """Agree to drop sealed orders, or take that agreement back."""
        agree_by_phone(self.session, self.page.seating, self.page.seat.power)

    # --- what is looked at ---

    def panel(self, message: Mapping[str, object]) -> None:
        """Open a list over the orders, or close it."""
        name, looking = _text(message, "name", 20), self.page.looking
        if name not in PANELS:
            raise MessageError
        if looking.panel == "letters" and name != "letters":
            self.page.seat.look_at_letters()
        last, told = self.page.last_listed_turn, self.page.seating.judged_last
        if name == "story" and told is not None and last != told.index:
            name = ""  # it would tell what the reveal has not shown yet
        looking.panel, looking.link, looking.step = name, "", None
        looking.past = last if name == "results" else None
        if name == "results" and last is not None:
            looking.results_seen = last
        elif not name:
            self.page.open_results()

    def legal(self, message: Mapping[str, object]) -> None:
        """List all orders of the unit, or for the site, in a province."""
        self.page.looking.panel = f"legal {_text(message, 'p', 20)}"
        self.page.looking.past = self.page.looking.step = None

    def past(self, message: Mapping[str, object]) -> None:
        """Look at a phase that is over."""
        number = message.get("index")
        seating, looking = self.page.seating, self.page.looking
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(seating.game.line(seating.branch)):
            raise MessageError
        last = self.page.last_listed_turn
        if last is not None and number <= last and seating.game.turn(Cursor(seating.branch, number)).resolution is not None:
            looking.past, looking.panel, looking.step = number, "results", None

    def steps(self, message: Mapping[str, object]) -> None:
        """Show the results of a phase that is over step by step, on the board of this phone."""
        self.past(message)
        if self.page.looking.past is not None:
            self.page.looking.step, self.page.looking.panel = 0, ""

    def reveal(self, message: Mapping[str, object]) -> None:
        """Another step: of what this phone looks at, or of the reveal of the table where its power steers that."""
        name = _text(message, "name", 10)
        if name not in set(RevealAct):
            raise MessageError
        act, looking, telling = RevealAct(name), self.page.looking, self.page.seating.telling
        if looking.past is not None and looking.step is not None:
            last = max(0, self.page.own_steps - 1)
            wanted = {RevealAct.BACK: looking.step - 1, RevealAct.NEXT: looking.step + 1, RevealAct.ALL: last}.get(act, looking.step)
            looking.step = max(0, min(wanted, last))
        elif telling.steering == self.page.seat.power and telling.act is not None and self.page.is_revealing:
            telling.act(act)

    def now(self, _message: Mapping[str, object]) -> None:
        """Back to the present phase."""
        self.page.looking.past, self.page.looking.step, self.page.looking.panel = None, None, ""

    def move(self, _message: Mapping[str, object]) -> None:
        """Go on with another phone: what it needs is shown."""
        self.page.looking.panel = "more"
        self.page.looking.link = self.link(self.page.seat.power)


_ACTS: Mapping[str, str] = {
    "esc": "escape",
    "shownow": "show_now",
    **{
        name: name
        for name in (
            *("touch", "choice", "want", "waive", "complete", "write", "seal", "back", "send", "draft", "notes", "deal", "vote", "agree"),
            *("panel", "legal", "past", "steps", "reveal", "now", "move", "word", "answer"),
        )
    },
}
"""Acts by the names that pages give them; those of a class of its own are found there."""


def _text(message: Mapping[str, object], name: str, most: int) -> str:
    found = message.get(name, "")
    if not isinstance(found, str) or len(found) > most:
        raise MessageError
    return found


def _names(message: Mapping[str, object]) -> tuple[str, ...]:
    found = message.get("to", [])
    if not isinstance(found, list) or len(found) > 100 or not all(isinstance(each, str) and len(each) < 80 for each in found):
        raise MessageError
    return tuple(found)


def _sentence(words: str) -> str:
    return sentence(words) + ("" if words.endswith((".", "?", "!", "…")) else ".")
