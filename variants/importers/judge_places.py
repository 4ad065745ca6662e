"""The places of a ``.map`` file while it is read: names, terrains and neighbours by the codes it writes, and the ways to change them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from languages import tr
from variants.importers.draft import ImportReport
from variants.importers.judge_text import JudgeStatement

TERRAIN_WORDS = ("WATER", "LAND", "COAST", "PORT", "SHUT")


@dataclass(slots=True)
class JudgePlace:
    """Statement of a file on a place, or on a coast of one."""

    kind: str
    """A word of :data:`TERRAIN_WORDS`."""
    abuts: list[str]
    """The words after ``ABUTS``, marks and all."""
    line: int
    file: str
    lower: bool
    """Written small: no fleet stands here without a coast."""


@dataclass(frozen=True, slots=True)
class Abut:
    """A word after ``ABUTS``: capitals for all kinds of unit, small letters for armies, a capital first for fleets alone."""

    code: str
    """In capitals: ``BUL``, ``BUL/EC``."""
    armies: bool
    fleets: bool
    letter: str
    """``R`` of ``R:AEG``: for the power of this letter; empty for all."""
    owner_of: str
    """``CON`` of ``AEG(CON)``: for its owner; empty for all."""
    half_strength: int


def read_abut(word: str) -> Abut:
    """The parts of a word after ``ABUTS``."""
    limited = re.match(r"(\w{1,2}):(?=.)", word)
    owner = re.search(r"\(([A-Za-z]{3,8})\)", word)
    body = bare_word(word)
    half = 1 if "*" in word else 0 if "~" in word else 2
    return Abut(
        code_of(body),
        body.islower() or body.isupper(),
        not body.islower(),
        limited[1].upper() if limited else "",
        owner[1].upper() if owner else "",
        half,
    )


def bare_word(word: str) -> str:
    """A word after ``ABUTS`` without its marks, letter case kept."""
    return re.sub(r"\((?![nesw]c\))[^)]*\)", "", re.sub(r"^\w{1,2}:(?=.)", "", word), flags=re.IGNORECASE).strip("*~-+,")


def code_of(text: str) -> str:
    """A code in capitals, its coast behind a stroke.

    >>> code_of("stp/nc")
    'STP/NC'
    """
    return text.strip().strip(",").upper().replace("(", "/").replace(")", "")


@dataclass(slots=True)
class JudgePlaces:
    """All of them, by code in capitals."""

    report: ImportReport
    places: dict[str, JudgePlace] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    """Earlier codes to those that stand in their place."""
    dropped: set[str] = field(default_factory=set)

    def name(self, statement: JudgeStatement) -> tuple[str, str] | None:
        """``Full Name = abb alias``, ``Old -> New = abb``. Returns the old and the new code where a place gets another one."""
        left, _, right = statement.text.partition("=")
        words = right.split()
        old, arrow, new = left.partition("->")
        full = " ".join((new if arrow else left).split())
        if not words or not full or not re.search(r"[A-Za-z0-9]", words[0]):
            self.report.left_out(statement.file, statement.line, tr("{said!r} names nothing", said=statement.text[:50]), tr("left out"))
            return None
        code = code_of(words[0])
        change = None
        if arrow:
            earlier = self._known(old)
            if earlier is None:
                self.report.mended(
                    statement.file,
                    statement.line,
                    tr("{old!r} is renamed and is no place", old=old.strip()[:30]),
                    tr("the new name stands by itself"),
                )
            else:
                change = (earlier, code)
                self._rename(earlier, code)
        self.names[code] = full
        known = self.aliases.setdefault(code, [])
        for word in words[1:]:
            if word.endswith("?"):
                self.report.left_out(
                    statement.file,
                    statement.line,
                    tr("{word} may mean {full}", word=word, full=full),
                    tr("an alias that is doubtful is left out"),
                )
            else:
                known.append(word.replace("+", " "))
        self.dropped.discard(code)
        return change

    def _known(self, text: str) -> str | None:
        """The code of a place by its code, name or alias."""
        code = code_of(text)
        if code in self.names or code in self.places:
            return code
        wanted = " ".join(text.lower().split())
        known = (
            each for each, name in self.names.items() if wanted in (name.lower(), *(word.lower() for word in self.aliases.get(each, ())))
        )
        return next(known, None)

    def _rename(self, old: str, new: str) -> None:
        """A place gets another code, coasts and all, wherever it stands."""
        if old == new:
            self.aliases.pop(old, None)
            return

        def moved(code: str) -> str:
            return new + code[len(old) :] if code == old or code.startswith(f"{old}/") else code

        self.renamed |= {code: moved(code) for code in (*self.names, *self.places) if moved(code) != code}
        self.aliases = {moved(code): [*words, code.lower()] if moved(code) != code else words for code, words in self.aliases.items()}
        self.names = {moved(code): name for code, name in self.names.items()}
        self.places = {moved(code): place for code, place in self.places.items()}
        for place in self.places.values():
            place.abuts = [self._moved_word(word, moved) for word in place.abuts]

    @staticmethod
    def _moved_word(word: str, moved: Callable[[str], str]) -> str:
        body = bare_word(word)
        code = moved(code_of(body))
        if code == code_of(body):
            return word
        return word.replace(body, code.lower() if body.islower() else code if body.isupper() else code.title())

    def place(self, statement: JudgeStatement) -> None:
        """``COAST abb ABUTS a b``: replaces the earlier statement; without ``ABUTS`` only the terrain changes."""
        if not statement.words:
            self.report.left_out(statement.file, statement.line, tr("{said!r} names no place", said=statement.text[:40]), tr("left out"))
            return
        code = code_of(statement.words[0])
        abuts = list(statement.words[2:]) if len(statement.words) > 1 and statement.words[1].upper() == "ABUTS" else None
        if abuts is None and len(statement.words) > 1:
            self.report.mended(
                statement.file,
                statement.line,
                tr("{said!r} has no ABUTS before its neighbours", said=statement.text[:40]),
                tr("read as if it had"),
            )
            abuts = list(statement.words[1:])
        known = self._as_written_before(statement.words[0])
        self.dropped.discard(code)
        if abuts is None and known is not None:
            known.kind = statement.word
        else:
            self.places[code] = JudgePlace(statement.word, abuts or [], statement.line, statement.file, statement.words[0].islower())

    def _as_written_before(self, word: str) -> JudgePlace | None:
        """The place as it was; one that was written small and is now written large has lost its coasts."""
        code = code_of(word)
        known = self.places.get(code)
        if known is None or "/" in code:
            return known
        if known.lower and not word.islower():
            coasts = [each for each in self.places if each.startswith(f"{code}/")]
            for coast in coasts:
                del self.places[coast]
                self.names.pop(coast, None)
                self.aliases.pop(coast, None)
            for place in self.places.values():
                kept = [each for each in place.abuts if code_of(bare_word(each)) not in coasts]
                if len(kept) < len(place.abuts) and not any(code_of(bare_word(each)) == code for each in kept):
                    kept.append(code)
                place.abuts = kept
        known.lower = word.islower()
        return known

    def amend(self, statement: JudgeStatement) -> None:
        """``AMEND abb ABUTS x -y``: adds neighbours and takes others away, coasts and all."""
        code = code_of(statement.words[0]) if statement.words else ""
        if code not in self.places:
            self.report.left_out(
                statement.file, statement.line, tr("{said!r} amends an unknown place", said=statement.text[:40]), tr("left out")
            )
            return
        place = self._as_written_before(statement.words[0]) or self.places[code]
        for word in statement.words[2:] if len(statement.words) > 1 and statement.words[1].upper() == "ABUTS" else statement.words[1:]:
            gone = code_of(bare_word(word.lstrip("-")))
            if word.startswith("-"):
                place.abuts = [
                    each for each in place.abuts if code_of(bare_word(each)).partition("/")[0] != gone and code_of(bare_word(each)) != gone
                ]
            else:
                place.abuts = [*(each for each in place.abuts if code_of(bare_word(each)) != gone), word]

    def drop(self, statement: JudgeStatement) -> Iterator[str]:
        """``DROP abb``: the place is gone, coasts and all, and so is every step to it. Gives the codes that went."""
        for word in statement.words:
            code = code_of(word)
            gone = {each for each in (*self.places, *self.names) if each == code or each.startswith(f"{code}/")}
            if not gone:
                self.report.left_out(
                    statement.file, statement.line, tr("{word} is dropped and is no place", word=word[:20]), tr("left out")
                )
            for each in gone:
                self.places.pop(each, None)
                self.names.pop(each, None)
                self.aliases.pop(each, None)
            for place in self.places.values():
                place.abuts = [each for each in place.abuts if code_of(bare_word(each)).partition("/")[0] != code]
            self.dropped.add(code)
            yield code
