"""The rule of a game for powers that lack orders at a deadline, and what it has come to: fields of the ``[game]`` block.

``silence: extend 1d, lock, disorder after 3, substitute after 2``, ``missed france: S1901M, F1901M``, ``extended france: S1901M``,
``locked: S1901M main 2026-11-27T20:00:00Z AUSTRIA ENGLAND; S1901M main 2026-11-28T20:00:00Z FRANCE``. Nothing here reads a clock, and
nothing happens before a phase is processed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.game.deadlines import ODD_HOUR, Lateness, due, duration_text, lateness, moved, put_deadline, read_duration, terms_of, written
from app.game.edits import add_audit, set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.readiness import expected, readiness
from app.game.record import EditError, Game, Why
from languages import tr

_RULE, _LOCKED = "silence", "locked"
_MISSED, _EXTENDED = "missed ", "extended "
MOST_MISSES = 99


@dataclass(frozen=True, slots=True)
class SilenceRule:
    """Rule for a phase that is processed after its deadline while orders are missing. Misses are counted under every such rule."""

    extend: timedelta | None = None
    """Time by which the deadline is extended, once for each power."""
    locks: bool = False
    """True if the orders of the others are locked when it is extended: their later mails go to the game master."""
    disorder_after: int | None = None
    """The number of misses with which a power is in civil disorder."""
    substitute_after: int | None = None
    """The number of misses with which a substitute is called."""

    @property
    def text(self) -> str:
        """The rule as a file has it, and as a game master types it."""
        parts = [
            f"extend {duration_text(self.extend)}" if self.extend else "",
            "lock" if self.locks else "",
            f"disorder after {self.disorder_after}" if self.disorder_after else "",
            f"substitute after {self.substitute_after}" if self.substitute_after else "",
        ]
        return ", ".join(filter(None, parts)) or "count"


def read_rule(text: str) -> SilenceRule | None:
    """The rule that *text* says, in any order; ``None`` where it says none."""
    rule, seen = SilenceRule(), set[str]()
    for part in re.split(r"\s*[,;]\s*", text.strip().casefold()):
        word, _, rest = part.partition(" ")
        number = re.fullmatch(r"after (\d{1,2})", rest.strip())
        if word in seen:
            return None
        seen.add(word)
        match word:
            case "extend" if (by := read_duration(rest)) is not None and by > timedelta():
                rule = replace(rule, extend=by)
            case "lock" if not rest:
                rule = replace(rule, locks=True)
            case "count" if not rest:
                pass
            case "disorder" if number is not None and int(number[1]) > 0:
                rule = replace(rule, disorder_after=int(number[1]))
            case "substitute" if number is not None and int(number[1]) > 0:
                rule = replace(rule, substitute_after=int(number[1]))
            case _:
                return None
    return rule


def silence_rule(game: Game) -> SilenceRule | None:
    """The rule of *game*; ``None`` where a person is asked, as is the default."""
    text = dict(game.settings).get(_RULE)
    return None if text is None else read_rule(text)


def set_rule(game: Game, rule: SilenceRule | None, *, by: str = "GM", at: str = "") -> Game:
    """The game with another rule, or with none."""
    said = () if rule is None else ((_RULE, rule.text),)
    others = tuple(each for each in game.settings if each[0] != _RULE)
    return add_audit(replace(game, settings=(*others, *said)), f"silence: {'ask' if rule is None else rule.text}", by, at)


def misses(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return by power the phases for which it sent nothing in time; powers without a miss are absent."""
    return _phases(game, _MISSED)


def _phases(game: Game, prefix: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, value in game.settings:
        power = key.removeprefix(prefix).replace("-", "_").upper()
        if key.startswith(prefix) and power in game.variant.powers:
            phases = tuple(each for part in value.split(",")[:MOST_MISSES] if (each := part.strip()))
            if phases:
                found[power] = phases
    return found


def _with_phase(game: Game, prefix: str, power: str, phases: Iterable[str]) -> Game:
    key = f"{prefix}{power.lower().replace('_', '-')}"
    others = tuple(each for each in game.settings if each[0] != key)
    said = ", ".join(tuple(phases)[-MOST_MISSES:])
    return replace(game, settings=(*others, *(((key, said),) if said else ())))


def forgive(game: Game, power: str, *, by: str = "GM", at: str = "") -> Game:
    """The game in which no miss of *power* counts, and its deadline may be extended once more.

    Raises:
        EditError: it has neither.
    """
    if power not in misses(game) and power not in _phases(game, _EXTENDED):
        raise EditError(Why.BAD_TEXT, tr("{power} has missed nothing.", power=power))
    cleared = _with_phase(_with_phase(game, _MISSED, power, ()), _EXTENDED, power, ())
    return add_audit(cleared, f"silence: misses of {power} forgiven", by, at)


def is_over(game: Game, branch: str, now: datetime) -> bool:
    """Return True if the deadline of the open phase of *branch*, and its grace, are over."""
    return lateness(game, game.turn(game.last(branch)).deadline, now) is Lateness.TOO_LATE


def lacking(game: Game, branch: str) -> tuple[str, ...]:
    """The powers that lack orders in the open phase of *branch*."""
    found = readiness(game, branch)
    return tuple(power for power in game.variant.powers if power in found.silent or power in found.incomplete)


def to_extend(game: Game, branch: str, now: datetime) -> tuple[str, ...]:
    """The powers for which the rule extends the deadline of the open phase now: those that lack orders and were not waited for before."""
    rule = silence_rule(game)
    if rule is None or rule.extend is None or not is_over(game, branch, now):
        return ()
    before = _phases(game, _EXTENDED)
    return tuple(power for power in lacking(game, branch) if power not in before)


def extend(game: Game, branch: str, now: datetime) -> Game:
    """The game with its open deadline extended by its rule, the orders of the others locked where the rule says so."""
    rule, powers = silence_rule(game), to_extend(game, branch, now)
    turn = game.turn(game.last(branch))
    moment = due(turn.deadline)
    if rule is None or rule.extend is None or moment is None or not powers:
        return game
    at, phase, zone = written(now), str(turn.phase), terms_of(game).zone_info
    later = moved(moment, rule.extend, zone)
    if later <= now:
        later = moved(now, rule.extend, zone)
    for power in powers:
        game = _with_phase(game, _EXTENDED, power, (phase,))
    game = add_audit(game, f"silence at {phase}: extended for {', '.join(powers)}", "GM", at)
    if rule.locks:
        game = _with_locks(game, branch, written(moment + terms_of(game).grace), at)
    note = "" if rule.extend % timedelta(days=1) == timedelta() else ODD_HOUR
    return put_deadline(game, branch, later, now, note, f"by the rule for silence, {duration_text(rule.extend)}")


def _with_locks(game: Game, branch: str, last: str, at: str) -> Game:
    """The game in which the orders of all powers that lack none are locked from *last* on, or from when they were before; no others."""
    before = _locks(game, branch)
    others = [power for power in expected(game, branch) if power not in lacking(game, branch)]
    phase = game.turn(game.last(branch)).phase
    by_moment: dict[str, list[str]] = {}
    for power in others:
        by_moment.setdefault(before.get(power, last), []).append(power)
    said = "; ".join(f"{phase} {branch.replace(' ', '_')} {since} {' '.join(powers)}" for since, powers in sorted(by_moment.items()))
    kept = tuple(each for each in game.settings if each[0] != _LOCKED)
    game = replace(game, settings=(*kept, *(((_LOCKED, said),) if said else ())))
    gone = ", ".join(power for power in game.variant.powers if power in before and power not in others)
    fresh = ", ".join(power for power in others if power not in before)
    if gone:
        game = add_audit(game, f"silence at {phase}: orders of {gone} unlocked", "GM", at)
    if fresh:
        game = add_audit(game, f"silence at {phase}: orders of {fresh} locked", "GM", at)
    return game


def _locks(game: Game, branch: str) -> Mapping[str, str]:
    """Return the powers whose orders for the open phase of *branch* are locked, and since when."""
    here = [str(game.turn(game.last(branch)).phase), branch.replace(" ", "_")]
    parts = [part.split() for part in dict(game.settings).get(_LOCKED, "").split(";")]
    return {power: words[2] for words in parts if len(words) > 3 and words[:2] == here for power in words[3:]}


def is_extended_for(game: Game, branch: str, power: str) -> bool:
    """Return True if the deadline of the open phase of *branch* was extended for *power*."""
    return str(game.turn(game.last(branch)).phase) in _phases(game, _EXTENDED).get(power, ())


def locked_since(game: Game, branch: str, power: str) -> datetime | None:
    """Return the time at which the orders of *power* for the open phase of *branch* were locked; ``None`` where they are not."""
    try:
        return datetime.fromisoformat(_locks(game, branch)[power])
    except (KeyError, ValueError):
        return None


def count_misses(game: Game, branch: str, now: datetime) -> Game:
    """The game, about to be processed after its deadline, with a miss of each power that sent nothing, and what the rule makes of that."""
    rule = silence_rule(game)
    if rule is None or not is_over(game, branch, now):
        return game
    silent = tuple(power for power in game.variant.powers if power in readiness(game, branch).silent)
    if not silent:
        return game
    phase, at = str(game.turn(game.last(branch)).phase), written(now)
    game = add_audit(game, f"silence at {phase}: missed by {', '.join(silent)}", "GM", at)
    for power in silent:
        phases = (*misses(game).get(power, ()), phase)
        game = _with_phase(game, _MISSED, power, phases)
        if rule.substitute_after is not None and len(phases) == rule.substitute_after:
            game = add_audit(game, f"silence at {phase}: a substitute for {power} is called after {len(phases)} misses", "GM", at)
        if rule.disorder_after is not None and len(phases) >= rule.disorder_after:
            seated = game.players.get(power, SeatedPlayer())
            game = set_player(game, power, replace(seated, seat=SeatKind.CIVIL_DISORDER))
            game = add_audit(game, f"silence at {phase}: {power} in civil disorder after {len(phases)} misses", "GM", at)
    return game
