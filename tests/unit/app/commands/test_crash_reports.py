"""Reports of crashes on the command line."""

from __future__ import annotations

import pytest

from app.crash import write_report
from app.game.storage.places import places
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk


def test_they_are_listed_printed_and_deleted() -> None:
    file = write_report(places().reports, ValueError("oops"))
    desk = Desk(game=False)
    assert desk.run("crash-reports") == file.name
    assert "Entente crash report" in desk.run(f"crash-reports {file.stem}")
    with pytest.raises(Abort, match="no report nothing"):
        desk.run("crash-reports nothing")
    assert file.exists()
    desk.run("crash-reports --delete")
    assert not file.exists()
    assert "no reports" in desk.run("crash-reports")


def test_what_is_new_is_reported_since_a_version() -> None:
    desk = Desk(game=False)
    assert "## Entente" in desk.run("what-is-new")
    assert desk.run("what-is-new --since 99.0").startswith("Nothing is newer than 99.0")
