"""Contents of a phone, as parts that the page puts in their places: all of it comes from the game as its seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator import Location, Order, PhaseKind, Position, legal_orders, orderable
from app.game.entries import RevealTime
from app.game.record import Cursor, Game, variant_at
from app.hotseat.round import RevealAct, RoundStage, Standing
from app.presentation.drawn_boards import DrawnBoard
from app.presentation.fuzzy import score
from app.presentation.hotseat.reveal_steps import RevealStory, reveal_story
from app.presentation.layout.plan import Planner
from app.presentation.layout.situation import anchor
from app.presentation.order_entry import OrderEntry
from app.presentation.order_rows import RowKind, power_blocks
from app.presentation.order_tools.stage import Aimed, Idle, Questioned, UnitPicked
from app.presentation.order_tools.targets import answer, ask, menu
from app.presentation.picture import board_picture, rulers
from app.session.seating import Seating
from app.session.session import Session
from app.session.view_options import View
from app.session.viewpoint import CURTAIN
from app.tables.phone_seats import PhoneSeat
from app.tables.table_letters import question_for
from app.web.board_layers import SEEN_AT, camera, layer_svg, places_of, public_story
from app.web.page_parts import part, power_numbers
from app.web.seat_panels import Looking, SeatPanels
from entente.words import describe_phase
from entente.words.names import join_words, unit_name
from entente.words.outcomes import describe_order
from languages import plural, tr, tr_in

MOST_PROPOSALS = 5
"""Orders that are proposed for what is being typed: more are not read on a phone."""

Parts = dict[str, object]
"""By name what a page shows there: HTML, or values that its script reads."""


@dataclass(slots=True)
class BoardKit:
    """Board of one variant with its planners, for all pages."""

    drawn: DrawnBoard
    planners: dict[str, Planner] = field(default_factory=dict)
    _public: tuple[Game, RoundStage, tuple[RevealStory, Game, Cursor] | None] | None = None

    def public_story(self, session: Session, seating: Seating) -> tuple[RevealStory, Game, Cursor] | None:
        """Return ``public_story`` of the table, which all pages of a language show."""
        known = self._public
        if known is None or known[0] is not seating.game or known[1] is not seating.round.stage:
            known = self._public = (seating.game, seating.round.stage, public_story(session, seating))
        return known[2]

    def planner(self, whose: str) -> Planner:
        """Return the planner of one seat, or of the stage; each keeps its last plan."""
        if whose not in self.planners:
            self.planners[whose] = Planner(self.drawn.board, self.drawn.folder.variant.board)
        return self.planners[whose]


def board_parts(
    kit: BoardKit,
    game: Game,
    cursor: Cursor,
    whose: str,
    hidden: frozenset[str],
    own: str | None,
    *,
    orders: bool = True,
    told: tuple[RevealStory, int] | None = None,
) -> Parts:
    """The board of *game* at *cursor*: units and orders, who rules which land, what is out of sight.

    Args:
        told: the steps of the phase, and how many of them are told; all orders as they ended unless given.
    """
    numbers = power_numbers(game.variant)
    units = kit.drawn.units(View().unit_symbols).units
    picture = board_picture(game, cursor, View(orders=orders), kit.drawn.styles, units, hidden=hidden)
    zoom = SEEN_AT / kit.drawn.board.width
    plan = kit.planner(whose).plan(picture, zoom, zoom)
    lit: tuple[str, ...] = ()
    if told is not None:
        story, at = told
        plan, lit = story.plan_at(plan, at), places_of(story.steps[at])
    return {
        "lit": lit,
        "camera": camera(kit.drawn.board, lit),
        "layer": layer_svg(plan, numbers, own),
        "fill": {place: numbers[ruler] for place, ruler in rulers(picture).items() if ruler in numbers},
        "fog": sorted(hidden),
    }


class SeatPage:
    """The page of one phone.

    Args:
        seat: what it writes in.
        kit: the board.
        looking: what it looks at.
        follows_laptop: whether results are told at the laptop first, so that no phone takes the reveal away.
    """

    def __init__(self, seat: PhoneSeat, kit: BoardKit, looking: Looking, *, follows_laptop: bool = False) -> None:
        self.follows_laptop = follows_laptop
        self.seat = seat
        self.kit = kit
        self.looking = looking
        self._legal: tuple[Position, dict[str, str]] | None = None
        self._followed: tuple[object, object] = (None, None)
        self.entry = OrderEntry(seat, kit.drawn.places(), lambda: seat.shown, lambda: seat.power)

    @property
    def seating(self) -> Seating:
        """The table."""
        return self.seat.seating

    def parts(self) -> Parts:
        """Everything that the phone shows now, in the language in use."""
        shown = self.seat.shown
        self._follow(shown)
        cursor = self._cursor()
        hidden = self.seat.hidden if cursor == self.seat.cursor else frozenset[str]()
        found = self._board(shown, cursor, hidden)
        found["glow"] = self._glow() if cursor == self.seat.cursor else {}
        found["head"] = part("head", self._head())
        found["sheet"] = self._sheet(shown)
        found["proposals"] = part("proposals", self._proposals())
        found["prompt"] = part("prompt", self._prompt(shown, cursor))
        found["panel"] = self._panels().part(shown)
        found["mode"] = {
            "panel": self.looking.panel,
            "past": self.looking.past,
            "own": power_numbers(shown.variant)[self.seat.power],
        }
        found["home"] = self._home(shown)
        return found

    def _panels(self) -> SeatPanels:
        return SeatPanels(self.seat, self.entry, self.looking, self.last_listed_turn)

    def _board(self, shown: Game, cursor: Cursor, hidden: frozenset[str]) -> Parts:
        power = self.seat.power
        if self.looking.past is not None:
            told = None if self.looking.step is None else (self._own_story(shown), self.looking.step)
            return board_parts(self.kit, shown, cursor, power, hidden, power, told=told if told and told[0].steps else None)
        found = self._public_reveal()
        if found is not None:
            story, game, at_public, at = found
            if not self.seat.session.viewpoint.hidden(self.seating.game, at_public, CURTAIN):
                return board_parts(self.kit, game, at_public, "", frozenset(), power, told=(story, at))
        return board_parts(self.kit, shown, cursor, power, hidden, power, orders=not self.is_revealing)

    def _public_reveal(self) -> tuple[RevealStory, Game, Cursor, int] | None:
        """The public steps, with the one in view, during the reveal."""
        at = self.seating.telling.at
        found = self.kit.public_story(self.seat.session, self.seating) if self.is_revealing and at is not None else None
        if found is None or at is None:
            return None
        return (*found, max(0, min(at, len(found[0].steps) - 1)))

    @property
    def own_steps(self) -> int:
        """Number of steps of the phase that is looked at."""
        return len(self._own_story(self.seat.shown).steps)

    def _own_story(self, shown: Game) -> RevealStory:
        """The steps of the phase that is looked at, as this seat may know them."""
        turn = shown.turn(Cursor(self.seat.cursor.branch, self.looking.past or 0))
        return reveal_story(shown, turn, is_hidden=bool(turn.position.unseen))

    def _follow(self, shown: Game) -> None:
        """Work on what this seat sees now; a question that stands open stays while others write."""
        turn = shown.turn(self.seat.cursor)
        position, orders = turn.position, turn.orders_of(self.seat.power)
        if self._followed[0] is not position or self._followed[1] != orders:
            self._followed = (position, orders)
            self.entry.follow()

    @property
    def last_listed_turn(self) -> int | None:
        """The last turn whose results this phone may list: that of a reveal once its last step was shown; ``None`` before the first."""
        last, telling = self.seating.judged_last, self.seating.telling
        if last is None:
            return None
        index = last.index - (self.is_revealing and not telling.is_at_last_step)
        return index if index >= 0 else None

    def open_results(self) -> None:
        """Open the results of the last phase, unless this phone showed them before or the reveal goes on."""
        looking, last = self.looking, self.seating.judged_last
        if self.is_revealing or last is None or last.index <= looking.results_seen:
            return
        looking.results_seen, looking.past, looking.panel, looking.step, looking.said = last.index, last.index, "results", None, ""
        self.entry.forget()

    @property
    def is_revealing(self) -> bool:
        """True during the reveal, whose results no phone shows before their step."""
        return self.seating.round.stage is RoundStage.RESULTS and (self.follows_laptop or self.seating.telling.act is not None)

    # --- the board ---

    def _cursor(self) -> Cursor:
        last = self.seat.cursor
        if self.looking.past is not None and 0 <= self.looking.past <= last.index:
            return Cursor(last.branch, self.looking.past)
        if self.seating.round.stage is RoundStage.RESULTS and self.seating.judged_last is not None:
            return self.seating.judged_last
        return last

    def _glow(self) -> dict[str, object]:
        if self.seat.may_write:
            return {}
        targets, unit = self.entry.tool.targets, self.entry.tool.unit
        if unit is None and not isinstance(self.entry.tool.stage, Questioned):
            own = {code: place for code in sorted(targets.units | targets.grounds) if (place := self._place(code)) is not None}
            return {"own": own, "waiting": sorted(self.entry.waiting)}
        return {
            "picked": "" if unit is None else unit.province,
            "grounds": {code: place for code in sorted(targets.grounds) if (place := self._place(code)) is not None},
            "units": {code: place for code in sorted(targets.units) if (place := self._place(code)) is not None},
        }

    def _place(self, code: str) -> tuple[float, float] | None:
        unit = self.entry.turn.position.unit_at(code)
        found = anchor(self.kit.drawn.board, Location(code) if unit is None else unit.location)
        return None if found is None else (round(found[0], 1), round(found[1], 1))

    def _home(self, shown: Game) -> tuple[float, float, float, float] | None:
        """The part of the board that the seat's own units and centres take."""
        position = shown.turn(self.seat.cursor).position
        codes = {unit.province for unit in position.units_of(self.seat.power)} | set(position.centres_of(self.seat.power))
        boxes = [self.kit.drawn.board.provinces[code].bounds for code in codes if code in self.kit.drawn.board.provinces]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return (min(lefts), min(tops), max(rights), max(bottoms))

    # --- words ---

    def _head(self) -> Mapping[str, object]:
        seat, clock = self.seating.table.seat(self.seat.power), self.seating.clock
        unread = self.seat.unread
        return {
            "power": seat.name,
            "person": seat.person,
            "number": power_numbers(self.seat.game.variant)[seat.power],
            "left": None if clock.left is None else round(clock.left),
            "running": clock.running,
            "time": clock.words if clock.left is not None else "",
            "clock": tr("Time left"),
            "unread": unread,
            "letters": plural("Letters, {count} unread", "Letters, {count} unread", unread) if unread else tr("Letters"),
        }

    def _prompt(self, shown: Game, cursor: Cursor) -> Mapping[str, object]:
        choices: list[str] = []
        words, reason = "", ""
        steps: list[Mapping[str, object]] = []
        if self.looking.past is not None and self.looking.step is not None:
            story, at = self._own_story(shown), self.looking.step
            if at < len(story.steps):
                words, reason = story.steps[at].title, story.steps[at].reason
                steps = step_buttons(at, len(story.steps))
        if self.looking.past is not None:
            words = words or describe_phase(self.seat.game.variant, self.seat.game.turn(cursor).phase)
        elif not self.seat.may_write:
            stage = self.entry.tool.stage
            words = self._next_tap()
            if isinstance(stage, Questioned):
                choices = [answer(self.entry.tool.context, each) for each in stage.choices]
        is_picked = not self.entry.is_idle and self.looking.past is None
        return {
            "words": words,
            "reason": reason,
            "steps": steps,
            "said": self.looking.said,
            "refusal": self.looking.is_refusal,
            "choices": choices,
            "picked": is_picked and not choices,
            "province": "" if self.entry.tool.unit is None else self.entry.tool.unit.province,
            "all": tr("All orders"),
            "cancel": tr("Cancel"),
            "past": self.looking.past is not None,
            "back": tr("Back to now"),
        }

    def _next_tap(self) -> str:
        tool = self.entry.tool
        variant, kind = tool.context.variant, tool.context.position.phase.kind
        match tool.stage:
            case Idle() if kind is PhaseKind.ADJUSTMENT:
                return tr("Tap a home centre to build, or a unit to remove it.")
            case Idle() if kind is PhaseKind.RETREAT:
                return tr("Tap the unit that was driven out.")
            case Idle():
                return tr("Tap one of your units.")
            case UnitPicked(unit) if kind is PhaseKind.RETREAT:
                return tr("{unit}: tap where it retreats to, or itself to disband it.", unit=unit_name(variant, unit.piece))
            case UnitPicked(unit):
                return tr("{unit}: tap where it goes, a unit to support, or itself to hold.", unit=unit_name(variant, unit.piece))
            case Aimed(unit, other):
                words = {"unit": unit_name(variant, unit.piece), "other": unit_name(variant, other.piece)}
                return tr("{unit} helps {other}: tap where that one goes, or tap it again where it stays.", **words)
            case Questioned(question):
                return ask(tool.context, question)

    def _sheet(self, shown: Game) -> str:
        now = self.seating.round
        if now.stage is RoundStage.OVER:
            return part("over", self._over(shown))
        if self.seat.may_write or self.seat.power not in now.to_order:
            return part("waiting", self._waiting(shown))
        return part("writing", self._writing(shown))

    def _dropping(self) -> Mapping[str, str]:
        """The question whether sealed orders of a power are dropped; empty where none is asked."""
        asked = question_for(self.seating, self.seat.power)
        if asked is None:
            return {}
        table = self.seating.table
        names = ", ".join(table.seat(power).name for power in sorted(asked.powers))
        agrees = table.person_of(self.seat.power) in asked.agreed
        return {
            "question": tr("Do you agree to drop what {names} has sealed, unread? The notes are kept.", names=names),
            "answer": tr("Do not agree") if agrees else tr("Agree"),
        }

    def _links(self) -> list[Mapping[str, object]]:
        found = [{"do": "letters", "words": tr("Letters")}, {"do": "notes", "words": tr("Notes")}, {"do": "vote", "words": tr("Vote")}]
        if self.last_listed_turn is not None:
            found.append({"do": "results", "words": tr("Results")})
            found.append({"do": "past", "words": tr("Earlier")})
        if self.last_listed_turn is not None and not (self.is_revealing and not self.seating.telling.is_at_last_step):
            found.append({"do": "story", "words": tr("Story")})
        found.append({"do": "more", "words": tr("More")})
        return [*found]

    def _writing(self, shown: Game) -> Mapping[str, object]:
        cursor = self.seat.cursor
        turn, variant = shown.turn(cursor), variant_at(shown, cursor)
        blocks = power_blocks(shown, cursor, (self.seat.power,), self.seat.power)
        rows = [row for block in blocks for row in block.rows]
        is_adjustment = turn.phase.kind is PhaseKind.ADJUSTMENT
        listed = []
        for row in rows:
            is_missing = row.kind is RowKind.MISSING
            listed.append(
                {
                    "words": row.subject or row.sentence,
                    "note": (row.without or row.sentence) if is_missing and row.subject else row.note,
                    "place": row.place or "",
                    "line": row.line,
                    "kind": row.kind.value,
                    "mark": {RowKind.MISSING: tr("missing"), RowKind.ORDER: tr_in("an order", "written"), RowKind.PROBLEM: tr("problem")}[
                        row.kind
                    ],
                    "drop": tr("Take back: {order}", order=row.sentence),
                }
            )
        missing = sum(block.missing for block in blocks)
        sites: dict[str, str] = {}
        if is_adjustment:
            ordered = {row.place for row in rows if row.line is not None}
            for place in orderable(variant, turn.position, self.seat.power):
                unit, code = turn.position.unit_at(place.province), place.province
                if code not in ordered:
                    name = variant.board.provinces[code].name
                    sites[code] = (
                        tr("Build in {place}…", place=name) if unit is None else tr("Remove {unit}…", unit=unit_name(variant, unit.piece))
                    )
        can_waive = is_adjustment and any(block.change > 0 for block in blocks)
        return {
            "phase": describe_phase(variant, turn.phase),
            "count": tr("All is written") if not missing else plural("{count} still open", "{count} still open", missing),
            "rows": listed,
            "sites": [{"place": code, "words": words} for code, words in sites.items()],
            "waive": tr("Waive a build") if can_waive else "",
            "type": tr("Type an order"),
            "take": tr("Write"),
            "seal": tr("Seal my orders"),
            "ask": plural("{count} order is missing. Seal all the same?", "{count} orders are missing. Seal all the same?", missing)
            if missing
            else "",
            "due": "",
            "acts": [],
            "asked": [],
            "dropping": self._dropping(),
            "links": self._links(),
        }

    def _proposals(self) -> Mapping[str, object]:
        """Return the legal orders that fit best to what is being typed, by their codes and by their words."""
        typed, context = self.looking.typed.strip(), self.entry.tool.context
        if not typed or self.seat.may_write:
            return {"rows": [], "words": ""}
        known = self._legal
        if known is None or known[0] is not context.position:
            places = orderable(context.variant, context.position, self.seat.power)
            found = {
                str(order): describe_order(context.variant, context.position, order)
                for place in dict.fromkeys(place.province for place in places)
                for _, order in menu(context, place)
            }
            known = self._legal = (context.position, found)
        scored = [
            (best, order, words)
            for order, words in known[1].items()
            if (best := _best(typed, order, words, words.partition(" ")[2])) is not None  # "vienna" begins an order of Army Vienna
        ]
        scored.sort(key=lambda each: (-each[0], each[2]))
        rows = [{"order": order, "words": words} for _, order, words in scored[:MOST_PROPOSALS]]
        return {"rows": rows, "words": plural("{count} order fits", "{count} orders fit", len(scored))}

    def _waiting(self, shown: Game) -> Mapping[str, object]:
        now, own = self.seating.round, self.seat.power
        is_sealed = own in now.sealed
        if now.stage is RoundStage.RESULTS:
            title, words = self._step_words() or (
                tr("The orders lie open"),
                tr("Look at the screen. The next phase begins when the table goes on."),
            )
        elif now.stage is RoundStage.READY:
            title = tr("All orders are in")
            lacking = self.seating.lacking_keys
            names = join_words(now.title(power) for power in lacking)
            words = (
                tr("The program was started again; it waits for {names}.", names=names) if lacking else tr("They are shown in a moment.")
            )
        elif is_sealed:
            title, words = tr("Your orders are sealed"), tr("All are shown together when the last one has sealed.")
        else:
            title, words = tr("Nothing to order"), tr("You have nothing to write in this phase.")
        orders = []
        telling = self.seating.telling
        steers = now.stage is RoundStage.RESULTS and telling.steering == own and telling.act is not None
        if is_sealed:
            for block in power_blocks(shown, self.seat.cursor, (own,), own):
                orders += [row.sentence for row in block.rows if row.line is not None]
        votes = self.seating.table.shown is RevealTime.VOTE and own in now.to_order and now.stage in {RoundStage.TALKS, RoundStage.CURTAIN}
        person = self.seating.table.person_of(own)
        return {
            "title": title,
            "words": words,
            "phase": describe_phase(shown.variant, now.phase),
            "sealed": is_sealed and now.stage is not RoundStage.RESULTS,
            "steps": step_buttons(telling.at or 0, telling.of, goes_on=True) if steers else [],
            "letter": self.seating.table.seat(own).name[:1],
            "number": power_numbers(shown.variant)[own],
            "seats": standings(self.seating, own),
            "count": sealed_words(self.seating),
            "orders": orders,
            "own": plural("My {count} order", "My {count} orders", len(orders)) if orders else "",
            "hold": tr("hold to see"),
            "back": tr("Change my orders") if is_sealed and now.stage in {RoundStage.TALKS, RoundStage.CURTAIN, RoundStage.OPEN} else "",
            "show_now": "" if not votes else tr("Wait for the others") if person in now.votes else tr("Show the orders now"),
            "dropping": self._dropping(),
            "links": self._links(),
        }

    def _step_words(self) -> tuple[str, str] | None:
        found = self._public_reveal()
        if found is None:
            return None
        step = found[0].steps[found[3]]
        return step.title, step.reason

    def _over(self, shown: Game) -> Mapping[str, object]:
        from entente.words.outcomes import describe_ending, ending_title

        ending = shown.branch(self.seat.cursor.branch).ending
        return {
            "title": tr("The game is over") if ending is None else ending_title(shown.variant, ending),
            "words": "" if ending is None else describe_ending(shown.variant, ending),
            "dropping": self._dropping(),
            "links": self._links(),
        }


def _best(typed: str, *texts: str) -> float | None:
    """Return the best score of *typed* in one of *texts*; ``None`` where it fits none."""
    return max((found for each in texts if (found := score(typed, each)) is not None), default=None)


def step_buttons(at: int, of: int, *, goes_on: bool = False) -> list[Mapping[str, object]]:
    """Return the buttons that go from step to step; the last step *goes_on* to the next phase where that is the table's."""
    is_last = at >= of - 1
    found: list[Mapping[str, object]] = [{"name": RevealAct.BACK, "words": tr("Back"), "off": at <= 0, "is_next": False}]
    if not is_last:
        found.append({"name": RevealAct.ALL, "words": tr("All at once"), "off": False, "is_next": False})
    if not is_last or not goes_on:
        found.append({"name": RevealAct.NEXT, "words": tr("Next step"), "off": is_last, "is_next": True})
    else:
        found.append({"name": RevealAct.ON, "words": tr("Go on"), "off": False, "is_next": True})
    return found


def standings(seating: Seating, own: str | None = None) -> list[Mapping[str, object]]:
    """Return the state of each seat: sealed or writing, and never if it has begun."""
    now, numbers = seating.round, power_numbers(seating.game.variant)
    words = {
        Standing.NOT_YET: tr("writing"),
        Standing.AT_LAPTOP: tr("at the laptop"),
        Standing.SEALED: tr("sealed"),
        Standing.ANSWERED: tr("sealed"),
        Standing.NOTHING: tr("nothing to order"),
        Standing.DROPPED: tr("writing"),
    }
    found: list[Mapping[str, object]] = []
    for seat in now.table.seats:
        standing = now.standing(seat.power)
        waits = seat.power in seating.thinking
        found.append(
            {
                "power": seat.name,
                "who": tr("free") if seat.is_free else seat.person or ("" if seat.is_person else seat.who),
                "number": numbers[seat.power],
                "letter": seat.name[:1],
                "sealed": standing in {Standing.SEALED, Standing.ANSWERED} and not waits,
                "words": "" if seat.is_free else tr("thinking") if waits else words[standing],
                "you": seat.power == own,
                "free": seat.is_free,
                "phone": seat.by_phone,
            }
        )
    return found


def sealed_words(seating: Seating) -> str:
    """``4 of 7 have sealed``."""
    writers = seating.round.writers
    done = sum(power in seating.round.sealed for power in writers)
    return tr("{done} of {count} have sealed", done=done, count=len(writers))


def legal_of(page: SeatPage, text: str) -> Order | None:
    """The legal order of this seat that is written *text*."""
    context = page.entry.tool.context
    own: Iterable[Location] = orderable(context.variant, context.position, page.seat.power)
    for place in own:
        for order in legal_orders(context.variant, context.position, place.province):
            if str(order) == text:
                return order
    return None
