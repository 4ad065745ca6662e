"""Orders that other sentences of a mail take back, change or exceed: such sentences are noted, and those orders are asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from adjudicator.legal import adjustment, orderable
from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Move, Order, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.mail_edits import orders_meant
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LineAccount
from app.mail_in.conditions import denies, is_conditional, is_of_the_world
from app.mail_in.named_units import with_codes
from app.mail_in.order_words import OrderWords, kinds_named, places_named, provinces_of
from app.mail_in.phrases import folded_words, phrases, tokens_in, words, words_of
from app.mail_in.reports import builds_nothing
from app.mail_in.second_thoughts import drops_build, due_change, keeps_builds, keeps_units, removals_counted
from app.mail_in.sections import Placed, Use, is_salutation
from app.mail_in.withdrawals import Withdrawal, changes_its_units, is_correction, unsettles
from languages import quoted, tr

_LONGEST_SIGNATURE = 4
_LOOSE = frozenset({Fate.NOT_ORDER, Fate.DOUBTFUL, Fate.LATER, Fate.REFUSED})


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Sentences of one letter that take back or change, and the orders that they are about.

    Args:
        power: whose mail it is, where that is known.
        withdrawals: those of the letter; what is noted here joins them.
    """

    variant: Variant
    position: Position
    power: str | None
    words: OrderWords
    withdrawals: list[Withdrawal]

    def due_places(self, power: str) -> set[str]:
        """Return the provinces for which *power* has an order due."""
        return {each.province for each in orderable(self.variant, self.position, power)}

    def of_kinds(self, power: str | None, kinds: frozenset[str]) -> frozenset[str]:
        """Return the provinces of the units of these kinds that *power* orders; none where they are to be built."""
        position = self.position
        if self.adjustment(power) > 0:
            return frozenset()
        units = [each.unit for each in position.dislodged] if position.phase.kind is PhaseKind.RETREAT else list(position.units)
        return frozenset(unit.province for unit in units if unit.power == power and unit.kind in kinds)

    def adjustment(self, power: str | None) -> int:
        """Builds that *power* can make in this phase, or as a negative number the units that it must remove."""
        if power is None or self.position.phase.kind is not PhaseKind.ADJUSTMENT:
            return 0
        return adjustment(self.variant, self.position, power)

    def keeps_builds(self, power: str | None, text: str) -> bool:
        """Return True for ``London stays``, ``the army in con stays`` where *power* builds: what was sent for it stands.

        So does a retreat there: ``Holland stays`` where no unit of *power* was driven out of Holland.
        """
        if power is None:
            return False
        if self.position.phase.kind is PhaseKind.RETREAT:
            stays = not self.words.says(Verb.HOLD, "prose.hold").isdisjoint(folded_words(text))  # and not ``ok helgoland then``
            is_other = not kinds_named(text, self.words) and self.due_places(power).isdisjoint(places_named(text, self.words))
            return stays and is_other and keeps_builds(text, self.words)
        return self.adjustment(power) > 0 and keeps_builds(self._with_codes(power, text), self.words)

    def _with_codes(self, power: str, text: str) -> str:
        return with_codes(text, self.words, self.due_places(power))

    def note_hints(self, own_lines: Iterable[Placed], found: Sequence[LineAccount], vague: AbstractSet[int] = frozenset()) -> None:
        """Note the sentences that are no orders and may unsettle those of earlier mails.

        Args:
            vague: the lines in which no order was read, whatever is offered for them.
        """
        power = self.power
        if power is None:
            return
        told = {each.line: each for each in found if each.fate not in _LOOSE or (each.choices and each.line not in vague)}
        orders = [each.order for each in found if each.fate not in _LOOSE and each.order is not None]
        settled = {place for order in orders if (place := ordered_place(order)) is not None}
        own = {unit.province for unit in (*self.position.units, *(each.unit for each in self.position.dislodged)) if unit.power == power}
        taken = {said.line for said in self.withdrawals}
        asked = {each.line for each in found if each.fate is Fate.DOUBTFUL}
        for each in own_lines:
            number = each.line.number
            text = each.text
            if is_correction(text) and number + 1 in told:
                continue  # ``Change one order: F Sev - Rum``
            if number in told and number not in taken and (left := self._left_open(text, number, found, own - settled)):
                said = Withdrawal(number, text.strip(), power, left, column=each.start + 1, is_hint=True, reaches_above=False)
                self.withdrawals.append(said)
            if each.use is Use.HEADING or number in told or number in taken or is_of_the_world(text) or is_salutation(text, self.words):
                continue
            if self._confirms(text):
                continue
            places = unsettles(text, self.words, own)
            kinds = kinds_named(text, self.words)
            others = self.words.powers_in(text) - {power}
            is_change = self.position.phase.kind is PhaseKind.MOVEMENT and "?" not in text and not others and changes_its_units(text)
            is_change = is_change or self._denies_order(text, number, found)
            if (is_change and not places) or (places and places.isdisjoint(own)):
                places = (places or frozenset()) | self.of_kinds(power, kinds) or places
            if phrases("amendment", "swaps").search(" ".join(folded_words(text))) is not None and "?" not in text:
                swapped = (frozenset(places_named(text, self.words)) | self._by_codes(text)) & own
                places = swapped if len(swapped) > 1 else places  # ``scambia gal e ukr``
            if places and number in asked:
                places |= self._by_codes(text) & own  # ``make kiel support holland``
            if places is None and number in asked:
                alone = self.of_kinds(power, kinds)
                places = self._by_codes(text) & own or (alone if len(alone) == 1 else None)  # ``the fleet that was going there``
            if places is not None:
                said = Withdrawal(number, text.strip(), power, places or None, column=each.start + 1, is_hint=True)
                self.withdrawals.append(replace(said, reaches_above=is_change and bool(places & own)))

    def _by_codes(self, text: str) -> frozenset[str]:
        """Return the provinces whose whole names or codes stand in *text* in small letters too: ``mun - bur statt ruh``."""
        return frozenset[str]().union(*(provinces_of((word,), WordMatch.EXACT, self.words) for word in folded_words(text)))

    def _left_open(self, text: str, number: int, found: Sequence[LineAccount], own: AbstractSet[str]) -> frozenset[str]:
        """Return the units that an unread line names besides those that are offered for it: it may give them another order."""
        asked = [each for each in found if each.line == number and each.fate is Fate.DOUBTFUL]
        if not asked or self.position.phase.kind is PhaseKind.RETREAT or "?" in text or is_of_the_world(text):
            return frozenset()
        offered = {word.partition("/")[0] for each in asked for choice in each.choices for word in str(choice.order).split()}
        return ((frozenset(places_named(text, self.words)) | self._by_codes(text)) & own) - offered

    def _confirms(self, text: str) -> bool:
        """Return True for ``Moscow and Warsaw as sent``, ``Fleet as before``: what was sent stands."""
        said = " ".join(folded_words(text))
        denies = not words("withdrawal", "denials").isdisjoint(said.split())
        if phrases("remark", "apologies").search(said) is not None and not places_named(text, self.words):
            return True  # ``Not much more I can do with two armies``
        return not denies and (keeps_builds(text, self.words) or phrases("withdrawal", "confirms").search(said) is not None)

    def _denies_order(self, text: str, number: int, found: Sequence[LineAccount]) -> bool:
        """Return True for ``Ukraine will not go to Warsaw`` below ``A Ukr - War``."""
        heard = folded_words(text)
        if not denies(heard) or "?" in text:
            return False
        named = places_named(text, self.words)
        moves = [each.order for each in standing_orders(found) if each.line.line < number and isinstance(each.order, Move)]
        return any(named[:1] == [ordered_place(move)] and move.target.province in named for move in moves)

    def note_changes_to_what_is_due(self, own_lines: Iterable[Placed], found: Sequence[LineAccount]) -> None:
        """Note the sentences that may change builds, removals or retreats that stand above them or were sent before."""
        power = self.power
        if power is None or self.position.phase.kind is PhaseKind.MOVEMENT:
            return
        due = self.due_places(power)
        in_retreat = self.position.phase.kind is PhaseKind.RETREAT
        verb = Verb.RETREAT if in_retreat else Verb.BUILD if self.adjustment(power) > 0 else Verb.DISBAND
        standing = standing_orders(found)
        ordered = {each.line.line for each in standing}
        waived = ordered - {each.line.line for each in standing if not isinstance(each.order, Waive)}
        removed = {ordered_place(each.order) for each in standing}
        noted = waived | {said.line for said in self.withdrawals if not said.is_hint and said.reaches_above}
        for each in own_lines:
            number = each.line.number
            if not due or number in noted or is_of_the_world(each.text) or is_salutation(each.text, self.words):
                continue
            later = words_of("phase.winter", "phase.building", "due.nouns")
            if in_retreat and ordered and not later.isdisjoint(folded_words(each.text)) and not places_named(each.text, self.words):
                continue  # ``Disband Rum. I'd rather have the build at home.``
            if is_correction(each.text) and number + 1 in ordered:
                continue  # ``Change of plan:``, below which everything is said anew
            if verb is Verb.DISBAND and removals_counted(each.text, self.words) == len(removed):
                continue  # ``(two short, both removed)`` below both of them
            written = each.line.text if number in ordered else each.text
            written = self._with_codes(power, written) if verb is Verb.BUILD else written
            change = due_change(written, self.words, power, due, verb, is_order=number in ordered)
            if change is None or (not change.is_certain and ordered and number > max(ordered) and self._signs_off(each.text)):
                continue
            places = change.places or self.of_kinds(power, change.kinds)
            moved = [ordered_place(one.order) for one in standing if one.line.line == number]
            if in_retreat and moved:
                places = frozenset(filter(None, moved))
            elif not in_retreat and len(moved) >= abs(self.adjustment(power)):
                places = frozenset()  # a whole set, in place of whatever was sent
            if change.is_kept and verb is Verb.BUILD:
                places = frozenset()
            said = Withdrawal(number, change.words, power, places or None, column=each.start + 1)
            keeps = change.is_kept or not words("withdrawal", "denials").isdisjoint(folded_words(each.text))
            agrees = keeps and verb is Verb.DISBAND and bool(places and removed) and places.isdisjoint(removed)
            is_rest = not (places or words("due", "rest").isdisjoint(folded_words(change.words)))
            agrees = agrees or (change.is_kept and is_rest and len(removed) == -self.adjustment(power))  # ``The other three stay.``
            is_of_another = phrases("due", "another_one").match(" ".join(folded_words(change.words))) is not None
            is_left = len(removed) < abs(self.adjustment(power)) and places.isdisjoint(removed)
            reaches_above = change.is_certain and not agrees and not (is_of_another and is_left)  # ``The second one is either …``
            self.withdrawals.append(
                replace(
                    said,
                    later=change.spared,
                    kinds=change.kinds,
                    reaches_above=reaches_above,
                    is_hint=not change.is_certain or builds_nothing(each.text, self.words),
                )
            )

    def _signs_off(self, text: str) -> bool:
        """Return True for ``HR Department, London`` below the orders: a few words without a deed or a kind of unit."""
        heard = folded_words(text)
        says = any(self.words.is_verb(word) or word in words("due", "joints") for word in heard)
        is_bare = len(heard) <= len(places_named(text, self.words))
        return len(heard) <= _LONGEST_SIGNATURE and not (says or is_bare) and not kinds_named(text, self.words)

    def doubt_what_is_taken_back(self, found: list[LineAccount]) -> None:
        """Orders above a sentence that may take them back are asked about."""
        standing = standing_orders(found)
        for said in self.withdrawals:
            if not said.reaches_above or self._keeps_others(said, standing):
                continue
            above = [each for each in standing if (each.line.line, each.line.column) < (said.line, said.column)]
            kinds = kinds_named(said.words, self.words) if said.places else frozenset()
            above = [each for each in above if not _is_other_build(each.order, kinds)]
            above = [
                each for each in above if not (said.places and isinstance(each.order, Waive))
            ]  # ``I waive one: not the fleet in Kiel``
            empties = phrases("withdrawal", "left_empty").search(" ".join(folded_words(said.words))) is not None
            or_all = not said.is_hint and self.position.phase.kind is PhaseKind.ADJUSTMENT and not empties
            others = [each.order for each in above if ordered_place(each.order) not in said.later]
            meant = orders_meant(others, said.places, said.kinds, or_all=or_all)
            reason = tr("line {line} says {short}", line=said.line, short=quoted(said.words[:120]))
            is_move = any(token.kind is TokenKind.DASH for token in tokens_in(said.words))
            move = places_named(said.words, self.words) if is_move else []
            doubted = [each for each in above if each.order in meant and not _is_another_move(move, each.order)]
            for each in doubted:
                found[each.number] = each.doubted(reason)
            standing = [each for each in standing if each not in doubted]

    def _keeps_others(self, said: Withdrawal, standing: Sequence[TakenOrder]) -> bool:
        """Return True for ``Ruhr stays, forget what I said about it`` below as many other removals as are due."""
        above = (each for each in standing if (each.line.line, each.line.column) < (said.line, said.column))
        removed = {ordered_place(each.order) for each in above if each.power == said.power}
        due = -self.adjustment(said.power)
        return bool(said.places) and due > 0 and len(removed) == due and removed.isdisjoint(said.places or ())

    def doubt_too_many(self, found: list[LineAccount]) -> None:
        """Ask about builds or removals where the mail orders, or speaks below them of, more than are due."""
        if self.position.phase.kind is not PhaseKind.ADJUSTMENT:
            return
        every = standing_orders(found)
        for power in sorted({each.power for each in every}):
            own = [each for each in every if each.power == power]
            places = set(filter(None, (ordered_place(each.order) for each in own)))
            due = abs(self.adjustment(power))
            self._waive_what_is_left(power, due - len(places), found)
            self._doubt_waives(power, found, due, places)
            waived = sum(each.line.count for each in standing_orders(found) if isinstance(each.order, Waive) and each.power == power)
            first = min((each.line.line, each.line.column) for each in own)
            below = [
                said.places
                for said in self.withdrawals
                if said.is_hint and said.places and (said.line, said.column) > first and not is_conditional(said.words)
                if not (builds_nothing(said.words, self.words) or (self.adjustment(power) < 0 and keeps_units(said.words, self.words)))
            ]
            named = frozenset[str]().union(*below) & self.due_places(power)
            if len(places | named) + waived > due:
                reason = tr("the mail names more builds or removals than the {due} that are due", due=due)
                for each in standing_orders(found):
                    if each.power == power:
                        found[each.number] = each.doubted(reason)

    def _doubt_waives(self, power: str, found: list[LineAccount], due: int, places: AbstractSet[str]) -> None:
        """Ask about *the rest* that is waived, and about one more build than may be left, where another line could not be read."""
        asked = [each for each in found if each.fate is Fate.DOUBTFUL and each.power == power and each.choices]
        open_places = {ordered_place(choice.order) for each in asked if not drops_build(each.text, self.words) for choice in each.choices}
        if not asked:
            return
        waives = _waives(power, found)
        is_left = len(places | open_places) + sum(each.line.count for each in waives) <= due
        for each in waives:
            if not (is_left and words("due", "remainder").isdisjoint(folded_words(each.line.text))):
                found[each.number] = each.doubted(tr("which units are left for it is not known: another line could not be read"))

    def _waive_what_is_left(self, power: str, left: int, found: list[LineAccount]) -> None:
        """Count the builds that ``the rest`` and ``the second build`` waive, now that those beside them are known."""
        for each in _waives(power, found):
            if 0 < left < each.line.count:
                found[each.number] = replace(each.line, count=left)
            elif left <= 0 and not words("due", "remainder").isdisjoint(folded_words(each.line.text)):
                found[each.number] = replace(each.line, fate=Fate.NOT_ORDER, order=None, count=1)


def _is_another_move(said: Sequence[str], order: Order) -> bool:
    """Return True for ``F Swe stands`` above ``Scratch Swe - Den``, a move of that unit which was sent before; *said* are its places."""
    is_goal = isinstance(order, Move) and order.target.province in said
    return len(said) == _OF_MOVE and said[0] == ordered_place(order) and not is_goal


_OF_MOVE = 2
"""Places of a move."""


def _is_other_build(order: Order, kinds: AbstractSet[str]) -> bool:
    """Return True for the build of a fleet above ``The army in Berlin is cancelled``."""
    return isinstance(order, Build) and bool(kinds) and order.piece.kind not in kinds


@dataclass(frozen=True, slots=True)
class TakenOrder:
    """An order that is taken so far."""

    number: int
    """Number of its line among those that were read."""
    line: LineAccount
    power: str
    order: Order

    def doubted(self, reason: str) -> LineAccount:
        """The line as one that is asked about."""
        return replace(self.line, fate=Fate.DOUBTFUL, reason=reason, choices=(Choice(self.power, self.order),))


def standing_orders(found: Sequence[LineAccount]) -> list[TakenOrder]:
    """Return the orders that are taken so far, each with its line."""
    taken = ((number, each) for number, each in enumerate(found) if each.fate.is_taken)
    return [TakenOrder(number, each, each.power, each.order) for number, each in taken if each.power is not None and each.order is not None]


def _waives(power: str, found: Sequence[LineAccount]) -> list[TakenOrder]:
    """The builds that *power* waives as those that are left: ``the rest``, ``the second build``."""
    waived = (each for each in standing_orders(found) if isinstance(each.order, Waive) and each.power == power)
    return [each for each in waived if not words("due", "rest").isdisjoint(folded_words(each.line.text))]
