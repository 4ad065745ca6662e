"""Language models as players: scripted MCP clients sit down over HTTP and over standard input and output, and play."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

import anyio
import httpx
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from app.game.opening import FileStanding, open_text
from app.game.variant_source import ShippedShelf
from app.players.mcp.model_seat import RULES
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk

ROOT = Path(__file__).resolve().parents[5]
pytestmark = pytest.mark.slow


async def call(session: ClientSession, tool: str, **arguments: Any) -> str:
    """What a tool answers."""
    answer = await session.call_tool(tool, arguments)
    assert not answer.isError, answer.content
    return "\n".join(getattr(each, "text", "") for each in answer.content)


async def read(session: ClientSession, name: str) -> str:
    contents = (await session.read_resource(f"entente://{name}")).contents  # type: ignore[arg-type]
    return "\n".join(getattr(each, "text", "") for each in contents)


async def plays(session: ClientSession, other: str) -> list[str]:
    """Play until it is over: write to *other* in every phase, and order the first move of each unit. Returns what was read."""
    await session.initialize()
    heard: list[str] = []
    while True:
        state = await call(session, "wait_for_next_phase", seconds=60)
        if "The game is over" in state:
            return [*heard, state]
        letters = await call(session, "read_press")
        if letters != "No new letters.":
            heard.append(letters)
        if "Orders are due for" not in state:
            continue
        phase = state.splitlines()[0]
        await call(session, "send_press", to=[other], text=f"Peace? {phase}")
        legal = await call(session, "legal_orders")
        orders = re.findall(r"^\S+:\n(?:  .*\n)*?  (\S+ \S+ (?:- \S+|[DBR] ?\S*)|WAIVE):", legal, re.MULTILINE)
        due = re.search(r"(\d+) (?:builds|removals) are due", state)
        orders = orders[: int(due[1])] if due else orders
        heard.append(await call(session, "submit_orders", orders=orders, reason="the first move there is"))


async def two_over_http(url: str, tokens: dict[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}

    async def one(power: str, other: str) -> None:
        headers = {"Authorization": f"Bearer {tokens[power]}"}
        async with (
            httpx.AsyncClient(headers=headers, timeout=120) as client,
            streamable_http_client(url, http_client=client) as (reading, writing, _),
            ClientSession(reading, writing) as session,
        ):
            found[power] = await plays(session, other)

    with anyio.fail_after(240):
        async with anyio.create_task_group() as group:
            group.start_soon(one, "FRANCE", "GERMANY")
            group.start_soon(one, "GERMANY", "FRANCE")
    return found


def test_two_models_play_three_years_over_http_with_press(tmp_path: Path) -> None:
    desk, file, record = Desk(game=False), tmp_path / "game.dpn", tmp_path / "record.jsonl"
    words = (
        f"serve --mcp france,germany --http 0 --italy easy --moves 120 --years 3 --into {file} --record {record} --logs {tmp_path / 'logs'}"
    )
    serving = threading.Thread(target=desk.run, args=(words,))
    serving.start()
    pattern = re.compile(r"(\w+) is served at (\S+), token (\S+)")
    while len(found := pattern.findall(desk.services.text)) < 2:
        assert serving.is_alive(), desk.services.text
        time.sleep(0.02)
    url, tokens = found[0][1], {power: token for power, _, token in found}
    assert url.startswith("http://127.0.0.1:")
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        assert httpx.post(url, headers=headers, json={}).status_code == 401
    heard = anyio.run(two_over_http, url, tokens)
    serving.join(60)
    assert not serving.is_alive()
    assert all("The game is over: draw" in told[-1] for told in heard.values())
    assert any('"from": "GERMANY"' in each and "Spring 1901" in each for each in heard["FRANCE"])
    assert not any("Rejected" in each for told in heard.values() for each in told)
    opened = open_text(file.read_bytes(), file.name, ShippedShelf())
    assert opened.standing is FileStanding.CHECKED
    game = opened.ready().game
    assert {turn.phase.year for turn in game.line()} == {1901, 1902, 1903, 1904}
    assert any(letter.sender == "FRANCE" and letter.receivers == ("GERMANY",) for turn in game.line() for letter in turn.press)
    events = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert {each["event"] for each in events} == {"game", "phase", "letter", "reason", "orders", "results", "end"}
    assert events[0]["seats"]["FRANCE"] == "language model"
    log = (tmp_path / "logs" / "FRANCE.log").read_text(encoding="utf-8")
    for exchange in ("tool: look at the board", "tool: legal orders", "tool: submit orders", "heard  press: to GERMANY", "sent   turn"):
        assert exchange.replace("look at the board", "wait for the next phase") in log


async def one_over_stdio(folder: Path) -> dict[str, str]:
    words = ["serve", "--mcp", "france", "--bots", "holding", "--years", "1", "--into", str(folder / "game.dpn")]
    server = StdioServerParameters(command=sys.executable, args=[str(ROOT / "main.py"), *words], cwd=folder)
    found: dict[str, str] = {}
    with anyio.fail_after(120):
        async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            found["tools"] = " ".join(tool.name for tool in (await session.list_tools()).tools)
            found["look"] = await call(session, "wait_for_next_phase", seconds=60)
            found["legal"] = await call(session, "legal_orders", place="PAR")
            found["wrong"] = await call(session, "submit_orders", orders=["A PAR - MOS", "F BRE - MAO", "A MUN H"])
            found["right"] = await call(session, "submit_orders", orders=["A PAR - BUR"])
            found["next"] = await call(session, "wait_for_next_phase", seconds=60)
            for name in ("map", "rules", "history"):
                found[name] = await read(session, name)
    return found


def test_a_model_that_starts_the_program_plays_over_standard_input_and_output(tmp_path: Path) -> None:
    found = anyio.run(one_over_stdio, tmp_path)
    assert found["tools"].split() == [
        "look_at_board", "legal_orders", "submit_orders", "send_press", "read_press", "propose_draw", "wait_for_next_phase",
    ]  # fmt: skip
    assert "You play France (FRANCE). Spring 1901, movement." in found["look"]
    assert "Orders are due for: MAR, PAR, BRE." in found["look"]
    assert "A PAR - BUR: Army Paris moves to Burgundy" in found["legal"]
    assert "A MAR" not in found["legal"].split(" S ")[0]
    assert "A PAR - MOS: " in found["wrong"]
    assert "A MUN H: " in found["wrong"]
    assert "Send others for these units; the rest is accepted." in found["wrong"]
    assert found["right"] == "All orders are accepted."
    assert "S1901M FRANCE: A PAR - BUR (ok)" in found["next"]
    assert "S1901M FRANCE: F BRE - MAO (ok)" in found["next"]
    assert "BUR Burgundy: inland" in found["map"]
    assert found["rules"].startswith(RULES)
    assert "the usual ones" in found["rules"]
    assert "F BRE - MAO (ok)" in found["history"]
    opened = open_text((tmp_path / "game.dpn").read_bytes(), "game.dpn", ShippedShelf())
    assert opened.ready().game.line()[0].orders_of("FRANCE")


def test_a_model_that_goes_before_it_says_a_word_ends_the_program_without_a_fault(tmp_path: Path) -> None:
    words = ["serve", "--mcp", "france", "--bots", "holding", "--years", "1"]
    ended = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("serve --mcp france,italy", "--http PORT serves several"),
        ("serve --mcp france --france steady", "somebody else plays it"),
        ("serve --mcp france --england listen:9000", "nobody is waited for at a port"),
        ("serve --mcp france --england person", "Nobody sits at this terminal"),
        ("serve --england steady", "is said with --mcp"),
        ("serve", "serve --mcp france"),
    ],
)
def test_what_cannot_be_served_is_refused(line: str, words: str) -> None:
    with pytest.raises(Abort, match=re.escape(words)):
        Desk(game=False).run(line)
