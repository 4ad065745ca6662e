"""Languages of the program, and the choice of the system among them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from languages.pseudo import PSEUDO
from languages.wording import ENGLISH, VARIABLE, set_language

FOLDER = Path(__file__).parent

AS_THE_SYSTEM = "system"
"""The choice of the language that the system asks for."""

_OWN_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "es": "Español"}

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def available_languages() -> Mapping[str, str]:
    """Code to the language's own name, English first."""
    codes = sorted(each.parent.name for each in FOLDER.glob("*/entente.mo.gz"))
    return {code: _OWN_NAMES.get(code, code) for code in (ENGLISH, *codes)}


def first_of(wished: Iterable[str]) -> str:
    """The first language among *wished* (``de_AT.UTF-8``, ``pt-BR``) that there is; English where there is none."""
    known = {*available_languages(), PSEUDO}
    for each in wished:
        code = each.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
        if code in known:
            return code
    return ENGLISH


def wished_by_the_environment(environment: Mapping[str, str] | None = None) -> list[str]:
    """Return the languages in the system's variables, first wish first: ``LANGUAGE`` is a list, the others hold one each."""
    found = os.environ if environment is None else environment
    value = next((found[name] for name in _VARIABLES if found.get(name)), "")
    return [each for each in value.split(":") if each]


def use(choice: str, wished: Iterable[str] | None = None) -> None:
    """Use the language that was chosen.

    Args:
        choice: the code of a language, or ``system``.
        wished: what the system asks for, first wish first; what its environment says unless given.
    """
    if choice != AS_THE_SYSTEM:
        set_language(first_of([choice]))
        return
    set_language(first_of(wished_by_the_environment() if wished is None else wished))


def begin(choice: str, wished: Iterable[str] | None = None) -> None:
    """Use a language as :func:`use` does, at the start of the program: ``ENTENTE_LANGUAGE`` goes before what was chosen."""
    asked = os.environ.get(VARIABLE)
    if asked:
        set_language(asked)
    else:
        use(choice, wished)
