"""Seals, votes and drafts after the end of a round, and traces of a table on disk and in memory between two seats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.unit import Unit
from app.game.edits import process
from app.game.gm_edits import edit_position
from app.game.record import MAIN, Cursor, EditError
from app.hotseat.clock import Beat
from app.hotseat.round import RoundStage
from app.session.errors import CommandError
from app.session.hook_service import HookAnswer, HookChoice
from app.session.viewpoint import CURTAIN
from app.tables.table_acts import close_seat, tick
from tests.unit.app.session.table_desk import TableDesk

ALL = "table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Fay TURKEY=Gus"


@pytest.fixture
def desk(bare: TableDesk) -> TableDesk:
    """A game without a table yet."""
    return bare


def all_seal(desk: TableDesk) -> None:
    for power in desk.seating.round.to_seal:
        desk.run(f"open-seat {power}", "seal --anyway")


def test_secret_votes_that_do_not_agree_leave_the_phase_to_be_carried_out(desk: TableDesk) -> None:
    desk.run(f"{ALL} --secret-votes", "open-seat FRANCE", "vote france draw", "order A PAR - BUR", "seal --anyway")
    all_seal(desk)
    desk.run("show-orders")
    assert desk.game.branch(MAIN).ending is None
    assert desk.game.branch(MAIN).turns[0].resolution is not None
    assert "FRANCE A BUR" in {str(unit) for unit in desk.seating.turn.position.units}


_TELLS_VOTES = """def on_victory(ctx):
    if ctx["votes"]:
        return {"winners": ["TURKEY"], "why": "votes were told"}
    return None
"""


def test_a_hook_that_decides_the_victory_hears_of_no_secret_vote_and_none_stays_in_the_file(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.library.places.hooks.mkdir(parents=True, exist_ok=True)
    (desk.library.places.hooks / "votes.hook").write_text(_TELLS_VOTES, encoding="utf-8")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run("variant votes")
    desk.run(f"{ALL} --secret-votes", "open-seat FRANCE", "vote france draw", "seal --anyway")
    all_seal(desk)
    desk.run("show-orders")
    assert desk.game.branch(MAIN).ending is None
    assert [turn.votes for turn in desk.game.branch(MAIN).turns] == [(), ()]
    assert "draw" not in desk.disk()
    desk.end()


def test_who_seals_without_a_word_sends_an_empty_set(desk: TableDesk) -> None:
    desk.run(ALL)
    all_seal(desk)
    desk.run("show-orders")
    assert dict(desk.game.branch(MAIN).turns[0].orders) == dict.fromkeys(desk.game.variant.powers, ())


def test_an_opponent_that_comes_while_results_are_shown_is_asked_nothing_about_them(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo")
    all_seal(desk)
    desk.run("show-orders", "give-seat FRANCE bot:holding")
    assert desk.seating.round.stage is RoundStage.RESULTS
    assert desk.seating.thinking == ()
    desk.run("next-round")
    assert "FRANCE" not in desk.seating.thinking, "it was asked at once"
    assert "FRANCE" in desk.seating.answers


def test_a_round_in_which_nobody_here_writes_is_ready_and_has_no_clock(desk: TableDesk) -> None:
    position = desk.game.turn(desk.game.last()).position
    alone = replace(position, units=(Unit.of("AUSTRIA A BUD"),))
    desk.session.document.perform("Set up", edit_position(desk.game, MAIN, alone, "Set up.", by="", at=""))
    desk.run("table AUSTRIA=bot:holding ENGLAND=Ben --shown clock")
    assert desk.seating.round.stage is RoundStage.READY
    assert desk.seating.clock.left is None


def test_the_game_master_sees_no_container_of_any_phase(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo --game-master Gil")
    for _ in range(3):
        all_seal(desk)
        desk.run("show-orders", "next-round")
    desk.run("open-seat FRANCE", "close-seat", "open-seat GM")
    assert any(turn.sealed for turn in desk.game.branch(MAIN).turns)
    shown = desk.session.shown
    assert len(shown.branch(MAIN).turns) == len(desk.game.branch(MAIN).turns) == 4
    assert not any(turn.sealed for turn in shown.branch(MAIN).turns)
    assert [turn.phase for turn in shown.branch(MAIN).turns] == [turn.phase for turn in desk.game.branch(MAIN).turns]


def test_a_file_in_the_next_phase_closes_the_open_seat(desk: TableDesk) -> None:
    """A file that has gone on to the next phase closes the open seat and opens none of its notes."""
    desk.run(ALL, "open-seat FRANCE", "order A PAR - BUR", "notes FRANCE Nobody reads this", f"save-as {desk.folder / 'g.dpn'}")
    file = desk.library.inspect(desk.folder / "g.dpn")
    ready = file.opened.ready()
    desk.session.document.reread(ready.writer, process(ready.game), file.data)
    assert str(desk.seating.round.phase) == "F1901M"
    assert desk.session.viewer == CURTAIN
    assert dict(desk.game.notes) == {}
    assert desk.lines_in_the_open() == set()


def test_at_the_curtain_no_clock_of_a_person_goes_on(desk: TableDesk) -> None:
    desk.run(f"{ALL} --orders 1 --first-talks 0", "open-seat FRANCE", "close-seat")
    heard: list[Beat] = []
    for _ in range(70):
        desk.clock.now += 1
        heard.extend(tick(desk.session))
    assert heard == []


@pytest.mark.parametrize("stage", [RoundStage.TALKS, RoundStage.CURTAIN])
def test_a_clock_that_goes_on_ends_nothing(stage: RoundStage, desk: TableDesk) -> None:
    desk.run(f"{ALL} --shown clock --first-talks 2", "clock start", *(["end-talks"] if stage is RoundStage.CURTAIN else []))
    desk.clock.now += 1
    assert tick(desk.session) == ()
    assert desk.seating.round.stage is stage


def test_the_journal_says_whether_a_seat_was_closed_or_sealed(desk: TableDesk) -> None:
    desk.run(ALL, "open-seat FRANCE", "close-seat", "open-seat ENGLAND", "seal --anyway", "take-back ENGLAND", "close-seat")
    desk.settle()
    desk.end()
    (found,) = TableDesk(desk.folder, game=False).library.recoverable()
    assert [label for label in found.recovered.labels if "seat of" in label] == [
        "Close the seat of France",
        "Seal the seat of England",
        "Close the seat of England",
    ]


def test_a_game_that_went_with_a_seat_leaves_no_journal(desk: TableDesk) -> None:
    desk.run(ALL)
    before = desk.library.how_many_journals()
    desk.run("open-seat FRANCE", "new standard", "order A MUN - RUH")
    assert desk.library.how_many_journals() == before, "nor has it one while it is open"
    desk.session.bring_forward(desk.session.documents[0])
    desk.run("close-seat")
    assert desk.library.how_many_journals() == before


def test_what_is_half_typed_is_sealed_too(desk: TableDesk) -> None:
    desk.run(ALL, "open-seat FRANCE")
    typed = ["order A PAR - BUR"]
    desk.session.unfinished.add(lambda: desk.run(typed.pop()) if typed else None)
    close_seat(desk.session)
    desk.run("open-seat FRANCE")
    assert [line.text for line in desk.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]


def test_going_on_shows_the_open_phase_whatever_was_looked_at(desk: TableDesk) -> None:
    desk.run(ALL)
    all_seal(desk)
    desk.run("show-orders")
    desk.session.document.show(Cursor(MAIN, 0))
    desk.run("next-round")
    assert desk.session.cursor == Cursor(MAIN, 1)


def test_the_desk_of_the_game_master_and_the_seats_written_there_open_with_that_secret(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo ITALY=gm --game-master Gil --game-master-secret 2222")
    for name in ("GM", "ITALY"):
        for secret in ("", " 1111"):
            with pytest.raises(CommandError):
                desk.run(f"open-seat {name}{secret}")
        assert desk.seating.open is None
        desk.run(f"open-seat {name} 2222", "close-seat")


def test_a_table_that_is_gone_from_the_game_is_asked_for_nothing(desk: TableDesk) -> None:
    desk.run(ALL)
    seating = desk.seating
    with seating.acting():
        desk.session.document.perform("Gone", replace(desk.game, table=None))
    with pytest.raises(EditError, match="played with all powers at the screen"):
        _ = seating.table


def test_the_table_is_told_why_opponents_ordered_so_and_nothing_of_what_people_meant(desk: TableDesk) -> None:
    desk.run(f"{ALL.replace('AUSTRIA=Ada', 'AUSTRIA=bot:steady')}")
    all_seal(desk)
    desk.run("show-orders")
    said = "\n".join(desk.services.said)
    assert "Austria-Hungary goes for" in said or "Austria-Hungary comes nearer to" in said or "Austria-Hungary guards" in said
    assert not any(f"{power} {verb}" in said for power in ("France", "Germany") for verb in ("goes", "guards", "waits", "comes"))
