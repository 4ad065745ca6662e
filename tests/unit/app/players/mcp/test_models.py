"""Language models as players: scripted MCP clients sit down over HTTP and over standard input and output, and play."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from functools import partial
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
from app.players.mcp.seat_knowledge import RULES
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk

ROOT = Path(__file__).resolve().parents[5]
pytestmark = pytest.mark.slow


def without_standing(text: str) -> str:
    """An answer without its last line, which says of each how the seat stands."""
    said, _, standing = text.rpartition("\n")
    assert re.fullmatch(
        r"[SFW]\d{4}[MRA] is open\. \d of 3 tries are left\. \d+ s are left\.|No phase is open yet\.|The game is over: .*", standing
    )
    return said


async def call(session: ClientSession, tool: str, **arguments: Any) -> str:
    """Return the answer of a tool."""
    answer = await session.call_tool(tool, arguments)
    assert not answer.isError, answer.content
    return without_standing("\n".join(getattr(each, "text", "") for each in answer.content))


async def read(session: ClientSession, name: str) -> str:
    contents = (await session.read_resource(f"entente://{name}")).contents  # type: ignore[arg-type]
    return "\n".join(getattr(each, "text", "") for each in contents)


async def refused(session: ClientSession, tool: str, **arguments: Any) -> str:
    """Return the answer of a tool that refuses a request: an error."""
    answer = await session.call_tool(tool, arguments)
    assert answer.isError, answer.content
    return "\n".join(getattr(each, "text", "") for each in answer.content)


def first_orders(legal: str, due: int | None) -> list[str]:
    """The first move of each unit, of the folded list."""
    found = []
    for line in legal.splitlines()[2:]:
        unit, _, rest = line.partition(": ")
        part = next((each for each in rest.split(" | ") if each[:2] in {"- ", "R "}), rest.split(" | ")[0])
        found.append(f"{unit} {' '.join(part.split()[:2])}".strip())
    return found[:due]


async def plays(session: ClientSession, other: str, *, talks: bool = False) -> list[str]:
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
        phase = state.partition(".")[0]
        heard.append(await call(session, "send_press", phase=phase, to=[other], text=f"Peace? {phase}"))
        if talks and "A round of talk is held first" in state:
            assert "The round of talk lasts" in await refused(session, "submit_orders", phase=phase, orders=[])
            await call(session, "end_talk", phase=phase)
            while "A round of talk is held first" in state:
                await call(session, "read_press")
                state = await call(session, "wait_for_next_phase", seconds=60)
            if not state.startswith(f"{phase}."):
                continue
        legal = await call(session, "legal_orders", phase=phase)
        due = re.search(r"(\d+) (?:builds|removals) are due", state)
        orders = first_orders(legal, int(due[1]) if due else None)
        heard.append(await call(session, "submit_orders", phase=phase, orders=orders, reason="the first move there is"))


async def two_over_http(url: str, tokens: dict[str, str], *, talks: bool = False) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}

    async def one(power: str, other: str) -> None:
        headers = {"Authorization": f"Bearer {tokens[power]}"}
        async with (
            httpx.AsyncClient(headers=headers, timeout=120) as client,
            streamable_http_client(url, http_client=client) as (reading, writing, _),
            ClientSession(reading, writing) as session,
        ):
            found[power] = await plays(session, other, talks=talks)

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
    assert any('"from": "GERMANY"' in each and "S1901M" in each for each in heard["FRANCE"])
    assert any(each == "S1901M: GERMANY has it." for each in heard["FRANCE"])
    assert any("Ordered in S1901M:\n  A MAR - " in each for each in heard["FRANCE"])
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


def test_models_talk_before_they_order_where_the_game_says_so(tmp_path: Path) -> None:
    desk, file = Desk(game=False), tmp_path / "game.dpn"
    serving = threading.Thread(
        target=desk.run, args=(f"serve --mcp france,germany --http 0 --talk 60 --moves 120 --years 1 --into {file}",)
    )
    serving.start()
    pattern = re.compile(r"(\w+) is served at (\S+), token (\S+)")
    while len(found := pattern.findall(desk.services.text)) < 2:
        assert serving.is_alive(), desk.services.text
        time.sleep(0.02)
    heard = anyio.run(partial(two_over_http, found[0][1], {power: token for power, _, token in found}, talks=True))
    serving.join(60)
    assert all("The game is over: draw" in told[-1] for told in heard.values())
    game = open_text(file.read_bytes(), file.name, ShippedShelf()).ready().game
    assert {letter.sender for letter in game.line()[0].press} == {"FRANCE", "GERMANY"}


async def one_over_stdio(folder: Path) -> dict[str, str]:
    words = ["serve", "--mcp", "france", "--bots", "holding", "--years", "1", "--into", str(folder / "game.dpn")]
    server = StdioServerParameters(command=sys.executable, args=[str(ROOT / "main.py"), *words], cwd=folder)
    found: dict[str, str] = {}
    with anyio.fail_after(120):
        async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            found["tools"] = " ".join(tool.name for tool in (await session.list_tools()).tools)
            found["look"] = await call(session, "wait_for_next_phase", seconds=60)
            found["legal"] = await call(session, "legal_orders", place="Paris")
            found["wrong"] = await refused(session, "submit_orders", phase="S1901M", orders=["A PAR - MOS", "F BRE - MAO", "A MUN H"])
            found["right"] = await call(session, "submit_orders", phase="S1901M", orders=["A PAR - BUR"])
            found["next"] = await call(session, "wait_for_next_phase", phase="S1901M", seconds=60)
            found["late"] = await refused(session, "submit_orders", phase="S1901M", orders=["A MAR H"])
            for name in ("map", "rules", "history", "letters"):
                found[name] = await read(session, name)
                assert found[name] == await call(session, name)
    return found


def test_a_model_that_starts_the_program_plays_over_standard_input_and_output(tmp_path: Path) -> None:
    found = anyio.run(one_over_stdio, tmp_path)
    assert found["tools"].split() == [
        "look_at_board", "legal_orders", "submit_orders", "send_press", "read_press", "letters", "end_talk", "propose_draw",
        "wait_for_next_phase", "map", "rules", "history",
    ]  # fmt: skip
    assert "You play France (FRANCE). Spring 1901, movement." in found["look"]
    assert "Orders are due for: MAR, PAR, BRE." in found["look"]
    assert "A PAR - BUR: Army Paris moves to Burgundy" in found["legal"]
    assert "A PAR - MOS: " in found["wrong"]
    assert "A MUN H: " in found["wrong"]
    assert "Send others for what was rejected; you are waited for." in found["wrong"]
    assert "  A PAR - BUR: Army Paris moves to Burgundy" in found["right"]
    assert "  F BRE - MAO: Fleet Brest moves" in found["right"]
    assert "S1901M is not open: F1901M is open now. Nothing was done." in found["late"]
    assert "S1901M FRANCE: A PAR - BUR (ok)" in found["next"]
    assert "S1901M FRANCE: F BRE - MAO (ok)" in found["next"]
    assert "BUR Burgundy: inland" in found["map"]
    assert found["rules"].startswith(RULES)
    assert "the usual ones" in found["rules"]
    assert "F BRE - MAO (ok)" in found["history"]
    opened = open_text((tmp_path / "game.dpn").read_bytes(), "game.dpn", ShippedShelf())
    assert opened.ready().game.line()[0].orders_of("FRANCE")


class RawClient:
    """A client that speaks JSON-RPC over standard input and output without the SDK, as any host of models may: it shows what is sent."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        words = ["serve", "--mcp", "france", "--bots", "holding", "--years", "1"]
        self._process = subprocess.Popen(
            [python, str(ROOT / "main.py"), *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._number = 0

    def __enter__(self) -> RawClient:
        self.ask("initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo={"name": "raw", "version": "1"})
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=60)

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a request."""
        self._number += 1
        self._write({"jsonrpc": "2.0", "id": self._number, "method": method, "params": parameters})
        assert self._process.stdout is not None
        while True:
            message = json.loads(self._process.stdout.readline())
            if message.get("id") == self._number:
                found: dict[str, Any] = message["result"]
                return found

    def tool(self, name: str, **arguments: Any) -> tuple[bool, str]:
        """Return True if a tool's answer is an error, and its text."""
        answer = self.ask("tools/call", name=name, arguments=arguments)
        return answer.get("isError", False), "\n".join(each["text"] for each in answer["content"])


EDITIONS = [sys.executable, *filter(None, os.environ.get("ENTENTE_MCP_PYTHONS", "").split(os.pathsep))]
"""Interpreters with editions of the SDK: our own, and those of an environment variable, as ``docs/decisions/0175-*`` says."""


@pytest.mark.parametrize("python", EDITIONS)
def test_what_is_sent_is_the_same_with_every_edition_of_the_sdk(python: str, tmp_path: Path) -> None:
    with RawClient(tmp_path, python) as client:
        tools = {each["name"]: each for each in client.ask("tools/list")["tools"]}
        assert all("phase" in each["inputSchema"]["properties"] for each in tools.values()), "every tool takes a phase"
        assert {name for name, each in tools.items() if "phase" in each["inputSchema"].get("required", ())} == {
            "submit_orders", "send_press", "end_talk", "propose_draw",
        }, "what acts has to name it"  # fmt: skip
        assert {str(each["uri"]) for each in client.ask("resources/list")["resources"]} == {
            f"entente://{name}" for name in ("map", "rules", "history", "letters")
        }
        is_error, look = client.tool("wait_for_next_phase", seconds=60)
        assert (is_error, look.partition(".")[0]) == (False, "S1901M")
        is_error, wrong = client.tool("submit_orders", phase="F1901M", orders=["A PAR - BUR"])
        assert is_error
        assert "F1901M is not open: S1901M is open now. Nothing was done." in wrong
        is_error, right = client.tool("submit_orders", phase="S1901M", orders=["Army Paris to Burgundy"])
        assert not is_error
        assert "  A PAR - BUR: Army Paris moves to Burgundy" in right.splitlines()
        answer = client.ask("tools/call", name="rules", arguments={})
        assert "structuredContent" not in answer, "everything is said once"
        assert client.ask("resources/read", uri="entente://rules")["contents"][0]["text"] == without_standing(answer["content"][0]["text"])


def over_http(url: str, token: str, message: dict[str, Any], session: str = "") -> tuple[httpx.Response, dict[str, Any]]:
    """Return the answer to a request over HTTP, without the SDK."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
    if session:
        headers["Mcp-Session-Id"] = session
    answer = httpx.post(url, headers=headers, json={"jsonrpc": "2.0", **message}, timeout=60, follow_redirects=True)
    answer.raise_for_status()
    data = next((line.removeprefix("data:") for line in answer.text.splitlines() if line.startswith("data:") and "jsonrpc" in line), "{}")
    return answer, json.loads(data)


@pytest.mark.parametrize("python", EDITIONS)
def test_seats_over_http_are_served_with_every_edition_of_the_sdk(python: str, tmp_path: Path) -> None:
    words = ["serve", "--mcp", "france,germany", "--http", "0", "--bots", "holding", "--years", "1"]
    with subprocess.Popen([python, str(ROOT / "main.py"), *words], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"FRANCE is served at (\S+), token (\S+)", process.stdout.readline())
            assert found is not None
            url, token = found.groups()
            assert httpx.post(url, json={}).status_code == 401
            begin = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
            answer, said = over_http(url, token, {"id": 1, "method": "initialize", "params": begin})
            assert said["result"]["serverInfo"]["name"] == "entente"
            session = answer.headers["mcp-session-id"]
            over_http(url, token, {"method": "notifications/initialized"}, session)
            call = {"name": "map", "arguments": {"place": "Paris"}}
            _, said = over_http(url, token, {"id": 2, "method": "tools/call", "params": call}, session)
            assert said["result"]["content"][0]["text"].startswith("PAR Paris: inland, supply centre")
        finally:
            process.kill()


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
        ("serve --mcp france --talk 3601", "A round of talk lasts 0 to 3600 seconds"),
        ("serve --daide 0 --talk 5", "--talk goes with --mcp"),
        ("serve", "serve --mcp france"),
    ],
)
def test_what_cannot_be_served_is_refused(line: str, words: str) -> None:
    with pytest.raises(Abort, match=re.escape(words)):
        Desk(game=False).run(line)
