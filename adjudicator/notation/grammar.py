"""The forms of an order, over the names of ``place_grammar``. The grammar is ``docs/formats/orders.ebnf``, second part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from adjudicator.board import Board
from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.order_draft import Draft, DraftPlace, DraftUnit, Helper
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.place_grammar import Expected, Got, PlaceGrammar
from adjudicator.notation.reading import Assumption, AssumptionKind, TextSpan
from adjudicator.notation.vocabulary import Verb, either

_COST_NO_VERB = 6
_MOST_ROUTE = 12
_MOST_HELPERS = 6


class OrderGrammar(PlaceGrammar):
    """Reads the tokens of one text as one order, in every way that they can be read."""

    def __init__(
        self,
        board: Board,
        lexicon: Lexicon,
        tokens: tuple[Token, ...],
        level: WordMatch,
        *,
        has_unit: Callable[[str], bool],
        reads_signs: bool = False,
    ) -> None:
        """Args:
        has_unit: whether a unit stands in a province.
        reads_signs: whether ``+`` and ``-`` before a unit may stand for a verb.
        """
        super().__init__(board, lexicon, tokens, level, has_unit)
        self._reads_signs = reads_signs

    def drafts(self) -> list[Draft]:
        """Every draft that takes all the words, the plainest first.

        Raises:
            TooIntricateError: there are too many ways to try.
        """
        found: dict[Draft, Draft] = {}
        for order in chain.from_iterable(map(self._with_helpers, self._orders())):
            for end in self._finish(order.at):
                draft = replace(order.value, notes=order.notes + end.notes, cost=order.cost + end.cost)
                key = replace(draft, notes=(), cost=0)
                if key not in found or draft.cost < found[key].cost:
                    found[key] = draft
        return sorted(found.values(), key=lambda draft: draft.cost)

    # Before and after the order --------------------------------------------------------------------------------------------

    def _orders(self) -> Iterator[Got[Draft]]:
        yield from self._signed()
        mark = self._list_mark()
        for start in self._starts(mark.at):
            for order in self._order(start.at):
                yield Got(order.at, order.value, mark.notes + start.notes + order.notes, start.cost + order.cost)
            for power in chain(self._power(start.at), self._power_letter(start.at)):
                span = self._span(start.at, power.at)
                after = self._pass_marks(power.at)
                if self._kind_at(after) is TokenKind.DASH:
                    after += 1
                for begin in self._starts(after):
                    for order in self._order(begin.at):
                        draft = replace(order.value, power=power.value, power_span=span)
                        notes = mark.notes + start.notes + begin.notes + order.notes
                        yield Got(order.at, draft, notes, start.cost + begin.cost + order.cost + 1)

    def _signed(self) -> Iterator[Got[Draft]]:
        """``+F Lon`` and ``- A Yor``, which build and remove where such a thing is due."""
        at = self._pass_marks(0)
        verb = Verb.BUILD if self._is_plus(at) else Verb.DISBAND if self._kind_at(at) is TokenKind.DASH else None
        if verb is None or not self._reads_signs:
            return
        powers: list[Got[str | None]] = [Got(at + 1, None)]
        powers += [Got(each.at, each.value) for each in self._power(at + 1)]
        for power in powers:
            for unit in self._own_unit(power.at):
                draft = Draft(verb, unit=unit.value, by_sign=self._tokens[at].span, power=power.value)
                span = self._span(at + 1, power.at) if power.value else None
                yield Got(unit.at, replace(draft, power_span=span), unit.notes, unit.cost)

    def _is_plus(self, at: int) -> bool:
        return self._kind_at(at) is TokenKind.STRANGE and self._tokens[at].folded == "+"

    def _list_mark(self) -> Got[None]:
        """Quotation marks of a mail, bullets and numbers."""
        at = 0
        notes: tuple[Assumption, ...] = ()
        while True:
            bare = at
            while self._kind_at(at) is TokenKind.MARK:
                at += 1
            if self._kind_at(at) is TokenKind.DASH or self._is_plus(at):
                notes = (*notes, Assumption(AssumptionKind.LIST_MARK, self._tokens[at].span))
                at += 1
                continue
            number = self._pass_marks(at)
            following = number + 1
            if (
                self._kind_at(number) is TokenKind.WORD
                and self._tokens[number].folded.isdigit()
                and self._kind_at(following) in (TokenKind.MARK, TokenKind.CLOSE)
            ):
                notes = (*notes, Assumption(AssumptionKind.LIST_MARK, self._span(number, following + 1)))
                at = following + 1
                continue
            return Got(bare, None, notes)

    def _power_letter(self, at: int) -> Iterator[Got[str]]:
        """``F: A Par - Bur``: one letter and a colon."""
        if self._kind_at(at) is TokenKind.WORD and self._kind_at(at + 1) is TokenKind.MARK and self._tokens[at + 1].folded == ":":
            power = self._lexicon.power_letters.get(self._tokens[at].folded)
            if power is not None:
                yield Got(at + 2, power)

    def _finish(self, at: int) -> Iterator[Got[None]]:
        """The end of the text, perhaps after words that change nothing or that tell a result."""
        notes: tuple[Assumption, ...] = ()
        while True:
            noted = self._result_note(at)
            if noted is not None:
                notes = (*notes, noted.value)
                at = noted.at
                continue
            kind = self._kind_at(at)
            if kind is None:
                yield Got(at, None, notes)
                return
            if kind in (TokenKind.MARK, TokenKind.OPEN, TokenKind.CLOSE, TokenKind.SEMICOLON):
                at += 1
            elif kind is TokenKind.WORD and self._tokens[at].folded in self._words.fillers:
                notes = (*notes, Assumption(AssumptionKind.DROPPED_WORD, self._tokens[at].span))
                at += 1
            else:
                self._fail(at, Expected.END)
                return

    def _result_note(self, at: int) -> Got[Assumption] | None:
        """``bounced``; ``(*bounced with Russia*)``; ``; bounced 1 against 1``: bracketed or after a semicolon, more words may follow."""
        while self._kind_at(at) is TokenKind.MARK:
            at += 1
        start = at
        opened = self._kind_at(at) is TokenKind.OPEN
        separated = self._kind_at(at) is TokenKind.SEMICOLON
        while self._kind_at(at) in (TokenKind.OPEN, TokenKind.SEMICOLON, TokenKind.MARK):
            opened = opened or self._kind_at(at) is TokenKind.OPEN
            separated = separated or self._kind_at(at) is TokenKind.SEMICOLON
            at += 1
        if not self._tells_result(at):
            return None
        while self._tells_result(at):
            at += 1
        if separated:
            at = len(self._tokens)
        elif opened:
            while at < len(self._tokens) and self._kind_at(at) is not TokenKind.CLOSE:
                at += 1
            at = min(at + 1, len(self._tokens))
        return Got(at, Assumption(AssumptionKind.RESULT_NOTE, self._span(start, at)))

    def _tells_result(self, at: int) -> bool:
        return self._kind_at(at) is TokenKind.WORD and self._tokens[at].folded in self._words.results

    # The order -------------------------------------------------------------------------------------------------------------

    def _order(self, at: int) -> Iterator[Got[Draft]]:
        yield from self._waiver(at)
        yield from self._verb_first(at)
        for unit in self._own_unit(at):
            for order in self._after_unit(unit):
                yield Got(order.at, order.value, unit.notes + order.notes, unit.cost + order.cost)

    def _waiver(self, at: int) -> Iterator[Got[Draft]]:
        """``waive``, ``waive 2 builds``, ``2 waives``."""
        for before in self._number(at):
            for verb in self._verb(before.at, Verb.WAIVE):
                after = verb.at
                numbers = [Got(after, before.value)] if before.at > at else list(self._number(self._pass_marks(after)))
                for number in numbers:
                    draft = Draft(Verb.WAIVE, count=number.value)
                    yield Got(number.at, draft, verb.notes, verb.cost)
                    for end in self._phrase(self._pass_marks(number.at), self._words.builds):
                        yield Got(end, draft, verb.notes, verb.cost)

    def _number(self, at: int) -> Iterator[Got[int]]:
        """A number, and none, which is one."""
        yield Got(at, 1)
        if self._kind_at(at) is TokenKind.WORD:
            word = self._tokens[at].folded
            if len(word) <= 2 and word.isascii() and word.isdigit() and int(word) > 0:
                yield Got(at + 1, int(word))
            elif word in self._words.numbers:
                yield Got(at + 1, self._words.numbers[word])

    def _verb_first(self, at: int) -> Iterator[Got[Draft]]:
        """``Build A Par``, ``Hold A Mun``, ``Move A Par to Bur``."""
        for name in (Verb.BUILD, Verb.DISBAND, Verb.HOLD):
            for verb in self._verb(at, name):
                for begin in dict.fromkeys((verb.at, *self._phrase(self._pass_marks(verb.at), self._words.inside))):
                    for unit in self._own_unit(begin):
                        draft = Draft(name, unit=unit.value)
                        yield Got(unit.at, draft, verb.notes + unit.notes, verb.cost + unit.cost)
        for name in (Verb.MOVE, Verb.RETREAT):
            for verb in self._verb(at, name):
                for unit in self._own_unit(verb.at):
                    for to in self._to(unit.at, needs_word=True):
                        for order in self._target(name, unit.value, to):
                            notes = verb.notes + unit.notes + order.notes
                            yield Got(order.at, order.value, notes, verb.cost + unit.cost + order.cost)

    def _after_unit(self, unit: Got[DraftUnit]) -> Iterator[Got[Draft]]:
        for start in self._starts(unit.at):
            for order in chain(
                self._hold(start.at, unit.value),
                self._move(start.at, unit.value),
                self._support(start.at, unit.value),
                self._convoy(start.at, unit.value),
                self._retreat(start.at, unit.value),
                self._adjust(start.at, unit.value),
            ):
                yield Got(order.at, order.value, start.notes + order.notes, start.cost + order.cost)
            if any(self._phrase(start.at, self._words.helped_by)):
                note = Assumption(AssumptionKind.HOLD_WITHOUT_VERB, unit.value.span)
                yield Got(start.at, Draft(Verb.HOLD, unit=unit.value), (*start.notes, note), start.cost + 1)
            self._fail(start.at, Expected.VERB)
        if self._level is not WordMatch.EXACT:
            nothing: Got[TextSpan | None] = Got(unit.at, None, cost=_COST_NO_VERB)
            yield from self._target(Verb.MOVE, unit.value, nothing)

    def _hold(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        for start in chain.from_iterable(map(self._bidden, self._perhaps_dash(at))):
            for verb in self._verb(start, Verb.HOLD):
                yield Got(verb.at, Draft(Verb.HOLD, unit=unit), verb.notes, verb.cost)

    def _perhaps_dash(self, at: int) -> tuple[int, ...]:
        return (at, self._pass_marks(at + 1)) if self._kind_at(at) is TokenKind.DASH else (at,)

    # Moves -----------------------------------------------------------------------------------------------------------------

    def _to(self, at: int, *, needs_word: bool = False) -> Iterator[Got[TextSpan | None]]:
        """Read the words between a unit and its target: a dash, ``to``, a verb of movement and perhaps ``to`` after it."""
        for start in self._starts(at):
            begin = start.at
            ends: list[Got[None]] = []
            if not self._is_kind_letter(begin):
                ends += [Got(end, None) for end in self._phrase(begin, self._words.to)]
            if self._kind_at(begin) is TokenKind.DASH and not self._is_hyphen(begin):
                after = begin + 1
                ends += [Got(end, None) for end in (after, *self._phrase(self._pass_marks(after), self._words.to))]
            if not needs_word:
                for verb in chain.from_iterable(self._verb(each, Verb.MOVE) for each in self._bidden(begin)):
                    ends += [Got(end, None, verb.notes, verb.cost) for end in self._after_moving(verb.at)]
            for end in ends:
                yield Got(end.at, self._span(begin, end.at), start.notes + end.notes, start.cost + end.cost)

    def _is_kind_letter(self, at: int) -> bool:
        return at < len(self._tokens) and self._tokens[at].is_capital and self._tokens[at].folded in self._lexicon.kinds

    def _after_moving(self, at: int) -> tuple[int, ...]:
        following = self._pass_marks(at)
        dash = (following + 1,) if self._kind_at(following) is TokenKind.DASH else ()
        return (at, *self._phrase(following, either(self._words.to, self._words.onto)), *dash)

    def _move(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        for to in self._to(at):
            yield from self._target(Verb.MOVE, unit, to)
        for convoyed in self._phrase(at, self._words.by_convoy):
            for to in self._to(convoyed):
                for order in self._target(Verb.MOVE, unit, to):
                    yield Got(order.at, replace(order.value, via=True), order.notes, order.cost)
        for seas in self._through(at):
            for to in self._to(seas.at):
                for order in self._target(Verb.MOVE, unit, to):
                    draft = replace(order.value, via=True, route=seas.value + order.value.route)
                    yield Got(order.at, draft, seas.notes + order.notes, seas.cost + order.cost)

    def _target(self, verb: Verb, unit: DraftUnit, to: Got[TextSpan | None]) -> Iterator[Got[Draft]]:
        """A target and what may follow it: more places of a route, ``via convoy``, ``through`` a sea."""
        for place in self._place(to.at, Expected.TARGET):
            first = Draft(verb, unit=unit, target=place.value, move_span=to.value)
            notes, cost = to.notes + place.notes, to.cost + place.cost
            for path in self._route(Got(place.at, first, notes, cost)):
                yield path
                for through in self._by_convoy(path.at):
                    route = path.value.route + through.value
                    draft = replace(path.value, via=True, route=route)
                    yield Got(through.at, draft, path.notes + through.notes, path.cost + through.cost)

    def _route(self, order: Got[Draft]) -> Iterator[Got[Draft]]:
        """The order so far, and longer ones in which what was its target is a sea of the route: ``- NTH - NWY``."""
        yield order
        target = order.value.target
        if target is None or len(order.value.route) >= _MOST_ROUTE or order.value.move_span is None:
            return
        at = self._pass_marks(order.at)
        if self._kind_at(at) is TokenKind.DASH:
            for place in self._place(at + 1, Expected.TARGET):
                draft = replace(order.value, target=place.value, route=(*order.value.route, target), via=True)
                yield from self._route(Got(place.at, draft, order.notes + place.notes, order.cost + place.cost))

    def _by_convoy(self, at: int) -> Iterator[Got[tuple[DraftPlace, ...]]]:
        begin = self._pass_marks(at)
        for end in self._phrase(begin, self._words.by_convoy):
            yield Got(end, ())
        opening = at + 1 if self._kind_at(at) is TokenKind.CLOSE else at  # the bracket behind a coast
        if self._kind_at(opening) is TokenKind.OPEN:
            for verb in self._verb(opening + 1, Verb.CONVOY):
                if self._kind_at(verb.at) is TokenKind.CLOSE:  # (C)
                    yield Got(verb.at + 1, (), verb.notes, verb.cost)
        yield from self._through(begin)

    def _through(self, at: int) -> Iterator[Got[tuple[DraftPlace, ...]]]:
        """The seas of a route, with the words before them."""
        for end in self._phrase(at, self._words.through):
            for sea in self._carrier(end):
                yield from self._more_seas(Got(sea.at, (sea.value,), sea.notes, sea.cost))

    def _carrier(self, at: int) -> Iterator[Got[DraftPlace]]:
        """A sea of the route, perhaps by the fleet in it: ``NTH``, ``F Nth``, ``the English fleet in the North Sea``."""
        yield from self._place(at)
        for start in self._starts(at):
            for power in chain([Got(start.at, "")], self._power(start.at)):
                for begin in self._starts(power.at):
                    for kind in self._unit_kind(begin.at):
                        if self._board.kinds[kind.value].convoyed:
                            continue
                        for sea in self._place(kind.at):
                            notes = start.notes + begin.notes + kind.notes + sea.notes
                            yield Got(sea.at, sea.value, notes, start.cost + begin.cost + sea.cost)

    def _more_seas(self, seas: Got[tuple[DraftPlace, ...]]) -> Iterator[Got[tuple[DraftPlace, ...]]]:
        yield seas
        if len(seas.value) >= _MOST_ROUTE:
            return
        at = self._pass_marks(seas.at)
        joints = [*self._phrase(at, self._words.route_joints)]
        if self._kind_at(at) is TokenKind.DASH:
            joints.append(at + 1)
        else:
            joints.append(at)
        for joint in joints:
            for sea in self._carrier(joint):
                yield from self._more_seas(Got(sea.at, (*seas.value, sea.value), seas.notes + sea.notes, seas.cost + sea.cost))

    def _retreat(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        for start in self._perhaps_dash(at):
            for verb in self._verb(start, Verb.RETREAT):
                for end in self._after_moving(verb.at):
                    for place in self._place(end, Expected.TARGET):
                        draft = Draft(Verb.RETREAT, unit=unit, target=place.value, move_span=verb.value)
                        yield Got(place.at, draft, verb.notes + place.notes, verb.cost + place.cost)

    # Support and convoy ----------------------------------------------------------------------------------------------------

    def _support(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        for helped in self._helped(at, Verb.SUPPORT):
            draft = Draft(Verb.SUPPORT, unit=unit, other=helped.value)
            yield Got(helped.at, draft, helped.notes, helped.cost)
            for start in self._starts(helped.at):
                for hold in chain.from_iterable(self._holding(each) for each in self._perhaps_dash(start.at)):
                    yield Got(hold, draft, helped.notes + start.notes, helped.cost + start.cost)
            for order in self._onward(helped, draft):
                yield Got(order.at, replace(order.value, via=False), order.notes, order.cost)
        yield from self._from_behind(at, unit, Verb.SUPPORT)
        yield from self._support_to_hold(at, unit)

    def _from_behind(self, at: int, unit: DraftUnit, name: Verb) -> Iterator[Got[Draft]]:
        """The target before the unit: ``support move to Burgundy from Marseilles``, ``convoy to Norway from London``."""
        for start in self._perhaps_dash(at):
            for verb in self._verb(start, name):
                for moving in self._moving(self._pass_marks(verb.at)):
                    for to in self._phrase(self._pass_marks(moving.at), self._words.to):
                        for place in self._place(to, Expected.TARGET):
                            for origin in self._phrase(self._pass_marks(place.at), self._words.origin):
                                for other in self._unit(origin, moving.value):
                                    draft = Draft(name, unit=unit, other=other.value, target=place.value, move_span=self._span(to - 1, to))
                                    notes = verb.notes + moving.notes + place.notes + other.notes
                                    yield Got(other.at, draft, notes, verb.cost + place.cost + other.cost)

    def _moving(self, at: int) -> Iterator[Got[str | None]]:
        """Read the words between such a verb and ``to``: none, ``move``, ``the attack``, or the unit's kind, which is the value."""
        for end in (at, *self._phrase(at, self._words.deeds)):
            yield Got(end, None)
        for verb in self._verb(at, Verb.MOVE):
            yield Got(verb.at, None, verb.notes)
        for kind in self._unit_kind(at):
            yield Got(kind.at, kind.value, kind.notes)

    def _support_to_hold(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        """``support hold to Marseilles``."""
        for start in self._perhaps_dash(at):
            for verb in self._verb(start, Verb.SUPPORT):
                for hold in self._verb(self._pass_marks(verb.at), Verb.HOLD):
                    begin = self._pass_marks(hold.at)
                    for of in (begin, *self._phrase(begin, either(self._words.to, self._words.inside))):
                        for other in self._unit(of):
                            draft = Draft(Verb.SUPPORT, unit=unit, other=other.value)
                            yield Got(other.at, draft, verb.notes + hold.notes + other.notes, verb.cost + hold.cost + other.cost)

    def _holding(self, at: int) -> Iterator[int]:
        """``hold``, ``to hold``, ``in holding``."""
        for begin in (at, *self._phrase(at, either(self._words.to, self._words.inside))):
            for verb in self._verb(self._pass_marks(begin), Verb.HOLD):
                yield verb.at

    def _convoy(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        for carried in self._helped(at, Verb.CONVOY):
            yield from self._onward(carried, Draft(Verb.CONVOY, unit=unit, other=carried.value))
        yield from self._from_behind(at, unit, Verb.CONVOY)

    def _helped(self, at: int, name: Verb) -> Iterator[Got[DraftUnit]]:
        """The supported or carried unit, with its verb: ``S A MAR``, ``supports the attack of Mar``, ``SA MAR``."""
        for start in self._perhaps_dash(at):
            for verb in self._verb(start, name):
                begins = [Got(verb.at, None)]
                for deed in self._starts(verb.at):
                    begins += [Got(end, None, deed.notes, deed.cost) for end in self._phrase(deed.at, self._words.deeds)]
                for begin in begins:
                    for unit in self._unit(begin.at):
                        yield Got(unit.at, unit.value, verb.notes + begin.notes + unit.notes, verb.cost + begin.cost + unit.cost)
            yield from self._glued(start, name)

    def _glued(self, at: int, name: Verb) -> Iterator[Got[DraftUnit]]:
        """``SF DEN``: a verb of one letter and a kind of unit in one word."""
        if self._kind_at(at) is not TokenKind.WORD:
            return
        word = self._tokens[at].folded
        if len(word) == 2 and (word[0],) in self._words.verbs[name]:
            kind = self._lexicon.kinds.get(word[1])
            if kind is not None:
                yield from self._unit(at + 1, kind)

    def _onward(self, helped: Got[DraftUnit], draft: Draft) -> Iterator[Got[Draft]]:
        """Read the target of the supported or carried unit."""
        begins = [Got(helped.at, None)]
        for start in self._starts(helped.at):
            begins += [Got(end, None, start.notes, start.cost) for end in self._phrase(start.at, self._words.while_moving)]
        for begin in begins:
            for to in self._to(begin.at):
                for place in self._place(to.at, Expected.TARGET):
                    onward = replace(draft, target=place.value, move_span=to.value)
                    notes = helped.notes + begin.notes + to.notes + place.notes
                    yield Got(place.at, onward, notes, helped.cost + begin.cost + to.cost + place.cost)

    def _with_helpers(self, order: Got[Draft]) -> Iterator[Got[Draft]]:
        """The order as it is, and with the units that support it: ``supported by A Par and A Gas``."""
        yield order
        if order.value.verb not in (Verb.HOLD, Verb.MOVE):
            return
        begin = self._pass_marks(order.at)
        for end in self._phrase(begin, self._words.helped_by):
            for unit in self._unit(end):
                helpers = (Helper(unit.value, self._span(begin, unit.at)),)
                draft = replace(order.value, helpers=helpers)
                yield from self._more_helpers(Got(unit.at, draft, order.notes + unit.notes, order.cost + unit.cost))

    def _more_helpers(self, order: Got[Draft]) -> Iterator[Got[Draft]]:
        yield order
        if len(order.value.helpers) >= _MOST_HELPERS:
            return
        at = self._pass_marks(order.at)
        is_joint = self._kind_at(at) is TokenKind.WORD and self._tokens[at].folded in self._words.joints
        begin = at + 1 if is_joint else at
        for joint in (begin, *self._phrase(begin, self._words.helped_by)):
            for unit in self._unit(joint):
                helpers = (*order.value.helpers, Helper(unit.value, unit.value.span))
                draft = replace(order.value, helpers=helpers)
                yield from self._more_helpers(Got(unit.at, draft, order.notes + unit.notes, order.cost + unit.cost))

    # Adjustments -----------------------------------------------------------------------------------------------------------

    def _adjust(self, at: int, unit: DraftUnit) -> Iterator[Got[Draft]]:
        for start in self._perhaps_dash(at):
            for verb in self._verb(start, Verb.DISBAND):
                yield Got(verb.at, Draft(Verb.DISBAND, unit=unit), verb.notes, verb.cost)
            for verb in self._verb(start, Verb.BUILD):
                yield Got(verb.at, Draft(Verb.BUILD, unit=unit), verb.notes, verb.cost)
                if unit.kind is None:
                    for kind in self._unit_kind(self._pass_marks(verb.at)):
                        built = replace(unit, kind=kind.value)
                        yield Got(kind.at, Draft(Verb.BUILD, unit=built), verb.notes + kind.notes, verb.cost + kind.cost)
