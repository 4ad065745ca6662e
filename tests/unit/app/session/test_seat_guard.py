"""The guard of a seat: of every field of a game and a turn, what another power's seat or the table has is not changed from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from types import MappingProxyType

import pytest

from adjudicator.phase import Phase
from adjudicator.resolution import Ending
from app.game.entries import (
    AuditLine,
    Deadline,
    DefaultList,
    EmbeddedFile,
    Hook,
    LaterLine,
    Mail,
    Member,
    MemberRole,
    Press,
    RulesChanged,
    SealedOrders,
    SeatedPlayer,
    TableTerms,
    Vote,
)
from app.game.record import MAIN, Game, OrderLine, Turn
from app.session.seat_guard import fault_of
from tests.quick import one_by_one
from tests.unit.app.game.play import fresh_game

BEFORE = replace(
    fresh_game(),
    notes=MappingProxyType({"FRANCE": "Ask Ben"}),
    table=TableTerms(),
    audit=(AuditLine("began"),),
    settings=(("former lock 1", "FRANCE ..."),),
)


def of_turn(**changed: object) -> Game:
    return BEFORE.with_turn(BEFORE.last(), replace(BEFORE.turn(BEFORE.last()), **changed))  # type: ignore[arg-type]


LINE = (OrderLine("A LVP H"),)
OF_ANOTHER: dict[str, Callable[[], Game]] = {
    "Game.id": lambda: replace(BEFORE, id="00000000"),
    "Game.name": lambda: replace(BEFORE, name="Mine"),
    "Game.variant_checksum": lambda: replace(BEFORE, variant_checksum="sha256:0"),
    "Game.players": lambda: replace(BEFORE, players=MappingProxyType({"FRANCE": SeatedPlayer("Ben")})),
    "Game.members": lambda: replace(BEFORE, members=(Member("FRANCE", MemberRole.ALSO, "Ben"),)),
    "Game.rules": lambda: replace(BEFORE, rules=(("nmr", "hold"),)),
    "Game.settings": lambda: replace(BEFORE, settings=()),
    "Game.settings added": lambda: replace(BEFORE, settings=(*BEFORE.settings, ("stopped since", "now"))),
    "Game.hooks": lambda: replace(BEFORE, hooks=(Hook("mine", ("press",), "def on_press(ctx): ..."),)),
    "Game.files": lambda: replace(BEFORE, files=(EmbeddedFile("a", "image/svg+xml", b""),)),
    "Game.audit": lambda: replace(BEFORE, audit=()),
    "Game.note": lambda: replace(BEFORE, note="mine"),
    "Game.table": lambda: replace(BEFORE, table=None),
    "Game.notes": lambda: replace(BEFORE, notes=MappingProxyType({})),
    "Game.branches": lambda: replace(BEFORE, branches=(*BEFORE.branches, replace(BEFORE.branches[0], name="b2"))),
    "Branch.ending": lambda: BEFORE.with_branch(replace(BEFORE.branch(MAIN), ending=Ending(("ENGLAND",), "concession"))),
    "Turn.orders": lambda: of_turn(orders=MappingProxyType({"FRANCE": LINE})),
    "Turn.press": lambda: of_turn(press=(Press("FRANCE", (), "I am France"),)),
    "Turn.sealed": lambda: of_turn(sealed=(SealedOrders("FRANCE", "plain", b"x"),)),
    "Turn.votes": lambda: of_turn(votes=(Vote("FRANCE", "draw"),)),
    "Turn.later": lambda: of_turn(later=(LaterLine("FRANCE", Phase.of("F1901M"), "x"),)),
    "Turn.mails": lambda: of_turn(mails=(Mail("FRANCE"),)),
    "Turn.waits": lambda: of_turn(waits=("FRANCE",)),
    "Turn.deadline": lambda: of_turn(deadline=Deadline("2026-11-28")),
    "Turn.changes": lambda: of_turn(changes=(RulesChanged((("nmr", "hold"),)),)),
    "Turn.changes of another": lambda: of_turn(changes=(DefaultList("FRANCE", ()),)),
    "Turn.note": lambda: of_turn(note="mine"),
}


@one_by_one("what", OF_ANOTHER)
def test_what_is_anothers_or_the_tables_is_refused(what: str) -> None:
    assert fault_of(BEFORE, OF_ANOTHER[what](), MAIN, "ENGLAND") != ""


@pytest.mark.parametrize(
    "own",
    [
        {"orders": MappingProxyType({"ENGLAND": LINE})},
        {"press": (Press("ENGLAND", ("FRANCE",), "Hello"),)},
        {"votes": (Vote("ENGLAND", "draw"),)},
        {"later": (LaterLine("ENGLAND", Phase.of("F1901M"), "x"),)},
        {"waits": ("ENGLAND",)},
        {"changes": (DefaultList("ENGLAND", ()),)},
    ],
    ids=lambda own: next(iter(own)),
)
def test_what_is_its_own_is_changed(own: dict[str, object]) -> None:
    assert fault_of(BEFORE, of_turn(**own), MAIN, "ENGLAND") == ""
    assert fault_of(BEFORE, replace(BEFORE, settings=(*BEFORE.settings, ("delayed press 1", "[]"))), MAIN, "ENGLAND") == ""


def test_every_field_is_tried() -> None:
    tried = {name.split()[0] for name in OF_ANOTHER}
    never_edited = {"Game.variant", "Turn.position", "Turn.resolution", "Turn.adjustments", "Turn.forced", "Turn.starts_here"}
    assert {f"Game.{each.name}" for each in fields(Game)} | {f"Turn.{each.name}" for each in fields(Turn)} - tried <= tried | never_edited
