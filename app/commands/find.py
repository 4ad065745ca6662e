"""Where a province is."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.parameter_kinds import ProvinceCode
from app.session.session import Session, board_on_screen


@command("find", "Find province…", menu="View", place=23, shortcut="/, Ctrl+F", available=board_on_screen)
def find(session: Session, province: ProvinceCode) -> None:
    """Bring a province into sight and point to it.

    Args:
        province: its code or name, or an unmistakable beginning.
    """
    session.selection = province
    screen_of(session).point_to(province)
