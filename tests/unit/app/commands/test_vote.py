"""The command that votes."""

from __future__ import annotations

import pytest

from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk


def test_it_says_who_has_not_voted_and_ends_the_game_when_all_agree() -> None:
    desk = Desk()
    assert "Not yet: England, France" in desk.run("vote austria draw")
    said = desk.run(*(f"vote {power} draw" for power in ("england", "france", "germany", "italy", "russia", "turkey")))
    assert "The votes agree" in said
    assert desk.session.game.branch(desk.session.branch).ending is not None


def test_a_vote_can_be_undone_and_nonsense_is_refused() -> None:
    desk = Desk()
    desk.run("vote france concede to germany", "undo")
    assert desk.session.turn.votes == ()
    with pytest.raises(CommandError):
        desk.run("vote france maybe")


def test_a_viewer_is_told_nothing_about_who_has_voted() -> None:
    some, others = Desk(), Desk()
    some.run("vote austria draw", "vote england no", "view-as france")
    others.run(*(f"vote {power} draw" for power in ("germany", "italy", "russia")), "view-as france")
    assert some.run("vote france draw") == others.run("vote france draw")
    last = Desk()
    last.run(*(f"vote {power} no" for power in ("austria", "england", "germany", "italy", "russia", "turkey")), "view-as france")
    assert last.run("vote france draw") == others.run("vote france draw"), "not even that all have voted"
