"""Titles of the choices that forms of commands offer; a command line writes their words."""

from __future__ import annotations

from collections.abc import Mapping

from app.players.bots import OPPONENTS, Bot
from app.session.parameters import Parameter
from languages import mark, tr

_TITLES: Mapping[str, Mapping[str, str]] = {
    "act": {"restart": mark("Start it again"), "kill": mark("End it at once")},
    "answer": {
        "yes": mark("Yes"),
        "no": mark("No"),
        "bridge": mark("Bridge"),
        "cut": mark("Separate"),
        "coasts": mark("Coasts"),
        "canal": mark("Canal"),
        "strait": mark("Strait"),
    },
    "centre": {"yes": mark("Yes"), "no": mark("No")},
    "effect": {
        "put-off": mark("Absences put deadlines off"),
        "ignored": mark("Deadlines stay as they are"),
        "speeds-up": mark("Later deadlines come sooner"),
        "keeps-deadlines": mark("Later deadlines stay"),
    },
    "like": {
        "random": mark("By lot, in Python"),
        "greedy": mark("Goes for centres, in Python"),
        "monte-carlo": mark("Tries orders out, in Python"),
        "random-c": mark("By lot, in C"),
        "random-js": mark("By lot, in JavaScript"),
    },
    "phases": {"movement": mark("Movement"), "retreats": mark("Retreats"), "builds": mark("Builds and removals")},
    "terrain": {
        "inland": mark("Inland"),
        "coastal": mark("Coastal"),
        "sea": mark("Sea"),
        "impassable": mark("Impassable"),
    },
}
"""Titles by the name of the parameter, then by the word of the choice."""


def choice_titles(parameter: Parameter) -> Mapping[str, str]:
    """The title of each choice of *parameter* by the word that stands for it, in the language in use.

    A choice of a person's own command has its word as title.
    """
    titles = _TITLES.get(parameter.name, {})
    return {
        word: tr(OPPONENTS[value].title) if isinstance(value, Bot) else tr(titles[word]) if word in titles else word
        for word, value in parameter.choices.items()
    }
