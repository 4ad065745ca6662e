"""Agreements with built-in opponents: proposals and answers in sentences, what an opponent answers by its character, and its word kept.

A sentence is read in the language in use and in English. Peace and alliances last until the end of a year, the rest for the next moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random

from adjudicator.legal import legal_orders
from adjudicator.notation import parse_order
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.entries import Press
from app.game.record import Turn
from app.players.bots import Bot
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
    proposed: bool
    """True if it made a proposal."""


Answers = Callable[[Open, Sequence[tuple[str, Bargain]]], Stance]
"""From a proposal and what was promised before to the answer."""


def dealings(variant: Variant, press: Sequence[Press], power: str, answer: Answers) -> Dealings:
    """Return what *press*, the letters of one turn as *power* gets them, has come to.

    Args:
        answer: repeats the answer of *power* to a proposal: the text of its own letters to seats with a PIN is sealed.
    """
    waiting, promises, proposed = list[Open](), list[tuple[str, Bargain]](), False
    for each in press:
        other = each.receivers[0] if each.sender == power and len(each.receivers) == 1 else each.sender
        if each.sealed is not None:
            asked = next((one for one in waiting if one.sender == other), None) if each.sender == power else None
            said = None if asked is None else (answer(asked, promises), asked.proposal)
            proposed = proposed or (each.sender == power and asked is None)
        else:
            said = read(variant, each.text) if len(each.receivers) == 1 and power in {each.sender, *each.receivers} else None
        if said is None:
            continue
        stance, proposal = said
        if stance is Stance.PROPOSE:
            proposed = proposed or each.sender == power
            if each.sender != power and Open(other, proposal) not in waiting:
                waiting.append(Open(other, proposal))
            continue
        if each.sender == power:
            waiting = [one for one in waiting if one != Open(other, proposal)]
        if stance is Stance.AGREE and (each.sender == power or proposal.kind in _LASTING) and (other, proposal) not in promises:
            promises.append((other, proposal))
    return Dealings(tuple(waiting), tuple(promises), proposed)


_LASTING = frozenset({ProposalKind.PEACE, ProposalKind.ALLIANCE})
"""Kinds that bind both sides, until the end of the year."""


def promised(line: Sequence[Turn], of_turn: Callable[[Turn], Dealings]) -> list[tuple[str, Bargain]]:
    """Return what was promised in *line* and still holds in its last turn, each with the other party."""
    found: dict[tuple[str, Bargain], None] = {}
    over = [at for at, turn in enumerate(line) if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None]
    for at, turn in enumerate(line):
        is_this_year, is_next = turn.phase.year == line[-1].phase.year, not over or at > over[-1]
        if turn.press and (is_this_year or is_next):
            held = ((each, is_this_year if each[1].kind in _LASTING else is_next) for each in of_turn(turn).promises)
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

    def answer(self, asked: Open, given: Sequence[tuple[str, Bargain]]) -> Stance:
        """Return its answer to a proposal.

        Args:
            given: what it promised already: it makes no promise against another.
        """
        does = self._lot("agrees", asked.sender, asked.proposal.kind, asked.proposal.about) < self._character.agrees
        return Stance.AGREE if does and self._can_agree(asked, given) else Stance.REFUSE

    def _can_agree(self, asked: Open, given: Sequence[tuple[str, Bargain]]) -> bool:
        position, about, friends = self.position, asked.proposal.about, {other for other, _ in given}
        if self._character.looks and asked.sender == self._leader():
            return False
        match asked.proposal.kind:
            case ProposalKind.PEACE:
                return not any(each.kind is ProposalKind.ALLIANCE and each.about == asked.sender for _, each in given)
            case ProposalKind.ALLIANCE:
                alive = bool(position.units_of(about)) or bool(position.centres_of(about))
                return alive and about not in {self.power, asked.sender, *friends}
            case ProposalKind.KEEP_OUT:
                unit = position.unit_at(about)
                return position.owners.get(about) != self.power and (unit is None or unit.power != self.power)
            case ProposalKind.SUPPORT:
                found = self._support(about)
                victim = None if found is None or found.target is None else position.unit_at(found.target.province)
                owner = None if found is None or found.target is None else position.owners.get(found.target.province)
                touched = {None if victim is None else victim.power, owner}
                return found is not None and touched.isdisjoint({self.power, *friends})

    def _leader(self) -> str | None:
        counts = {power: len(self.position.centres_of(power)) for power in self.variant.powers}
        most = max(counts.values())
        leaders = [power for power, count in counts.items() if count == most]
        own = counts.get(self.power, 0)
        return leaders[0] if len(leaders) == 1 and most >= own + 3 else None

    def _support(self, text: str) -> Support | None:
        """The support of one of its units for the order *text*; of the first unit that can give it."""
        order = parse_order(text)
        if not isinstance(order, Hold | Move):
            return None
        target = order.target if isinstance(order, Move) else None
        for unit in self.position.units_of(self.power):
            for each in legal_orders(self.variant, self.position, unit.location):
                if isinstance(each, Support) and each.supported == order.piece and each.target == target:
                    return each
        return None

    def proposals(self, people: Sequence[str], given: Sequence[tuple[str, Bargain]]) -> list[tuple[str, Bargain]]:
        """Return what it proposes in this phase, each with its receiver: one of *people* at most, a neighbour whom it promised nothing."""
        if self.position.phase.kind is not PhaseKind.MOVEMENT:
            return []
        friends = {other for other, _ in given}
        near = [each for each in people if each not in friends and self._borders(each)]
        near = [each for each in near if not (self._character.looks and each == self._leader())]
        if not near:
            return []
        other = near[int(self._lot("whom") * len(near))]
        leader = self._leader()
        wants = [Bargain(ProposalKind.PEACE)]
        if leader is not None and leader not in {other, *friends}:
            wants = [Bargain(ProposalKind.ALLIANCE, leader)]
        elif (open_centre := self._open_to(other)) is not None and self._lot("keep out") < 0.4:
            wants = [Bargain(ProposalKind.KEEP_OUT, open_centre)]
        return [(other, each) for each in wants]

    def _borders(self, other: str) -> bool:
        return any(True for _ in self._reached_by(other, self.power)) or any(True for _ in self._reached_by(self.power, other))

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

    def kept(self, orders: Sequence[Order], given: Sequence[tuple[str, Bargain]]) -> tuple[Order, ...]:
        """Return *orders* without what breaks its word, and with the supports that it promised; its character may break some of it."""
        if self.position.phase.kind is not PhaseKind.MOVEMENT:
            return tuple(orders)
        found = tuple(orders)
        for other, proposal in given:
            if self._lot("keeps", other, proposal.kind, proposal.about) < self._character.keeps:
                found = self._with_word(found, other, proposal)
        return found

    def _with_word(self, orders: tuple[Order, ...], other: str, proposal: Bargain) -> tuple[Order, ...]:
        if proposal.kind is ProposalKind.SUPPORT:
            support = self._support(proposal.about)
            if support is None:
                return orders
            rest = tuple(each for each in orders if not _is_of(each, support.piece.location.province))
            return (*rest, support)
        if proposal.kind is ProposalKind.KEEP_OUT:
            forbidden = {proposal.about}
        else:
            forbidden = {unit.province for unit in self.position.units_of(other)}
            forbidden |= {each for each in self.position.centres_of(other) if self.position.unit_at(each) is None}
        broken = {
            each.piece.location.province
            for each in orders
            if isinstance(each, Move | Support | Convoy) and each.target is not None and each.target.province in forbidden
        }
        return tuple(Hold(each.piece) if hasattr(each, "piece") and each.piece.location.province in broken else each for each in orders)


def _is_of(order: Order, province: str) -> bool:
    return hasattr(order, "piece") and order.piece.location.province == province
