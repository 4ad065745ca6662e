"""Deciding a battle: straight through where one thing follows from another, by search where orders hang on each other.

What cannot be decided straight through are knots: decisions that wait for one another. A knot is searched for outcomes
that satisfy every equation. One such outcome is the answer. Where there is none, or more than one, a rule answers: units
that go round in a circle all move; a convoy paradox is settled as the rules of DATC 4.A.2 say.
Source: Kruijswijk, "The Math of Adjudication" (guess and check, with backup rules).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence

from adjudicator.battle import Battle, Decision
from adjudicator.rule_choices import ConvoyParadox

MOVE, SUPPORT, PATH = range(3)
Question = tuple[int, int]
"""What is to be decided, and of which unit."""


def solve(battle: Battle) -> None:
    """Decide every order of *battle*."""
    moved, given, path = battle.moved, battle.given, battle.path
    attackers, at, targets = battle.attackers, battle.at, battle.targets
    for unit in battle.convoyers:
        if path[unit] is None:
            path[unit] = battle.decide_path(unit)
    doubtful: list[int] = []
    provinces = battle.provinces
    for unit in battle.supports:
        if provinces[unit] not in attackers:
            given[unit] = True
        else:
            given[unit] = decision = battle.decide_support(unit)
            if decision is None:
                doubtful.append(unit)
    for unit in doubtful:
        # Where only being dislodged cuts it, the attack from there waits for nothing but supports that are decided.
        for attacker in attackers[provinces[unit]]:
            if moved[attacker] is None:
                moved[attacker] = battle.decide_move(attacker)
        given[unit] = battle.decide_support(unit)
    waiting: set[int] = set()
    for unit in battle.moves:
        if moved[unit] is not None or unit in waiting:
            continue
        target = targets[unit]
        other = at[target]
        if other < 0:
            if len(attackers[target]) == 1 and path[unit]:
                moved[unit] = True
                continue
            moved[unit] = battle.decide_move(unit)
        elif moved[other] is None and other not in waiting:
            _decide_chain(battle, unit, waiting)
        else:
            moved[unit] = battle.decide_move(unit)
        if moved[unit] is None:
            waiting.add(unit)
    if waiting or any(given[unit] is None for unit in doubtful) or any(path[unit] is None for unit in battle.convoyers):
        battle.straight = False
        Knots(battle).untie()


def _decide_chain(battle: Battle, unit: int, waiting: set[int]) -> None:
    """Decide the moves of units that follow one another, from the foremost back to *unit*; who stays undecided is *waiting*."""
    moved, at, targets = battle.moved, battle.at, battle.targets
    chain = [unit]
    seen = {unit}
    other = at[targets[unit]]
    while other >= 0 and moved[other] is None and other not in seen and other not in waiting:
        chain.append(other)
        seen.add(other)
        other = at[targets[other]]
    for each in reversed(chain):
        moved[each] = battle.decide_move(each)
        if moved[each] is None:
            waiting.add(each)


class Knots:
    """What is still open in a battle, and what waits for what."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.answers: tuple[list[Decision], list[Decision], list[Decision]] = (battle.moved, battle.given, battle.path)
        self.assumed: set[Question] = set()
        """What the search has guessed so far; an equation that says otherwise ends the guess."""
        questions: list[Question] = [(PATH, unit) for unit in battle.convoyers if battle.path[unit] is None]
        questions += [(SUPPORT, unit) for unit in battle.supports if battle.given[unit] is None]
        questions += [(MOVE, unit) for unit in battle.moves if battle.moved[unit] is None]
        self.waits_for: dict[Question, list[Question]] = {question: self._inputs(question) for question in questions}
        self.awaited_by: dict[Question, list[Question]] = {question: [] for question in questions}
        for question, inputs in self.waits_for.items():
            for each in inputs:
                self.awaited_by[each].append(question)

    # ------------------------------------------------------------------ what waits for what

    def _inputs(self, question: Question) -> list[Question]:
        """The open questions that the answer to *question* can hang on."""
        battle = self.battle
        what, unit = question
        found: dict[Question, None] = {}

        def wait(kind: int, other: int) -> None:
            if self.answers[kind][other] is None and (kind, other) != question:
                found[kind, other] = None

        def wait_for_backers(other: int) -> None:
            for backer in battle.backers.get(other, ()):
                wait(SUPPORT, backer)

        if what == PATH:
            for fleet in battle.fleets_of(unit):
                for attacker in battle.attackers.get(battle.provinces[fleet], ()):
                    wait(MOVE, attacker)
        elif what == SUPPORT:
            for attacker in battle.attackers.get(battle.provinces[unit], ()):
                if battle.powers[attacker] != battle.powers[unit] and (attacker, unit) not in battle.exempt:
                    wait(MOVE if battle.origins[attacker] == battle.upheld[unit] else PATH, attacker)
        else:
            target = battle.targets[unit]
            other = battle.at[target]
            wait(PATH, unit)
            wait_for_backers(unit)
            if other >= 0:
                wait_for_backers(other)
                if battle.targets[other] >= 0 and not battle.head_to_head(unit, other):
                    wait(MOVE, other)
            for rival in battle.attackers[target]:
                if rival != unit:
                    wait(PATH, rival)
                    wait_for_backers(rival)
                    if battle.dislodged_never_bounces:
                        wait(MOVE, rival)
            if battle.turned_face:
                for rival in battle.attackers.get(battle.provinces[unit], ()):
                    if battle.head_to_head(unit, rival):
                        wait_for_backers(rival)
        return list(found)

    def _answer(self, question: Question) -> Decision:
        """What the equations say to *question* now."""
        what, unit = question
        if what == MOVE:
            return self.battle.decide_move(unit)
        if what == SUPPORT:
            return self.battle.decide_support(unit)
        return self.battle.decide_path(unit)

    def _known(self, question: Question) -> Decision:
        return self.answers[question[0]][question[1]]

    def _open(self, questions: Iterable[Question]) -> list[Question]:
        return [each for each in questions if self.answers[each[0]][each[1]] is None]

    def _note(self, question: Question, answer: Decision) -> None:
        self.answers[question[0]][question[1]] = answer

    # ------------------------------------------------------------------ following one from another

    def follow(self, start: Iterable[Question], trail: list[Question] | None = None) -> bool:
        """Answer what now follows from the equations, beginning with *start*; new answers are added to *trail*.

        ``False`` when an equation contradicts something assumed.
        """
        queue = list(start)
        queued = set(queue)
        for question in queue:
            queued.discard(question)
            known = self._known(question)
            if known is not None and question not in self.assumed:
                continue
            answer = self._answer(question)
            if answer is None:
                continue
            if known is not None:
                if answer is not known:
                    return False
                continue
            self._note(question, answer)
            if trail is not None:
                trail.append(question)
            for each in self.awaited_by[question]:
                if each not in queued:
                    queued.add(each)
                    queue.append(each)
        return True

    # ------------------------------------------------------------------ knots

    def untie(self) -> None:
        """Answer every open question."""
        self.follow(self.waits_for)
        self._untie(self._open(self.waits_for))

    def _untie(self, questions: Sequence[Question]) -> None:
        stack: list[Iterator[list[Question]]] = [iter(self._knots(questions))]
        while stack:
            knot = next(stack[-1], None)
            if knot is None:
                stack.pop()
                continue
            rest = self._open(knot)
            if not rest:
                continue
            if len(rest) == len(knot):
                self._settle(knot)
                rest = self._open(knot)
            if rest:
                stack.append(iter(self._knots(rest)))

    def _settle(self, knot: list[Question]) -> None:
        """Answer the questions of a knot, which hang on nothing else that is open."""
        outcomes: list[list[Decision]] = []
        search = self._outcomes(knot)
        for _ in search:
            outcomes.append([self._known(question) for question in knot])
            if len(outcomes) > 1:
                break
        search.close()
        if len(outcomes) == 1:
            for question, answer in zip(knot, outcomes[0], strict=True):
                self._note(question, answer)
            if not any(what == PATH for what, _ in knot):
                self.battle.rotated.update(unit for what, unit in knot if what == MOVE and self.battle.moved[unit])
        else:
            self._apply_paradox_rule(knot)
        self.follow([each for question in knot for each in self.awaited_by[question]])

    def _apply_paradox_rule(self, knot: list[Question]) -> None:
        """DATC 4.A.2: the convoys of the paradox fail; where the rules say so, its moves as well."""
        all_hold = self.battle.placing.tables.variant.rules.convoy_paradox is ConvoyParadox.ALL_HOLD
        for question in knot:
            what, unit = question
            if what == PATH:
                self.battle.settled_by_rule.add(unit)
            if what == PATH or (all_hold and what == MOVE):
                self._note(question, answer=False)

    def _outcomes(self, questions: Sequence[Question]) -> Generator[None, None, None]:
        """Stop at every set of answers to *questions* that satisfies the equations, with the answers noted."""
        knots = self._knots(questions)
        if not knots:
            yield
            return
        for _ in self._knot_outcomes(knots[0]):
            yield from self._outcomes(questions)

    def _knot_outcomes(self, knot: Sequence[Question]) -> Generator[None, None, None]:
        """The same for one knot. Without a convoy it is a circle of moves, and has one outcome: all move on, if they can."""
        paths = [question for question in knot if question[0] == PATH]
        moves = [question for question in knot if question[0] == MOVE]
        pivot = max(paths or moves or knot, key=lambda question: len(self.awaited_by[question]))
        for guess in (False, True) if paths else (True, False):
            trail = [pivot]
            self._note(pivot, guess)
            self.assumed.add(pivot)
            try:
                found = False
                if self.follow([pivot, *self.awaited_by[pivot]], trail):
                    for _ in self._outcomes(knot):
                        found = True
                        yield
                if found and not paths:
                    return
            finally:
                self.assumed.discard(pivot)
                for question in trail:
                    self._note(question, None)

    def _knots(self, questions: Sequence[Question]) -> list[list[Question]]:
        """Strongly connected parts of the open *questions*, those that hang on nothing open first (Tarjan's algorithm)."""
        inside = set(self._open(questions))
        number: dict[Question, int] = {}
        low: dict[Question, int] = {}
        path: list[Question] = []
        on_path: set[Question] = set()
        found: list[list[Question]] = []
        for root in questions:
            if root in number or root not in inside:
                continue
            number[root] = low[root] = len(number)
            path.append(root)
            on_path.add(root)
            work = [(root, iter(self.waits_for[root]))]
            while work:
                question, inputs = work[-1]
                for each in inputs:
                    if each not in inside:
                        continue
                    if each not in number:
                        number[each] = low[each] = len(number)
                        path.append(each)
                        on_path.add(each)
                        work.append((each, iter(self.waits_for[each])))
                        break
                    if each in on_path:
                        low[question] = min(low[question], number[each])
                else:
                    work.pop()
                    if work:
                        above = work[-1][0]
                        low[above] = min(low[above], low[question])
                    if low[question] == number[question]:
                        cut = path.index(question)
                        found.append(path[cut:])
                        on_path.difference_update(path[cut:])
                        del path[cut:]
        return found
