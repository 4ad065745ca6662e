"""Recordings of real DAIDE clients, frame by frame, and the answers of our server to them.

The recorded server was another one. Where it did what the guide does not want, ours does not follow: SCO comes only when centres changed
hands, no NOW after SLO, and the year in which a power went out is that of its last unit and centre.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from app.players.daide.frames import FrameType, diplomacy, initial, tokens_of
from app.players.daide.language import read, show
from app.players.daide.options import TellOut
from tests.quick import few
from tests.thorough import one_in
from tests.unit.app.players.daide.recordings import Replay, all_recordings, frames_of, recording

pytestmark = pytest.mark.interop

LAST_YEARS = {
    "own-cpp7-draw": 1910,
    "own-cpp7-no-limits": 1903,
    "own-observer-late": 1902,
    "own-out-java-leaves": 1904,
    "own-press-at-level-0": 1901,
    "own-reconnect-iam": 1905,
    "own-orders-refused": 1901,
}
"""After which year the recorded server ended a game in a draw."""

ALIKE = (
    "own-cpp7-no-limits",
    "own-cpp7-solo",
    "own-cpp7-draw",
    "own-java3-cpp4-observer-solo",
    "own-java3-cpp4-solo",
    "own-observer-late",
    "own-reconnect-iam",
    "own-client-loops",
    "own-out-java-leaves",
)
"""Games in which the recorded server was not wrong on purpose."""


FRAMES = {
    "package-java3-cpp4-stall": 169,
    "own-press-at-level-0": 395,
    "own-orders-refused": 527,
    "own-observer-late": 886,
    "own-cpp7-no-limits": 1386,
    "package-cpp7": 1670,
    "own-out-java-leaves": 2171,
    "own-reconnect-iam": 2452,
    "own-cpp7-draw": 5018,
    "own-cpp7-solo": 7764,
    "own-java3-cpp4-observer-solo": 7708,
    "own-client-loops": 9177,
    "own-java3-cpp4-solo": 10_574,
}
"""Numbers of frames of each recording that are messages of the game. The long ones say the same more often: they are for a thorough run."""


def test_every_recording_is_counted() -> None:
    assert sorted(FRAMES) == all_recordings()


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(len(FRAMES), list(FRAMES), [name for name, many in FRAMES.items() if many < 3000]))
def test_every_frame_of_a_recording_becomes_words_and_the_same_bytes_again(name: str) -> None:
    counted = 0
    for line in recording(name):
        (frame,) = frames_of(line.data)
        if frame.type == FrameType.INITIAL:
            assert initial()[4:] == frame.body
        if frame.type != FrameType.DIPLOMACY:
            continue
        counted += 1
        tokens = tokens_of(frame.body)
        assert show(tokens) == line.text
        assert read(line.text) == tokens
        assert diplomacy(tokens)[4:] == frame.body
    assert counted == FRAMES[name]


@pytest.mark.parametrize("name", few(ALIKE, *(each for each in sorted(ALIKE)[:2] if each != "own-client-loops")))
def test_our_server_tells_recorded_clients_what_they_were_told(name: str) -> None:
    recorded = [line.text for line in recording(name)]
    tell = TellOut.ALL if any(text.startswith("OUT") for text in recorded) else TellOut.NOBODY
    replay = Replay(name, last_year=LAST_YEARS.get(name), change=lambda terms: replace(terms, tell_out=tell)).play()
    for conn, paper in replay.papers.items():
        told = [line.text for line in replay.lines if line.conn == conn and not line.is_client and line.type == "DM"]
        ours, theirs = _as_wanted(paper.texts()), _as_wanted(told)
        shortest = min(len(ours), len(theirs))  # a connection that was cut misses the last words of one of the two
        assert ours[:shortest] == theirs[:shortest]
        assert abs(len(ours) - len(theirs)) <= 2


def _as_wanted(texts: Iterable[str]) -> list[str]:
    """Return the messages, but for differences with a reason: see above. Who is gone at the very end came in no certain sequence."""
    found: list[str] = []
    owners, is_over = "", False
    for text in texts:
        is_over = is_over or text.startswith("SLO")
        if text == owners or text.startswith(("CCD", "OUT", "OFF")) or (is_over and text.startswith(("NOW", "TME", "REJ"))):
            continue
        owners = text if text.startswith("SCO") else owners
        found.append(re.sub(r"(\d+) \d{4} \)", r"\1 )", text) if text.startswith("SMR") else text)
    return found


@pytest.mark.parametrize("name", ["own-observer-late", "own-client-loops", "own-out-java-leaves"])
def test_a_turn_ends_at_its_deadline_without_those_who_say_nothing(name: str) -> None:
    replay = Replay(name, last_year=LAST_YEARS.get(name)).play()
    assert replay.deadlines or name == "own-observer-late", "an empty seat is not waited for; a client that is there is, until the deadline"
    assert replay.state is not None
    assert replay.state.phase.year > (1914 if name == "own-client-loops" else 1901)


def test_strict_clients_are_spared_the_word_that_a_power_is_out() -> None:
    replay = Replay("own-out-java-leaves", last_year=1904).play()
    told = {conn: "OUT ( ITA )" in paper.texts() for conn, paper in replay.papers.items()}
    assert [conn for conn, was_told in told.items() if not was_told] == [6, 7, 8], "the three Java clients"


def test_an_order_in_place_of_a_refused_one_without_its_word_is_not_understood() -> None:
    replay = Replay("own-orders-refused", last_year=1901).play()
    assert "HUH ( ERR ( RUS AMY WAR ) HLD )" in replay.papers[1].texts()
    assert "HUH ( ERR ( ITA FLT NAP ) HLD )" in replay.papers[2].texts()


def test_nobody_without_press_is_sent_press() -> None:
    replay = Replay("own-press-at-level-0", last_year=1901).play()
    assert not any(text.startswith("FRM") for paper in replay.papers.values() for text in paper.texts())


def test_orders_after_the_end_are_rejected_and_no_position_follows_a_solo() -> None:
    replay = Replay("own-java3-cpp4-observer-solo").play()
    for paper in replay.papers.values():
        after = paper.texts()[paper.texts().index("SLO ( GER )") :]
        assert not any(text.startswith("NOW") for text in after)
    assert "REJ ( SUB ( ( RUS FLT NWG ) REM ) )" in replay.papers[3].texts()


def test_a_client_that_connects_again_every_second_is_one_client() -> None:
    replay = Replay("package-java3-cpp4-stall").play()
    assert len(replay.papers) == 17
    assert sorted(seat.name for seat in replay.host.seats.values() if seat.was_taken) == sorted(
        line.text.split("'")[1] for line in replay.lines if line.text.startswith("NME")
    )


def test_who_comes_back_with_the_passcode_plays_on() -> None:
    replay = Replay("own-reconnect-iam", last_year=1905).play()
    assert "CCD ( TUR )" in replay.papers[2].texts()
    assert "NOT ( CCD ( TUR ) )" in replay.papers[2].texts()
    assert "YES ( IAM ( TUR ) ( 4959 ) )" in replay.papers[8].texts()
    assert any(text.startswith("THX ( ( TUR") for text in replay.papers[8].texts())


def test_the_page_on_daide_names_every_client_that_was_recorded() -> None:
    page = (Path(__file__).resolve().parents[5] / "docs" / "formats" / "daide.md").read_text(encoding="utf-8")
    table = page.partition("## Known bots")[2].partition("\n## ")[0]
    said = [line.text.split("'") for name in all_recordings() for line in recording(name) if line.text.startswith("NME")]
    found = {(name.rpartition(":")[2].partition("(")[0], version) for _, name, _, version, _ in said}
    assert found == {("DumbBot", "8~3"), ("RandBot", "8~3"), ("HoldBot", "8~3"), ("DumbBot", "0"), ("RandomBot", "0")}
    for name, version in found:
        assert f"`{name}(name)`" in table if version == "0" else f"`{name}`" in table
        assert f"version {version}" in table
