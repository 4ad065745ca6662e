"""The rules of Diplomacy: values, legality, adjudication. Pure Python, standard library only.

Start with ``Variant``, ``Position``, ``Order`` and ``adjudicate``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.adjudicating import Concession, DrawVote, Vote, adjudicate, settle_votes
    from adjudicator.board import ARMY, FLEET, Board, Edge, Province, Terrain, UnitKind
    from adjudicator.legal import adjustment, canonical_order, check_order, has_choice, legal_orders, orderable
    from adjudicator.missing import fill_missing
    from adjudicator.order import (
        AdjustmentOrder,
        Build,
        Convoy,
        Disband,
        Hold,
        Move,
        MovementOrder,
        Order,
        Remove,
        Retreat,
        RetreatOrder,
        Support,
        Waive,
    )
    from adjudicator.phase import Phase, PhaseKind
    from adjudicator.position import Position
    from adjudicator.resolution import Capture, Ending, OrderOutcome, Reason, ReasonKind, Resolution, Result
    from adjudicator.rules import RuleField, Rules, presets, rule_fields
    from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
    from adjudicator.variant import BuildPolicy, Calendar, CalendarStep, Power, PowerRole, Variant
    from adjudicator.verdict import LEGAL, Refusal, Verdict

__all__ = [
    "ARMY",
    "FLEET",
    "LEGAL",
    "AdjustmentOrder",
    "Board",
    "Build",
    "BuildPolicy",
    "Calendar",
    "CalendarStep",
    "Capture",
    "Concession",
    "Convoy",
    "Disband",
    "DislodgedUnit",
    "DrawVote",
    "Edge",
    "Ending",
    "Hold",
    "Location",
    "Move",
    "MovementOrder",
    "Order",
    "OrderOutcome",
    "Phase",
    "PhaseKind",
    "Piece",
    "Position",
    "Power",
    "PowerRole",
    "Province",
    "Reason",
    "ReasonKind",
    "Refusal",
    "Remove",
    "Resolution",
    "Result",
    "Retreat",
    "RetreatOrder",
    "RuleField",
    "Rules",
    "Support",
    "Terrain",
    "Unit",
    "UnitKind",
    "Variant",
    "Verdict",
    "Vote",
    "Waive",
    "adjudicate",
    "adjustment",
    "canonical_order",
    "check_order",
    "fill_missing",
    "has_choice",
    "legal_orders",
    "orderable",
    "presets",
    "rule_fields",
    "settle_votes",
]

_HOMES = {
    "adjudicator.adjudicating": (
        "Concession",
        "DrawVote",
        "Vote",
        "adjudicate",
        "settle_votes",
    ),
    "adjudicator.board": (
        "ARMY",
        "FLEET",
        "Board",
        "Edge",
        "Province",
        "Terrain",
        "UnitKind",
    ),
    "adjudicator.legal": (
        "adjustment",
        "canonical_order",
        "check_order",
        "has_choice",
        "legal_orders",
        "orderable",
    ),
    "adjudicator.missing": ("fill_missing",),
    "adjudicator.order": (
        "AdjustmentOrder",
        "Build",
        "Convoy",
        "Disband",
        "Hold",
        "Move",
        "MovementOrder",
        "Order",
        "Remove",
        "Retreat",
        "RetreatOrder",
        "Support",
        "Waive",
    ),
    "adjudicator.phase": (
        "Phase",
        "PhaseKind",
    ),
    "adjudicator.position": ("Position",),
    "adjudicator.resolution": (
        "Capture",
        "Ending",
        "OrderOutcome",
        "Reason",
        "ReasonKind",
        "Resolution",
        "Result",
    ),
    "adjudicator.rules": (
        "RuleField",
        "Rules",
        "presets",
        "rule_fields",
    ),
    "adjudicator.unit": (
        "DislodgedUnit",
        "Location",
        "Piece",
        "Unit",
    ),
    "adjudicator.variant": (
        "BuildPolicy",
        "Calendar",
        "CalendarStep",
        "Power",
        "PowerRole",
        "Variant",
    ),
    "adjudicator.verdict": (
        "LEGAL",
        "Refusal",
        "Verdict",
    ),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The public names, loaded when first used: code that reads a board needs none of the phases."""
        home = next((module for module, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(home), name)
        globals()[name] = found
        return found
