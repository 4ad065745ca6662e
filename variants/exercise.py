"""Exercise: a variant with a hint, and the exercise that follows. The task is the variant's description.

It lies in a file of its own beside the manifest, so that a better hint changes no checksum of saved games.
"""

from __future__ import annotations

from dataclasses import dataclass

from languages import system_words, tr
from variants.fault import Fault, Faults, VariantError
from variants.node import Layers, Node
from variants.source import Source
from variants.toml_text import read_toml

FILE = "exercise.toml"
_LONGEST_HINT = 1000


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise."""

    hint: str
    """A sentence or two that lead to the answer without saying it."""

    next: str
    """The id of the exercise after it; empty for the last one."""


def read_exercise(source: Source) -> tuple[Exercise | None, tuple[Fault, ...]]:
    """The exercise in *source*, ``None`` where it is none or its file cannot be used; and what is wrong with that file."""
    if FILE not in source.names():
        return None, ()
    try:
        text = read_toml(FILE, source.read(FILE))
    except VariantError as error:
        return None, error.faults
    except (OSError, ValueError) as error:
        return None, (Fault(FILE, None, tr("the file cannot be read: {error}", error=system_words(error))),)
    faults = Faults()
    root = Node(Layers((text,), text.table), faults)
    found = Exercise(root.text("hint", longest=_LONGEST_HINT), root.text("next", ""))
    root.done()
    return (None if faults.errors else found), faults.found()
