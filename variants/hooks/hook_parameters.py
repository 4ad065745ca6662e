"""The parameters that a hook declares, and the words that people give for them.

A parameter is a comment line at the top of the hook's text, so that it travels with it::

    # param powers: powers 2.. = ENGLAND TURKEY | Who may not write to one another
    # param until: number = 1903 | The first year in which they may

Name, kind, how many (for kinds that take several), a default, and a sentence. Without a default the parameter must be given.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from languages import labelled, mark, tr

Value = str | int | bool | list[str]
"""Type of a parameter when the hook is asked."""


class ParameterKind(StrEnum):
    """Kind of value that a parameter takes."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"
    """Any text; of several words in quotation marks."""
    CHOICE = "choice"
    """One of the words after the kind: ``choice spring/fall``."""
    POWER = "power"
    PROVINCE = "province"
    POWERS = "powers"
    PROVINCES = "provinces"
    WORDS = "words"


_LISTS = frozenset((ParameterKind.POWERS, ParameterKind.PROVINCES, ParameterKind.WORDS))


@dataclass(frozen=True, slots=True)
class HookParameter:
    """One thing that can be set."""

    name: str
    kind: ParameterKind
    note: str
    default: str | None = None
    """Default as people would write it; ``None`` where it must be given."""
    least: int = 1
    """Least length of a list; for a number, the smallest."""
    most: int = 60
    """Greatest length of a list; for a number, the largest."""
    choices: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """True if it takes several words."""
        return self.kind in _LISTS


class HookArgumentError(ValueError):
    """Words that do not fit a hook's parameters. ``str()`` is a sentence for people."""


_DECLARED = re.compile(
    r"#\s*param\s+(?P<name>[a-z][a-z0-9_]*)\s*:\s*(?P<kind>[a-z]+)(?:\s+(?P<form>[^=|]*?))?\s*(?:=\s*(?P<default>[^|]*?)\s*)?\|\s*(?P<note>.+)"
)
_RANGE = re.compile(r"(-?\d+)?\.\.(-?\d+)?")


def read_declaration(line: str) -> HookParameter | None:
    """The parameter that a comment line declares; ``None`` where it declares none.

    Raises:
        ValueError: it means to and its form is wrong.
    """
    if not re.match(r"#\s*param\b", line):
        return None
    found = _DECLARED.fullmatch(line.strip())
    if found is None:
        raise ValueError(tr("expected a form such as # param until: number = 1903 | The first year"))
    try:
        kind = ParameterKind(found["kind"])
    except ValueError:
        raise ValueError(
            tr("unknown kind {found!r}; expected one of {kinds}", found=found["kind"], kinds=", ".join(ParameterKind))
        ) from None
    form = (found["form"] or "").strip()
    least, most = (1, 60) if kind in _LISTS else (-1_000_000, 1_000_000)
    span = _RANGE.fullmatch(form)
    choices: tuple[str, ...] = ()
    if kind is ParameterKind.CHOICE:
        choices = tuple(word.strip() for word in form.split("/") if word.strip())
        if len(choices) < 2:
            raise ValueError(tr("a choice needs its words: # param when: choice spring/fall | ..."))
    elif span is not None:
        least = least if span[1] is None else int(span[1])
        most = most if span[2] is None else int(span[2])
    elif form:
        raise ValueError(tr("{form!r} is no range; expected a form such as 2..7", form=form))
    default = found["default"]
    return HookParameter(found["name"], kind, found["note"].strip(), default, least, most, choices)


@dataclass(frozen=True, slots=True)
class ParameterNames:
    """The powers and provinces that parameters can name."""

    powers: tuple[str, ...]
    provinces: tuple[str, ...]
    words: Mapping[str, str]
    """Other words for them, in capitals, to the code: names, aliases."""


def read_arguments(parameters: Sequence[HookParameter], text: str, names: ParameterNames) -> dict[str, Value]:
    """Read the arguments in *text*, in full: ``ENGLAND TURKEY until=1903``.

    Words fill the parameters in their sequence, a list as many as it can; ``name=value`` sets one by name, lists with commas.

    Raises:
        ArgumentError: a word is unknown, one too many, or one is missing.
    """
    try:
        words = shlex.split(text)
    except ValueError:
        raise HookArgumentError(tr("a quotation mark is not closed")) from None
    by_name = {parameter.name: parameter for parameter in parameters}
    given: dict[str, list[str]] = {}
    loose: list[str] = []
    for word in words:
        name, sign, value = word.partition("=")
        if sign and name.lower() in by_name:
            if name.lower() in given:
                raise HookArgumentError(tr("{name} is set twice", name=name.lower()))
            given[name.lower()] = [part.strip() for part in value.split(",") if part.strip()] if by_name[name.lower()].is_list else [value]
        elif sign and re.fullmatch(r"[A-Za-z_]\w*", name):
            raise HookArgumentError(tr("there is no parameter {name!r}; {known}", name=name, known=_known(parameters)))
        else:
            loose.append(word)
    open_ones = [parameter for parameter in parameters if parameter.name not in given]
    for index, parameter in enumerate(open_ones):
        if not loose:
            break
        wanted = min(parameter.most, len(loose)) if parameter.is_list else 1
        if parameter.is_list:
            later = sum(1 for each in open_ones[index + 1 :] if each.default is None)
            wanted = _fitting(parameter, loose[: max(wanted - later, 1)], names)
        if wanted:
            given[parameter.name], loose = loose[:wanted], loose[wanted:]
    if loose:
        raise HookArgumentError(tr("{loose!r:.60} is one word too many or unknown; {known}", loose=loose[0], known=_known(parameters)))
    return {parameter.name: _value(parameter, given.get(parameter.name), names) for parameter in parameters}


def _fitting(parameter: HookParameter, words: Sequence[str], names: ParameterNames) -> int:
    """Return the number of *words* that a list of powers or provinces takes before one that is neither."""
    if parameter.kind is ParameterKind.WORDS:
        return len(words)
    for index, word in enumerate(words):
        try:
            _one(parameter, word, names)
        except HookArgumentError:
            if index < parameter.least:
                raise
            return index
    return len(words)


def _value(parameter: HookParameter, words: list[str] | None, names: ParameterNames) -> Value:
    if words is None:
        if parameter.default is None:
            raise HookArgumentError(tr("{parameter} is missing: {note}", parameter=parameter.name, note=tr(parameter.note)))
        default = parameter.default.strip()
        words = default.replace(",", " ").split() if parameter.is_list else [default]
        if parameter.is_list and not words:
            return []
    if parameter.is_list:
        if not parameter.least <= len(words) <= parameter.most:
            raise HookArgumentError(
                tr("{parameter} takes {span}, and {count} are given", parameter=parameter.name, span=_span(parameter), count=len(words))
            )
        return list(dict.fromkeys(str(_one(parameter, word, names)) for word in words))
    return _one(parameter, words[0] if words else "", names)


def _one(parameter: HookParameter, word: str, names: ParameterNames) -> str | int | bool:
    match parameter.kind:
        case ParameterKind.NUMBER:
            if not re.fullmatch(r"-?\d{1,9}", word) or not parameter.least <= int(word) <= parameter.most:
                raise HookArgumentError(_no_number(parameter, word))
            return int(word)
        case ParameterKind.FLAG:
            known = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
            if word.lower() not in known:
                raise HookArgumentError(tr("{parameter} is {word!r:.40}; expected yes or no", parameter=parameter.name, word=word))
            return known[word.lower()]
        case ParameterKind.CHOICE:
            if word.lower() not in parameter.choices:
                raise HookArgumentError(
                    tr(
                        "{parameter} is {word!r:.40}; expected {choices}",
                        parameter=parameter.name,
                        word=word,
                        choices=f" {tr('or')} ".join(parameter.choices),
                    )
                )
            return word.lower()
        case ParameterKind.POWER | ParameterKind.POWERS:
            return _named(word, names.powers, names, "power")
        case ParameterKind.PROVINCE | ParameterKind.PROVINCES:
            return _named(word, names.provinces, names, "province")
        case ParameterKind.WORD | ParameterKind.WORDS:
            return word


def _named(word: str, known: Sequence[str], names: ParameterNames, kind: str) -> str:
    capitals = word.upper()
    for code in (capitals, names.words.get(capitals, "")):
        if code in known:
            return code
    starting = [code for code in known if len(capitals) >= 3 and code.startswith(capitals)]
    if len(starting) == 1:
        return starting[0]
    said = tr("{word!r:.40} is no power of this variant", word=word)
    if kind == "province":
        said = tr("{word!r:.40} is no province of this variant", word=word)
    raise HookArgumentError(labelled(said, ", ".join(known)) if len(known) <= 12 else said)


def _span(parameter: HookParameter) -> str:
    if parameter.most >= 60:
        return tr("{least} or more", least=parameter.least)
    return (
        str(parameter.least) if parameter.least == parameter.most else tr("{least} to {most}", least=parameter.least, most=parameter.most)
    )


def _no_number(parameter: HookParameter, word: str) -> str:
    if parameter.least <= -1_000_000:
        return tr("{parameter} is {word!r:.40}; expected a whole number", parameter=parameter.name, word=word)
    text = mark("{parameter} is {word!r:.40}; expected a whole number from {least} to {most}")
    return tr(text, parameter=parameter.name, word=word, least=parameter.least, most=parameter.most)


def _known(parameters: Sequence[HookParameter]) -> str:
    return (
        tr("its parameters are {names}", names=", ".join(each.name for each in parameters)) if parameters else tr("it takes no parameters")
    )
