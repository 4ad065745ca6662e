"""Programs in seats of a table: started on demand alone, asked and informed as their seats may know, ended with the table."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from app.game.entries import SeatedPlayer, SeatKind
from app.players.programs.at_table import GREETING, TablePrograms
from app.players.programs.supervisor import ProgramStatus
from app.session.errors import CommandError
from app.tables.table_players import ask_all, ask_one, hear_programs, known_programs, may_read_logs
from tests.quick import each_nth
from tests.unit.app.session.table_desk import Hand, TableDesk, restarted
from variants.catalogue import standard

HEAD = "import json, sys\n"
HELLO = HEAD + 'print(\'{"type": "hello", "name": "heard"}\', flush=True)\n'
READING = HELLO + "for line in sys.stdin:\n    said = json.loads(line)\n    open(sys.argv[1], 'a').write(line)\n"
ORDERS = "    if said['type'] == 'turn':\n        print(json.dumps({'type': 'orders', 'orders': %s}), flush=True)\n"
FIRST = READING + ORDERS % "[each[0] for each in said['legal'].values()][:abs(said.get('due', 0)) or 99]"
WRITES = (
    READING
    + "    if said['type'] == 'turn' and said['phase'] == 'S1901M':\n"
    + "        print(json.dumps({'type': 'press', 'to': ['AUSTRIA'], 'text': 'Galicia stays empty?'}), flush=True)\n"
    + "        print(json.dumps({'type': 'press', 'to': ['TURKEY'], 'text': 'To the Straits'}), flush=True)\n"
    + ORDERS % "[]"
)
PROPOSES = (
    READING
    + "    if said['type'] == 'turn' and said['phase'] == 'S1901M':\n"
    + "        print(json.dumps({'type': 'press', 'to': ['GERMANY'], 'text': 'I propose peace until the end of the year.'}), flush=True)\n"
    + ORDERS % "[]"
)
WANTS_DRAW = READING + "    if said['type'] == 'turn':\n        print('{\"type\": \"draw\"}', flush=True)\n" + ORDERS % "[]"
SAYS_NO_HELLO = FIRST.replace(HELLO, HEAD)
CRASHES = READING + "    if said['type'] == 'turn':\n        raise SystemExit(3)\n"
SEATS = "table AUSTRIA=Ada ENGLAND=hold FRANCE=program:first GERMANY=program:first ITALY=bot:holding RUSSIA=hold TURKEY=hold"


def children() -> set[int]:
    """The programs that run; the worker of hooks is none."""
    found = set()
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if any(word.endswith(".heard") for word in each.cmdline()):
                found.add(each.pid)
    return found


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """After each test there are the processes and threads that there were before."""
    yield
    assert children() == set()
    assert "programs" not in [each.name for each in threading.enumerate()]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TableDesk]:
    found = TableDesk(tmp_path)
    yield found
    for document in list(found.session.documents):
        found.session.tables.stand_up(document)


def remember(desk: TableDesk, name: str, text: str, seconds: float = 60) -> Path:
    """A program of that name, remembered by *desk*; returns the file to which it writes the messages that it gets."""
    file, heard = desk.folder / f"{name}.py", desk.folder / f"{name}.heard"
    file.write_text(text, encoding="utf-8")
    desk.run(f"program --seconds {seconds} {name} bot:{file.as_posix()} {heard.as_posix()}")
    return heard


def messages(heard: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
def test_programs_order_beside_a_person_and_are_told_what_became_of_it(desk: TableDesk) -> None:
    heard = remember(desk, "first", FIRST)
    desk.run(SEATS)
    desk.write("AUSTRIA", "A VIE - GAL")
    desk.run("show-orders", "next-round")
    turn = desk.game.line()[0]
    assert len(turn.orders["FRANCE"]) == len(turn.orders["GERMANY"]) == 3
    assert not desk.seating.misses
    desk.write("AUSTRIA")
    desk.run("show-orders")
    turns = [each for each in messages(heard) if each["type"] == "turn" and each["phase"] == "F1901M"]
    last = turns[0]["last"]
    assert isinstance(last, list)
    assert [each["phase"] for each in last] == ["S1901M"]
    assert any(line["order"] == "A VIE - GAL" for line in last[0]["orders"]["AUSTRIA"])


@pytest.mark.slow
def test_a_program_is_remembered_on_this_machine_and_the_game_has_its_name_alone(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(SEATS, f"save-as {desk.folder}/evening.dpn")
    text = (desk.folder / "evening.dpn").read_text(encoding="utf-8")
    assert "FRANCE: (bot program:first)" in text
    assert "first.py" not in text
    again = TableDesk(desk.folder, game=False)
    assert "first: first.py" in again.run("program first")


@pytest.mark.slow
def test_a_game_that_is_opened_starts_no_program_until_somebody_says_so(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(SEATS, f"save-as {desk.folder}/evening.dpn", "close")
    desk.run(f"open {desk.folder}/evening.dpn")
    desk.write("AUSTRIA")
    with pytest.raises(CommandError, match="are not started"):
        desk.run("show-orders")
    assert children() == set()
    assert not desk.game.line()[0].orders
    desk.run("programs start", "show-orders")
    assert len(desk.game.line()[0].orders["FRANCE"]) == 3


@pytest.mark.slow
def test_a_name_that_this_machine_does_not_know_gets_no_seat_and_runs_nothing(desk: TableDesk) -> None:
    with pytest.raises(CommandError, match="No program called first"):
        desk.run(SEATS)
    remember(desk, "first", FIRST)
    desk.run(SEATS, "program first --forget", f"save-as {desk.folder}/evening.dpn", "close", f"open {desk.folder}/evening.dpn")
    with pytest.raises(CommandError, match="Not ready: France and Germany"):
        desk.run("programs start")
    assert "no program called first is remembered here" in desk.run("programs")


@pytest.mark.slow
def test_a_program_that_crashes_holds_and_a_fresh_one_plays_on(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    remember(desk, "mad", CRASHES)
    desk.run(SEATS, "give-seat FRANCE program:mad")
    desk.write("AUSTRIA")
    said = desk.run("process")
    assert "France: its program no longer plays (it ended with status 3); its units hold" in said
    assert desk.game.line()[0].orders["FRANCE"] == ()
    desk.run("next-round", "give-seat FRANCE program:first")
    desk.write("AUSTRIA")
    desk.run("show-orders")
    assert len(desk.game.line()[1].orders["FRANCE"]) == 3


@pytest.mark.slow
def test_a_program_is_killed_and_started_anew_in_the_same_phase(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(SEATS, "programs start", "program-of FRANCE kill")
    assert "France: first, stopped (it was killed)" in desk.run("programs")
    desk.run("program-of FRANCE restart")
    desk.write("AUSTRIA")
    desk.run("show-orders")
    assert len(desk.game.line()[0].orders["FRANCE"]) == 3


@pytest.mark.slow
def test_what_the_killed_program_left_is_gone_as_soon_as_a_fresh_one_is_wanted(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(SEATS, "programs start", "program-of FRANCE kill")
    there = desk.seating.programs
    assert there is not None
    assert there.why_silent("FRANCE") == "it was killed"
    there.restart("FRANCE")
    assert there.why_silent("FRANCE") == ""  # who goes on at once waits for the fresh one


@pytest.mark.slow
def test_paused_programs_are_not_asked_but_for_a_step(desk: TableDesk) -> None:
    heard = remember(desk, "first", FIRST)
    desk.run(SEATS, "programs start", "programs pause")
    desk.write("AUSTRIA")
    with pytest.raises(CommandError, match="paused"):
        desk.run("show-orders")
    assert not [each for each in messages(heard) if each["type"] == "turn"]
    desk.run("programs step", "show-orders")
    assert len(desk.game.line()[0].orders["FRANCE"]) == 3
    desk.run("next-round")
    desk.write("AUSTRIA")
    with pytest.raises(CommandError, match="paused"):
        desk.run("show-orders")
    desk.run('programs "go on"', "show-orders")
    assert len(desk.game.line()[1].orders["FRANCE"]) == 3


@pytest.mark.slow
def test_letters_go_both_ways_and_only_to_whom_they_are_written(desk: TableDesk) -> None:
    heard = remember(desk, "first", FIRST)
    wrote = remember(desk, "writer", WRITES)
    desk.run(SEATS, "give-seat FRANCE program:writer", "programs start")
    there = desk.seating.programs
    assert there is not None
    ask_one(desk.session, desk.seating)
    there.wait(["FRANCE"], 60)
    hear_programs(desk.session, desk.seating)
    desk.run("open-seat AUSTRIA")
    assert [each.text for each in desk.session.open_turn.press] == ["Galicia stays empty?"]
    desk.run("press austria --to france It does", "close-seat")
    hear_programs(desk.session, desk.seating)
    desk.run("programs end")
    letters = [(each["from"], each["text"]) for each in messages(wrote) if each["type"] == "press"]
    assert letters == [("AUSTRIA", "It does")]
    assert not [each for each in messages(heard) if each["type"] == "press"], "nothing of it was Germany's to read"


@pytest.mark.slow
def test_a_program_deals_with_an_opponent(desk: TableDesk) -> None:
    heard = remember(desk, "first", PROPOSES)
    desk.run(
        "table AUSTRIA=Ada ENGLAND=hold FRANCE=program:first GERMANY=bot:beginner ITALY=hold RUSSIA=hold TURKEY=hold", "programs start"
    )
    there = desk.seating.programs
    assert there is not None
    ask_all(desk.session, desk.seating)
    there.wait(["FRANCE"], 60)
    hear_programs(desk.session, desk.seating)
    hear_programs(desk.session, desk.seating)
    desk.run("programs end")
    letters = [(each["from"], each["text"]) for each in messages(heard) if each["type"] == "press"]
    assert ("GERMANY", "Agreed, peace until the end of the year. I will not attack you.") in letters


@pytest.mark.slow
def test_a_draw_that_everybody_wants_ends_the_game_programs_included(desk: TableDesk) -> None:
    remember(desk, "peaceful", WANTS_DRAW)
    powers = ["ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
    desk.run("table AUSTRIA=Ada " + " ".join(f"{power}=program:peaceful" for power in powers))
    desk.run("open-seat AUSTRIA", "vote AUSTRIA draw", "seal --anyway", "show-orders")
    ending = desk.game.branch(desk.session.branch).ending
    assert ending is not None
    assert len(ending.winners) == 7


@pytest.mark.slow
def test_programs_that_say_no_hello_are_waited_for_all_at_once(desk: TableDesk) -> None:
    remember(desk, "first", SAYS_NO_HELLO)
    hand = Hand()
    there = TablePrograms(standard(), hand)
    powers = ("FRANCE", "GERMANY", "ITALY")
    try:
        for power in powers:
            program = known_programs(desk.session).get("first")
            assert program is not None
            there.seat(power, program)
        host = there._host
        assert host.wait(lambda: all(host.standing(power).status is ProgramStatus.READY for power in powers), 60)
        assert not there.is_ready
        hand.now += GREETING
        assert {there.standing(power).status for power in powers} == {ProgramStatus.READY}
        assert there.is_ready
    finally:
        there.close()


@pytest.mark.slow
def test_a_program_in_fog_is_sent_what_its_seat_sees_whatever_the_others_do(tmp_path: Path) -> None:
    told = []
    for number, hidden in enumerate(("A BUD - RUM", "A BUD - SER")):
        desk = TableDesk(tmp_path / str(number), game=False)
        desk.run("new fog-of-war")
        heard = remember(desk, "first", FIRST)
        desk.run("table AUSTRIA=Ada ENGLAND=program:first FRANCE=hold GERMANY=hold ITALY=hold RUSSIA=hold TURKEY=hold")
        desk.write("AUSTRIA", hidden)
        desk.run("show-orders", "next-round")
        desk.write("AUSTRIA")
        desk.run("show-orders", "end-table")
        found = messages(heard)
        for each in found:
            for changing in ("deadline_at", "deadline_ms", "game", "seed"):
                each.pop(changing, None)
        told.append(found)
    assert told[0] == told[1]
    for each in told[0]:
        assert "BUD" not in json.dumps(each.get("last", [])), "England sees nothing of it"


@pytest.mark.slow
def test_logs_are_for_the_game_master_unless_they_were_opened_before_the_game_began(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(SEATS, "programs start")
    assert not may_read_logs(desk.session, desk.seating)
    with pytest.raises(CommandError, match="nobody reads it"):
        desk.run("program-of FRANCE")
    for line in ("programs", "programs end"):
        desk.run(line)
        with pytest.raises(CommandError, match="before it begins"):
            desk.run('programs "open logs"')


@pytest.mark.slow
@each_nth(2, "begun", [True, False], ids=["begun", "set up"])
def test_logs_stay_closed_once_the_program_was_started_again(desk: TableDesk, begun: bool) -> None:
    """The file does not say whether the game had begun for the programs."""
    remember(desk, "first", FIRST)
    desk.run(SEATS, *(("programs start", "programs end") if begun else ()))
    again = restarted(desk)
    with pytest.raises(CommandError, match="not after the game was opened again"):
        again.run('programs "open logs"')
    again.run("programs start")
    assert not may_read_logs(again.session, again.seating)
    again.run("programs end")
    again.end()


@pytest.mark.slow
def test_logs_that_were_opened_before_the_game_began_are_for_everybody(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(SEATS, 'programs "open logs"', "programs start")
    desk.write("AUSTRIA")
    desk.run("show-orders")
    assert "A MAR" in desk.run("program-of FRANCE")


@pytest.mark.slow
def test_a_game_master_opens_the_logs_at_any_time(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    desk.run(f"{SEATS} --game-master Gil", "programs start", "open-seat GM", 'programs "open logs"', "close-seat")
    assert may_read_logs(desk.session, desk.seating)


@pytest.mark.slow
def test_a_program_that_is_tried_out_says_in_words_how_it_went(desk: TableDesk) -> None:
    heard = remember(desk, "first", SAYS_NO_HELLO)
    said = desk.run("test-program first")
    assert "Started.\nIt said no hello, which may be left out.\nOrders for S1901M came after" in said
    assert heard.exists()
    remember(desk, "mad", CRASHES)
    with pytest.raises(CommandError, match="could not play"):
        desk.run("test-program mad")
    assert "it ended with status 3" in desk.services.said[-1]
    with suppress(CommandError):
        desk.run("test-program tcp:127.0.0.1:1")
    assert "No connection" in desk.services.said[-1]


def test_a_stranger_cannot_have_a_command_run_through_a_seat(desk: TableDesk) -> None:
    from app.game.edits import set_player

    trap = desk.folder / "trap"
    evil = SeatedPlayer("", "", SeatKind.BOT, f"program:sh -c touch {trap.name}")
    desk.session.perform("Seat", lambda game: set_player(game, "FRANCE", evil))
    with suppress(CommandError):
        desk.run("table AUSTRIA=Ada FRANCE=hold", "give-seat FRANCE program:touch")
    with suppress(CommandError):
        desk.run("programs start")
    assert not trap.exists()
    assert desk.seating.programs is None


@pytest.mark.slow
def test_a_program_whose_seat_is_given_away_during_its_start_ends(desk: TableDesk) -> None:
    """A program whose seat is given away while it is still being started does not stay behind."""
    remember(desk, "first", FIRST)
    desk.run(SEATS)
    for _ in range(5):
        desk.run("give-seat FRANCE bot:holding --drop", "give-seat FRANCE program:first")
    desk.run("give-seat FRANCE hold", "give-seat GERMANY hold")
    assert desk.seating.programs is None
    assert children() == set()


@pytest.mark.slow
def test_options_are_for_the_programs_of_that_name_alone(desk: TableDesk) -> None:
    remember(desk, "first", FIRST)
    remember(desk, "other", FIRST)
    desk.run(SEATS.replace("GERMANY=program:first", "GERMANY=program:other"), "program other --option bold=0.6")
    there = desk.seating.programs
    assert there is not None
    assert {power: dict(there.program(power).options) for power in there.powers} == {"FRANCE": {}, "GERMANY": {"bold": 0.6}}
