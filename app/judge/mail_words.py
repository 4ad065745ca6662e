"""Words that a mail to the judge may hold: a function for each, whose docstring is its help, a table of all, and the forms of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import Any

from adjudicator.variant import Variant
from app.game.record import Turn
from app.judge.mail_desk import MailDesk
from app.judge.records import GameRecord, SenderStanding
from app.mail_in.judge_words import inside_press
from app.mail_out.addresses import one_line
from app.session.errors import Abort, nearest
from languages import available_languages, clauses, tr

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


def words_of_form(form: Mapping[str, list[str]]) -> str:
    """The words of a mail that say what a form of a seat says.

    Raises:
        Abort: it says nothing.
    """

    def first(name: str) -> str:
        return next(iter(form.get(name, ())), "")

    match first("do"):
        case "orders":
            chosen = [value for key, values in sorted(form.items()) if key.startswith("order-") for value in values if value]
            lines = ["CLEAR", *(one_line(value, 200) for value in chosen)]  # the form has all of them
        case "letter":
            text = first("letter").strip()
            to = [one_line(each, 60) for each in form.get("to", ())]
            opening = "BROADCAST" if "all" in form else f"PRESS TO {', '.join(to)}" if to else ""
            if not opening:
                raise Abort(tr("First choose who reads it"))
            lines = [opening, *map(inside_press, text.splitlines()), "ENDPRESS"] if text else []
        case "word":
            lines = [one_line(first("word"), 200)]
        case "form":
            word = next((each for each in mail_words() if each.usage == first("word")), None)
            if word is None:
                raise Abort(tr("There is nothing in it."))
            line = word.line([one_line(first(f"field-{number}"), 300) for number in range(len(word.fields))])
            if (known := word_in(line)) is None or known[0] is not word:
                raise Abort(tr("“{line}” is no word that I know. Do you mean: {words}?", line=line[:80], words=word.usage))
            lines = [line]
        case _:
            lines = [first("words").strip()]
    if not any(lines):
        raise Abort(tr("There is nothing in it."))
    return "\n".join(lines)


def word_forms(standing: SenderStanding, usual: Mapping[str, Sequence[str]], short: str = "") -> list[Mapping[str, Any]]:
    """Forms of the words that a person of that standing may send about a game, their own first; without one, of those that name it or need
    none.
    """

    def is_offered(word: MailWord) -> bool:
        if word.standing > standing or (word.standing is SenderStanding.SEAT and standing is SenderStanding.MASTER):
            return False
        if word.usage == "GAME NAME":  # for the lines below it in a mail; a page is of one game
            return False
        return bool(short) or not word.needs_game or any(field.name == "GAME" for field in word.fields)

    def shown(word: MailWord, field: WordField) -> Mapping[str, Any]:
        return {
            "name": field.name,
            "is_needed": field.is_needed,
            "choices": field.choices,
            "value": short if field.name == "GAME" else "standard" if field.name == "VARIANT" else "",
            "is_hidden": bool(short) and field.name == "GAME",
            "usual": usual.get(f"{word.usage.split()[0]} {field.name}") or usual.get(field.name, ()),
        }

    return [
        {"usage": each.usage, "help": each.help, "fields": [shown(each, field) for field in each.fields]}
        for each in sorted(mail_words(), key=lambda word: -word.standing)
        if is_offered(each)
    ]


def usual_values(record: GameRecord, variant: Variant, line: Sequence[Turn]) -> Mapping[str, Sequence[str]]:
    """Values that are usual in fields, by the name of a field, or by a word and the name."""
    powers = tuple(variant.powers)
    ends = ("DRAW", *(f"CONCEDE TO {power}" for power in powers))
    return {
        "POWER": powers,
        "POWERS": powers,
        "TAKEOVER POWER": record.vacant,
        "LANGUAGE": tuple(available_languages()),
        "PHASE": tuple(str(turn.phase) for turn in line if turn.resolution is not None),
        "VOTE CHOICE": (*ends, "NO"),
        "PROPOSE CHOICE": ends,
    }
