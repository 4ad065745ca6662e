"""What is played, as programs see it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from adjudicator import variant as rules_of_play
from adjudicator.resolution import Ending
from adjudicator.rules import Rules
from adjudicator.variant import PowerRole
from entente.arguments import text_given
from entente.plain_data import PlainDataError, position_from_plain
from entente.position_line import read_position_line
from entente.state import State

_LONGEST_JSON = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A board with its powers, calendar and rules. Never changes."""

    model: rules_of_play.Variant
    """The variant as the adjudicator has it: board, edges, calendar."""

    def __repr__(self) -> str:
        return f"<Variant {self.id}: {len(self.powers)} powers, {len(self.model.board.provinces)} provinces>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self.model is other.model or self.model == other.model

    def __hash__(self) -> int:
        return hash((self.model.id, self.model.version, str(self.model.rules)))

    @property
    def id(self) -> str:
        """``standard``"""
        return self.model.id

    @property
    def name(self) -> str:
        """``Standard``"""
        return self.model.name

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power that is played, in sequence."""
        return tuple(power.id for power in self.model.powers.values() if power.role is PowerRole.PLAYING)

    @property
    def rules(self) -> Rules:
        """How disputed rules are read."""
        return self.model.rules

    @property
    def start(self) -> State:
        """Where the game begins."""
        return State(self, self.model.start)

    def with_rules(self, text: str) -> Variant:
        """The same under other rules: ``variant.with_rules("4.A.3=DPTG")``, ``variant.with_rules("1971")``.

        Raises:
            ValueError: an issue or a choice is not known.
        """
        return Variant(replace(self.model, rules=Rules.of(text_given(text, "a text of rules", "4.A.3=DPTG nmr=hold"))))

    def state(self, line: str) -> State:
        """The state of a one-line text, as ``str(state)`` has it.

        Raises:
            PositionLineError: it is none; with every fault and its column.
        """
        return State(self, read_position_line(self.model, text_given(line, "a line of text", str(self.model.start.phase))))

    def from_json(self, text: str) -> State:
        """The state of a JSON text, as ``state.to_json()`` has it.

        Raises:
            PlainDataError: it is none, or of another variant or other rules.
        """
        if len(text_given(text, "a JSON text", "{}")) > _LONGEST_JSON:
            raise PlainDataError((f"a state has at most {_LONGEST_JSON} characters",))
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PlainDataError((f"not JSON: {error}",)) from error
        if not isinstance(plain, dict):
            raise PlainDataError(("a state is an object",))
        for name, own in (("variant", self.id), ("rules", str(self.rules))):
            if plain.get(name, own) != own:
                raise PlainDataError((f"{name}: {own!r} was expected, not {str(plain[name])[:80]!r}",))
        return State(self, position_from_plain(self.model, plain.get("position")), self._ending(plain.get("ending")))

    def _ending(self, plain: object) -> Ending | None:
        if plain is None:
            return None
        winners = plain.get("winners") if isinstance(plain, dict) else None
        reason = plain.get("reason") if isinstance(plain, dict) else None
        if not isinstance(winners, list) or not all(each in self.model.powers for each in winners) or not isinstance(reason, str):
            raise PlainDataError(("ending: winners and a reason were expected",))
        return Ending(tuple(winners), reason)
