"""A person alone at a seat, and all that can be done there to the contents of another seat: nothing, by any command.

A command that is in no row of ``ROWS`` leaves the game as it is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from app.commands.declaring.registry import COMMANDS
from app.game.document import Document
from app.game.record import Game
from app.session.errors import CommandError
from app.session.roles import Who
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.command_output import LINES, PASTED, desk_of, filled, set_out, words_for

pytestmark = pytest.mark.usefixtures("quick_locks")

TABLE = "table AUSTRIA=Ada:4711 ENGLAND=Ben FRANCE=Cleo:0815 GERMANY=bot:holding RUSSIA=hold TURKEY=list --secret-votes"
HOSTILE = """
    order --power france A PAR H
    clear-power france
    notes france gone --whole
    notes france --old-pin 0815
    vote france no
    vote england concede to england
    press france To you all
    wait france
    default-list france build A PAR
    set-pin 9999
    give-up-orders france
    end-table --drop
    end-table --drop --agreed Ben
    give-seat france Ben --drop
    swap-seats france england --drop
    take-back france 1111
    unlock france 1111
    clock end
    clock add --seconds -600
    show-now Cleo
    programs stop
    process
    undo
    redo
    save-as {folder}/copy.dpn
    close
"""
"""Commands that a rival would try."""

REFUSED, OWN, NOTHING = "refused", "own", "nothing"
OWN_ROWS = """
    close-seat default-list hold-all order paste-orders press seal set-pin take-orders vote wait
"""
"""They change what is the seat's own."""
REFUSED_ROWS = """
    board-result people-tournament seat-round
    all-games animation arrows begin-variant bench clear-order clear-power colours console copy-orders datc-page drawing
    export-season-film export-variant find fit follow-system graphics import invite join keys know labels language letters mend neighbours
    learn new-bot next-phase open pack page-size palette patterns pieces play-test play-timeline preferences preview previous-phase print
    print-preview propose-terrain recent recover redo results results-files run save save-as selfplay serve set-power set-province
    set-variant sound spheres start-page test-program text-size theme tint tournament undo undo-variant view-back zoom-in zoom-out
"""
"""They are refused, or need a window."""
ROWS = {each: kind for kind, ids in ((OWN, OWN_ROWS), (REFUSED, REFUSED_ROWS)) for each in ids.split()}


@cache
def evening() -> Game:
    """France has sealed orders, a vote and notes, and has written to Austria; the others have done nothing."""
    desk = Desk()
    desk.run(TABLE, "open-seat FRANCE 0815", "order A PAR - BUR", "notes FRANCE Never trust Ben", "vote FRANCE draw")
    desk.run("press FRANCE --to AUSTRIA Come to Munich", "seal --anyway")
    return desk.session.game


def at_england() -> tuple[Desk, Document]:
    document = Document(evening())
    desk = desk_of(document, None)
    desk.run("open-seat ENGLAND")
    return desk, document


def held_by_france(desk: Desk, document: Document) -> object:
    """All that is France's: seals, letters, lock, and how the table sees it."""
    game = document.game
    turn = game.turn(game.last())
    seating = desk.session.tables.of(document)
    return (
        [each for each in turn.sealed if each.power == "FRANCE"],
        [each for each in turn.press if "FRANCE" in (each.sender, *each.receivers)][:1],
        None if game.table is None else game.table.locks.get("FRANCE"),
        game.players["FRANCE"],
        None if seating is None else ("FRANCE" in seating.round.sealed, seating.round.phase, seating.clock.is_over),
    )


def tried(line: str, folder: Path, home: Path) -> tuple[str, str]:
    """Return the output of *line* at England's seat, and the parts of France's that it changed."""
    set_out(folder, home)
    desk, document = at_england()
    before, held = document.game, held_by_france(desk, document)
    desk.services.clipboard = PASTED.get(line.split()[0], "FRANCE: A PAR H")
    try:
        desk.run(line)
        did = NOTHING if document.game is before else OWN
    except CommandError:
        did = REFUSED if document.game is before else OWN
    is_same = document not in desk.session.documents or held_by_france(desk, document) == held
    return did, "" if is_same else f"{line}: {held} became {held_by_france(desk, document)}"


def lines_of(command: str, folder: Path) -> list[str]:
    words = words_for("ENGLAND", folder) | {"other": "france", "abroad": "PAR"}
    lines = (filled(line.strip(), words) for line in (*LINES, *HOSTILE.strip().splitlines()))
    return [line for line in lines if line.split()[0] == command]


def test_what_the_table_and_the_game_master_decide_is_refused_at_a_seat() -> None:
    desk, document = at_england()
    held = held_by_france(desk, document)
    for command in COMMANDS:
        if command.who in {Who.TABLE, Who.GAME_MASTER}:
            with pytest.raises(CommandError):
                command.run(desk.session, {})
            assert held_by_france(desk, document) == held, command.id


def test_rows_name_commands_of_seats() -> None:
    assert set(ROWS) - {each.id for each in COMMANDS if each.who in {Who.SEAT, Who.ANYBODY}} == set()


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(each.id for each in COMMANDS if each.who in {Who.SEAT, Who.ANYBODY}))
def test_no_command_touches_what_another_seat_holds(command: str, tmp_path: Path, own_folders: Path) -> None:
    folder = tmp_path / "folder"
    found = [tried(line, folder, own_folders) for line in lines_of(command, folder)]
    assert [trouble for _, trouble in found if trouble] == []
    did = {did for did, _ in found}
    assert (OWN if OWN in did else NOTHING if NOTHING in did else REFUSED if did else NOTHING) == ROWS.get(command, NOTHING)
