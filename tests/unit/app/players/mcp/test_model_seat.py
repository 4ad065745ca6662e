"""A model's seat without a server: what it answers when the host is quicker than the model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

pytest.importorskip("mcp")

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.players.mcp.http import _ByToken
from app.players.mcp.model_seat import ModelSeat
from app.players.programs.messages import Orders, Rejected, TurnMessage, TurnPosition, line_of, read_program_line
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from variants.shipped_variants import standard

EMPTY = TurnPosition(units={"FRANCE": ("A PAR",)}, centres={"FRANCE": ("PAR",)})


def turn(phase: str, answer: int = 1) -> TurnMessage:
    return TurnMessage(phase=phase, kind="movement", position=EMPTY, legal={"PAR": ("A PAR H", "A PAR - BUR")}, answer=answer)


class Host:
    """Answers every order at once with the messages of *answers*."""

    def __init__(self, *answers: Rejected | TurnMessage) -> None:
        self.answers = answers
        self.seat = ModelSeat(standard(), "FRANCE")

    def heard(self, line: bytes | None, size: int) -> None:
        assert size
        assert line is not None
        assert isinstance(read_program_line(line), Orders)
        for each in self.answers:
            self.seat.write(line_of(each))

    def flooded(self, size: int) -> None: ...
    def heard_error(self, line: bytes) -> None: ...
    def lost(self, cause: str) -> None: ...

    def played(self, *acts: Callable[[], str]) -> list[str]:
        """What the seat says to *acts*, one after the other, each on a thread beside the host's loop."""

        async def play() -> list[str]:
            self.seat.open(self)
            self.seat.write(line_of(turn("S1901M")))
            return [await asyncio.to_thread(act) for act in acts]

        return asyncio.run(play())


def test_a_phase_that_comes_before_submit_returns_is_news() -> None:
    host = Host(turn("F1901M"))
    said, news = host.played(lambda: host.seat.submit(["A PAR - BUR"]), lambda: host.seat.wait(0))
    assert said == "All orders are accepted."
    assert "Fall 1901" in news
    assert "Orders are due for: PAR." in news


def test_what_was_rejected_is_said_though_the_next_phase_has_come() -> None:
    host = Host(Rejected(phase="S1901M", order="A PAR - MOS", reason="too far"), turn("F1901M"))
    said, news = host.played(lambda: host.seat.submit(["A PAR - MOS"]), lambda: host.seat.wait(0))
    assert said == "Rejected:\nA PAR - MOS: too far\nThese units hold; the rest is accepted."
    assert "Fall 1901" in news


def test_orders_that_are_asked_for_again_are_due() -> None:
    host = Host(Rejected(phase="S1901M", order="A PAR - MOS", reason="too far"), turn("S1901M", 2))
    said, news = host.played(lambda: host.seat.submit(["A PAR - MOS"]), lambda: host.seat.wait(0))
    assert said.endswith("Send others for these units; the rest is accepted.")
    assert "Orders are due for: PAR." in news


def test_legal_orders_are_those_of_every_place_or_of_the_one_that_is_asked_for() -> None:
    host = Host()
    everywhere, paris, nowhere = host.played(
        host.seat.legal_orders, lambda: host.seat.legal_orders(" par "), lambda: host.seat.legal_orders("MOS")
    )
    assert [line.partition(":")[0].strip() for line in everywhere.splitlines()] == ["PAR", "A PAR H", "A PAR - BUR"]
    assert paris == everywhere
    assert nowhere == "Nothing can be ordered in MOS; orders can be given in PAR."


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        (b"Bearer token-of-france", "FRANCE"),
        (b"Bearer token-of-italy", "ITALY"),
        (b"Bearer token-of-", None),
        (b"Bearer token-of-francegermany", None),
        (b"Bearer ", None),
        (b"token-of-france", None),
        (b"Basic token-of-france", None),
        (None, None),
    ],
)
def test_a_token_opens_its_own_seat_and_without_one_nothing_is_opened(said: bytes | None, seat: str | None) -> None:
    asked: list[str] = []
    answered: list[int] = []

    def app_of(power: str) -> ASGIApp:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            asked.append(power)

        return app

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answered.append(message.get("status", 0))

    door = _ByToken({f"token-of-{power.lower()}": app_of(power) for power in ("FRANCE", "ITALY")})
    headers = [(b"host", b"127.0.0.1"), *([] if said is None else [(b"authorization", said)])]
    asyncio.run(door({"type": "http", "method": "POST", "path": "/mcp", "headers": headers}, receive, send))
    assert asked == ([] if seat is None else [seat])
    assert answered[:1] == ([401] if seat is None else [])


def test_the_map_says_where_units_go_and_what_is_asked_is_noted() -> None:
    told: list[tuple[str, str]] = []
    seat = ModelSeat(standard(), "FRANCE")
    seat.note_with(lambda kind, words: told.append((kind, words)))
    assert "  from PAR: BRE (A), BUR (A), GAS (A), PIC (A)" in seat.map_text().splitlines()
    assert seat.look() == "The game has not begun; wait."
    assert told == [("tool", "look at the board")]


@pytest.mark.parametrize("wish", ["--years 0", "--years 1001", "--http 65536"])
def test_a_game_of_models_of_no_or_too_many_years_or_at_no_port_is_refused(wish: str) -> None:
    with pytest.raises(Abort, match="Ports go up to 65535, years from 1 to 1000"):
        Desk(game=False).run(f"serve --mcp france --bots holding {wish}")
