"""Decisions of a movement phase: made straight where one follows from another, by search where they wait for one another.

What cannot be decided straight are cycles of decisions. A cycle is searched for outcomes that satisfy every equation. One such
outcome is the answer. Where there is none, or more than one, a rule answers: units that go round in a circle all move (circular
movement, DATC 6.C); a convoy paradox is settled as the rules of DATC 4.A.2 say, by default with Szykman's rule.
Source: Kruijswijk, "The Math of Adjudication" (guess and check, with backup rules).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence

from adjudicator.decisions import Decision, Decisions
from adjudicator.rule_choices import ConvoyParadox

MOVE, SUPPORT, PATH = range(3)
Question = tuple[int, int]
"""Decision to be made: its kind, and the unit."""


def decide(decisions: Decisions) -> None:
    """Make every decision."""
    moved, path, attackers = decisions.moved, decisions.path, decisions.attackers
    for unit in decisions.convoying_fleets:
        path[unit] = decisions.decide_path(unit)
    doubtful: list[int] = []
    for unit in decisions.open_supports:
        decision = decisions.decide_support(unit)
        if decision is None:
            doubtful.append(unit)
        else:
            decisions.note_support(unit, decision)
    for unit in doubtful:
        # Where only being dislodged cuts it, the attack from there waits for nothing but supports that are decided.
        for attacker in attackers[decisions.provinces[unit]]:
            if moved[attacker] is None:
                moved[attacker] = decisions.decide_move(attacker)
        decisions.note_support(unit, decisions.decide_support(unit))
    left_open = any(decisions.given[unit] is None for unit in doubtful) or any(path[unit] is None for unit in decisions.convoying_fleets)
    decisions.only_moves_open = not left_open
    if _decide_moves(decisions) or left_open:
        decisions.straight = False
        Cycles(decisions).resolve()


def _decide_moves(decisions: Decisions) -> set[int]:
    """Decide the moves, each after that of the unit it follows; gives back those that wait for something else."""
    moved, path, attackers = decisions.moved, decisions.path, decisions.attackers
    at, targets = decisions.at, decisions.targets
    waiting: set[int] = set()
    for unit in decisions.moves:
        if moved[unit] is not None or unit in waiting:
            continue
        target = targets[unit]
        other = at[target]
        if other < 0 and len(attackers[target]) == 1 and path[unit]:
            moved[unit] = True
        elif other >= 0 and moved[other] is None:
            _decide_chain(decisions, unit, waiting)
        else:
            moved[unit] = decisions.decide_move(unit)
            if moved[unit] is None:
                waiting.add(unit)
    return waiting


def _decide_chain(decisions: Decisions, unit: int, waiting: set[int]) -> None:
    """Decide the moves of units that follow one another, from the foremost back to *unit*; who stays undecided is *waiting*."""
    moved, at, targets = decisions.moved, decisions.at, decisions.targets
    chain = [unit]
    seen = {unit}
    other = at[targets[unit]]
    while other >= 0 and moved[other] is None and other not in seen and other not in waiting:
        chain.append(other)
        seen.add(other)
        other = at[targets[other]]
    for each in reversed(chain):
        moved[each] = decisions.decide_move(each)
        if moved[each] is None:
            waiting.add(each)


class Cycles:
    """The decisions that are still open, and what waits for what."""

    def __init__(self, decisions: Decisions) -> None:
        self.decisions = decisions
        self.answers: tuple[list[Decision], list[Decision], list[Decision]] = (decisions.moved, decisions.given, decisions.path)
        self.assumed: set[Question] = set()
        """Guesses of the search so far; an equation that contradicts one ends the guess."""
        questions: list[Question] = [(PATH, unit) for unit in decisions.convoying_fleets if decisions.path[unit] is None]
        questions += [(SUPPORT, unit) for unit in decisions.open_supports if decisions.given[unit] is None]
        questions += [(MOVE, unit) for unit in decisions.moves if decisions.moved[unit] is None]
        self.waits_for: dict[Question, list[Question]] = {question: self._inputs(question) for question in questions}
        self.awaited_by: dict[Question, list[Question]] = {question: [] for question in questions}
        for question, inputs in self.waits_for.items():
            for each in inputs:
                self.awaited_by[each].append(question)

    # ------------------------------------------------------------------ what waits for what

    def _inputs(self, question: Question) -> list[Question]:
        """The open questions that the answer to *question* can depend on."""
        decisions = self.decisions
        what, unit = question
        found: dict[Question, None] = {}

        def wait(kind: int, other: int) -> None:
            if self.answers[kind][other] is None and (kind, other) != question:
                found[kind, other] = None

        def wait_for_supporters(other: int) -> None:
            for supporter in decisions.supporters.get(other, ()):
                wait(SUPPORT, supporter)

        if what == PATH:
            for fleet in decisions.fleets_of(unit):
                for attacker in decisions.attackers.get(decisions.provinces[fleet], ()):
                    wait(MOVE, attacker)
        elif what == SUPPORT:
            for attacker in decisions.attackers.get(decisions.provinces[unit], ()):
                if decisions.powers[attacker] != decisions.powers[unit] and (attacker, unit) not in decisions.never_cut:
                    wait(MOVE if decisions.origins[attacker] == decisions.supported_into[unit] else PATH, attacker)
        else:
            target = decisions.targets[unit]
            other = decisions.at[target]
            wait(PATH, unit)
            wait_for_supporters(unit)
            if other >= 0:
                wait_for_supporters(other)
                if decisions.targets[other] >= 0 and not decisions.head_to_head(unit, other):
                    wait(MOVE, other)
            for rival in decisions.attackers[target]:
                if rival != unit:
                    wait(PATH, rival)
                    wait_for_supporters(rival)
                    if decisions.dislodged_never_bounces:
                        wait(MOVE, rival)
            if decisions.attacks_from_fleets:
                for rival in decisions.attackers.get(decisions.provinces[unit], ()):
                    if decisions.head_to_head(unit, rival):
                        wait_for_supporters(rival)
        return list(found)

    def _answer(self, question: Question) -> Decision:
        """Return the answer of the equations to *question* now."""
        what, unit = question
        if what == MOVE:
            return self.decisions.decide_move(unit)
        if what == SUPPORT:
            return self.decisions.decide_support(unit)
        return self.decisions.decide_path(unit)

    def _known(self, question: Question) -> Decision:
        what, unit = question
        return self.answers[what][unit]

    def _open(self, questions: Iterable[Question]) -> list[Question]:
        return [(what, unit) for what, unit in questions if self.answers[what][unit] is None]

    def _note(self, question: Question, answer: Decision) -> None:
        what, unit = question
        if what == SUPPORT:
            self.decisions.note_support(unit, answer)
        else:
            self.answers[what][unit] = answer

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

    # ------------------------------------------------------------------ cycles

    def resolve(self) -> None:
        """Answer every open question."""
        self.follow(self.waits_for)
        self._resolve(self._open(self.waits_for))

    def _resolve(self, questions: Sequence[Question]) -> None:
        stack: list[Iterator[list[Question]]] = [iter(self._cycles(questions))]
        while stack:
            cycle = next(stack[-1], None)
            if cycle is None:
                stack.pop()
                continue
            rest = self._open(cycle)
            if not rest:
                continue
            if len(rest) == len(cycle):
                self._settle(cycle)
                rest = self._open(cycle)
            if rest:
                stack.append(iter(self._cycles(rest)))

    def _settle(self, cycle: list[Question]) -> None:
        """Answer the questions of a cycle, which depend on nothing else that is open."""
        outcomes: list[list[Decision]] = []
        search = self._outcomes(cycle)
        for _ in search:
            outcomes.append([self._known(question) for question in cycle])
            if len(outcomes) > 1:
                break
        search.close()
        if len(outcomes) == 1:
            for question, answer in zip(cycle, outcomes[0], strict=True):
                self._note(question, answer)
            if not any(what == PATH for what, _ in cycle):
                self.decisions.in_circles.update(unit for what, unit in cycle if what == MOVE and self.decisions.moved[unit])
        else:
            self._apply_paradox_rule(cycle)
        self.follow([each for question in cycle for each in self.awaited_by[question]])

    def _apply_paradox_rule(self, cycle: list[Question]) -> None:
        """Convoy paradox (DATC 4.A.2): its convoys fail (Szykman's rule); under "all hold" its moves fail as well."""
        all_hold = self.decisions.here.tables.variant.rules.convoy_paradox is ConvoyParadox.ALL_HOLD
        for question in cycle:
            what, unit = question
            if what == PATH:
                self.decisions.paradox_convoys.add(unit)
            if what == PATH or (all_hold and what == MOVE):
                self._note(question, answer=False)

    def _outcomes(self, questions: Sequence[Question]) -> Generator[None, None, None]:
        """Stop at every set of answers to *questions* that satisfies the equations, with the answers noted."""
        cycles = self._cycles(questions)
        if not cycles:
            yield
            return
        for _ in self._cycle_outcomes(cycles[0]):
            yield from self._outcomes(questions)

    def _cycle_outcomes(self, cycle: Sequence[Question]) -> Generator[None, None, None]:
        """The same for one cycle. Without a convoy it is circular movement, and has one outcome: all move on, if they can."""
        paths = [(what, unit) for what, unit in cycle if what == PATH]
        moves = [(what, unit) for what, unit in cycle if what == MOVE]
        pivot = max(paths or moves or cycle, key=lambda question: len(self.awaited_by[question]))
        for guess in (False, True) if paths else (True, False):
            trail = [pivot]
            self._note(pivot, guess)
            self.assumed.add(pivot)
            try:
                found = False
                if self.follow([pivot, *self.awaited_by[pivot]], trail):
                    for _ in self._outcomes(cycle):
                        found = True
                        yield
                if found and not paths:
                    return
            finally:
                self.assumed.discard(pivot)
                for question in trail:
                    self._note(question, None)

    def _cycles(self, questions: Sequence[Question]) -> list[list[Question]]:
        """Strongly connected parts of the open *questions*, those that depend on nothing open first (Tarjan's algorithm)."""
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
