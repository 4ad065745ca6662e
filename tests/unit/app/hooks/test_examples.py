"""The saved games of docs/examples open, and play again with their hooks to the same positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.game.opening import FileStanding, Opened, open_text
from app.game.record import MAIN, Cursor
from app.game.variant_source import Shelved
from app.hooks.host import HookHost
from app.hooks.referee import hooked_referee
from app.hooks.seen import seen_by
from variants import standard

EXAMPLES = Path(__file__).resolve().parents[4] / "docs" / "examples"


class Standards:
    """A shelf with the standard game, whichever version of its file is here."""

    def find(self, variant_id: str) -> Shelved | None:
        return Shelved(standard(), "") if variant_id == "standard" else None


def opened(name: str, host: HookHost) -> Opened:
    data = (EXAMPLES / f"{name}.dpn").read_bytes()
    return open_text(data, f"{name}.dpn", shelf=Standards(), referee=hooked_referee(host))


@pytest.mark.parametrize(
    ("name", "hooks"), [("wires-cut", {"restrict"}), ("fog", {"fog_of_war", "gunboat"}), ("truce", {"year_of_truce", "build_anywhere"})]
)
def test_an_example_opens_and_replays_with_its_hooks(name: str, hooks: set[str], host: HookHost) -> None:
    found = opened(name, host)
    assert found.faults == ()
    assert found.standing is FileStanding.CHECKED
    assert found.game is not None
    assert {hook.name for hook in found.game.hooks} == hooks
    assert len(found.game.line()) > 4


def test_hooks_that_nobody_agreed_to_leave_a_game_unchecked() -> None:
    found = open_text((EXAMPLES / "truce.dpn").read_bytes(), shelf=Standards())
    assert found.standing is FileStanding.UNCHECKED
    assert found.game is not None
    assert found.game.line()[-1].position.units


def test_the_truce_holds_in_its_year(host: HookHost) -> None:
    game = opened("truce", host).game
    assert game is not None
    drawn = json.loads(game.hooks_at(game.last())["year_of_truce"].state)["year"]
    assert not [turn for turn in game.line() if turn.phase.year == drawn and turn.position.dislodged]
    assert [turn for turn in game.line() if turn.phase.year != drawn and turn.position.dislodged]
    failed = [turn.resolution.outcome_of("TYR") for turn in game.line() if turn.phase.year == drawn and turn.resolution is not None]
    assert any(outcome is not None and "truce" in outcome.reasons[0].rule for outcome in failed)


def test_the_message_to_turkey_never_arrived(host: HookHost) -> None:
    game = opened("wires-cut", host).game
    assert game is not None
    sent = [press for turn in game.line() for press in turn.press]
    assert [(press.sender, press.receivers) for press in sent if press.sender == "ENGLAND"] == [("ENGLAND", ("FRANCE",))]
    assert [press.receivers for press in sent if press.sender == "TURKEY"] == [("AUSTRIA", "FRANCE", "GERMANY", "ITALY", "RUSSIA")]


def test_the_fog_lies_over_every_phase(host: HookHost) -> None:
    game = opened("fog", host).game
    assert game is not None
    for index, turn in enumerate(game.line(MAIN)):
        seen = seen_by(game, Cursor(MAIN, index), "TURKEY", host)
        assert len(seen.position.units) < len(turn.position.units)
        assert seen.position.units_of("TURKEY") == turn.position.units_of("TURKEY")
