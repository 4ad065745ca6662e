"""Letters at a table: between seats with PINs they are secret from all others, in any file and after any change of seats."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.commands.statistics import viewer_story
from app.game.dpn.game_reader import read
from app.game.dpn.writer import write
from app.game.entries import SEALED_TEXT
from app.hotseat.round import RoundStage
from app.session.errors import CommandError
from app.session.hook_service import HookAnswer, HookChoice
from app.statistics.story import describe_honours
from tests.unit.app.session.table_desk import TableDesk, played, refused, stage

pytestmark = pytest.mark.usefixtures("quick_locks")

TABLE = "table AUSTRIA=Ada:4711 ENGLAND=Ben FRANCE=Cleo:0815 GERMANY=bot:holding ITALY=Eva:4711 RUSSIA=hold TURKEY=Gus"
CENSOR = """# title: Slow
def on_press(ctx):
    return {"delay": 0 if "secret" in ctx["message"]["text"] else 1}
"""
WORDS = "ZZmeetmeatthelighthouse"


@pytest.fixture
def table(bare: TableDesk) -> TableDesk:
    """France has written to Austria and Italy."""
    bare.run(TABLE, f"save-as {bare.folder / 'evening.dpn'}")
    bare.run("open-seat FRANCE 0815", f"press FRANCE --to AUSTRIA,ITALY {WORDS}", "close-seat")
    return bare


def reopened(desk: TableDesk) -> TableDesk:
    """The evening in a program that was started again, from its file."""
    desk.end()
    again = TableDesk(desk.folder, game=False)
    again.session.add(again.library.open(desk.folder / "evening.dpn"))
    return again


def read_by(desk: TableDesk, power: str, pin: str) -> bool:
    found = desk.run(f"open-seat {power} {pin}", f"press {power}")
    desk.run("close-seat")
    return WORDS in found


def test_readers_and_sender_read_it_after_a_restart_too(table: TableDesk) -> None:
    for desk in (table, reopened(table)):
        assert read_by(desk, "AUSTRIA", "4711")
        assert read_by(desk, "ITALY", "4711")
        assert read_by(desk, "FRANCE", "0815"), "the sender's own copy"
        assert not read_by(desk, "TURKEY", "")
        assert not read_by(desk, "ENGLAND", "")


@pytest.mark.slow
def test_no_file_that_the_program_writes_holds_its_words(table: TableDesk, tmp_path: Path) -> None:
    """Whoever writes them: the readers at their seats, the sender, a stranger, the table."""
    out = tmp_path / "out"
    out.mkdir()
    lines = [
        "save",
        f"save-as {out}/copy.dpn --replace",
        f"export-game {out}/game.json",
        f"export-game {out}/game.txt",
        f"results-files {out}/results",
        f"export-page {out}/page.html --letters",
        "copy-orders",
        "copy-position",
        "order A PAR - BUR",
    ]
    played(table)
    for seat in ("", "open-seat FRANCE 0815", "open-seat AUSTRIA 4711", "open-seat ENGLAND"):
        if seat:
            table.run(seat, f"press {seat.split()[1]}")
        for line in lines:
            with suppress(CommandError):  # what is refused writes nothing
                table.run(line)
        for request, _, _ in table.services.stories:
            assert WORDS not in write(request.game)
        if seat:
            table.run("close-seat")
    assert WORDS not in table.services.clipboard
    assert WORDS not in table.disk()
    assert WORDS not in write(table.game), "the game in memory holds it closed, so that nothing can write it"


def test_the_file_is_read_again_as_it_was_written(table: TableDesk) -> None:
    text = (table.folder / "evening.dpn").read_bytes()
    assert read(text).faults == ()
    assert "sealed: x25519-aesgcm S1901M" in text.decode()
    again = reopened(table)
    (letter,) = again.game.turn(again.game.last()).press
    assert letter.text == SEALED_TEXT
    assert letter == table.game.turn(table.game.last()).press[0]


def test_a_sender_is_told_before_a_letter_goes_to_a_seat_without_a_pin(table: TableDesk) -> None:
    table.run("open-seat FRANCE 0815")
    said = table.run(f"press FRANCE --to ENGLAND,AUSTRIA {WORDS}")
    assert said.startswith("England has no PIN: whoever looks into the file can read this letter.")
    table.services.is_interactive = True
    table.services.answers = ["Write on", "Send"]
    assert "Not sent" in refused(table, "press FRANCE --to ENGLAND Again")
    assert "England has no PIN" in table.services.asked[-1]
    assert "Delivered" in table.run("press FRANCE --to ENGLAND Again")
    assert "no PIN" not in table.run("press FRANCE --to AUSTRIA Quietly")
    assert "no PIN" not in table.run("press FRANCE All of you may hear this")


def test_hooks_see_what_was_written_and_what_they_delay_is_sealed_too(bare: TableDesk) -> None:
    hooks = bare.folder / "data" / "hooks"
    hooks.mkdir(parents=True)
    (hooks / "post.hook").write_text(CENSOR, encoding="utf-8")
    bare.services.hook_answer = HookAnswer(HookChoice.RUN)
    bare.run("variant post", TABLE)
    bare.run("open-seat FRANCE 0815", f"press FRANCE --to AUSTRIA {WORDS}", f"press FRANCE --to ITALY secret {WORDS}", "close-seat")
    assert not read_by(bare, "AUSTRIA", "4711")
    assert read_by(bare, "ITALY", "4711"), "the hook let pass what has the word in it"
    played(bare)
    assert read_by(bare, "AUSTRIA", "4711")
    assert WORDS not in bare.disk()


@pytest.mark.parametrize("how", ["set-pin 1234", "give"])
def test_letters_follow_a_seat_whose_pin_is_changed_with_the_old_one(table: TableDesk, how: str) -> None:
    if how == "give":
        table.run("give-seat AUSTRIA Ada --secret 4711 --new-secret 1234")
    else:
        table.run("open-seat AUSTRIA 4711", how, "close-seat")
    assert read_by(table, "AUSTRIA", "1234")
    table.run("open-seat FRANCE 0815", "press FRANCE --to AUSTRIA Another one", "close-seat")
    assert "Another one" in table.run("open-seat AUSTRIA 1234", "press AUSTRIA")
    table.run("close-seat")
    assert WORDS not in table.disk()


def test_who_takes_the_pin_away_reads_on_and_the_others_too(table: TableDesk) -> None:
    table.run("open-seat AUSTRIA 4711", "set-pin", "close-seat")
    assert read_by(table, "AUSTRIA", "")
    assert read_by(table, "ITALY", "4711")


def test_who_is_given_a_seat_without_its_pin_reads_no_letter_and_the_old_pin_brings_them_back(table: TableDesk) -> None:
    table.run("give-seat AUSTRIA Zoe --new-secret 7777")
    assert not read_by(table, "AUSTRIA", "7777")
    table.run("open-seat AUSTRIA 7777", "notes AUSTRIA --old-pin 4711", "close-seat")
    assert read_by(table, "AUSTRIA", "7777")
    assert WORDS not in table.disk()


def test_after_the_game_the_table_reads_the_letters_of_a_seat_that_was_opened(bare: TableDesk) -> None:
    bare.run(f"{TABLE} --game-master Gil", "open-seat FRANCE 0815")
    bare.run(f"press FRANCE --to AUSTRIA {WORDS}", f"press FRANCE --to ITALY {WORDS}")
    assert "not over" not in refused(bare, "unlock FRANCE 0815"), "while somebody is at the laptop nothing is opened"
    bare.run("close-seat", "open-seat GM", "draw")

    def viewer_story() -> int:
        return write(bare.session.shown).count(WORDS)

    assert viewer_story() == 0
    assert "not the PIN" in refused(bare, "unlock ITALY 1111")
    bare.run("unlock ITALY 4711")
    assert viewer_story() == 1
    bare.run("unlock FRANCE 0815")
    assert viewer_story() == 2
    bare.run("save-as " + str(bare.folder / "over.dpn"))
    assert WORDS not in bare.disk(), "the file keeps them closed"


def test_promises_in_sealed_letters_are_told_once_a_player_has_opened_them_after_the_game(bare: TableDesk) -> None:
    bare.run(
        f"{TABLE} --game-master Gil", "open-seat FRANCE 0815", "press FRANCE --to ITALY I stay out of Burgundy. I will not attack you."
    )
    bare.run("order A PAR - BUR", "order A MAR S A PAR - BUR", "close-seat")
    played(bare)
    bare.run("open-seat GM", "draw")
    assert stage(bare) is RoundStage.OVER
    assert viewer_story(bare.session).promises == ()
    assert bare.seating.letters.left_sealed == 1
    bare.run("unlock ITALY 4711")
    opened = viewer_story(bare.session)
    assert {each.words: each.kept for each in opened.promises} == {"I stay out of Burgundy.": False, "I will not attack you.": True}
    assert ("Promises", "1 kept, 1 broken") in describe_honours(opened, {power: power for power in opened.game.variant.powers})
    assert bare.seating.letters.left_sealed == 0


def test_an_old_file_with_letters_in_plain_text_is_read_and_new_ones_are_sealed(tmp_path: Path) -> None:
    old = Path(__file__).parent / "letters_in_plain_text.dpn"
    file = tmp_path / "evening.dpn"
    file.write_bytes(old.read_bytes())
    desk = TableDesk(tmp_path / "home", game=False)
    desk.run(f"open {file}")
    assert "QQyesIwillStabFay" in desk.run("open-seat ENGLAND", "press ENGLAND")
    assert "ZZdelivery" not in desk.run("press ENGLAND")
    desk.end()


@pytest.mark.parametrize(
    ("answer", "pin"),
    [(None, "4711"), ((False, None), "4711"), ((True, "1234"), "1234"), ((True, None), "")],
)
def test_a_pin_is_changed_from_the_menu_by_an_answer_alone(table: TableDesk, answer: tuple[bool, str | None] | None, pin: str) -> None:
    """The entry of the menu comes without words: nothing that is left unsaid takes the PIN away."""
    table.run("open-seat AUSTRIA 4711")
    table.services.is_interactive = True
    table.services.new_secrets = [answer]
    with suppress(CommandError):
        run_command(table.session, COMMANDS["set-pin"])
    table.services.is_interactive = False
    table.run("close-seat")
    assert not pin or refused(table, "open-seat AUSTRIA 9999")
    assert read_by(table, "AUSTRIA", pin)
