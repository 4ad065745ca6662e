"""Panels over the orders of a phone: all orders of a unit, letters, notes, the vote, results, earlier phases, the story, more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from app.game.ending_edits import vote_words
from app.game.record import Cursor, Game
from app.hotseat.round import RoundStage
from app.hotseat.table import Decider, Seat
from app.players.agreements import CHARACTERS, Stance, proposable, waiting_for, written
from app.players.reasons import reasons_of_turn
from app.presentation.hotseat.reveal_steps import reveal_story
from app.presentation.hotseat.seat_rows import opponents_vote, sharers
from app.presentation.order_entry import OrderEntry
from app.presentation.order_tools.targets import menu
from app.session.seating import Seating
from app.session.viewpoint import CURTAIN
from app.statistics.story import describe_outcome_of, describe_title, describe_turning_point, story_of
from app.tables.phone_seats import PhoneSeat
from app.web.page_parts import part, power_numbers, qr_code
from entente.words import describe_phase
from entente.words.names import describe_season, join_words, power_name, unit_name
from entente.words.outcomes import describe_order
from languages import labelled, plural, tr, tr_in

_MOST_MOMENTS = 9
"""Years in a table; of a longer game the last ones."""


def story_values(shown: Game, branch: str, viewer: str) -> Mapping[str, object]:
    """Return what the part ``story`` shows of the game *shown*, which is what *viewer* may see of it.

    Promises are left out: they are taken from letters, which not everybody has read.
    """
    story = story_of(shown, branch, None if viewer == CURTAIN else viewer, letters=False)
    numbers, history = power_numbers(shown.variant), story.centres
    first = max(0, len(history.moments) - _MOST_MOMENTS)
    rows = [
        {"power": power_name(shown.variant, power), "number": numbers.get(power, 0), "counts": counts[first:]}
        for power, counts in history.counts
        if any(counts)
    ]
    return {
        "title": tr("The story"),
        "headline": describe_title(story),
        "outcome": describe_outcome_of(story, titled=True),
        "centres": tr("Centres"),
        "moments": [tr("Start") if number == 0 else words for number, words in enumerate(history.moments)][first:],
        "rows": rows,
        "unknown": tr("Not everybody's centres are known here.") if history.unknown else "",
        "points_title": tr("Turning points"),
        "points": [
            {"when": describe_season(shown.variant, each.phase), "words": describe_turning_point(story, each)}
            for each in story.turning_points
        ],
        "none": tr("No turning point yet."),
    }


@dataclass(slots=True)
class Looking:
    """View of one phone, which is no part of the game."""

    panel: str = ""
    """Panel over the orders: ``letters``, ``notes``, ``vote``, ``results``, ``past``, ``story``, ``legal PAR``; empty for none."""
    past: int | None = None
    """The turn that the board shows instead of the present one."""
    said: str = ""
    """Answer to the last tap: the order it wrote, or the reason why it was refused."""
    is_refusal: bool = False
    results_seen: int = -1
    """The last turn whose results were looked at."""
    typed: str = ""
    """Beginning of an order in words, for which some are proposed."""
    step: int | None = None
    """The step of those results that the board shows; ``None`` for all of them."""
    link: str = ""
    """Address at which another phone takes this seat over, while it is shown."""


@dataclass(frozen=True, slots=True)
class SeatPanels:
    """Panels of one phone.

    Args:
        seat: the seat that the phone writes in.
        entry: the order tool of the phone.
        looking: the view of the phone.
        last: the last turn whose results may be listed.
    """

    seat: PhoneSeat
    entry: OrderEntry
    looking: Looking
    last: int | None = None

    @property
    def seating(self) -> Seating:
        """The table."""
        return self.seat.seating

    def part(self, shown: Game) -> str:
        """Return the panel that is open, of the game *shown*; empty where none is."""
        name, _, rest = self.looking.panel.partition(" ")
        close = tr("Close")
        match name:
            case "legal":
                return part("legal", {**self._legal(rest), "close": close})
            case "letters":
                return part("letters", {**self._letters(shown), "close": close})
            case "notes":
                notes = shown.notes.get(self.seat.power, "")
                said = {"title": tr("Notes"), "hint": tr("Nobody else reads them."), "text": notes, "keep": tr("Keep")}
                return part("notes", {**said, "close": close})
            case "vote":
                return part("vote", {**self._votes(shown), "close": close})
            case "results":
                return part("results", {**self._results(shown), "close": close})
            case "story":
                return part("story", {**story_values(shown, self.seat.cursor.branch, self.seat.power), "close": close})
            case "past":
                return part("past", {**self._pasts(shown), "close": close})
            case "more":
                return part("more", {**self._more(), "close": close})
            case _:
                return ""

    def _legal(self, province: str) -> Mapping[str, object]:
        context = self.entry.tool.context
        position, variant = context.position, context.variant
        dislodged = position.dislodged_at(province)
        unit = dislodged.unit if dislodged is not None else position.unit_at(province)
        known = variant.board.provinces.get(province)
        title = unit_name(variant, unit.piece) if unit is not None else "" if known is None else known.name
        present = {str(order) for order in context.orders.get(self.seat.power, ())}
        groups: dict[str, list[Mapping[str, object]]] = {}
        for _, order in menu(context, province) if not self.seat.may_write else ():
            row = {"words": describe_order(variant, position, order), "order": str(order), "chosen": str(order) in present}
            groups.setdefault(self._group(order), []).append(row)
        count = sum(map(len, groups.values()))
        return {
            "title": title,
            "count": plural("{count} order", "{count} orders", count),
            "groups": [{"title": each, "rows": rows} for each, rows in groups.items()],
            "chosen": tr("chosen"),
            "place": province,
        }

    def _group(self, order: Order) -> str:
        position = self.entry.tool.context.position
        match order:
            case Hold():
                return tr("Stay")
            case Move(_, _, via, route) if via or route:
                return tr("By convoy to")
            case Move():
                return tr("Move to")
            case Support(_, supported):
                unit = position.unit_at(supported.location.province)
                return tr("Support your own") if unit is not None and unit.power == self.seat.power else tr("Support others")
            case Convoy():
                return tr("Carry an army")
            case Retreat():
                return tr("Retreat to")
            case Disband() | Remove():
                return tr("Take off the board")
            case Build() | Waive():
                return tr("Build")

    def _letters(self, shown: Game) -> Mapping[str, object]:
        variant, own = shown.variant, self.seat.power
        numbers = power_numbers(variant)
        listed = []
        got = 0
        for phase, press in self.seat.letters():
            is_own = press.sender == own
            got += not is_own
            sender = self._party(press.sender)
            receivers = join_words(self._party(each) for each in press.receivers)
            if is_own:
                head = tr("You to {names}", names=receivers) if press.receivers else tr("You to everybody")
            elif not press.receivers:
                head = tr("{name} to everybody", name=sender)
            elif len(press.receivers) == 1:
                head = tr("{name} to you alone", name=sender)
            else:
                others = join_words(self._party(each) for each in press.receivers if each != own)
                head = tr("{name} to you and {names}", name=sender, names=others)
            listed.append(
                {
                    "head": head,
                    "text": press.text if press.sealed is None else tr("This letter was sealed for another phone."),
                    "when": describe_phase(variant, phase),
                    "new": not is_own and got > self.seat.read,
                    "number": numbers.get(press.sender, 0),
                }
            )
        draft = self.seat.letter
        chosen = () if draft is None else draft.receivers
        parties = [
            {"power": power, "name": name, "number": numbers.get(power, 0), "chosen": power in chosen}
            for power, name in self._parties()
            if power != own
        ]
        return {
            "title": tr("Letters"),
            "letters": listed[-200:],
            "none": tr("No letters yet."),
            "new": tr_in("a letter", "new"),
            "to": tr("Next letter to"),
            "parties": parties,
            "all": tr("Everybody"),
            "all_chosen": draft is not None and draft.to_everybody,
            "text": "" if draft is None else draft.text,
            "hint": tr("First choose who reads it"),
            "send": tr("Send"),
            "can": not self._is_over,
            "waiting": self._waiting(shown),
            "offers": self._offers(shown),
        }

    def _waiting(self, shown: Game) -> list[Mapping[str, object]]:
        """Return the proposals that wait for an answer, each with the letters that its buttons send."""
        variant, own = shown.variant, self.seat.power
        return [
            {
                "words": labelled(self._party(each.sender), written(variant, Stance.PROPOSE, each.proposal)),
                "to": each.sender,
                "answers": [
                    {"title": title, "text": written(variant, stance, each.proposal)}
                    for title, stance in ((tr("Agree"), Stance.AGREE), (tr("Refuse"), Stance.REFUSE))
                ],
            }
            for each in waiting_for(variant, shown.turn(self.seat.cursor), own)
        ]

    def _offers(self, shown: Game) -> list[Mapping[str, object]]:
        """Return what can be proposed to each built-in opponent."""
        variant, own, turn = shown.variant, self.seat.power, self.seat.game.turn(self.seat.cursor)
        position = shown.turn(self.seat.cursor).position
        orders = [line.order for line in turn.orders.get(own, ()) if line.order is not None]
        return [
            {
                "title": tr("Propose to {power}", power=seat.name),
                "to": seat.power,
                "texts": [written(variant, Stance.PROPOSE, each) for each in proposable(variant, position, own, seat.power, orders)],
            }
            for seat in self._opponents
        ]

    def _parties(self) -> Sequence[tuple[str, str]]:
        """Powers to whom letters go, with their names."""
        return [(seat.power, seat.name) for seat in self.seating.table.seats]

    @property
    def _is_over(self) -> bool:
        return self.seating.round.stage is RoundStage.OVER

    @property
    def _has_secret_votes(self) -> bool:
        return self.seating.with_vote

    @property
    def _opponents(self) -> Sequence[Seat]:
        """Built-in opponents to whom something can be proposed."""
        if self._is_over:
            return ()
        return [seat for seat in self.seating.table.seats if seat.decider is Decider.OPPONENT and seat.opponent in CHARACTERS]

    @property
    def _vote_of_opponents(self) -> str:
        return opponents_vote(self.seating.table)

    def _party(self, name: str) -> str:
        seat = next((each for each in self.seating.table.seats if each.power == name), None)
        if seat is None:
            return self.seating.round.title(name)
        return seat.name if not seat.person or seat.decider is not Decider.PERSON else f"{seat.person} ({seat.name})"

    def _votes(self, shown: Game) -> Mapping[str, object]:
        turn = shown.turn(self.seat.cursor)
        present = next((each.choice for each in turn.votes if each.power == self.seat.power), "")
        among = sharers(shown, turn)
        choices = [{"choice": "no", "words": tr("Play on")}, {"choice": "draw", "words": tr("A draw among all")}]
        choices += [
            {"choice": f"concede to {power}", "words": tr("{power} wins", power=power_name(shown.variant, power))}
            for power in among
            if power != self.seat.power
        ]
        return {
            "title": tr("Vote"),
            "hint": " ".join(
                filter(
                    None,
                    (
                        tr("The game ends when all who are left vote for the same."),
                        self._vote_of_opponents,
                        tr("Nobody sees how you vote.") if self._has_secret_votes else tr("Votes are shown when the phase is over."),
                    ),
                )
            ),
            "choices": [{**each, "chosen": (present or "no") == each["choice"]} for each in choices],
            "present": tr("Your vote: {vote}.", vote=vote_words(shown, present)) if present else tr("You have not voted."),
            "chosen": tr("chosen"),
        }

    def _results(self, shown: Game) -> Mapping[str, object]:
        index = self.looking.past if self.looking.past is not None else self.last
        return {**results(shown, self.seat.cursor.branch, index, self.seat.power), "steps": tr("Step by step"), "index": index}

    def _pasts(self, shown: Game) -> Mapping[str, object]:
        line = shown.line(self.seat.cursor.branch)
        rows = [
            {"index": index, "words": describe_phase(shown.variant, turn.phase), "chosen": self.looking.past == index}
            for index, turn in enumerate(line)
            if turn.resolution is not None and self.last is not None and index <= self.last
        ]
        return {"title": tr("Earlier phases"), "rows": rows[::-1], "chosen": tr("chosen")}

    def _more(self) -> Mapping[str, object]:
        return {
            "title": tr("More"),
            "move": tr("Go on with another phone"),
            "move_hint": tr("Open this on the other phone. This one then shows nothing any more."),
            "link": self.looking.link,
            "qr": qr_code(self.looking.link, tr("QR code for the other phone")) if self.looking.link else None,
        }


def results(shown: Game, branch: str, index: int | None, viewer: str | None) -> Mapping[str, object]:
    """Return the results of a turn step by step with reasons, as *viewer* may know them."""
    if index is None or not 0 <= index < len(shown.line(branch)):
        return {"title": tr("Results"), "groups": []}
    turn = shown.turn(Cursor(branch, index))
    title = describe_phase(shown.variant, turn.phase)
    if turn.resolution is None:
        return {"title": title, "groups": []}
    story = reveal_story(shown, turn, is_hidden=bool(turn.position.unseen) and viewer is not None)
    groups: dict[str, list[Mapping[str, object]]] = {}
    for step in story.steps:
        groups.setdefault(tr(step.kind.value), []).append({"words": step.title, "reason": step.reason})
    for words in reasons_of_turn(shown, turn):
        groups.setdefault(tr("Why the opponents ordered so"), []).append({"words": words, "reason": ""})
    return {"title": title, "groups": [{"title": kind, "steps": steps} for kind, steps in groups.items()]}
