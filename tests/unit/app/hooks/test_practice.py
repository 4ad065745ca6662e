"""The practice set: every exercise can be solved as the guide says, knows when it is, and gives a hint when it is not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.variant import PowerRole
from app.game.edits import new_game, set_lines
from app.game.record import MAIN, Game
from app.game.table_edits import attach_hook, put_hook
from app.hooks.asking_hooks import Log
from app.hooks.hook_consent import hook_of
from app.hooks.host import HookHost
from app.hooks.next_phase import start_with_hooks
from app.library.hooks import HookShelf
from tests.quick import one_by_one
from tests.unit.app.hooks.playing import last, process_with_hooks
from variants import shipped, shipped_ids
from variants.catalogue import shipped_source
from variants.hooks.hook_text import checksum_of, shipped_checksums

GUIDE = Path(__file__).resolve().parents[4] / "docs" / "guide" / "practice.md"
EXERCISES = tuple(each for each in shipped_ids() if each.startswith("solo-") and each[5].isdigit())

NOT_ENOUGH = {
    "solo-01-march": {"S1901M": "A MAR - SPA; F BRE - MAO; A PAR - GAS", "F1901M": "A SPA H; F MAO - POR; A GAS - BUR"},
    "solo-02-support": {"S1901M": "A BUR - MUN"},
    "solo-03-cut": {"S1901M": "A BEL - RUH; A HOL S A BEL - RUH; A TYR H"},
    "solo-04-together": {"S1901M": "A RUM H; A UKR - RUM"},
    "solo-05-standoff": {"S1901M": "A VIE - GAL; A BUD S A VIE - GAL"},
    "solo-06-convoy": {"S1901M": "A YOR - NWY VIA; F NTH C A YOR - NWY; F NWG - BAR"},
    "solo-07-coasts": {"S1901M": "F MAO - SPA/NC", "F1901M": "F SPA/NC - GAS"},
    "solo-08-retreat": {"F1901M": "A TRI - SER", "F1901R": "A TRI R ALB"},
    "solo-09-build": {"W1901A": "A EDI B", "S1902M": "A EDI - YOR", "F1902M": "A YOR H"},
    "solo-10-swap": {"S1901M": "F BRE - PIC; A PIC - BRE; F ENG H"},
}
"""Orders that a beginner may try first."""


def answers() -> Mapping[str, Mapping[str, str]]:
    """Exercise to phase to orders, as the guide has them."""
    found: dict[str, dict[str, str]] = {}
    current = ""
    for line in GUIDE.read_text(encoding="utf-8").partition("## Answers")[2].splitlines():
        text = line.strip()
        if text.startswith("solo-"):
            current = text
            found[current] = {}
        elif current and ": " in text:
            phase, _, orders = text.partition(": ")
            found[current][phase] = orders.replace(", ", "; ")
    return found


def player_of(variant_id: str) -> str:
    """The one power that is played."""
    (player,) = (power.id for power in shipped(variant_id).variant.powers.values() if power.role is PowerRole.PLAYING)
    return player


def played(variant_id: str, turns: Mapping[str, str], host: HookHost) -> tuple[Game, Log]:
    """The exercise with these orders by phase."""
    hook = hook_of(HookShelf().hooks(shipped_source(variant_id))["exercise"].text)
    game = attach_hook(put_hook(new_game(shipped(variant_id).variant, variant_id, game_id="7f3a7f3a"), hook), MAIN, hook.name, "")
    game, _ = start_with_hooks(game, host)
    log: Log = ()
    for phase, orders in turns.items():
        assert str(last(game).phase) == phase, "the phases come as they are written"
        game = set_lines(game, MAIN, player_of(variant_id), orders.split("; "))
        written = last(game).orders[player_of(variant_id)]
        game, log = process_with_hooks(game, host=host)
        assert all(line.verdict for line in written), f"legal: {written}"
        assert not [entry for entry in log if entry.failed], log
    return game, log


def test_the_guide_answers_every_exercise() -> None:
    assert len(EXERCISES) == 10
    assert tuple(answers()) == tuple(NOT_ENOUGH) == EXERCISES
    for each in EXERCISES:
        assert f"| {shipped(each).variant.name} |" in GUIDE.read_text(encoding="utf-8")


@pytest.mark.parametrize("variant_id", EXERCISES)
def test_the_answer_of_the_guide_solves_it(variant_id: str, host: HookHost) -> None:
    game, _ = played(variant_id, answers()[variant_id], host)
    assert game.ending is not None
    assert game.ending.winners == (player_of(variant_id),)
    assert game.ending.reason.startswith("solved, ")


@pytest.mark.parametrize("variant_id", EXERCISES)
def test_what_is_not_enough_gets_a_hint_and_the_game_goes_on(variant_id: str, host: HookHost) -> None:
    game, log = played(variant_id, NOT_ENOUGH[variant_id], host)
    assert game.ending is None
    assert any(entry.text.startswith("Not yet. ") for entry in log), log


@one_by_one("variant_id", EXERCISES)
def test_the_hook_says_the_goal_and_needs_no_consent_for_it_comes_with_the_program(variant_id: str) -> None:
    text = HookShelf().hooks(shipped_source(variant_id))["exercise"].text
    assert text.note == shipped(variant_id).description
    assert text.title == shipped(variant_id).variant.name
    assert checksum_of(text.name, text.source) in shipped_checksums()
