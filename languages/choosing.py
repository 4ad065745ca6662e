"""Which languages there are, and which of them the system asks for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from languages.wording import ENGLISH, set_language

FOLDER = Path(__file__).parent

_OWN_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "es": "Español"}

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def available_languages() -> Mapping[str, str]:
    """Code to the language's own name, English first."""
    codes = sorted(each.parent.name for each in FOLDER.glob("*/entente.mo"))
    return {code: _OWN_NAMES.get(code, code) for code in (ENGLISH, *codes)}


def first_of(wished: Iterable[str]) -> str:
    """The first language among *wished* (``de_AT.UTF-8``, ``pt-BR``) that there is; English where there is none."""
    known = available_languages()
    for each in wished:
        code = each.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
        if code in known:
            return code
    return ENGLISH


def wished_by_the_environment(environment: Mapping[str, str] | None = None) -> list[str]:
    """What the system's variables ask for, first wish first: ``LANGUAGE`` is a list, the others hold one each."""
    found = os.environ if environment is None else environment
    value = next((found[name] for name in _VARIABLES if found.get(name)), "")
    return [each for each in value.split(":") if each]


def use(code: str) -> None:
    """Have the program speak the language *code*."""
    set_language(code)
