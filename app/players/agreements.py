"""Agreements with built-in opponents: proposals and answers in sentences, what an opponent answers by its character, and its word kept.

A sentence is read in the language in use and in English. Peace and alliances last until the end of a year, the rest for the next moves.
Opponents deal with people, with programs and with one another by the same letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random

from adjudicator import Convoy, Disband, Hold, Move, Order, PhaseKind, Position, Retreat, Support, Variant, legal_orders
from adjudicator.notation import parse_order
from app.game.entries import Press
from app.game.record import Game, Turn
from app.players.bots import Bot
from app.players.strong.search_task import Pledges
from entente.words.names import place_name, power_name
from languages import active_code, mark, tr, using

LONGEST = 300
"""Characters of a letter that may be a proposal or an answer to one."""


class ProposalKind(StrEnum):
    """Kind of proposal."""

    PEACE = "peace"
    ALLIANCE = "alliance"
    KEEP_OUT = "keep out"
    SUPPORT = "support"


class Stance(StrEnum):
    """Part that a letter has in an agreement."""

    PROPOSE = "propose"
    AGREE = "agree"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Bargain:
    """One proposal."""

    kind: ProposalKind
    about: str = ""
    """The power that an alliance is against, the province to keep out of, or the order to support."""

    @property
    def is_lasting(self) -> bool:
        """True if it binds both sides until the end of the year; else the one that agrees, for the next moves."""
        return self.kind in {ProposalKind.PEACE, ProposalKind.ALLIANCE}


_SENTENCES: Mapping[tuple[Stance, ProposalKind], str] = {
    (Stance.PROPOSE, ProposalKind.PEACE): mark("I propose peace until the end of the year."),
    (Stance.PROPOSE, ProposalKind.ALLIANCE): mark("I propose an alliance against {power} until the end of the year."),
    (Stance.PROPOSE, ProposalKind.KEEP_OUT): mark("Please do not enter {place}."),
    (Stance.PROPOSE, ProposalKind.SUPPORT): mark("Please support {order}."),
    (Stance.AGREE, ProposalKind.PEACE): mark("Agreed, peace until the end of the year. I will not attack you."),
    (Stance.AGREE, ProposalKind.ALLIANCE): mark("Agreed, we are allied against {power} until the end of the year. I will not attack you."),
    (Stance.AGREE, ProposalKind.KEEP_OUT): mark("Agreed. I will not move to {place}."),
    (Stance.AGREE, ProposalKind.SUPPORT): mark("Agreed. I will support {order}."),
    (Stance.REFUSE, ProposalKind.PEACE): mark("I do not agree to peace."),
    (Stance.REFUSE, ProposalKind.ALLIANCE): mark("I do not agree to an alliance against {power}."),
    (Stance.REFUSE, ProposalKind.KEEP_OUT): mark("I do not promise to keep out of {place}."),
    (Stance.REFUSE, ProposalKind.SUPPORT): mark("I do not support {order}."),
}


def written(variant: Variant, stance: Stance, proposal: Bargain) -> str:
    """Return the letter that proposes, accepts or refuses *proposal*, in the language in use."""
    about = proposal.about
    match proposal.kind:
        case ProposalKind.PEACE:
            return tr(_SENTENCES[stance, proposal.kind])
        case ProposalKind.ALLIANCE:
            return tr(_SENTENCES[stance, proposal.kind], power=power_name(variant, about))
        case ProposalKind.KEEP_OUT:
            return tr(_SENTENCES[stance, proposal.kind], place=place_name(variant, about))
        case ProposalKind.SUPPORT:
            return tr(_SENTENCES[stance, proposal.kind], order=about)


def read(variant: Variant, text: str) -> tuple[Stance, Bargain] | None:
    """Return what a letter proposes or answers; ``None`` where it is any other letter."""
    plain = _plain(text)
    if len(plain) > LONGEST:
        return None
    for code in dict.fromkeys((active_code(), "en")):
        with using(code):
            said = _whole_sentences(variant, code).get(plain) or _about_orders(plain)
        if said is not None:
            return said
    return None


def _plain(text: str) -> str:
    """*text* without case, in one line, with the apostrophes of a keyboard: phones type others."""
    return " ".join(text.split()).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold()


@lru_cache(maxsize=8)
def _whole_sentences(variant: Variant, _code: str) -> Mapping[str, tuple[Stance, Bargain]]:
    """Every sentence about peace, a power or a place in the language in use, without case, with what it says."""
    about = {
        ProposalKind.PEACE: [""],
        ProposalKind.ALLIANCE: list(variant.powers),
        ProposalKind.KEEP_OUT: list(variant.board.provinces),
    }
    every = ((stance, Bargain(kind, each)) for stance in Stance for kind, named in about.items() for each in named)
    return {_plain(written(variant, stance, proposal)): (stance, proposal) for stance, proposal in every}


def _about_orders(plain: str) -> tuple[Stance, Bargain] | None:
    for stance in Stance:
        pattern = re.escape(_plain(tr(_SENTENCES[stance, ProposalKind.SUPPORT], order="@"))).replace("@", "([A-Za-z/ -]{3,40})")
        match = re.fullmatch(pattern, plain, re.IGNORECASE)
        if match is not None:
            try:
                order = parse_order(match[1].strip().upper())
            except ValueError:
                return None
            return (stance, Bargain(ProposalKind.SUPPORT, str(order))) if isinstance(order, Hold | Move) else None
    return None


def proposable(variant: Variant, position: Position, power: str, other: str, orders: Sequence[Order]) -> list[Bargain]:
    """Return what *power* can propose to *other*: peace, alliances, keeping out of its places, support for its *orders*."""
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return [Bargain(ProposalKind.PEACE)]
    thirds = [each for each in variant.powers if each not in {power, other} and position.units_of(each)]
    goals = [each.target.province for each in orders if isinstance(each, Move)]
    places = dict.fromkeys((*position.centres_of(power), *(unit.province for unit in position.units_of(power)), *goals))
    helped = [str(each) for each in orders if isinstance(each, Hold | Move)] or [f"{unit.piece} H" for unit in position.units_of(power)]
    return [
        Bargain(ProposalKind.PEACE),
        *(Bargain(ProposalKind.ALLIANCE, each) for each in thirds),
        *(Bargain(ProposalKind.KEEP_OUT, each) for each in places),
        *(Bargain(ProposalKind.SUPPORT, each) for each in helped),
    ]


def waiting_for(variant: Variant, turn: Turn, power: str) -> tuple[Open, ...]:
    """Return the proposals in the letters of *turn* that *power*, a person, has not answered."""
    return dealings(variant, turn.press, power, lambda _asked, _given: Stance.REFUSE).waiting


# --- what was said ---


@dataclass(frozen=True, slots=True)
class Open:
    """A proposal that was not answered yet."""

    sender: str
    proposal: Bargain


@dataclass(frozen=True, slots=True)
class Dealings:
    """Dealings of a power in the letters of one turn: what it was asked for, and what it promised."""

    waiting: tuple[Open, ...]
    """Proposals that it has not answered."""
    promises: tuple[tuple[str, Bargain], ...]
    """Promises that it gave, and those of others that bind both, each with the other party."""
    granted: tuple[tuple[str, Bargain], ...]
    """Promises that others gave to it for the next moves, each with the one who gave it."""
    asked: tuple[tuple[str, Bargain | None], ...]
    """Proposals that it made, each with its receiver; ``None`` for those that are sealed."""


Answers = Callable[[Open, Sequence[tuple[str, Bargain]]], Stance]
"""From a proposal and what was promised before to the answer."""


def dealings(variant: Variant, press: Sequence[Press], power: str, answer: Answers) -> Dealings:
    """Return what *press*, the letters of one turn as *power* gets them, has come to.

    Args:
        answer: repeats the answer of *power* to a proposal: the text of its own letters to seats with a PIN is sealed.
    """
    waiting, asked = list[Open](), list[tuple[str, Bargain | None]]()
    promises, granted = list[tuple[str, Bargain]](), list[tuple[str, Bargain]]()
    for each in press:
        other = each.receivers[0] if each.sender == power and len(each.receivers) == 1 else each.sender
        if each.sealed is not None:
            question = next((one for one in waiting if one.sender == other), None) if each.sender == power else None
            said = None if question is None else (answer(question, promises), question.proposal)
            if each.sender == power and question is None:
                asked.append((other, None))
        else:
            said = read(variant, each.text) if len(each.receivers) == 1 and power in {each.sender, *each.receivers} else None
        if said is None:
            continue
        stance, proposal = said
        if stance is Stance.PROPOSE:
            if each.sender == power:
                asked.append((other, proposal))
            elif Open(other, proposal) not in waiting:
                waiting.append(Open(other, proposal))
            continue
        if each.sender == power:
            waiting = [one for one in waiting if one != Open(other, proposal)]
        if stance is Stance.AGREE:
            kept = promises if each.sender == power or proposal.is_lasting else granted
            if (other, proposal) not in kept:
                kept.append((other, proposal))
    return Dealings(tuple(waiting), tuple(promises), tuple(granted), tuple(asked))


def promised(line: Sequence[Turn], of_turn: Callable[[Turn], Sequence[tuple[str, Bargain]]]) -> list[tuple[str, Bargain]]:
    """Return what was promised in the turns of *line* and still holds in the last one, each with the other party."""
    found: dict[tuple[str, Bargain], None] = {}
    over = [at for at, turn in enumerate(line) if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None]
    for at, turn in enumerate(line):
        is_this_year, is_next = turn.phase.year == line[-1].phase.year, not over or at > over[-1]
        if turn.press and (is_this_year or is_next):
            held = ((each, is_this_year if each[1].is_lasting else is_next) for each in of_turn(turn))
            found.update((each, None) for each, holds in held if holds)
    return list(found)


# --- characters ---


@dataclass(frozen=True, slots=True)
class Character:
    """Character of an opponent: its ways with agreements."""

    agrees: float
    """Probability that it agrees to what does it no harm."""
    keeps: float
    """Probability that it keeps its word in a phase."""
    looks: bool
    """True if it weighs whom it deals with, and agrees to no peace with the power that leads."""


CHARACTERS: Mapping[Bot, Character] = {
    Bot.BEGINNER: Character(agrees=1.0, keeps=1.0, looks=False),
    Bot.EASY: Character(agrees=0.8, keeps=0.7, looks=False),
    Bot.STEADY: Character(agrees=0.7, keeps=0.9, looks=True),
    Bot.STRONG: Character(agrees=0.8, keeps=1.0, looks=True),
}
"""The opponents that write letters. Beginners agree to everything and keep it, *strong* promises with care and keeps it."""


_ASKS_FOR_HELP, _ASKS_TO_KEEP_OUT, _WANTS_AN_ALLY = 0.5, 0.4, 0.5
"""Probability that it asks for a support where it has a friend, to keep out where a centre is open, and for an alliance, not just peace."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """An opponent that deals: its character in one phase of one game.

    The same seed says the same of the same question.
    """

    kind: Bot
    variant: Variant
    position: Position
    power: str
    seed: str

    @property
    def _character(self) -> Character:
        return CHARACTERS[self.kind]

    def _lot(self, *about: object) -> float:
        return Random(f"{self.seed} {self.power} {self.position.phase} {' '.join(map(str, about))}").random()  # noqa: S311 - dice, no secrets

    def answer(self, asked: Open, given: Sequence[tuple[str, Bargain]], own: Sequence[tuple[str, Bargain | None]] = ()) -> Stance:
        """Return its answer to a proposal.

        Args:
            asked: the proposal.
            given: what it promised already: it makes no promise against another.
            own: its own proposals of this phase, each with the receiver: they bind it once the other agrees.
        """
        bound = [(to, each) for to, each in own if each is not None and each.is_lasting]
        wished = {order.target for _, each in own if each is not None and isinstance(order := _order_of(each), Move)}
        if isinstance(order := _order_of(asked.proposal), Move) and order.target in wished:
            return Stance.REFUSE
        given = [*given, *(each for each in bound if each != (asked.sender, asked.proposal))]
        does = (asked.sender, asked.proposal) in own or self._lot(
            "agrees", asked.sender, asked.proposal.kind, asked.proposal.about
        ) < self._character.agrees
        return Stance.AGREE if does and self._can_agree(asked, given) else Stance.REFUSE

    def _can_agree(self, asked: Open, given: Sequence[tuple[str, Bargain]]) -> bool:
        position, about, friends = self.position, asked.proposal.about, {other for other, _ in given}
        if self._character.looks and asked.sender == self._leader():
            return False
        supported = {order.target.province for _, each in given if isinstance(order := _order_of(each), Move)}
        match asked.proposal.kind:
            case ProposalKind.PEACE:
                allied = any(each.kind is ProposalKind.ALLIANCE and each.about == asked.sender for _, each in given)
                return not allied and supported.isdisjoint(self._places_of(asked.sender))
            case ProposalKind.ALLIANCE:
                alive = bool(position.units_of(about)) or bool(position.centres_of(about))
                return alive and about not in {self.power, asked.sender, *friends} and supported.isdisjoint(self._places_of(asked.sender))
            case ProposalKind.KEEP_OUT:
                unit = position.unit_at(about)
                return position.owners.get(about) != self.power and (unit is None or unit.power != self.power) and about not in supported
            case ProposalKind.SUPPORT:
                found = self._support(about, {support.piece.location.province for support in self._supports(given)})
                victim = None if found is None or found.target is None else position.unit_at(found.target.province)
                owner = None if found is None or found.target is None else position.owners.get(found.target.province)
                touched = {None if victim is None else victim.power, owner}
                closed = found is not None and found.target is not None and found.target.province in self._closed(given)
                return found is not None and not closed and touched.isdisjoint({self.power, *friends} - {asked.sender})

    def _leader(self) -> str | None:
        counts = {power: len(self.position.centres_of(power)) for power in self.variant.powers}
        most = max(counts.values())
        leaders = [power for power, count in counts.items() if count == most]
        own = counts.get(self.power, 0)
        return leaders[0] if len(leaders) == 1 and most >= own + 3 else None

    def _support(self, text: str, busy: AbstractSet[str] = frozenset()) -> Support | None:
        """The support of one of its units for the order *text*; of the first unit that can give it and stands in no *busy* province."""
        return self._support_by(self.power, parse_order(text), busy)

    def _support_by(self, power: str, order: Order, busy: AbstractSet[str] = frozenset()) -> Support | None:
        if not isinstance(order, Hold | Move):
            return None
        target = order.target if isinstance(order, Move) else None
        for unit in self.position.units_of(power):
            if unit.province not in busy:
                for each in legal_orders(self.variant, self.position, unit.location):
                    if isinstance(each, Support) and each.supported == order.piece and each.target == target:
                        return each
        return None

    def _supports(self, given: Sequence[tuple[str, Bargain]]) -> list[Support]:
        """The supports that it promised, each by another unit."""
        found: list[Support] = []
        for _, proposal in given:
            if proposal.kind is ProposalKind.SUPPORT:
                support = self._support(proposal.about, {each.piece.location.province for each in found})
                found += [] if support is None else [support]
        return found

    def proposals(self, receivers: Sequence[str], given: Sequence[tuple[str, Bargain]]) -> list[tuple[str, Bargain]]:
        """Return what it proposes in this phase, with its receiver: one of *receivers* at most, a neighbour.

        Whom it has an agreement with it asks for a support, others for peace, an alliance, or to keep out of a place.
        """
        if self.position.phase.kind is not PhaseKind.MOVEMENT:
            return []
        friends, leader = {other for other, _ in given}, self._leader()
        able = [each for each in receivers if each != self.power and not (self._character.looks and each == leader)]
        wishes = {each: wish for each in able if each in friends and (wish := self._wish(each, friends)) is not None}
        others = [each for each in able if each not in friends and self._borders(each)]
        if wishes and (not others or self._lot("help") < _ASKS_FOR_HELP):
            other = sorted(wishes)[int(self._lot("helper") * len(wishes))]
            return [(other, Bargain(ProposalKind.SUPPORT, str(wishes[other])))]
        if not others:
            return []
        other = others[int(self._lot("whom") * len(others))]
        if leader is not None and leader not in {self.power, other, *friends}:
            return [(other, Bargain(ProposalKind.ALLIANCE, leader))]
        if (open_centre := self._open_to(other)) is not None and self._lot("keep out") < _ASKS_TO_KEEP_OUT:
            return [(other, Bargain(ProposalKind.KEEP_OUT, open_centre))]
        common = [each for each in self.variant.powers if each not in {self.power, other, *friends} and self._is_between(each, other)]
        if common and self._lot("against") < _WANTS_AN_ALLY:
            return [(other, Bargain(ProposalKind.ALLIANCE, common[int(self._lot("whom against") * len(common))]))]
        return [(other, Bargain(ProposalKind.PEACE))]

    def _wish(self, other: str, friends: AbstractSet[str]) -> Move | None:
        """A move that *other* can support into a centre of neither of them and of no friend."""
        found: list[Move] = []
        for unit in self.position.units_of(self.power):
            for each in legal_orders(self.variant, self.position, unit.location):
                if not isinstance(each, Move) or each.via_convoy or not self.variant.board.provinces[each.target.province].centre:
                    continue
                there = self.position.unit_at(each.target.province)
                spared = {self.position.owners.get(each.target.province), None if there is None else there.power}
                if spared.isdisjoint({self.power, other, *friends}) and self._support_by(other, each) is not None:
                    found.append(each)
        return sorted(found, key=str)[int(self._lot("wish", other) * len(found))] if found else None

    def _is_between(self, third: str, other: str) -> bool:
        """Return True if units of both *other* and itself can move against *third*."""
        return all(any(True for _ in self._reached_by(power, third)) for power in (self.power, other))

    def _borders(self, other: str) -> bool:
        return any(True for _ in self._reached_by(other, self.power)) or self.reaches(other)

    def reaches(self, owner: str) -> bool:
        """Return True if one of its units can move to a unit or a centre of *owner*."""
        return any(True for _ in self._reached_by(self.power, owner))

    def _reached_by(self, power: str, owner: str) -> Iterator[str]:
        """Yield centres and units' places of *owner* that a unit of *power* can move to."""
        theirs = {unit.province for unit in self.position.units_of(owner)} | set(self.position.centres_of(owner))
        for unit in self.position.units_of(power):
            for each in legal_orders(self.variant, self.position, unit.location):
                if isinstance(each, Move) and each.target.province in theirs:
                    yield each.target.province

    def _open_to(self, other: str) -> str | None:
        """An own centre without a unit that *other* can move to."""
        found = sorted(each for each in self._reached_by(other, self.power) if self.position.unit_at(each) is None)
        return found[0] if found else None

    # --- the word kept ---

    def word(self, given: Sequence[tuple[str, Bargain]], granted: Sequence[tuple[str, Bargain]] = ()) -> Pledges:
        """Return its agreements as its character keeps them in this phase.

        Args:
            given: what it promised.
            granted: what others promised to it for the next moves.
        """
        if self.position.phase.kind not in {PhaseKind.MOVEMENT, PhaseKind.RETREAT}:
            return Pledges()
        kept = [each for each in given if self._lot("keeps", each[0], each[1].kind, each[1].about) < self._character.keeps]
        lasting = list(dict.fromkeys(other for other, each in given if each.is_lasting))
        own = frozenset(self._places_of(self.power))
        spared = [*((other, own) for other in lasting)]
        spared += [(other, frozenset({each.about})) for other, each in granted if each.kind is ProposalKind.KEEP_OUT]
        helps = [(other, _order_of(each)) for other, each in granted]
        helped = [(other, found) for other, order in helps if order is not None and (found := self._support_by(other, order)) is not None]
        enemies = frozenset(each.about for _, each in kept if each.kind is ProposalKind.ALLIANCE)
        return Pledges(frozenset(self._closed(kept)), tuple(self._supports(kept)), enemies, tuple(helped), tuple(spared))

    def _closed(self, given: Sequence[tuple[str, Bargain]]) -> set[str]:
        """Provinces that it promised not to move to."""
        found: set[str] = set()
        for other, proposal in given:
            if proposal.kind is ProposalKind.KEEP_OUT:
                found.add(proposal.about)
            elif proposal.is_lasting:
                found.update(self._places_of(other))
        return found

    def _places_of(self, power: str) -> set[str]:
        """Provinces that peace with *power* closes: those of its units, and its centres without a unit."""
        places = {unit.province for unit in self.position.units_of(power)}
        return places | {each for each in self.position.centres_of(power) if self.position.unit_at(each) is None}

    def kept(
        self, orders: Sequence[Order], given: Sequence[tuple[str, Bargain]], granted: Sequence[tuple[str, Bargain]] = ()
    ) -> tuple[Order, ...]:
        """Return *orders* without what breaks its word, and with the supports that it promised; its character may break some of it.

        It also does what it was promised support for, unless it weighs that itself.
        """
        word = self.word(given, granted)
        orders = [*orders] if self.kind is Bot.STRONG else _with_orders(orders, [_supported(each) for _, each in word.helped])
        taken = {each.target.province for each in orders if isinstance(each, Retreat)}
        return tuple(_with_orders([self._unbroken(each, word.closed, taken) for each in orders], word.supports))

    def _unbroken(self, order: Order, closed: AbstractSet[str], taken: AbstractSet[str]) -> Order:
        """*order*, or what breaks no promise in its place: a unit holds, or retreats to a place that no other one is going to."""
        if not isinstance(order, Move | Support | Convoy | Retreat) or order.target is None or order.target.province not in closed:
            return order
        if not isinstance(order, Retreat):
            return Hold(order.piece)
        ways = (each for each in legal_orders(self.variant, self.position, order.piece.location) if isinstance(each, Retreat))
        return next((each for each in ways if each.target.province not in closed | taken), Disband(order.piece))


def _order_of(proposal: Bargain) -> Hold | Move | None:
    """The order that is to be supported by a proposal."""
    order = parse_order(proposal.about) if proposal.kind is ProposalKind.SUPPORT else None
    return order if isinstance(order, Hold | Move) else None


def _supported(support: Support) -> Hold | Move:
    return Hold(support.supported) if support.target is None else Move(support.supported, support.target)


def _with_orders(orders: Sequence[Order], wanted: Sequence[Hold | Move | Support]) -> list[Order]:
    """*orders* with those that are *wanted* in place of others of the same units."""
    places = {each.piece.location.province for each in wanted}
    return [*(each for each in orders if not (hasattr(each, "piece") and each.piece.location.province in places)), *wanted]


# --- in a game ---


class OpponentsDealing:
    """Promises of one opponent and what it has to answer, by the letters of the game as its power sees them.

    Args:
        kind: of opponent.
        game: the whole game.
        power: its power.
        line: the turns as the power sees them.
    """

    def __init__(self, kind: Bot, game: Game, power: str, line: Sequence[Turn]) -> None:
        self._kind, self._game, self._power, self._line = kind, game, power, line
        self.promises = promised(line, lambda turn: self._of_turn(turn).promises)
        """Promises that hold now, each with the other party."""
        self.granted = promised(line, lambda turn: self._of_turn(turn).granted)
        """Promises of others to it that hold for these moves."""

    def _dealer(self, turn: Turn) -> Dealer:
        return Dealer(self._kind, self._game.variant, turn.position, self._power, self._game.id)

    def _of_turn(self, turn: Turn) -> Dealings:
        return dealings(self._game.variant, turn.press, self._power, self._dealer(turn).answer)

    def letters(self, people: Sequence[str], programs: Sequence[str]) -> list[Press]:
        """Return its answers, and its proposals to one of *people* and one of *programs*, opponents among these, where it made none yet."""
        turn, variant = self._line[-1], self._game.variant
        dealer, now, given = self._dealer(turn), self._of_turn(turn), list(self.promises)
        found: list[Press] = []
        for asked in now.waiting:
            stance = dealer.answer(asked, given, now.asked)
            if stance is Stance.AGREE:
                given.append((asked.sender, asked.proposal))
            found.append(Press(self._power, (asked.sender,), written(variant, stance, asked.proposal)))
        for receivers in (people, programs):
            if not any(to in receivers for to, _ in now.asked):
                proposed = dealer.proposals(receivers, given)
                found += [Press(self._power, (to,), written(variant, Stance.PROPOSE, each)) for to, each in proposed]
        return found

    @property
    def word(self) -> Pledges:
        """Its agreements, as they bear on its orders in this phase."""
        return self._dealer(self._line[-1]).word(self.promises, self.granted)

    def kept(self, orders: Sequence[Order]) -> tuple[Order, ...]:
        """Return *orders* as its word and its character leave them."""
        return self._dealer(self._line[-1]).kept(orders, self.promises, self.granted)
