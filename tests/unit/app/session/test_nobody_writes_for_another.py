"""In one power's view no other power writes: not by any command that names a power, nor by a list of orders or a mail."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from app.commands.declaring.registry import COMMANDS
from app.session.errors import CommandError
from app.session.parameters import Kind
from tests.unit.app.commands.fake_services import Desk

WRITES = {
    "order": "order --power england F LON - NTH",
    "clear-power": "clear-power england",
    "hold-all": "hold-all england",
    "default-list": "default-list england build F LON",
    "vote": "vote england draw",
    "paste-orders": "paste-orders --power england",
    "read-mail": "read-mail {mail} --power england",
    "mail": "mail {mail} --power england",
    "mail-of": "mail-of 1 england",
    "wait": "wait england",
    "withdrawn": "withdrawn england --out",
    "remind": "remind england",
    "kept-orders": "kept-orders england --take",
    "notes": "notes england Hello",
    "if-missing": "if-missing england hold",
    "take-orders": "take-orders england F LON - NTH",
    "forgive-misses": "forgive-misses england",
}
"""A line for every command that writes for the power that it names."""

WRITES_NOTHING_OF_A_POWER = {
    "absence": "notes what everybody may read",
    "call-substitute": "copies a text about the game",
    "concede": "ends the game for all, and asks",
    "copy-orders": "copies what is seen",
    "draw": "ends the game for all, and asks",
    "place": "for analysis boards alone",
    "player": "says who plays",
    "view-as": "changes who looks",
    "best-replies": "for analysis boards alone",
    "learn": "looks back on orders that are out, and only for the power itself",
    "hint": "says what may be ordered, and only to the power itself",
    "give-seat": "seats of a table, which has its own tests: by secrets, not by who looks",
    "give-up-orders": "seats of a table",
    "program-of": "seats of a table",
    "swap-seats": "seats of a table",
    "take-back": "seats of a table",
    "unlock": "seats of a table",
    "results": "says what is seen",
    "results-files": "writes what is seen into files",
    "results-drafts": "the game master's: mails with what each may see",
    "send-results": "the game master's: mails with what each may see",
    "send-reminders": "the game master's: mails that name what lacks",
    "orders-sheet": "prints a form without orders, at a seat of its own power alone",
    "outbox": "the game master's: lists mails",
}
"""Other commands that name a power, and why each is not in the table."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """France looks at a game in which England has ordered, and lines of England wait."""
    made = Desk()
    made.run("order --power england A LVP - YOR", "order --power france A PAR - BUR", "view-as france")
    made.services.clipboard = "F LON - NTH"
    (tmp_path / "mail.txt").write_text("F LON - NTH\n", encoding="utf-8")
    return made


@pytest.mark.parametrize(
    "line",
    [*WRITES.values(), "ENGLAND: F LON - NTH", "F LON - NTH", "clear-order LVP", "press england Hello", "press england --to france Hello"],
)
def test_it_is_refused_and_nothing_changes(line: str, desk: Desk, tmp_path: Path) -> None:
    before = desk.document.game
    with pytest.raises(CommandError):
        desk.run(line.format(mail=tmp_path / "mail.txt"))
    assert desk.document.game == before


@pytest.mark.parametrize("line", [WRITES["clear-power"], WRITES["hold-all"]])
def test_who_writes_is_asked_first_so_that_no_answer_tells_what_there_is(line: str, desk: Desk) -> None:
    with pytest.raises(CommandError, match="writes for nobody else"):
        desk.run(line)


@pytest.mark.parametrize("line", ["paste-orders", "read-mail {mail}"])
def test_orders_under_the_name_of_another_power_are_not_taken(line: str, desk: Desk, tmp_path: Path) -> None:
    text = "ENGLAND\nF LON - NTH\n\nFRANCE\nA MAR - SPA\n"
    desk.services.clipboard = text
    (tmp_path / "mail.txt").write_text(text, encoding="utf-8")
    before = desk.document.game.line()[-1].orders_of("ENGLAND")
    with suppress(CommandError):
        desk.run(line.format(mail=tmp_path / "mail.txt"))
    assert desk.document.game.line()[-1].orders_of("ENGLAND") == before


def test_hold_all_holds_ones_own_units_alone(desk: Desk) -> None:
    desk.run("hold-all")
    turn = desk.document.game.line()[-1]
    assert [str(each.order) for each in turn.orders_of("ENGLAND")] == ["A LVP - YOR"]
    assert len(turn.orders_of("FRANCE")) == 3
    assert turn.orders_of("GERMANY") == ()


def test_every_command_that_names_a_power_is_in_a_table() -> None:
    named = {each.id for each in COMMANDS if any(parameter.kind is Kind.POWER for parameter in each.parameters)}
    assert named - WRITES.keys() - WRITES_NOTHING_OF_A_POWER.keys() == set(), "write a line for it, or say why it writes nothing"
    assert (WRITES.keys() | WRITES_NOTHING_OF_A_POWER.keys()) - named == set()
