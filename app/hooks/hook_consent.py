"""Hooks attached to a moment of a game, and a person's consents to hook texts, by checksum."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import tempfile
import threading
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from adjudicator.variant import Variant
from app.game.entries import Hook, HookAttached
from app.game.record import AttachedHook, Cursor, Game
from app.hooks.engine import DEPTH_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, TIME_LIMIT
from app.hooks.host import NotPlainError, Plain, plain
from languages import tr
from variants.hooks.contracts import Point
from variants.hooks.hook_parameters import HookArgumentError, ParameterNames, Value, read_arguments
from variants.hooks.hook_text import HookText, checksum_of, read_hook_text, shipped_checksums

LIMITS = f"time {TIME_LIMIT} memory {MEMORY_LIMIT} depth {DEPTH_LIMIT} output {OUTPUT_LIMIT}"


def terms_checksum(hook: Hook, settings: Iterable[str] = ()) -> str:
    """SHA-256 of all that is agreed to, as 64 hexadecimal digits: another text, point, note, parameter or limit gives another.

    Args:
        settings: the parameters that the game gives it, wherever it attaches it.
    """
    text = read_hook_text(hook.name, hook.source, hook.points, hook.note)
    points = [point.value for point in text.points]
    said = [hook.name, hook.source.rstrip("\n"), points, text.note, sorted({each for each in settings if each}), LIMITS]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def settings_of(game: Game, name: str) -> tuple[str, ...]:
    """The parameters that *game* gives the hook *name*, in any phase of any branch."""
    changes = (change for branch in game.branches for turn in branch.turns for change in turn.changes)
    return tuple(dict.fromkeys(each.arguments for each in changes if isinstance(each, HookAttached) and each.name == name))


def is_shipped(hook: Hook) -> bool:
    """Return True if *hook* comes with the program, on the shelf or with a variant, and is unchanged."""
    if checksum_of(hook.name, hook.source) not in shipped_checksums():
        return False
    own = read_hook_text(hook.name, hook.source)
    return hook.points in ((), tuple(point.value for point in own.points)) and hook.note in ("", own.note)


_CHECKSUM = re.compile(r"[0-9a-f]{64}")
_LARGEST = 4 * 1024 * 1024
_FORMAT = 1


class ConsentStore:
    """The texts that may run: agreed to for good, kept in a file, or for this session only.

    Args:
        path: where the list is kept; ``None`` keeps it in memory.
        trusted: checksums that need no asking.
    """

    def __init__(self, path: Path | None = None, trusted: Iterable[str] = ()) -> None:
        self._path = path
        self._trusted = frozenset(trusted)
        self._lock = threading.Lock()
        self._session: set[str] = set()
        self._refused: set[str] = set()
        self._kept = _read(path)

    def __call__(self, checksum: str) -> bool:
        """Return True if the text with *checksum* may run."""
        if checksum in self._refused:
            return False
        return checksum in self._trusted or checksum in self._session or checksum in self._kept

    def agreed(self, hook: Hook, given: str = "") -> bool:
        """Return True if *hook* may run with the parameters *given*: both were agreed to, or it comes with the program and is unchanged."""
        if terms_checksum(hook) in self._refused:
            return False
        return self(terms_checksum(hook, (given,))) or is_shipped(hook)

    def unknown_in(self, game: Game) -> tuple[Hook, ...]:
        """The hooks of *game* that a person has to be asked about as *game* sets them."""
        return tuple(hook for hook in game.hooks if not self._agreed_in(game, hook))

    def grant_in(self, game: Game, *, for_good: bool, names: Iterable[str] | None = None) -> None:
        """The hooks of *game*, or those among them of these *names*, may run as *game* sets them.

        Raises:
            OSError: the list could not be written; they may run in this session all the same.
        """
        wanted = None if names is None else set(names)
        hooks = [hook for hook in game.hooks if (wanted is None or hook.name in wanted) and not is_shipped(hook)]
        together = {_in_game(game, hook) for hook in hooks}
        self._grant(together | _sums((hook, each) for hook in hooks for each in settings_of(game, hook.name)), for_good=for_good)

    def _agreed_in(self, game: Game, hook: Hook) -> bool:
        if all(self.agreed(hook, each) for each in settings_of(game, hook.name) or ("",)):
            return True
        return self(_in_game(game, hook)) and terms_checksum(hook) not in self._refused

    def grant(self, hooks: Iterable[Hook], *, for_good: bool) -> None:
        """The texts of *hooks* may run, in this session or *for_good*.

        Raises:
            OSError: the list could not be written; the texts may run in this session all the same.
        """
        self._grant({terms_checksum(hook) for hook in hooks}, for_good=for_good)

    def grant_set(self, hooks: Iterable[tuple[Hook, str]], *, for_good: bool) -> None:
        """The hooks may run with the parameters beside them, in this session or *for_good*.

        Raises:
            OSError: the list could not be written; they may run in this session all the same.
        """
        self._grant(_sums(hooks), for_good=for_good)

    def _grant(self, sums: set[str], *, for_good: bool) -> None:
        with self._lock:
            self._refused -= sums
            self._session |= sums
            if for_good and not sums <= self._kept:
                self._kept |= sums
                self._write()

    def refuse(self, hooks: Iterable[Hook]) -> None:
        """The texts of *hooks* do not run in this session, and are forgotten.

        Raises:
            OSError: the list could not be written.
        """
        sums = {terms_checksum(hook) for hook in hooks}
        with self._lock:
            self._refused |= sums
            self._session -= sums
            if sums & self._kept:
                self._kept -= sums
                self._write()

    def unknown(self, hooks: Iterable[Hook]) -> tuple[Hook, ...]:
        """Hooks of *hooks* that a person has to be asked about."""
        return tuple(hook for hook in hooks if not self.agreed(hook))

    def allow_checksums(self, checksums: Iterable[str]) -> tuple[str, ...]:
        """Agree to the texts with these checksums, in this session: for ``--hooks=SHA256`` on the command line.

        Returns:
            Those that are no checksum of 64 hexadecimal digits.
        """
        bad: list[str] = []
        for text in checksums:
            if _CHECKSUM.fullmatch(text.lower()):
                self._session.add(text.lower())
            else:
                bad.append(text)
        return tuple(bad)

    def _write(self) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": _FORMAT, "hooks": sorted(self._kept)}, indent=1)
        handle, name = tempfile.mkstemp(prefix=".consent-", dir=self._path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            if Path(name).read_text(encoding="utf-8") != text + "\n":
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(self._path))
            Path(name).replace(self._path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def _sums(hooks: Iterable[tuple[Hook, str]]) -> set[str]:
    """Return the checksums in the list for hooks and their settings: of the text as well as of the text with them."""
    return {each for hook, given in hooks for each in (terms_checksum(hook), terms_checksum(hook, (given,)))}


def _in_game(game: Game, hook: Hook) -> str:
    return terms_checksum(hook, settings_of(game, hook.name))


def _read(path: Path | None) -> set[str]:
    """The list in the file; empty where there is none or it cannot be read: then people are asked again."""
    if path is None:
        return set()
    try:
        with path.open("rb") as stream:
            content = stream.read(_LARGEST + 1)
        said = json.loads(content) if len(content) <= _LARGEST else None
    except (OSError, ValueError, RecursionError):
        return set()
    listed = said.get("hooks") if isinstance(said, dict) else None
    return {each for each in listed if isinstance(each, str) and _CHECKSUM.fullmatch(each)} if isinstance(listed, list) else set()


_IGNORED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""

_WORD = re.compile(r"\w+")
_GAP = re.compile(r"(?<=\S) {40,}(?=\S)")


def visible(text: str) -> str:
    """*text* with ``⟦U+202E RIGHT-TO-LEFT OVERRIDE⟧`` for every mark that is not seen: control characters, marks that turn writing round,
    marks without width, line separators, odd blanks; with the code after every letter that looks like one of another script in a word
    where that can mislead; and with long gaps counted, behind which text stands out of sight. Line ends and tabs stay."""
    gaps = _GAP.sub(lambda found: " ⟦" + tr("{count} blanks", count=len(found[0]) - 1) + "⟧", text)
    if gaps.isascii() and gaps.isprintable():
        return gaps
    marked = _WORD.sub(lambda found: found[0] if found[0].isascii() else _marked_word(found[0]), gaps)
    return "".join(_visible_mark(mark) for mark in marked)


def hidden(text: str) -> bool:
    """Return True if anything in *text* does not look like itself."""
    return visible(text) != text


def _visible_mark(mark: str) -> str:
    if mark in "\n\t " or (mark.isascii() and mark.isprintable()):
        return mark
    category = unicodedata.category(mark)
    is_selector = "\ufe00" <= mark <= "\ufe0f" or "\U000e0100" <= mark <= "\U000e01ef"
    if category[0] in "CZ" or mark in _IGNORED or is_selector:
        return f"⟦{_code(mark)}⟧"
    return mark


def _code(mark: str) -> str:
    return f"U+{ord(mark):04X} {unicodedata.name(mark, '')}".rstrip()


def _marked_word(word: str) -> str:
    """*word* with its look-alikes marked, where it holds Latin letters beside them or nothing but them."""
    from confusable_homoglyphs import confusables  # type: ignore[import-untyped] # its tables take a moment to read, and few texts need them

    found = confusables.is_confusable(word, greedy=True, preferred_aliases=[]) or []
    like = {
        each["character"]
        for each in found
        if not each["character"].isascii() and any(other["c"].isascii() and other["c"].isalnum() for other in each["homoglyphs"])
    }
    like |= {mark for mark in word if not mark.isascii() and unicodedata.normalize("NFKC", mark).isascii()}
    rest = [mark for mark in word if mark not in like and not mark.isdigit() and mark != "_"]
    if not like or any(not mark.isascii() and "LATIN" not in unicodedata.name(mark, "") for mark in rest):
        return word
    return "".join(f"{mark}⟦{_code(mark)}⟧" if mark in like else mark for mark in word)


LONGEST_STATE = 1_900
"""Characters of JSON that a hook can keep: it stands on one line of the game file."""


@dataclass(frozen=True, slots=True)
class RunningHook:
    """A hook as it runs at a moment."""

    hook: Hook
    text: HookText
    arguments: dict[str, Value]
    state: dict[str, Plain]
    fault: str = ""
    """Reason that it cannot be asked: its parameters do not fit."""
    given: str = ""
    """Its parameters as the game gives them."""
    left_out: str = ""
    """Reason that this phase goes on without it; empty where it takes part."""

    @property
    def name(self) -> str:
        """Its name in the game."""
        return self.hook.name


@dataclass(frozen=True, slots=True)
class Attached:
    """The hooks that run at a moment, in the order of the file."""

    hooks: tuple[RunningHook, ...] = field(default=())

    def at(self, point: Point) -> tuple[RunningHook, ...]:
        """Hooks that take part at *point*. One that the phase goes on without limits the view of powers all the same."""
        return tuple(each for each in self.hooks if point in each.text.points and (not each.left_out or point is Point.RESULTS))

    def has(self, *points: Point) -> bool:
        """Return True if any hook takes part at one of *points*."""
        return any(self.at(point) for point in points)


def attached_at(game: Game, cursor: Cursor) -> Attached:
    """The hooks that run at *cursor*."""
    if not game.hooks:
        return Attached()
    names = names_of(game.variant)
    by_name = {hook.name: hook for hook in game.hooks}
    return Attached(tuple(_running(by_name[name], each, names) for name, each in game.hooks_at(cursor).items()))


def _running(hook: Hook, attached: AttachedHook, names: ParameterNames) -> RunningHook:
    text = text_of(hook)
    state = read_state(attached.state)
    try:
        arguments = read_arguments(text.parameters, attached.arguments, names)
    except HookArgumentError as error:
        return RunningHook(hook, text, {}, state, f"its parameters do not fit: {error}", attached.arguments, attached.left_out)
    return RunningHook(hook, text, arguments, state, given=attached.arguments, left_out=attached.left_out)


@lru_cache(maxsize=256)
def text_of(hook: Hook) -> HookText:
    """Return the declarations in the first lines of *hook*'s text, below those of the game file."""
    return read_hook_text(hook.name, hook.source, hook.points, hook.note)


def names_of(variant: Variant) -> ParameterNames:
    """The powers and provinces that a hook's parameters can name on this variant's board."""
    words: dict[str, str] = {}
    for code, province in variant.board.provinces.items():
        for word in (province.name, *province.aliases, *province.names):
            words.setdefault(word.upper(), code)
    for power in variant.powers.values():
        words.setdefault(power.name.upper(), power.id)
    return ParameterNames(tuple(variant.powers), tuple(variant.board.provinces), words)


def hook_of(text: HookText) -> Hook:
    """A shipped or dropped-in hook as it is kept in a game."""
    return Hook(text.name, tuple(point.value for point in text.points), text.source.rstrip("\n"), text.note)


def read_state(text: str) -> dict[str, Plain]:
    """Read the state of a hook; empty where the text holds nothing that can be read."""
    if not text or len(text) > 4 * LONGEST_STATE:
        return {}
    try:
        state = plain(json.loads(text))
    except (ValueError, RecursionError, NotPlainError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(state: dict[str, Plain]) -> str:
    """*state* as JSON on one line, the same for the same state; empty for nothing.

    Raises:
        ValueError: it is longer than 1,900 characters.
    """
    if not state:
        return "{}"
    text = json.dumps(state, sort_keys=True).replace("\x7f", "\\u007f")
    if len(text) > LONGEST_STATE:
        raise ValueError(tr("it wants to keep {size} characters; at most {most} are kept", size=len(text), most=LONGEST_STATE))
    return text


def checksums(hooks: Iterable[Hook]) -> tuple[str, ...]:
    """Their checksums, in sequence."""
    return tuple(terms_checksum(hook) for hook in hooks)
