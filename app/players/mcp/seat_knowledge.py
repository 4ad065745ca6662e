"""Knowledge of a model's seat so far, and its words. Knows no threads, no MCP and no network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator import Position, Variant
from adjudicator.notation import read_order
from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_reader import lexicon_of
from adjudicator.notation.order_tokens import words_of
from app.players.programs.messages import GameOver, Judged, NewGameMessage, Receipt, TurnMessage
from entente.plain_data import position_from_plain
from entente.position_text import board_text
from entente.words import describe_order, describe_phase, power_name

MOST = 5_000
"""Characters of all legal orders of a phase at most."""

KEY = (
    "Each line has the orders of one unit: A PAR: H | - BUR GAS | S A MAR (H, - BUR) is A PAR H, A PAR - BUR, A PAR - GAS, A PAR S A MAR, "
    "A PAR S A MAR - BUR. VIA BEL is - BEL VIA, by convoy."
)

LEFT_OUT = "… stands for orders that are left out here: ask for that place alone."

_Folded = dict[str, list[str]]


def compact(legal: Mapping[str, Sequence[str]], most: int = MOST) -> str:
    """The orders of *legal*, which has them by place, in at most *most* characters.

    Where there are too many, convoys and then supports are counted instead, longest units first; a unit named alone has them all.
    """
    units = [_fold(orders) for orders in _by_unit(legal).items()]
    lines = [_all(*unit) for unit in units]
    text = "\n".join([KEY, *lines])
    for shorten in (_without_convoys, _without_supports, _counted):
        for at in sorted(range(len(units)), key=lambda each: -len(lines[each])):
            if len(text) <= most:
                return text
            lines[at] = min(shorten(*units[at]), lines[at], key=len)
            text = "\n".join([KEY, LEFT_OUT, *lines])
    return text[:most]


def _by_unit(legal: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the possible orders, by the unit that they begin with; ``WAIVE`` stands alone."""
    found: dict[str, list[str]] = {}
    for orders in legal.values():
        for text in orders:
            words = text.split()
            unit = " ".join(words[:2]) if len(words) > 1 else text
            found.setdefault(unit, []).append(" ".join(words[2:]))
    return found


def _fold(orders: tuple[str, Iterable[str]]) -> tuple[str, _Folded]:
    """The orders of a unit by how they begin: ``-``, ``S A MAR``, ``C A LON``, ``R``; those of one word by themselves."""
    unit, rests = orders
    parts: _Folded = {}
    for rest in rests:
        words = rest.split()
        if words and words[0] in {"-", "R"}:
            parts.setdefault(words[0] if words[-1] != "VIA" else "VIA", []).append(words[1])
        elif words and words[0] in {"S", "C"}:
            target = words[4] if len(words) > 4 else "H"
            parts.setdefault(" ".join(words[:3]), []).append(target)
        else:
            parts.setdefault(rest, [])
    return unit, parts


def _line(unit: str, parts: _Folded, shown: Callable[[str, list[str]], str]) -> str:
    words = [shown(head, targets) for head, targets in parts.items()]
    return f"{unit}: {' | '.join(each for each in words if each)}".rstrip(": ") if any(parts) else unit


def _part(head: str, targets: list[str]) -> str:
    if not targets:
        return head
    if not head.startswith(("S ", "C ")):
        return f"{head} {' '.join(targets)}"
    moves = [each for each in targets if each != "H"]
    inside = ", ".join([*(["H"] if "H" in targets else []), *([f"- {' '.join(moves)}"] if moves else [])])
    return f"{head} ({inside})"


def _all(unit: str, parts: _Folded) -> str:
    return _line(unit, parts, _part)


def _without_convoys(unit: str, parts: _Folded) -> str:
    return _line(unit, parts, lambda head, targets: f"{head} …" if head.startswith("C ") else _part(head, targets))


def _without_supports(unit: str, parts: _Folded) -> str:
    kept = {head: targets for head, targets in parts.items() if not head.startswith(("S ", "C "))}
    rest = []
    for letter in ("S ", "C "):
        count = sum(len(targets) for head, targets in parts.items() if head.startswith(letter))
        rest += [f"{count} {letter}…"] if count else []
    return " | ".join([_line(unit, kept, _part), *rest])


def _counted(unit: str, parts: _Folded) -> str:
    return f"{unit}: {sum(max(1, len(targets)) for targets in parts.values())} orders …"


class ModelSeatError(Exception):
    """Refusal of a request of a model, in words that it can go by."""


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter, one's own or another's."""

    phase: str
    sender: str
    to: tuple[str, ...]
    """Receivers; none is all."""
    text: str


class SeatKnowledge:
    """Knowledge of one seat.

    Args:
        variant: what is played.
        power: whose seat it is.
        clock: the clock of deadlines, in seconds.
    """

    def __init__(self, variant: Variant, power: str, clock: Callable[[], float]) -> None:
        self.variant = variant
        self.power = power
        self._clock = clock
        self.game: NewGameMessage | None = None
        self.turn: TurnMessage | None = None
        self.over: GameOver | None = None
        self.history: list[Judged] = []
        self.said = 0
        """Phases of the history whose results the model has had."""
        self.letters: list[KnownLetter] = []
        self.unread = 0
        """Letters of others that were not read yet, the last ones."""
        self.draw: tuple[str, ...] = ()
        self.receipt: Receipt | None = None
        """Receipt of the last set of orders of the open turn."""
        self.is_answered = False

    # --- phases ---

    @property
    def phase(self) -> str:
        """The one that is open for this power, or in which the game ended; empty before the first."""
        return self.over.phase if self.over is not None else "" if self.turn is None else self.turn.phase

    def open_turn(self, phase: str) -> TurnMessage:
        """The turn of *phase*, in which something is to be done.

        Raises:
            ModelSeatError: another phase is open, or none.
        """
        if self.over is not None:
            raise ModelSeatError(self.ending())
        if self.turn is None:
            raise ModelSeatError("The game has not begun: call wait_for_next_phase.")
        if phase.strip().upper() != self.turn.phase:
            named = f"{phase.strip()[:20]} is not open" if phase.strip() else "Name the phase that you mean"
            raise ModelSeatError(f"{named}: {self.turn.phase} is open now. Nothing was done. Look at that phase with look_at_board first.")
        return self.turn

    def check_named(self, phase: str) -> None:
        """Check that *phase* is the open one, where it is named.

        Raises:
            ModelSeatError: it is not.
        """
        if phase.strip() and phase.strip().upper() != self.phase:
            raise ModelSeatError(f"{phase.strip()[:20]} is not open: {self.phase or 'no phase'} is. history tells of earlier phases.")

    def is_past(self, phase: str) -> bool:
        """Return True if *phase* was played."""
        return any(each.phase == phase.strip().upper() for each in self.history)

    # --- names ---

    def province(self, words: str) -> str:
        """The province that *words* name, as in orders: ``PAR``, ``Paris``, ``St Petersburg (nc)``.

        Raises:
            ModelSeatError: they name none, or several.
        """
        phrase, lexicon = words_of(words), lexicon_of(self.variant)
        for match in WordMatch:
            found = sorted({each.province for each in lexicon.places(phrase, match)})
            if len(found) == 1 and match is not WordMatch.SPELLING:
                return found[0]
            if found:
                raise ModelSeatError(f"{words[:40]!r} is not a place here. Did you mean {', '.join(map(self._place, found))}?")
        raise ModelSeatError(f"{words[:40]!r} is not a place of this board; the tool map lists them.")

    def _place(self, code: str) -> str:
        return f"{code} ({self.variant.board.provinces[code].name})"

    def other_power(self, words: str) -> str:
        """The power that *words* name: ``GERMANY``, ``Germany``, ``German``.

        Raises:
            ModelSeatError: they name none, or the model's own.
        """
        found = words.strip().upper() if words.strip().upper() in self.variant.powers else lexicon_of(self.variant).power(words_of(words))
        powers = () if self.game is None else self.game.powers
        if found is None or found == self.power or found not in powers:
            others = ", ".join(each for each in powers if each != self.power)
            raise ModelSeatError(f"{words[:40]!r} is nobody to write to; there are {others}. Nothing was sent.")
        return found

    # --- how it stands ---

    def position(self, turn: TurnMessage) -> Position:
        """The position of *turn*, as far as the seat knows it."""
        part = turn.position
        plain: dict[str, object] = {
            "phase": turn.phase,
            "units": {power: list(units) for power, units in part.units.items()},
            "owners": {power: list(centres) for power, centres in part.centres.items()},
            "dislodged": list(part.dislodged),
            "contested": list(part.contested),
            "conditions": list(part.conditions),
            "counters": dict(part.counters),
        }
        return replace(position_from_plain(self.variant, plain), unseen=frozenset(part.unseen))

    def ending(self) -> str:
        """Return the ending of the game."""
        assert self.over is not None
        winners = ", ".join(self.over.winners)
        return f"The game is over: {self.over.outcome}{f' of {winners}' if winners else ''} in {self.over.phase}."

    def look(self, talk: float) -> str:
        """The open phase: events since the last call, the board, and the orders that are due.

        Args:
            talk: seconds of the round of talk that are left.
        """
        fresh, self.said = self.history[self.said :], len(self.history)
        happened = ["What happened:", *(line for each in fresh for line in _results(each)), ""] if fresh else []
        if self.over is not None:
            return "\n".join([*happened, self.ending()])
        turn = self.turn
        if turn is None:
            return "The game has not begun: call wait_for_next_phase."
        position = self.position(turn)
        title = f"You play {power_name(self.variant, self.power)} ({self.power}). {describe_phase(self.variant, position.phase)}."
        lines = [f"{turn.phase}. {title}", "", *happened, board_text(self.variant, position)]
        if turn.position.unseen:
            lines.append(f"Out of your sight: {', '.join(turn.position.unseen)}")
        if self.receipt is not None and self.receipt.orders:
            lines.append(f"You ordered: {', '.join(self.receipt.orders)}.")
        lines.append("Your orders are in." if self.is_answered else f"Orders are due for: {', '.join(turn.legal)}.")
        if turn.due:
            lines.append(f"{abs(turn.due)} {'builds' if turn.due > 0 else 'removals'} are due.")
        if talk and not self.is_answered:
            lines.append(f"A round of talk is held first, {talk:.0f} s more: send_press writes, end_talk says that you have said all.")
        if self.draw:
            lines.append(f"A draw is wanted by {', '.join(self.draw)}.")
        if self.unread:
            lines.append(f"{self.unread} unread letters: read_press shows them.")
        return "\n".join(lines)

    def standing(self) -> str:
        """The open phase with the tries and the time that are left: the last line of a tool's answer."""
        if self.over is not None:
            return self.ending()
        turn = self.turn
        if turn is None:
            return "No phase is open yet."
        most = 3 if self.game is None else self.game.limits.answers
        used = 0 if self.receipt is None else self.receipt.answers
        left = "" if turn.deadline_at is None else f" {max(0.0, turn.deadline_at - self._clock()):.0f} s are left."
        return f"{turn.phase} is open. {max(0, most - used)} of {most} tries are left.{left}"

    # --- orders ---

    def legal(self, place: str) -> str:
        """Every order that can be given now; of one place with its meaning, where one is named.

        Raises:
            ModelSeatError: there is nothing to order, or not there.
        """
        if self.over is not None:
            raise ModelSeatError(self.ending())
        turn = self.turn
        if turn is None:
            raise ModelSeatError("The game has not begun: call wait_for_next_phase.")
        if not place.strip():
            return f"{turn.phase}\n{compact(turn.legal, MOST - _STANDING)}"
        code = self.province(place)
        orders = turn.legal.get(code)
        if orders is None:
            raise ModelSeatError(
                f"{turn.phase}: nothing can be ordered in {self._place(code)}; orders can be given in {', '.join(turn.legal)}."
            )
        position = self.position(turn)
        text = "\n".join([f"{turn.phase}, {self._place(code)}:", *(f"  {order}: {self.in_words(position, order)}" for order in orders)])
        return text if len(text) <= MOST - _STANDING else f"{turn.phase}\n{compact({code: orders}, 4 * MOST)}"

    def in_words(self, position: Position, text: str) -> str:
        """Return the meaning of an order."""
        order = read_order(self.variant, position, text, self.power).order
        return text if order is None else describe_order(self.variant, position, order)

    def ordered(self, turn: TurnMessage, receipt: Receipt) -> list[str]:
        """Return the present orders, in codes and words, and the units without one."""
        position = self.position(turn)
        lines = [f"Ordered in {turn.phase}:", *(f"  {order}: {self.in_words(position, order)}" for order in receipt.orders)]
        if not receipt.orders:
            lines = [f"Nothing is ordered in {turn.phase}."]
        places = {order.split()[1].partition("/")[0] for order in receipt.orders if " " in order}
        if turn.kind == "adjustment":
            missing = abs(turn.due) - len(receipt.orders)
            kind = "builds are waived" if turn.due > 0 else "removals are chosen by the rules"
            return [*lines, f"{missing} {kind}."] if missing > 0 else lines
        left = [place for place in turn.legal if place not in places]
        does = "disbands" if turn.kind == "retreat" else "holds"
        return [*lines, f"Without an order each {does}: {', '.join(left)}."] if left else lines

    # --- what can be read at any time ---

    def map_text(self, place: str = "") -> str:
        """The map: every province, what it is, and where units go from it; or one of them.

        Raises:
            ModelSeatError: there is no such place.
        """
        board = self.variant.board
        wanted = self.province(place) if place.strip() else ""
        steps: dict[str, list[str]] = {}
        for edge in board.edges:
            steps.setdefault(str(edge.origin), []).append(f"{edge.target} ({'/'.join(sorted(edge.kinds))})")
        lines = [] if wanted else [f"{self.variant.name}: {self.variant.victory} centres win.", ""]
        for code, each in board.provinces.items():
            if wanted and code != wanted:
                continue
            marks = [each.terrain.value]
            if each.centre:
                marks.append(f"supply centre{f', home of {each.home}' if each.home else ''}")
            lines.append(f"{code} {each.name}: {', '.join(marks)}")
            lines += [f"  from {origin}: {', '.join(sorted(to))}" for origin, to in steps.items() if origin.partition("/")[0] == code]
        return "\n".join(lines) + "\n"

    def rules_text(self) -> str:
        """Return the notation of orders, and the rules that differ from the usual ones."""
        rules = str(self.variant.rules) or "the usual ones"
        return f"{RULES}\nRules of this game: {rules}.\nYou play {power_name(self.variant, self.power)} ({self.power}).\n"

    def history_text(self, phase: str = "") -> str:
        """Every phase that was played, or one, as far as the power may know.

        Raises:
            ModelSeatError: *phase* was not played.
        """
        if phase.strip() and not self.is_past(phase):
            raise ModelSeatError(f"{phase.strip()[:20]} was not played yet; {self.phase or 'no phase'} is open.")
        wanted = phase.strip().upper()
        lines = [line for each in self.history if not wanted or each.phase == wanted for line in _results(each)]
        return "\n".join(lines) or "Nothing was played yet."

    def letters_text(self, phase: str = "") -> str:
        """All letters, one's own and those that came, of all phases or one."""
        wanted = phase.strip().upper()
        return "\n".join(_letter(each) for each in self.letters if not wanted or each.phase == wanted) or "No letters."

    def fresh_letters(self) -> str:
        """The letters that came since the last call."""
        came = [each for each in self.letters if each.sender != self.power]
        fresh, self.unread = came[len(came) - self.unread :], 0
        return "\n".join(_letter(each) for each in fresh) or "No new letters."


def _results(judged: Judged) -> list[str]:
    return [
        f"  {judged.phase} {power}: {each.order} ({', '.join(each.results)})" for power, orders in judged.orders.items() for each in orders
    ]


def _letter(letter: KnownLetter) -> str:
    said = {"phase": letter.phase, "from": letter.sender, "to": list(letter.to) or "everybody", "text": letter.text}
    return json.dumps(said, ensure_ascii=False)


_STANDING = 100
"""Characters that are kept free for the phase and the last line of an answer."""

RULES = """Diplomacy. Armies and fleets move at the same time; a unit has strength 1, supports add 1 each, and the stronger side prevails.
Equal strengths bounce. A support is cut by an attack on the supporter. Who holds more centres than units after the fall builds at home.

A PAR - BUR        army Paris moves to Burgundy
A PAR H            holds
A MAR S A PAR      supports Paris where it stands
A MAR S A PAR - BUR   supports that move
F NTH C A LON - BEL   the fleet carries an army; the army orders A LON - BEL
A PAR R GAS, A PAR D  retreats, disbands
A PAR B, F STP/NC B, WAIVE   builds
"""
