"""Contents of a phone, as parts that the page puts in their places: all of it comes from the game as its seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.legal import legal_orders, orderable
from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from app.game.ending_edits import vote_words
from app.game.options import variant_at
from app.game.record import Cursor, Game
from app.game.table import WhenShown
from app.hotseat.round import RoundStage, Standing
from app.hotseat.table import Decider
from app.presentation.drawn_boards import DrawnBoard
from app.presentation.hotseat.reveal_steps import reveal_story
from app.presentation.hotseat.seat_words import sharers
from app.presentation.layout.places import anchor
from app.presentation.layout.plan import Planner
from app.presentation.order_entry import OrderEntry
from app.presentation.order_rows import RowKind, power_blocks
from app.presentation.order_tools.stage import Aimed, Idle, Questioned, UnitPicked
from app.presentation.order_tools.targets import menu
from app.presentation.order_tools.words import answer, ask
from app.presentation.picture import board_picture, rulers
from app.session.phone_seats import PhoneSeat
from app.session.seating import Seating
from app.session.view_options import View
from app.web.board_svg import SEEN_AT
from app.web.colours import power_numbers
from app.web.layer_svg import layer_svg
from app.web.pages import part
from app.web.qr import qr_code
from entente.words import describe_phase
from entente.words.names import join_words, power_name, unit_name
from entente.words.orders import describe_order
from languages import plural, tr, tr_in

Parts = dict[str, object]
"""By name what a page shows there: HTML, or values that its script reads."""


@dataclass(slots=True)
class Looking:
    """View of one phone, which is no part of the game."""

    panel: str = ""
    """Panel over the orders: ``letters``, ``notes``, ``vote``, ``results``, ``past``, ``legal PAR``; empty for none."""
    past: int | None = None
    """The turn that the board shows instead of the present one."""
    said: str = ""
    """Answer to the last tap: the order it wrote, or the reason why it was refused."""
    is_refusal: bool = False
    results_seen: int = -1
    """The last turn whose results were looked at."""
    link: str = ""
    """Address at which another phone takes this seat over, while it is shown."""


@dataclass(slots=True)
class BoardKit:
    """Board of one variant with its planners, for all pages."""

    drawn: DrawnBoard
    planners: dict[str, Planner] = field(default_factory=dict)

    def planner(self, whose: str) -> Planner:
        """Return the planner of one seat, or of the stage; each keeps its last plan."""
        if whose not in self.planners:
            self.planners[whose] = Planner(self.drawn.board, self.drawn.folder.variant.board)
        return self.planners[whose]


def board_parts(
    kit: BoardKit, game: Game, cursor: Cursor, whose: str, hidden: frozenset[str], own: str | None, *, orders: bool = True
) -> Parts:
    """The board of *game* at *cursor*: units and orders, who rules which land, what is out of sight."""
    numbers = power_numbers(game.variant)
    units = kit.drawn.units(View().unit_symbols).units
    picture = board_picture(game, cursor, View(orders=orders), kit.drawn.styles, units, hidden=hidden)
    zoom = SEEN_AT / kit.drawn.board.width
    plan = kit.planner(whose).plan(picture, zoom, zoom)
    return {
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
        is_revealed = not self.is_revealing or self.looking.past is not None
        found = board_parts(self.kit, shown, cursor, self.seat.power, hidden, self.seat.power, orders=is_revealed)
        found["glow"] = self._glow() if cursor == self.seat.cursor else {}
        found["head"] = part("head", self._head())
        found["sheet"] = self._sheet(shown)
        found["prompt"] = part("prompt", self._prompt(cursor))
        found["panel"] = self._panel(shown)
        found["mode"] = {"panel": self.looking.panel.split(" ")[0], "own": power_numbers(shown.variant)[self.seat.power]}
        found["home"] = self._home(shown)
        return found

    def _follow(self, shown: Game) -> None:
        """Work on what this seat sees now; a question that stands open stays while others write."""
        turn = shown.turn(self.seat.cursor)
        position, orders = turn.position, turn.orders_of(self.seat.power)
        if self._followed[0] is not position or self._followed[1] != orders:
            self._followed = (position, orders)
            self.entry.follow()

    @property
    def is_revealing(self) -> bool:
        """True while the laptop tells what became of the orders."""
        return self.follows_laptop and self.seating.round.stage is RoundStage.RESULTS

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

    def _prompt(self, cursor: Cursor) -> Mapping[str, object]:
        choices: list[str] = []
        words = ""
        if self.looking.past is not None:
            words = describe_phase(self.seat.game.variant, self.seat.game.turn(cursor).phase)
        elif not self.seat.may_write:
            stage = self.entry.tool.stage
            words = self._next_tap()
            if isinstance(stage, Questioned):
                choices = [answer(self.entry.tool.context, each) for each in stage.choices]
        is_picked = not self.entry.is_idle and self.looking.past is None
        return {
            "words": words,
            "said": self.looking.said,
            "refusal": self.looking.is_refusal,
            "choices": choices,
            "picked": is_picked and not choices,
            "province": "" if self.entry.tool.unit is None else self.entry.tool.unit.province,
            "all": tr("All orders"),
            "cancel": tr("Let go"),
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

    def _links(self) -> list[Mapping[str, object]]:
        found = [{"do": "letters", "words": tr("Letters")}, {"do": "notes", "words": tr("Notes")}, {"do": "vote", "words": tr("Vote")}]
        if self.seating.judged_last is not None:
            found.append({"do": "results", "words": tr("Results")})
            found.append({"do": "past", "words": tr("Earlier")})
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
            "links": self._links(),
        }

    def _waiting(self, shown: Game) -> Mapping[str, object]:
        now, own = self.seating.round, self.seat.power
        is_sealed = own in now.sealed
        if now.stage is RoundStage.RESULTS:
            title, words = tr("The orders lie open"), tr("Look at the screen. The next phase begins when the table goes on.")
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
        if is_sealed:
            for block in power_blocks(shown, self.seat.cursor, (own,), own):
                orders += [row.sentence for row in block.rows if row.line is not None]
        votes = self.seating.table.shown is WhenShown.VOTE and own in now.to_order and now.stage in {RoundStage.TALKS, RoundStage.CURTAIN}
        person = self.seating.table.person_of(own)
        return {
            "title": title,
            "words": words,
            "phase": describe_phase(shown.variant, now.phase),
            "sealed": is_sealed,
            "letter": self.seating.table.seat(own).name[:1],
            "number": power_numbers(shown.variant)[own],
            "seats": standings(self.seating, own),
            "count": sealed_words(self.seating),
            "orders": orders,
            "own": plural("My {count} order", "My {count} orders", len(orders)) if orders else "",
            "hold": tr("hold to see"),
            "back": tr("Take my seal back") if is_sealed and now.stage in {RoundStage.TALKS, RoundStage.CURTAIN, RoundStage.OPEN} else "",
            "show_now": "" if not votes else tr("Wait for the others") if person in now.votes else tr("Show the orders now"),
            "links": self._links(),
        }

    def _over(self, shown: Game) -> Mapping[str, object]:
        from entente.words.endings import describe_ending, ending_title

        ending = shown.branch(self.seating.branch).ending
        return {
            "title": tr("The game is over") if ending is None else ending_title(shown.variant, ending),
            "words": "" if ending is None else describe_ending(shown.variant, ending),
            "links": self._links(),
        }

    # --- panels ---

    def _panel(self, shown: Game) -> str:
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
        variant, own, table = shown.variant, self.seat.power, self.seating.table
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
            {"power": seat.power, "name": seat.name, "who": seat.who, "number": numbers[seat.power], "chosen": seat.power in chosen}
            for seat in table.seats
            if seat.power != own
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
            "can": self.seating.round.stage is not RoundStage.OVER,
        }

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
        secret = self.seating.with_vote
        return {
            "title": tr("Vote"),
            "hint": tr("The game ends when all who are left vote for the same.")
            + " "
            + (tr("Nobody sees how you vote.") if secret else tr("Votes are shown when the phase is over.")),
            "choices": [{**each, "chosen": (present or "no") == each["choice"]} for each in choices],
            "present": tr("Your vote: {vote}.", vote=vote_words(shown, present)) if present else tr("You have not voted."),
            "chosen": tr("chosen"),
        }

    def _results(self, shown: Game) -> Mapping[str, object]:
        last = self.seating.judged_last
        index = self.looking.past if self.looking.past is not None else None if last is None else last.index
        return {**results(shown, self.seating, index, self.seat.power), "links": []}

    def _pasts(self, shown: Game) -> Mapping[str, object]:
        line = shown.line(self.seating.branch)
        rows = [
            {"index": index, "words": describe_phase(shown.variant, turn.phase), "chosen": self.looking.past == index}
            for index, turn in enumerate(line)
            if turn.resolution is not None
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


def results(shown: Game, seating: Seating, index: int | None, viewer: str | None) -> Mapping[str, object]:
    """Return the results of a turn step by step with reasons, as *viewer* may know them."""
    if index is None or not 0 <= index < len(shown.line(seating.branch)):
        return {"title": tr("Results"), "groups": []}
    turn = shown.turn(Cursor(seating.branch, index))
    title = describe_phase(shown.variant, turn.phase)
    if turn.resolution is None:
        return {"title": title, "groups": []}
    story = reveal_story(shown, turn, is_hidden=bool(turn.position.unseen) and viewer is not None)
    groups: dict[str, list[Mapping[str, object]]] = {}
    for step in story.steps:
        groups.setdefault(tr(step.kind.value), []).append({"words": step.title, "reason": step.reason})
    return {"title": title, "groups": [{"title": kind, "steps": steps} for kind, steps in groups.items()]}


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
