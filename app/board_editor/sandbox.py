"""A game on the board that lies on the bench: units are placed, orders written and resolved, and no file is written."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.board_editor.reading import OnTheBench
from app.game.analysis import analysis_board
from app.game.record import Game
from variants.catalogue import shipped
from variants.reader import VariantFolder

PREFIX = "sandbox-"
"""Prefix of the id of a variant in a sandbox, so that it is never taken for the one on the shelf."""


def sandbox_of(bench: OnTheBench) -> tuple[Game, VariantFolder]:
    """An analysis board of what lies on the bench, and the variant that it is played by.

    A variant that cannot be read yet is played by its lists as far as they can be, with the powers of the standard game and no units.
    """
    if bench.folder is not None:
        folder = bench.folder
        variant = replace(folder.variant, id=f"{PREFIX}{folder.variant.id}"[:60])
    else:
        variant = _unfinished(bench)
        usual = shipped("standard")
        folder = VariantFolder(variant, usual.styles, "", "", (), (), (), (), (), ())
    folder = replace(folder, variant=variant, hooks=())
    return analysis_board(variant, name=f"Sandbox, {bench.title}"), folder


def _unfinished(bench: OnTheBench) -> Variant:
    """The standard game's powers and calendar on the provinces there are."""
    usual = shipped("standard").variant
    return replace(
        usual,
        id=f"{PREFIX}unfinished",
        name=bench.title,
        board=bench.rules,
        start=Position(usual.start.phase, (), MappingProxyType({})),
        victory=max(1, len(bench.rules.centres)),
    )
