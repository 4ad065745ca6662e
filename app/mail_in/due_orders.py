"""Builds, removals and retreats as people write them who know what is due: in prose, in lists after one verb, a place without its unit.

What is due is known: so many builds or removals, these dislodged units. A sentence is read by the units and places that it names, and by a
word that says what becomes of them; it is read whole or not at all. Words that doubt, deny or tell of another time leave it unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from adjudicator.legal import adjustment, check_order, legal_orders, orderable
from adjudicator.notation import Assumption, AssumptionKind, Reading, SheetEntry, TextSpan, read_order
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Disband, Hold, Order, Remove, Retreat, Waive
from adjudicator.phase import PhaseKind
from adjudicator.verdict import Refusal
from app.mail_in.conditions import beside_names, courtesy, is_conditional, is_talk, names_of_due, names_of_lists, without_harmless
from app.mail_in.doubtful_remarks import remark_doubts
from app.mail_in.due_retreats import DueRetreats, all_or_none
from app.mail_in.named_units import (
    NamedUnit,
    clauses_in,
    coast_before,
    is_bare_list,
    named_units,
    names_unknown_unit,
    place_ends,
    with_codes,
    without_verb_of_kind,
)
from app.mail_in.order_words import NamedPlace, adjectives, kinds_named, mentions, place_leads, units_named, without_places
from app.mail_in.phrases import blanked, folded_words, kept, phrases, plain, tokens_in, without_phrases, word_spans, words, words_of
from app.mail_in.second_thoughts import keeps_orders
from app.mail_in.withdrawals import withdrawing

_LONGEST = 400
_FEWEST_TOGETHER = 2
_WORDS_TO_NOUN = 3
"""Words behind ``I take back`` of which one says what: ``the removal``."""
_LETTERS = frozenset("AF")
_MOST_OFFERED = 6
_LONGEST_COAST = 14
"""Characters of the name of a coast."""
LONGEST_IN_SMALL = 14
"""Words of a text without capitals in which codes of three letters are looked for."""
_RELATIVE = re.compile(r",\s+(?P<said>[^\W\d_]+\s[^,.;:!()]{4,90})(?=[,.;!]|\s*$)")
_KISSES = re.compile(r"\s+x{1,3}\s*$")
_APOSTROPHES = re.compile(r"['’]")


@kept
def passes(text: str) -> bool:
    """Return True for ``I pass.`` and its like, which say nothing else: no build is wanted; what else it means is asked."""
    small = words_of("courtesy.words", "lead_in.words")
    heard = folded_words(text)
    return any(phrases("due", "passes").fullmatch(" ".join(said)) for said in (heard, [word for word in heard if word not in small]))


@dataclass(slots=True)
class DueOrders(DueRetreats):
    """Reads what is due of one letter: builds, removals and holds beside retreats."""

    def entries(self, power: str | None, number: int, text: str, lead: str = "", topic: str = "") -> list[SheetEntry]:
        """Return the orders of *text* where all of it speaks of builds, removals or retreats of *power*; nothing where that is not plain.

        Args:
            number: of the line.
            lead: what stands above it with a colon: ``I have to remove two units:``.
            topic: the province of the unit that a pronoun in it means.
        """
        written = text = _APOSTROPHES.sub(" ", text)
        if self.position.phase.kind is PhaseKind.RETREAT:
            text = without_phrases(text, phrases("due", "located"))  # ``The fleet that used to own the Ionian``
        text = with_codes(text, self.words, self._places_due(power), longest=LONGEST_IN_SMALL) if power is not None else text
        begin = 0
        spans = word_spans(text) if len(plain(text)) == len(text) else []
        openers = list(takewhile(lambda span: words("lead_in", "openers").issuperset(folded_words(text[span[0] : span[1]])), spans))
        if openers and len(openers) < len(spans) and phrases("due", "sums").match(" ".join(folded_words(text))) is None:
            begin = spans[len(openers)][0] if not text[openers[-1][1] : spans[len(openers)][0]].strip(" ,") else 0  # ``ok so build …``
        kiss = _KISSES.search(text)
        if kiss is not None and not courtesy().isdisjoint(folded_words(text[: kiss.start()])[-1:]):
            text = text[: kiss.start()]  # ``A Ven pls x``
        if text.rstrip().endswith(":") and self._says(Verb.WAIVE, folded_words(text)):
            text = text.rstrip()[:-1]  # ``I waive the second build: …``
        if power is None or len(text) > _LONGEST or text.rstrip().endswith(":"):
            return []
        text = text[begin:]
        for start, end in self._stretches(text):
            found = [replace(each, column=each.column + begin + start) for each in self._whole(power, number, text[start:end], lead, topic)]
            if found:
                return [_as_written(each, written) for each in found]
        return []

    def _stretches(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where what is read begins and ends: all of *text*, then its clauses about units and places without those beside them."""
        is_retreat = self.position.phase.kind is PhaseKind.RETREAT
        if not is_retreat or not any(mentions(part, self.words) and self._is_of_later(part) for part, _ in clauses_in(text)):
            yield 0, len(text)  # not all of ``Disband it, I'd like to rebuild in St Petersburg``
        if self.position.phase.kind is not PhaseKind.MOVEMENT and (inner := self._without_asides(text)) is not None:
            yield inner

    def _places_due(self, power: str) -> frozenset[str]:
        """The provinces in which something of *power* is due."""
        return frozenset(each.province for each in orderable(self.variant, self.position, power))

    def _whole(self, power: str, number: int, text: str, lead: str, topic: str) -> list[SheetEntry]:
        """The orders of *text* where every word of it may belong to them."""
        is_movement = self.position.phase.kind is PhaseKind.MOVEMENT
        named = mentions(text, self.words)
        if len(plain(text)) != len(text) or (is_movement and len(named) < _FEWEST_TOGETHER):
            return []
        # ``Edinburgh should be an army`` doubts nothing
        meant = bare = without_verb_of_kind(text, self.words) if self.position.phase.kind is PhaseKind.ADJUSTMENT else text
        for place in named:
            bare = f"{bare[: place.start]}x{' ' * (place.end - place.start - 1)}{bare[place.end :]}"  # a word: ``Gascogne se replie``
        said = phrases("due", "located").sub(" ", " ".join(folded_words(bare)))
        if self._is_doubtful(meant, said, power):
            return []
        if self.position.phase.kind is PhaseKind.ADJUSTMENT:
            return [_as_written(each, text) for each in self._adjustments(power, number, meant, lead)]
        if self.position.phase.kind is PhaseKind.RETREAT:
            return self._retreats(power, number, text, lead, topic)
        return self._holds(power, number, text)

    def _without_asides(self, text: str) -> tuple[int, int] | None:
        """Return where the clauses of *text* begin and end that name units or places.

        ``None`` where they are all of it, or where a clause beside them may change what they say.
        """
        stretches = [(part, start) for part, start in clauses_in(text) if part.strip()]
        about = [number for number, (part, _) in enumerate(stretches) if self._names_something(part) and not self._is_of_later(part)]
        if not about or len(about) == len(stretches):
            return None
        first, last = about[0], about[-1]
        if not all(self._is_of_later(part) or self._is_aside(part) for part, _ in (*stretches[:first], *stretches[last + 1 :])):
            return None
        return stretches[first][1], stretches[last][1] + len(stretches[last][0])

    def _is_of_later(self, text: str) -> bool:
        """Return True for a clause of another time or of other powers: ``then I've got room to build there next year``."""
        heard = folded_words(text)
        if self.position.phase.kind is PhaseKind.ADJUSTMENT:
            if heard[:1] and heard[0] in words("prose", "which") and not words("prose", "move").isdisjoint(heard):
                said = self.words.without_reflexives(text)  # ``which goes to Venice later, when that one moves``
                return withdrawing(said, self.words) is None and not is_talk(said)
            if not words("due", "opposes").isdisjoint(heard[:1]) and self.words.powers_in(text) and not units_named(text, self.words):
                return not self._is_doubtful_aside(text)  # ``for the Russians in Prussia``
            later = words_of("phase.next", "phase.following")
            is_bare = not mentions(text, self.words) and not kinds_named(text, self.words)
            is_of_others = bool(self.words.powers_in(text)) and not self._says(Verb.WAIVE, heard)  # ``I want Italy to see that …``
            return is_bare and (is_of_others or not later.isdisjoint(heard)) and not self._is_doubtful_aside(text)
        return not (units_named(text, self.words) or words_of("phase.winter", "phase.building").isdisjoint(heard))

    def without_relative_clauses(self, power: str, text: str) -> tuple[str, list[str]]:
        """*text* without clauses that tell more of a unit that is built or removed: ``…, which goes to Venice when that one moves``."""
        said: list[str] = []
        for found in _RELATIVE.finditer(text):
            clause = text[found.start("said") : found.end("said")]
            heard = folded_words(clause)
            is_more = not words("due", "relative").isdisjoint(heard[:1]) or phrases("due", "excuses").match(" ".join(heard)) is not None
            if is_more and self._tells_more(power, clause):
                said.append(clause.strip())
                text = blanked(text, found.start(), found.end("said"))
        return text, said

    def _tells_more(self, power: str, text: str) -> bool:
        """Return True if a relative clause neither says what is due nor takes it back; what its unit does later may depend on anything."""
        heard = folded_words(text)
        places = {each.province for each in mentions(text, self.words)}
        if not places.isdisjoint(self._places_due(power)) or kinds_named(text, self.words) or "?" in text:
            return False
        if self._stays(phrases("due", "stood").sub(" ", " ".join(heard))):
            return False
        deeds = (Verb.BUILD, Verb.WAIVE) if adjustment(self.variant, self.position, power) > 0 else (Verb.DISBAND,)
        if any(self._says(verb, heard) for verb in deeds) or withdrawing(text, self.words) is not None:
            return False
        said = " ".join(heard)
        if phrases("amendment", "instead").search(said) is not None or phrases("amendment", "trailing").search(said) is not None:
            return False
        moves = bool(places) and not self.words.says(Verb.MOVE, "prose.move").isdisjoint(heard)
        calm = " ".join(word for word in heard[1:] if word not in words("withdrawal", "denials") and word not in words("due", "unable"))
        return moves or not (is_conditional(calm) or is_talk(calm))

    def _is_doubtful_aside(self, text: str) -> bool:
        """Return True if a clause beside orders may take them back, or make them depend on something."""
        return is_conditional(text) or is_talk(text) or withdrawing(text, self.words) is not None

    def _names_something(self, text: str) -> bool:
        """Return True if *text* names a place, a kind of unit in a word, or what becomes of units."""
        heard = folded_words(text)
        return bool(mentions(text, self.words) or kinds_named(text, self.words)) or any(self._says(verb, heard) for verb in self._deeds())

    def _deeds(self) -> tuple[Verb, ...]:
        """The deeds of the phase that is open."""
        is_retreat = self.position.phase.kind is PhaseKind.RETREAT
        return (Verb.RETREAT, Verb.DISBAND) if is_retreat else (Verb.BUILD, Verb.DISBAND, Verb.WAIVE)

    def is_about(self, power: str, text: str) -> bool:
        """Return True if *text* speaks of what is due of *power*: by a deed, a kind of unit, or a place in which something is due."""
        heard = without_harmless(" ".join(folded_words(text))).split()
        others = self.words.other_powers(heard, power)
        own = set(self._places_due(power))
        named = {place.province for place in mentions(text, self.words)}
        goals = {
            order.target.province
            for place in own
            for order in legal_orders(self.variant, self.position, place)
            if isinstance(order, Retreat)
        }
        meant = own | goals if is_conditional(text) else own  # ``Rumania if Russia lets me, else Constantinople``
        if not own or phrases("withdrawal", "confirms").search(" ".join(heard)) is not None:
            return False
        if others and named.isdisjoint(meant) and not self._waives_own(power, text):
            return False
        kinds = kinds_named(" ".join(heard), self.words)
        if not named and not kinds and is_bare_list(text, (), self.words):
            return False  # ``Winter: 2 builds``
        own |= goals
        plainly = any(not self.words.says(verb).isdisjoint(heard) for verb in self._deeds())
        return plainly or bool(kinds) or not named.isdisjoint(own)

    def _waives_own(self, power: str, text: str) -> bool:
        """Return True for ``I waive that build, I want Italy to see …``: a clause that names no other power waives."""
        parts = (folded_words(part) for part, _ in clauses_in(text))
        return any(self._says(Verb.WAIVE, part) and not self.words.other_powers(part, power) for part in parts)

    def offers(self, power: str, text: str) -> tuple[Order, ...]:
        """Return the legal orders that a sentence may mean that is not read: by the places and kinds of units that it names."""
        named = {place.province for place in mentions(with_codes(text, self.words, self._places_due(power)), self.words)}
        shown = plain(text)  # the tokens are of it, and ``…`` is three marks in it
        letters = {shown[kind.start] for kind in tokens_in(text) if kind.end - kind.start == 1}
        kinds = kinds_named(text, self.words) | (letters & _LETTERS)
        own = list(orderable(self.variant, self.position, power))
        here = [each for each in own if each.province in named] or own
        disbands = self._says(Verb.DISBAND, folded_words(text))
        found: list[Order] = []
        for place in here:
            for order in legal_orders(self.variant, self.position, place):
                match order:
                    case Build():
                        fits = place.province in named and (not kinds or order.piece.kind in kinds)
                    case Remove():
                        fits = place.province in named or order.piece.kind in kinds
                    case Retreat():
                        fits = order.target.province in named
                    case Disband():
                        fits = disbands
                    case _:
                        fits = False
                if fits:
                    found.append(order)
        return tuple(found) if len(found) <= _MOST_OFFERED else ()

    def _is_aside(self, text: str) -> bool:
        """Return True if a clause beside orders changes nothing."""
        heard = folded_words(text)
        said = " ".join(heard)
        if not (words_of("due.defers", "around.jokes", "speech.verbs")).isdisjoint(heard):
            return False
        if remark_doubts(text, self.words) or withdrawing(text, self.words) is not None:
            return False
        if phrases("around", "other_time").search(said) or phrases("due", "not_due").search(said):
            return False
        if phrases("withdrawal", "unsettles_phrases").search(said) is not None:
            return False  # ``then I changed my mind``
        if phrases("due", "denies").search(said) is not None and any(map(self.words.is_deed, heard)):
            return False  # ``A Bur - Gas, it won't go there``
        return phrases("amendment", "instead").search(said) is None

    # --- several units that hold ---

    def _holds(self, power: str, number: int, text: str) -> list[SheetEntry]:
        """``The armies in Munich and Berlin hold``: two units of *power* or more, and nothing else that they do."""
        units = {unit.province: unit for unit in self.position.units if unit.power == power}
        named = mentions(text, self.words)
        provinces = {place.province for place in named}
        if len(provinces) < len(named) or not provinces <= units.keys() or keeps_orders(text, self.words):
            return []
        rest = folded_words(without_places(text, named))
        said = self.words.says_in(Verb.HOLD).sub(" ", " ".join(rest)).split()
        left = [word for word in said if word not in self.words.says(Verb.HOLD)]
        holds = len(left) < len(rest)
        small = courtesy() | words_of("lead_in.words", "due.joints", "due.both")
        if not holds or not all(word in small or self.words.is_kind(word) or self.words.is_filler(word) for word in left):
            return []
        deeds = [token.start for token in tokens_in(text) if token.folded in self.words.says(Verb.HOLD)]
        if any(start in range(named[0].end, named[-1].start) for start in deeds):
            return []
        kinds = kinds_named(text, self.words)
        if len(kinds) == 1 and any(units[place.province].kind not in kinds for place in named):
            return []
        found = []
        for place in named:
            stretch = text[place.start : place.end]
            said_all = Assumption(AssumptionKind.CARRIED_VERB, TextSpan(0, len(stretch)), "hold")
            order = Hold(units[place.province].piece)
            found.append(SheetEntry(number, place.start + 1, Reading(stretch, order=order, power=power, assumptions=(said_all,))))
        return found

    def _is_doubtful(self, text: str, said: str, power: str) -> bool:
        """Return True if words deny, doubt, ask, or tell of another time or of another power; *said* are the folded ones that may."""
        calm = phrases("remark", "apologies").sub(" ", without_harmless(said))
        if phrases("amendment", "instead").search(calm) is not None or phrases("due", "excepts").search(said) is not None:
            return True  # ``Anything but Moscow.``
        change = adjustment(self.variant, self.position, power) if self.position.phase.kind is PhaseKind.ADJUSTMENT else 0
        stays = self.words.says(Verb.HOLD, "withdrawal.keeps", "prose.hold")
        drops = any(self._says(verb, calm.split()) for verb in (Verb.WAIVE, Verb.DISBAND))  # ``keep F Nwg, remove F Nth``
        drops = drops or (change < 0 and self._go(power, text, calm.split()))  # ``Armenia stays and Bulgaria goes``
        if change and not drops and not stays.isdisjoint(calm.split()):
            return True
        deed = Verb.BUILD if change > 0 else Verb.DISBAND
        if change and self._says(deed, calm.split()):
            calm = phrases("amendment", "trailing").sub(" ", calm)  # ``Remove A Bud instead.``: of more than are due the former ones wait
        if len(mentions(text, self.words)) >= abs(change):  # what a unit does replaces what it was to do, and a whole set an earlier one
            calm = phrases("talk", "wishes").sub(" ", phrases("amendment", "trailing").sub(" ", calm))
        calm = " ".join(calm.split())
        if mentions(text, self.words):
            calm = " ".join(phrases("due", "no_build_there").sub(" ", calm).split())
        calm = phrases("due", "no_builds").sub(" ", phrases("due", "waive_phrases").sub(" ", calm))
        heard = self.words.without_reflexives(" ".join(calm.split()))
        others = self.words.other_powers(heard.split(), power)
        drops_rest = not mentions(text, self.words) and not words("due", "rest").isdisjoint(heard.split())  # ``der andere Bau entfällt``
        if self._takes_back(power, heard) and not (drops_rest and self._says(Verb.WAIVE, heard.split())):
            return True
        if phrases("due", "denies").search(heard) is not None or not words("around", "jokes").isdisjoint(said.split()):
            return True
        if others or "?" in text or is_conditional(heard) or is_talk(heard) or not words("due", "elsewhen").isdisjoint(heard.split()):
            return True
        return phrases("due", "not_due").search(heard) is not None or not words("remark", "doubts").isdisjoint(heard.split())

    def _takes_back(self, power: str, heard: str) -> bool:
        """Return True if words take something back that are no words for what is due: ``cancel the build in London``."""
        in_retreat = self.position.phase.kind is PhaseKind.RETREAT
        removes = in_retreat or adjustment(self.variant, self.position, power) < 0
        back = words("withdrawal", "take_back").intersection(heard.split())
        said = phrases("due", "disband_phrases").sub(" ", phrases("due", "retreat_phrases").sub(" ", heard)) if in_retreat else heard
        phrase = phrases("withdrawal", "take_back_phrases").search(said)
        is_phrase = phrase is not None
        if in_retreat and phrase is not None and place_leads().isdisjoint(phrase[0].split()):
            return True  # ``Take back Trieste to Vienna`` may mean either
        nouns, said_words = words("phase", "retreat"), heard.split()
        if in_retreat and is_phrase and not nouns.isdisjoint(said_words):
            return True  # ``I take back the retreat to Vienna``
        for at, word in enumerate(said_words if in_retreat else ()):
            if not nouns.isdisjoint(said_words[at + 1 : at + 4]) and any(
                self._says(verb, (word,)) for verb in (Verb.RETREAT, Verb.DISBAND)
            ):
                return True  # ``Je retire ma retraite à Vienne``
        if removes:
            removals = words("due", "removals")
            near = [] if phrase is None else (*phrase[0].split(), *said[phrase.end() :].split()[:_WORDS_TO_NOUN])
            for at, word in enumerate(said_words):
                is_verb = self._says(Verb.DISBAND, (word,)) or self._says(Verb.RETREAT, (word,)) or word in words("withdrawal", "drops")
                if word not in removals and is_verb:
                    behind = said_words[at + 1 : at + 1 + _WORDS_TO_NOUN]  # ``ritiro lo scioglimento della flotta``
                    near = [*near, *takewhile(lambda each: each not in words("due", "joining"), behind)]
            if not in_retreat and not removals.isdisjoint(near):
                return True  # ``I take back the removal of F Hel``, ``ich ziehe die Auflösung der Flotte zurück``
            return not all(self._says(Verb.DISBAND, (word,)) or self._says(Verb.RETREAT, (word,)) for word in back)
        return bool(back) or is_phrase

    # --- builds and removals ---

    def _adjustments(self, power: str, number: int, text: str, lead: str) -> list[SheetEntry]:
        change = adjustment(self.variant, self.position, power)
        is_build, due = change > 0, abs(change)
        verb, other = (Verb.BUILD, Verb.DISBAND) if is_build else (Verb.DISBAND, Verb.BUILD)
        heard = folded_words(text)
        above = folded_words(lead)
        bare = folded_words(without_places(text, mentions(text, self.words)))  # ``take the fleet in the Heligoland Bight off``
        is_told = self._says(verb, bare) or self._go(power, text, heard)
        if self._says(other, heard) and (is_build or not is_told):
            return []
        if names_unknown_unit(text, self.words):
            return []
        wanted = self._without_denied(text) if is_build else text
        named = named_units(wanted, lead, self.words)
        if not named and not is_build:
            named = self._standing(power, text)
        if not is_build:
            if any(self._stays(part) and self._says(Verb.DISBAND, folded_words(part)) for part, _ in clauses_in(text)):
                return []  # ``Serbia stands Greece disbands``
            if any(self._stays(part) and not words("due", "relative").isdisjoint(folded_words(part)[:1]) for part, _ in clauses_in(text)):
                return []  # ``Remove F Alb, which should stay, and A Gal``
            kept = [start for part, start in clauses_in(text) if self._stays(part) for start in range(start, start + len(part))]
            named = [each for each in named if each.place.start not in kept]  # ``F Nwg stays, remove F Nth``
            named = [*{each.place.province: each for each in reversed(named)}.values()][::-1]  # ``Bulgaria goes (A BUL)``
        found = all_or_none([self._adjusted(power, number, text, each, verb) for each in named])
        if len(found) < len(named):
            return []
        if found and phrases("due", "no_builds").search(" ".join(folded_words(wanted))) is not None:
            return []  # ``No builds, A Paris``
        wants = wanted if found or self._says(Verb.WAIVE, folded_words(wanted)) else text
        waived = self._waived(number, wants, due - len(found), named) if is_build and due > len(found) else None
        if not found and self.waived_place(power, text):
            return [SheetEntry(number, 1, Reading(text.strip(" .,;"), order=Waive(), power=None))]
        if len(found) > due:
            return []
        drops = not is_build and not words("withdrawal", "drops").isdisjoint(above)  # ``Rusia retira dos unidades:``
        drops = drops or (not is_build and words("due", "heads_removals").issuperset(above[-1:]) and bool(above))  # ``OFF:``, ``Es gehen:``
        is_headed = self._says(verb, above) or drops or (is_build and not names_of_due().isdisjoint(above))
        beside = text if waived is None else self._without_waives(text)
        settles = phrases("due", "settles").search(" ".join(heard)) is not None  # ``Wales it is``, of the second removal too
        is_list = is_bare_list(beside, [each.place for each in named], self.words) and (
            is_build or settles or (len(found) == due and self._may_head_removals(text, above))
        )
        if found and not is_told and not is_headed and not is_list:
            return []
        return [*found, *([waived] if waived else [])]

    def _go(self, power: str, text: str, heard: Sequence[str]) -> bool:
        """Return True for ``Ukraine and Livonia go``: the places are those of units of *power*, and none is one to which they may go."""
        own = {unit.province for unit in self.position.units if unit.power == power}
        places = mentions(text, self.words)
        named = {place.province for place in places}
        between = (list(clauses_in(text[unit.end : goal.start])) for unit, goal in pairwise(places))
        if any(len(parts) == 1 and not place_leads().isdisjoint(folded_words(parts[0][0])) for parts in between):
            return False  # ``Serbia goes to the old Greece`` is no removal, and ``Galicia stays, the army in Moscow goes`` is one
        if phrases("due", "waive_phrases").search(" ".join(heard)) is not None or not (bool(named) and named <= own):
            return False
        return not words("due", "going").isdisjoint(heard) and all(self._goes_or_stays(part) for part, _ in clauses_in(text))

    def _goes_or_stays(self, text: str) -> bool:
        """Return False for a clause that says of one unit both that it goes and that it is kept: ``keep Armenia going``."""
        return words("due", "going").isdisjoint(folded_words(text)) or not self._stays(text)

    def _may_head_removals(self, text: str, above: Sequence[str]) -> bool:
        """Return True if units alone, as many as have to go, are removals: each has its kind, and nothing above them may keep them."""
        said_all = " ".join(folded_words(text))
        if phrases("due", "sums").match(said_all) is not None:
            return True  # ``So it's Bothnia and Moscow``
        small = courtesy() | names_of_lists() | names_of_due() | beside_names() | words_of("lead_in.words", "due.joints")
        said = without_harmless(" ".join(above)).split()
        keeps_others = not words("due", "rest").isdisjoint(said)  # ``My other units:``
        return small.issuperset(said) and not keeps_others and len(units_named(text, self.words)) == len(mentions(text, self.words))

    def _stays(self, text: str) -> bool:
        """Return True if a word of *text* says that a unit stays."""
        stays = self.words.says(Verb.HOLD, "withdrawal.keeps", "prose.hold", "statement.stands")
        said = phrases("due", "disband_phrases").sub(" ", " ".join(folded_words(text)))  # ``stand down``
        return not stays.isdisjoint(said.split()) or phrases("due", "keeps_phrases").search(said) is not None

    def _standing(self, power: str, text: str) -> list[NamedUnit]:
        """The own units that *text* names by their place or by their kind alone: ``Greece and the fleet have to go``, ``both fleets``."""
        units = {unit.province: unit for unit in self.position.units if unit.power == power}
        found: list[NamedUnit] = []
        for part, start in clauses_in(text):
            places = [place for place in mentions(text, self.words) if place.start in range(start, start + len(part))]
            kinds = [token for token in tokens_in(part) if self.words.spelt_kind_of(token.folded)]
            said = kinds_named(part, self.words)
            meant = [units[place.province] for place in places if place.province in units]
            if not places and len(kinds) == 1:
                [of_kind] = kinds
                meant = [unit for unit in units.values() if unit.kind in said]
                heard = folded_words(part)
                is_all = not words("due", "both").isdisjoint(heard) and words("due", "single").isdisjoint(heard)
                is_due = len(meant) == -adjustment(self.variant, self.position, power)
                if len(meant) != 1 and not (is_all and is_due and self._says(Verb.DISBAND, heard)):
                    return []
                places = [NamedPlace(start + of_kind.start, start + of_kind.end, unit.province) for unit in meant]
            elif len(kinds) > len(places) or len(meant) < len(places) or any(said and unit.kind not in said for unit in meant):
                return []
            found += [NamedUnit(unit.kind, place.start, place) for unit, place in zip(meant, places, strict=True)]
        return found

    def _adjusted(self, power: str, number: int, text: str, named: NamedUnit, verb: Verb) -> SheetEntry | None:
        """The build or removal of a unit."""
        place = named.place
        told = "build" if verb is Verb.BUILD else "remove"
        coast = coast_before(text, place, self.words)
        if not coast and next(place_ends(text, place, self.words)) == place.end:
            coast = self._only_coast(text, place)
        heard = " ".join(folded_words(text[place.start : place.end]))
        by_kind = self.words.is_kind(heard) or heard in adjectives()
        for end in place_ends(text, place, self.words):
            stretch = place.province if by_kind else f"{text[place.start : end]} {coast}".strip()
            if not self.work.takes(stretch):
                return None
            order = read_order(self.variant, self.position, f"{told} {named.kind} {stretch}", power).order
            if not isinstance(order, Build | Remove):
                continue
            verdict = check_order(self.variant, self.position, power, order)
            if verdict or verdict.refusal is Refusal.COAST_NEEDED:
                close = max(end, named.end)
                stretch = text[named.start : close + (text[close : close + 1] == ")" and "(" in text[named.start : close])]  # ``A(PIE)``
                said = Assumption(AssumptionKind.CARRIED_VERB, TextSpan(0, len(stretch)), told)
                return SheetEntry(number, named.start + 1, Reading(stretch, order=order, power=power, assumptions=(said,)))
        return None

    def _only_coast(self, text: str, place: NamedPlace) -> str:
        """The coast that *text* names behind *place*, away from it: ``the fleet of St Petersburg goes to the south coast``."""
        sides = [token for token in tokens_in(text) if self.words.is_coast(token.folded) and token.start >= place.end]
        if not sides or len(mentions(text, self.words)) > 1 or sides[-1].end - sides[0].start > _LONGEST_COAST:
            return ""
        return text[sides[0].start : sides[-1].end]

    def waived_place(self, power: str, text: str) -> str | None:
        """The place of ``waive the Warsaw build``: the build that was sent for it is waived."""
        heard = folded_words(text)
        places = {each.province for each in mentions(text, self.words)}
        own = self._places_due(power)
        nouns = names_of_due() | words("due", "nouns")
        said = phrases("due", "no_builds").sub(" ", " ".join(heard)).split()  # ``No build in Paris.`` alone waives nothing
        is_build = self._says(Verb.WAIVE, said) and not nouns.isdisjoint(heard) and adjustment(self.variant, self.position, power) > 0
        return next(iter(places)) if is_build and len(places) == 1 and places <= own else None

    def _waived(self, number: int, text: str, left: int, named: Sequence[NamedUnit]) -> SheetEntry | None:
        """``the rest I waive``, ``no second build``: the builds that no unit is named for."""
        none = passes(text) or phrases("due", "no_builds").search(" ".join(folded_words(text))) is not None
        if none and not mentions(text, self.words):
            return SheetEntry(number, 1, Reading(text.strip(" .,;"), order=Waive(), power=None, count=left))
        for part, start in clauses_in(text):
            heard = folded_words(part)
            if self._says(Verb.WAIVE, heard) and not units_named(part, self.words):
                unread = set(mentions(text, self.words)) - {each.place for each in named}
                if any(place.start not in range(start, start + len(part)) for place in unread):
                    return None  # ``No build in Brest, build A Paris``
                is_rest = not words("due", "rest").isdisjoint(heard)
                if left > 1 and words("due", "rest").isdisjoint(folded_words(text)):
                    return None
                if is_rest and words("due", "single").issuperset(words("due", "rest").intersection(heard)):
                    left = 1  # ``I waive one``
                if not is_rest:
                    part, start = text, 0  # ``Pour le deuxième, je passe``
                column = start + len(part) - len(part.lstrip()) + 1
                return SheetEntry(number, column, Reading(part.strip(" .,;"), order=Waive(), power=None, count=left))
        return None

    def _without_denied(self, text: str) -> str:
        """*text* with blanks in place of its clauses that want no build in a place: ``no army in Edinburgh``, ``I waive A Edinburgh``."""
        for part, start in clauses_in(text.replace(":", ",")):
            said = " ".join(folded_words(part))
            denies_build = any(phrases("due", name).search(said) is not None for name in ("no_builds", "no_build_there"))
            if mentions(part, self.words) and (denies_build or self._waives_unit(part)):
                text = blanked(text, start, start + len(part))
        return text

    def _waives_unit(self, text: str) -> bool:
        """Return True for ``pass A Paris``, ``waive the build of A Paris``: a unit stands right behind the waive."""
        small = names_of_due() | place_leads() | words_of("due.nouns", "due.joints", "prose.into", "prose.out_of", "statement.to")
        heard = folded_words(text[: next(iter(units_named(text, self.words)), 0)])
        at = next((number for number, word in enumerate(heard, 1) if self._says(Verb.WAIVE, (word,))), None)
        return at is not None and all(word in small or self.words.is_filler(word) for word in heard[at:])

    def _without_waives(self, text: str) -> str:
        """*text* with blanks in place of its clauses that waive builds: ``Army London, and then waive the other``."""
        for part, start in clauses_in(text):
            if self._says(Verb.WAIVE, folded_words(part)) and not units_named(part, self.words):
                text = blanked(text, start, start + len(part))
        return text


def _as_written(entry: SheetEntry, text: str) -> SheetEntry:
    """*entry* with its words as they stand in *text*, from whose place they were read."""
    start = entry.column - 1
    return replace(entry, reading=replace(entry.reading, text=text[start : start + len(entry.reading.text)]))
