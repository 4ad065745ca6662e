"""A game that is played, corrected and told of, in the language that nobody speaks: results, letters, branches, comparisons, the desk."""

from __future__ import annotations

import pytest

from tests.gui.escape.walk import Walk

pytestmark = pytest.mark.slow

SPRING = (
    *("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO", "A MUN - BUR", "A VIE - TRI", "F TRI - ALB"),
    *("F SEV - BLA", "F ANK - BLA", "press england --to turkey Hello", "hold-all", "process --missing process"),
)
FALL = ("A BUR - BEL", "hold-all", "F ANK - LON", "process --missing process")
AFTERWARDS = (
    *("results S1901M", "fork S1901M", "A PAR - PIC", "branch main", "compare main b2", "story", "audit", "round", "what-if"),
    *("first-phase", "last-phase", "all-games", "hooks", "seats", "crash-reports"),
    *("address-book", "mail-server", "check-variant standard", "open /nowhere.dpn", "import /nowhere.zip", "set-phase X", "analysis"),
)


def begin(walk: Walk) -> None:
    """A game with a hook that refuses a letter."""
    walk.allow("england", "turkey", "Hello", "Flee", "Restrict")
    walk.controller.run_line("new standard")
    walk.allow_game()
    walk.line("variant restrict england turkey")


def test_no_sentence_escapes_after_a_spring_with_a_standoff(walk: Walk) -> None:
    begin(walk)
    walk.line(*SPRING)
    walk.panels(walk.controller.panels.names)
    walk.nothing_escaped()


def test_no_sentence_escapes_after_a_year_with_a_new_centre(walk: Walk) -> None:
    begin(walk)
    for line in (*SPRING, *FALL[:-1]):
        walk.controller.run_line(line)
    walk.line(FALL[-1])
    walk.panels(walk.controller.panels.names)
    walk.line("A PAR B", "hold-all", "process --missing process")
    walk.nothing_escaped()


def test_no_sentence_escapes_in_what_is_told_and_corrected_afterwards(walk: Walk) -> None:
    begin(walk)
    for line in (*SPRING, *FALL):
        walk.controller.run_line(line)
    walk.line(*AFTERWARDS)
    walk.look_at_all()
    walk.nothing_escaped()
