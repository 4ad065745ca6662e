"""Words that a mail to the judge may hold: one function for each, whose docstring is its help, and one table of all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import getdoc

from app.judge.mail_desk import MailDesk
from app.judge.records import SenderStanding
from app.session.errors import nearest
from languages import clauses, tr

Act = Callable[[MailDesk, re.Match[str]], None]
_PART = re.compile(r"\[(?P<may>[^\]]+)\]|(?P<must>\S+)")


@dataclass(frozen=True, slots=True)
class WordField:
    """A part of a word that its sender fills in."""

    name: str
    is_needed: bool
    choices: tuple[str, ...]
    """All that it can be; empty where it is any text."""


@dataclass(frozen=True, slots=True)
class MailWord:
    """A word and what it does."""

    name: str
    usage: str
    pattern: re.Pattern[str]
    standing: SenderStanding
    act: Act
    tells: bool
    """True if it only tells, and so is carried out after the orders of the same mail."""
    needs_game: bool

    @property
    def takes_secret(self) -> bool:
        """True if a secret may stand behind it, which is cut out of everything that is kept."""
        return self.usage.startswith("SET PASSWORD")

    @property
    def parts(self) -> tuple[str | WordField, ...]:
        """The usage in its parts: words that stand as they are, and fields."""
        found: list[str | WordField] = []
        fixed = 2 if self.usage.startswith(("SET ", "GET ")) else 1
        for index, part in enumerate(_PART.finditer(self.usage)):
            must, text = part["must"], part["must"] or part["may"]
            if must and (index < fixed or must == "TO"):
                found.append(must)
            else:
                choices = tuple(text.split("|")) if "|" in text else (text,) if " " in text else ()
                found.append(WordField(text, must is not None, choices))
        return tuple(found)

    @property
    def fields(self) -> tuple[WordField, ...]:
        """The fields of the usage."""
        return tuple(each for each in self.parts if isinstance(each, WordField))

    def line(self, given: Sequence[str]) -> str:
        """The word with its fields filled in, in their order."""
        values = iter(given)
        return " ".join(filter(None, (each if isinstance(each, str) else next(values, "").strip() for each in self.parts)))

    @property
    def help(self) -> str:
        """The docstring of its function."""
        return " ".join((getdoc(self.act) or "").split())


_WORDS: dict[str, MailWord] = {}


def word(
    usage: str, pattern: str, standing: SenderStanding = SenderStanding.SEAT, *, tells: bool = False, needs_game: bool = True
) -> Callable[[Act], Act]:
    """Declare the function below as what the word *usage* does.

    Args:
        usage: as help lists it.
        pattern: of the whole line, whatever its letter case.
        standing: what its sender has to show.
        tells: whether it only tells.
        needs_game: whether it is about one game.
    """

    def declare(act: Act) -> Act:
        name = re.match(r"[A-Z]+(?: [A-Z]+(?= |$))?", usage)
        assert name is not None, usage
        assert getdoc(act), usage
        key = usage.partition(" [")[0]
        assert key not in _WORDS, usage
        _WORDS[key] = MailWord(name[0], usage, re.compile(rf"(?i)(?:{pattern})\s*[.;]?"), standing, act, tells, needs_game)
        return act

    return declare


def mail_words() -> tuple[MailWord, ...]:
    """All words, those of everybody first."""
    return tuple(sorted(_WORDS.values(), key=lambda each: (each.standing, each.usage)))


def word_in(line: str) -> tuple[MailWord, re.Match[str]] | None:
    """The word that *line* is, and its parts; ``None`` where it is none."""
    if len(line) > 400:
        return None
    for each in mail_words():
        found = each.pattern.fullmatch(line.strip())
        if found is not None:
            return each, found
    return None


def meant_by(line: str) -> str:
    """A sentence on what *line*, which is no word, may mean; empty where nothing is near, as of prose."""
    words = line.split()
    if not 0 < len(words) <= 8:
        return ""
    names = {part for each in mail_words() for part in (each.name, each.name.split()[0])}
    close = nearest(" ".join(words[:2]), names, 2) if len(words) > 1 else ()
    close = tuple(dict.fromkeys((*close, *nearest(words[0].strip(".,:;!"), names, 3))))[:3]
    if not close or len(words[0]) < 3:
        return ""
    usages = [each.usage for name in close for each in mail_words() if each.name == name or each.name.split()[0] == name]
    return tr("“{line}” is no word that I know. Do you mean: {words}?", line=line[:80], words=clauses(dict.fromkeys(usages[:4])))
