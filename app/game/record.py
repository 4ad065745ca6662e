"""The game as a value: branches of turns, each with position, orders and what became of them; rule options, and edits that it refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import assert_never

from adjudicator import BuildPolicy, Ending, Order, Phase, Position, Refusal, Resolution, Rules, Variant, Verdict, Waive, rule_fields
from app.game.entries import (
    Adjustment,
    AuditLine,
    Deadline,
    DefaultList,
    EmbeddedFile,
    ForcedResult,
    Hook,
    HookAttached,
    HookDetached,
    HookLeftOut,
    HookState,
    LaterLine,
    Mail,
    Member,
    Press,
    RulesChanged,
    SealedOrders,
    SeatedPlayer,
    TableTerms,
    TurnChange,
    Vote,
)
from languages import clauses, tr


class Why(StrEnum):
    """Reason that an edit was refused."""

    GAME_OVER = "game over"
    READ_ONLY = "read only"
    NO_SUCH_BRANCH = "no such branch"
    NO_SUCH_TURN = "no such turn"
    NO_SUCH_POWER = "no such power"
    NO_SUCH_ORDER = "no such order"
    NO_SUCH_HOOK = "no such hook"
    BAD_NAME = "bad name"
    NAME_TAKEN = "name taken"
    BAD_TEXT = "bad text"
    BAD_POSITION = "bad position"
    BAD_RULES = "bad rules"
    REASON_MISSING = "reason missing"
    ALREADY_PROCESSED = "already processed"
    BRANCH_IN_USE = "branch in use"
    NOTHING_TO_UNDO = "nothing to undo"
    HOOK_STOPPED = "hook stopped"
    """A hook that is needed gave no answer; see ``app.hooks.asking_hooks``."""
    CANCELLED = "cancelled"
    """The caller stopped waiting."""
    CANNOT_FORCE = "cannot force"
    NOT_NOW = "not now"
    """The round of the table does not stand where this can be done."""
    WITHDRAWN = "withdrawn"
    """Orders that a mail seems to take back wait for a decision whether they stand."""
    NOT_OPENED = "not opened"
    """The PIN or passphrase is another one."""


class EditError(Exception):
    """The game stays as it was. ``str()`` is a sentence for people; ``why`` is for programs."""

    def __init__(self, why: Why, message: str) -> None:
        super().__init__(message)
        self.why = why
        """The kind of refusal."""


MAIN = "main"
"""The name of the branch that a game starts with."""

MOST_BRANCHES = 200
"""A game has no more branches than this."""

_NO_ORDERS: Mapping[str, tuple[OrderLine, ...]] = MappingProxyType({})
_NO_PLAYERS: Mapping[str, SeatedPlayer] = MappingProxyType({})
_NO_NOTES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line as it was received, and what it was read as."""

    text: str
    """Text as received: one line, without blanks at its ends."""

    order: Order | None = None
    """Order that it was read as; ``None`` where it could not be read."""

    verdict: Verdict | None = None
    """Verdict on the order; ``None`` where it was not read."""

    is_withdrawn: bool = False
    """True if a later mail seems to take the order back, and the game master has not decided yet whether it stands."""

    @property
    def is_legal(self) -> bool:
        """True if it was read and may be carried out."""
        return self.order is not None and self.verdict is not None and self.verdict.refusal is None

    @property
    def is_replaced(self) -> bool:
        """True if a later line orders the same unit, so that this one does not count."""
        return self.verdict is not None and self.verdict.refusal is Refusal.UNIT_ORDERED_TWICE


@dataclass(frozen=True, slots=True)
class AttachedHook:
    """A hook at a moment of the game."""

    name: str
    arguments: str
    state: str
    """JSON on one line, or empty before the hook kept anything."""

    left_out: str = ""
    """Reason that this phase goes on without it; empty where it takes part."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One phase of the game."""

    position: Position

    orders: Mapping[str, tuple[OrderLine, ...]] = field(default_factory=lambda: _NO_ORDERS)
    """A power that is missing sent none; one with ``()`` sent an empty set."""

    resolution: Resolution | None = None
    """Resolution of the orders; ``None`` while the phase is open."""

    press: tuple[Press, ...] = ()
    sealed: tuple[SealedOrders, ...] = ()
    votes: tuple[Vote, ...] = ()
    later: tuple[LaterLine, ...] = ()
    """Lines that were received in this phase for later ones."""
    mails: tuple[Mail, ...] = ()
    """Mails that were received for this phase, in the sequence in which they were taken in."""
    waits: tuple[str, ...] = ()
    """The powers that ask not to process before the deadline, though all orders are in."""
    deadline: Deadline | None = None
    adjustments: tuple[Adjustment, ...] = ()
    """The game master's edits that led from the position that the turn before gave to ``position``, in sequence."""
    forced: tuple[ForcedResult, ...] = ()
    changes: tuple[TurnChange, ...] = ()
    """Hooks and rules that change with this phase."""
    note: str = ""
    starts_here: bool = False
    """The game begins with this turn, in its own position, wherever the variant starts. Only in the first turn of a game."""

    @property
    def phase(self) -> Phase:
        """The phase of its position."""
        return self.position.phase

    def orders_of(self, power: str) -> tuple[OrderLine, ...]:
        """The lines of *power*; empty where none were received too."""
        return self.orders.get(power, ())

    @property
    def withdrawn(self) -> tuple[tuple[str, OrderLine], ...]:
        """The orders that mails seem to take back, each with its power."""
        return tuple((power, line) for power, lines in self.orders.items() for line in lines if line.is_withdrawn)

    def read_orders(self) -> dict[str, list[Order]]:
        """By power, the orders to adjudicate: illegal ones too, which the adjudicator refuses, but none that a later line replaced."""
        return {
            power: [line.order for line in lines if line.order is not None and not line.is_replaced] for power, lines in self.orders.items()
        }

    def with_orders(self, power: str, lines: Iterable[OrderLine] | None) -> Turn:
        """The turn with *lines* from *power*; ``None`` means that none were received."""
        orders = {name: kept for name, kept in self.orders.items() if name != power}
        if lines is not None:
            orders[power] = tuple(lines)
        return replace(self, orders=MappingProxyType(orders))


@dataclass(frozen=True, slots=True)
class Cursor:
    """A moment: which turn of which branch. The index counts from the start of the game, also in a branch that forks late."""

    branch: str
    index: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of turns."""

    name: str

    parent: Cursor | None
    """The moment of an older branch that this branch's first turn is another version of; ``None`` for the branch the game starts with."""

    turns: tuple[Turn, ...]
    """Its own turns only. All but the last are resolved; the last is open."""

    ending: Ending | None = None
    """Set once this branch is over."""

    @property
    def start(self) -> int:
        """The index of its first own turn."""
        return 0 if self.parent is None else self.parent.index


ANALYSIS = ("analysis", "yes")
"""Setting that makes a game an analysis board."""

DRAWING = "drawing"
"""Key of the setting that names the drawing of its boards."""


@dataclass(frozen=True, slots=True)
class Game:
    """Variant, players, hooks, and a tree of turns. Never changes: an edit makes another one."""

    id: str
    name: str
    variant: Variant
    variant_checksum: str
    """``sha256:...`` of the variant's files when the game was made; empty where it is not known."""

    branches: tuple[Branch, ...]
    """The first is the one that the game starts with; a branch stands after its parent."""

    players: Mapping[str, SeatedPlayer] = field(default_factory=lambda: _NO_PLAYERS)
    members: tuple[Member, ...] = ()
    """Second players, standbys, and who played before."""
    rules: tuple[tuple[str, str], ...] = ()
    """Rule options as words, ``("nmr", "hold")``, that hold from the start; later changes stand in the turns."""
    settings: tuple[tuple[str, str], ...] = ()
    """Other fields of the game, kept in sequence."""
    hooks: tuple[Hook, ...] = ()
    files: tuple[EmbeddedFile, ...] = ()
    audit: tuple[AuditLine, ...] = ()
    note: str = ""
    table: TableTerms | None = None
    """Terms of a game round one laptop; ``None`` where all powers are at the screen and nothing is sealed."""
    notes: Mapping[str, str] = field(default_factory=lambda: _NO_NOTES)
    """Private notes by power. At a table those of closed seats are in their sealed containers."""

    @property
    def is_analysis(self) -> bool:
        """True if this is an analysis board, whose position is set up freely."""
        return ANALYSIS in self.settings

    @property
    def drawing(self) -> str:
        """Id of the drawing that its boards are shown on; empty for the first of the variant."""
        return next((value for key, value in self.settings if key == DRAWING), "")

    @property
    def ending(self) -> Ending | None:
        """Ending of the branch the game started with."""
        return self.branches[0].ending

    def branch(self, name: str) -> Branch:
        """The branch of that name.

        Raises:
            EditError: there is none.
        """
        for branch in self.branches:
            if branch.name == name:
                return branch
        raise EditError(Why.NO_SUCH_BRANCH, tr("This game has no branch named {name}.", name=name))

    def line(self, branch: str = MAIN) -> tuple[Turn, ...]:
        """All turns from the start of the game to the last of *branch*."""
        found = self.branch(branch)
        end = found.start + len(found.turns)
        pieces = [found.turns]
        while found.parent is not None:
            end = min(end, found.parent.index)
            found = self.branch(found.parent.branch)
            pieces.append(found.turns[: max(end - found.start, 0)])
        return tuple(chain.from_iterable(reversed(pieces)))

    def turn(self, cursor: Cursor) -> Turn:
        """The turn at *cursor*.

        Raises:
            EditError: there is no such branch or turn.
        """
        kept_in = self.owner(cursor)
        return kept_in.turns[cursor.index - kept_in.start]

    def owner(self, cursor: Cursor) -> Branch:
        """The branch that the turn at *cursor* is kept in: the branch itself, or the one it was forked from."""
        found = self.branch(cursor.branch)
        if cursor.index < 0 or cursor.index >= found.start + len(found.turns):
            raise EditError(
                Why.NO_SUCH_TURN, tr("Branch {branch} has no turn number {index}.", branch=cursor.branch, index=cursor.index + 1)
            )
        while found.parent is not None and cursor.index < found.start:
            found = self.branch(found.parent.branch)
        return found

    def last(self, branch: str = MAIN) -> Cursor:
        """The open turn of *branch*: where orders go."""
        found = self.branch(branch)
        return Cursor(branch, found.start + len(found.turns) - 1)

    def is_open(self, cursor: Cursor) -> bool:
        """Return True if orders are taken at *cursor*: it is the last turn of its branch, and the branch is not over."""
        return cursor == self.last(cursor.branch) and self.branch(cursor.branch).ending is None

    def find(self, branch: str, phase: Phase) -> Cursor | None:
        """The moment of *phase* on the line of *branch*."""
        for index, turn in enumerate(self.line(branch)):
            if turn.phase == phase:
                return Cursor(branch, index)
        return None

    def children(self, cursor: Cursor) -> tuple[Branch, ...]:
        """The branches whose first turn is another version of the turn at *cursor*."""
        kept_in = self.owner(cursor).name
        return tuple(each for each in self.branches if each.parent is not None and each.parent == Cursor(kept_in, cursor.index))

    def rules_at(self, cursor: Cursor) -> dict[str, str]:
        """The rule options, as words, that hold at *cursor*."""
        words = dict(self.rules)
        for turn in self.line(cursor.branch)[: cursor.index + 1]:
            for change in turn.changes:
                if isinstance(change, RulesChanged):
                    words.update(change.words)
        return words

    def default_lists_at(self, cursor: Cursor) -> dict[str, tuple[Order, ...]]:
        """Return the orders at *cursor* for each power that sends none, the most wanted first; powers without a list are absent."""
        lists: dict[str, tuple[Order, ...]] = {}
        for turn in self.line(cursor.branch)[: cursor.index + 1]:
            for change in turn.changes:
                if isinstance(change, DefaultList):
                    lists[change.power] = change.orders
        return {power: lists[power] for power in self.variant.powers if lists.get(power)}

    def kept_for(self, cursor: Cursor) -> tuple[LaterLine, ...]:
        """Return the lines that were received in earlier phases for the phase at *cursor*, the oldest first."""
        phase = self.turn(cursor).phase
        return tuple(line for turn in self.line(cursor.branch)[: cursor.index] for line in turn.later if line.phase == phase)

    def kept_in(self, cursor: Cursor) -> tuple[LaterLine, ...]:
        """Return the lines that were received so far, up to *cursor*, for phases after it."""
        turns = self.line(cursor.branch)[: cursor.index + 1]
        passed = {turn.phase for turn in turns}
        return tuple(line for turn in turns for line in turn.later if line.phase not in passed)

    def hooks_at(self, cursor: Cursor) -> dict[str, AttachedHook]:
        """The hooks that run at *cursor*, by name, in the order of the game's hooks."""
        attached: dict[str, AttachedHook] = {}
        left_out: dict[str, str] = {}
        for turn in self.line(cursor.branch)[: cursor.index + 1]:
            left_out = {}
            for change in turn.changes:
                match change:
                    case HookAttached(name, arguments):
                        attached[name] = AttachedHook(name, arguments, "")
                    case HookDetached(name):
                        attached.pop(name, None)
                    case HookState(name, state):
                        if name in attached:
                            attached[name] = replace(attached[name], state=state)
                    case HookLeftOut(name, why):
                        left_out[name] = why
                    case RulesChanged() | DefaultList():
                        pass
                    case _:
                        assert_never(change)
        for name in left_out.keys() & attached.keys():
            attached[name] = replace(attached[name], left_out=left_out[name])
        return {hook.name: attached[hook.name] for hook in self.hooks if hook.name in attached}

    def with_branch(self, branch: Branch) -> Game:
        """The game with *branch* in place of the one of the same name, or added at the end."""
        if any(each.name == branch.name for each in self.branches):
            return replace(self, branches=tuple(branch if each.name == branch.name else each for each in self.branches))
        return replace(self, branches=(*self.branches, branch))

    def with_turn(self, cursor: Cursor, turn: Turn) -> Game:
        """The game with *turn* at *cursor*, in whichever branch keeps it."""
        branch = self.owner(cursor)
        at = cursor.index - branch.start
        return self.with_branch(replace(branch, turns=(*branch.turns[:at], turn, *branch.turns[at + 1 :])))


def ordered_place(order: Order) -> str | None:
    """The code of the province whose unit or build *order* is about; ``None`` for a waive, which is about none."""
    return None if isinstance(order, Waive) else order.piece.location.province


class UnknownOptionError(ValueError):
    """A rule option or a choice that the adjudicator does not have. ``str()`` says which, and what there is."""

    def __init__(self, what: str, instead: str) -> None:
        super().__init__(clauses((what, instead)))
        self.instead = instead
        """Alternatives: ``there are DPTG, ALL``."""


def variant_with(variant: Variant, words: Mapping[str, str]) -> Variant:
    """*variant* with the rule options that *words* name, such as ``{"4.A.3": "DPTG"}``; words the rules do not know are passed over.

    The same variant comes back where nothing changes, so that what is derived from it is not derived again.
    """
    return variant if not words else _with_words(_Held(variant), tuple(sorted(words.items())))


def variant_at(game: Game, cursor: Cursor) -> Variant:
    """The variant of *game* as orders are drafted and judged by at *cursor*: with the rule options that hold there, and with builds on any
    owned centre where a hook picks the sites, which is asked when the phase is adjudicated.

    The same variant comes back where nothing changes.
    """
    variant = variant_with(game.variant, game.rules_at(cursor))
    if not game.hooks or variant.builds is BuildPolicy.ANY_OWNED or not _picks_sites(game, cursor):
        return variant
    return with_any_owned_site(variant)


def _picks_sites(game: Game, cursor: Cursor) -> bool:
    attached = game.hooks_at(cursor)
    return any(hook.name in attached and ("build" in hook.points or "def on_build" in hook.source) for hook in game.hooks)


def check_option(key: str, word: str) -> None:
    """Check that the adjudicator has this option and this choice.

    Raises:
        UnknownOptionError: it does not.
    """
    field = next((each for each in rule_fields() if each.issue == key), None)
    if field is None:
        there = tr("there are {choices}", choices=", ".join(each.issue for each in rule_fields()))
        raise UnknownOptionError(tr("no rule is open under {key}", key=key), there)
    if all(choice.value != word for choice in field.choices):
        there = tr("there are {choices}", choices=", ".join(choice.value for choice in field.choices))
        raise UnknownOptionError(tr("{key} has no choice {word}", key=key, word=word), there)


def words_of(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The options in which *rules* differ from the default rules, as words."""
    return tuple((key, value) for key, _, value in (word.partition("=") for word in str(rules).split()))


class _Held:
    """A variant as a key of a cache: by identity, since its mappings have no hash."""

    __slots__ = ("variant",)

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __hash__(self) -> int:
        return id(self.variant)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.variant is self.variant


def with_any_owned_site(variant: Variant) -> Variant:
    """*variant* with builds on any centre that a power owns, for when hooks choose among them. The same variant each time."""
    return _opened(_Held(variant))


@lru_cache(maxsize=16)
def _opened(held: _Held) -> Variant:
    return replace(held.variant, builds=BuildPolicy.ANY_OWNED)


@lru_cache(maxsize=64)
def _with_words(held: _Held, words: tuple[tuple[str, str], ...]) -> Variant:
    rules = held.variant.rules
    for key, word in words:
        field = next((each for each in rule_fields() if each.issue == key), None)
        choice = None if field is None else next((each for each in field.choices if each.value == word), None)
        if choice is not None:
            rules = rules.with_choice(key, choice)
    return held.variant if rules == held.variant.rules else replace(held.variant, rules=rules)
