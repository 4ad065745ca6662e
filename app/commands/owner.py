"""Who owns a centre of the analysis board."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.analysis import set_owner
from app.session.analysis_board import on_analysis_board, power_of
from app.session.parameter_kinds import ProvinceCode
from app.session.session import Session


@command("owner", "Owner of a centre…", menu="Tools", place=42, available=on_analysis_board)
def owner(session: Session, province: ProvinceCode, power: str) -> None:
    """Say who owns a supply centre of the analysis board: owner BEL FRANCE.

    Args:
        province: where the centre is.
        power: whose it is; none for nobody's.
    """
    whose = power_of(session.surroundings, power)
    branch = session.branch
    session.perform(f"Owner of {province}", lambda game: set_owner(game, branch, province, whose))
    session.say(f"{province} belongs to {whose or 'nobody'}.")
