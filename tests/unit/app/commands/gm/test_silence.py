"""The rule of a game for silence at the deadline: what Process does by it, step by step, and the trail of it."""

from __future__ import annotations

import pytest

from app.game.dpn.writer import write
from app.game.entries import SeatKind
from app.game.opening import open_text
from app.game.silence import SilenceRule, misses, read_rule, silence_rule
from app.gm.order_mails import take_in
from app.gm.reply import outlook, reminder, reply_text
from app.mail_in.accounting import Fate
from app.session.errors import Abort, NotReadyError
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.commands.standing_clock import StandingClock

pytestmark = pytest.mark.usefixtures("clock")

RULE = "silence extend 1d, lock, disorder after 2, substitute after 1"


@pytest.fixture
def late(desk: Desk, clock: StandingClock) -> Desk:
    """All but France have sent orders, and the deadline is over."""
    desk.run("deadline fri 20:00 UTC", "phase-time movement 7d", RULE)
    desk.run(*(f"hold-all {power}" for power in desk.session.variant.powers if power != "FRANCE"))
    clock.hours(52)
    return desk


def phase(desk: Desk) -> str:
    return str(desk.session.open_turn.phase)


def steps(desk: Desk) -> list[str]:
    return [line.text for line in desk.session.game.audit if line.text.startswith("silence at")]


@pytest.mark.parametrize("text", ["extend 1d, lock, disorder after 3, substitute after 2", "count", "lock", "disorder after 12"])
def test_a_rule_is_read_as_it_is_written(text: str) -> None:
    rule = read_rule(text)
    assert rule is not None
    assert rule.text == text


@pytest.mark.parametrize("text", ["", "extend", "extend soon", "extend 0m", "lock lock", "lock, lock", "disorder after 0", "eject"])
def test_what_is_no_rule_is_refused(text: str, desk: Desk) -> None:
    assert read_rule(text) is None
    with pytest.raises(Abort):
        desk.run(f"silence {text or 'x'}")


def test_without_a_rule_and_before_the_deadline_process_asks(desk: Desk, clock: StandingClock) -> None:
    desk.run("deadline fri 20:00 UTC")
    clock.hours(60)
    with pytest.raises(NotReadyError):
        desk.run("process")
    desk.run(RULE, "deadline sun 20:00 UTC")
    with pytest.raises(NotReadyError):
        desk.run("process")
    assert steps(desk) == []


def test_the_deadline_is_extended_once_and_the_orders_of_the_others_are_locked(late: Desk) -> None:
    assert [row.comes for row in outlook(late.session)] == ["After the deadline, it is extended where orders are missing."]
    said = late.run("process")
    assert "the deadline is extended for France, to Sat 28 Nov 2026, 20:00 UTC" in said
    assert late.session.needs_decision
    assert phase(late) == "S1901M"
    others = "AUSTRIA, ENGLAND, GERMANY, ITALY, RUSSIA, TURKEY"
    assert steps(late) == ["silence at S1901M: extended for FRANCE", f"silence at S1901M: orders of {others} locked"]
    reasons = [line.reason for line in late.session.game.audit if line.text == "deadline of S1901M: 2026-11-28T20:00:00Z"]
    assert reasons == ["by the rule for silence, 1d"]
    text = write(late.session.game)
    assert "\nextended france: S1901M\n" in text
    assert write(open_text(text.encode()).ready().game) == text


def test_a_mail_of_a_power_whose_orders_are_locked_is_asked_about_and_one_of_the_other_is_taken(late: Desk) -> None:
    late.run("process")
    mail = b"From: Ada <ada@example.org>\nDate: Fri, 27 Nov 2026 20:30:00 +0000\n\n%s\n"
    asked = take_in(late.session, mail % b"A VIE - TRI", "AUSTRIA")
    assert [line.fate for line in asked.letters[0].lines] == [Fate.DOUBTFUL]
    assert "locked" in asked.letters[0].lines[0].reason
    assert all(line.order is None or str(line.order).endswith("H") for line in late.session.open_turn.orders_of("AUSTRIA"))
    taken = take_in(late.session, mail % b"A PAR - BUR", "FRANCE")
    assert [str(line.order) for line in taken.taken] == ["A PAR - BUR"]


def test_then_misses_are_counted_a_substitute_is_called_and_the_power_is_in_disorder(late: Desk, clock: StandingClock) -> None:
    late.run("process")
    clock.hours(24)
    assert "a miss is counted" in outlook(late.session)[0].comes
    said = late.run("process")
    assert phase(late) == "F1901M"
    assert "France has missed this deadline; misses: 1." in said
    assert "A substitute for France is called" in said
    assert misses(late.session.game) == {"FRANCE": ("S1901M",)}
    assert "France has missed 1 deadline: S1901M." in late.run("misses")
    assert "France has missed 1 deadline" in late.run("status")
    assert "Wanted: a player for France" in late.run("call-substitute FRANCE")
    late.run(*(f"hold-all {power}" for power in late.session.variant.powers if power != "FRANCE"))
    clock.hours(9 * 24)
    said = late.run("process")
    assert "France is in civil disorder from now on." in said
    assert late.session.game.players["FRANCE"].seat is SeatKind.CIVIL_DISORDER
    assert phase(late) == "S1902M"
    assert steps(late)[2:] == [
        "silence at S1901M: missed by FRANCE",
        "silence at S1901M: a substitute for FRANCE is called after 1 misses",
        "silence at F1901M: missed by FRANCE",
        "silence at F1901M: FRANCE in civil disorder after 2 misses",
    ]
    late.run("forgive-misses FRANCE")
    assert misses(late.session.game) == {}
    late.run(*["undo"] * 2)
    assert phase(late) == "F1901M", "the count is part of the step that processed"
    assert misses(late.session.game) == {"FRANCE": ("S1901M",)}


def test_a_second_extension_unlocks_whom_it_is_for_and_keeps_since_when_the_others_are_locked(late: Desk, clock: StandingClock) -> None:
    """Orders that England sent between the two deadlines do not come to count by the second extension."""
    late.run("process", "hold-all FRANCE", "clear-power AUSTRIA")
    clock.hours(24)
    assert "the deadline is extended for Austria-Hungary" in late.run("process")
    assert steps(late)[2:] == [
        "silence at S1901M: extended for AUSTRIA",
        "silence at S1901M: orders of AUSTRIA unlocked",
        "silence at S1901M: orders of FRANCE locked",
    ]
    mail = b"From: Ada <ada@example.org>\nDate: %s\n\n%s\n"
    evening, next_evening = b"Fri, 27 Nov 2026 21:00:00 +0000", b"Sat, 28 Nov 2026 21:00:00 +0000"
    for when, power, order, fate in (
        (evening, "ENGLAND", b"F LON - NTH", Fate.DOUBTFUL),
        (evening, "FRANCE", b"A PAR - BUR", Fate.TAKEN),
        (next_evening, "FRANCE", b"A PAR - PIC", Fate.DOUBTFUL),
        (next_evening, "AUSTRIA", b"A VIE - TRI", Fate.TAKEN),
    ):
        taken = take_in(late.session, mail % (when, order), power)
        assert [line.fate for line in taken.letters[0].lines] == [fate], (power, when)
    text = write(late.session.game)
    assert write(open_text(text.encode()).ready().game) == text


def test_those_concerned_are_told(late: Desk, clock: StandingClock) -> None:
    late.run("process")
    assert "The deadline was put off once for France, and is not put off for it again." in reminder(late.session, "FRANCE")
    mail = b"From: Ada <ada@example.org>\nDate: Fri, 27 Nov 2026 20:30:00 +0000\n\nA VIE - TRI\n"
    (asked,) = take_in(late.session, mail, "AUSTRIA").letters
    answer = reply_text(late.session, asked)
    assert "The deadline was put off for others; the orders of Austria-Hungary are locked." in answer
    assert "Too late; the game master decides about:\n  A VIE - TRI" in answer
    assert "are noted" not in answer
    assert late.session.game.audit[-1].text == "mail of AUSTRIA taken in for S1901M: 0 orders, locked"
    late.run("drop-mail 1")
    clock.hours(24)
    late.run("process")
    for template in ("plain", "judge", "zine", "chat", "html"):
        assert "France has missed this deadline; misses: 1." in late.run(f"results S1901M --template {template}"), template
    assert "put off" not in reminder(late.session, "FRANCE"), "the next phase is another deadline"
    late.run(*(f"hold-all {power}" for power in late.session.variant.powers if power != "FRANCE"))
    clock.hours(9 * 24)
    late.run("process")
    said = late.run("results F1901M --template plain")
    assert "France has missed this deadline; misses: 2.\nFrance is in civil disorder from now on.\n" in said


def test_doubtful_lines_are_asked_about_all_the_same(late: Desk, clock: StandingClock) -> None:
    late.run("process", 'order "A PAR - MOS" --power france --lying')
    clock.hours(24)
    with pytest.raises(NotReadyError):
        late.run("process")


def test_a_file_by_hand_with_a_rule_that_is_none_asks(desk: Desk) -> None:
    desk.run("silence count")
    game = open_text(write(desk.session.game).replace("silence: count", "silence: shout").encode()).ready().game
    assert silence_rule(game) is None
    assert silence_rule(desk.session.game) == SilenceRule()
