"""A model's seat as an MCP server: tools to look, order, write and wait; map, rules, history and letters as resources too.

Works with both editions of the SDK: ``mcp`` 1, whose server is called FastMCP, and ``mcp`` 2, where it is MCPServer.
"""

from __future__ import annotations

import hmac
import inspect
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Protocol

import uvicorn
from anyio import to_thread
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.players.mcp.model_seat import ModelSeat
from app.players.mcp.seat_knowledge import ModelSeatError
from entente import __version__

LONGEST_WAIT = 300.0
"""Seconds of one call; who wants to wait longer asks again."""

_INSTRUCTIONS = (
    "You play {power} in a game of Diplomacy. Each phase: wait_for_next_phase, look_at_board, read_press, write to others with send_press, "
    "then submit_orders for all your units. What you do names the phase that it is for, such as S1901M; in another phase nothing is done, "
    "and you are told. Orders that are not submitted in time are holds. Places may be written PAR or Paris."
)


class _Sessions(Protocol):
    def run(self) -> AbstractAsyncContextManager[None]: ...


class ModelServer(Protocol):
    """Interface that both editions of the SDK have of a server."""

    def tool(self, **settings: Any) -> Callable[[Any], Any]:
        """Offer a function as a tool."""
        ...

    def resource(self, uri: str, **settings: Any) -> Callable[[Any], Any]:
        """Offer a function as a resource."""
        ...

    async def run_stdio_async(self) -> None:
        """Serve one model over standard input and output."""
        ...

    def streamable_http_app(self) -> Any:
        """The application that serves over HTTP."""
        ...

    @property
    def session_manager(self) -> _Sessions:
        """Sessions that run while that application does."""
        ...


def _sdk() -> tuple[Callable[..., ModelServer], type[Exception]]:
    """The server of the edition that is installed, and what a tool raises that cannot do what was asked."""
    try:
        server, errors = import_module("mcp.server.mcpserver"), import_module("mcp.server.mcpserver.exceptions")
        return server.MCPServer, errors.ToolError
    except ImportError:
        server, errors = import_module("mcp.server.fastmcp"), import_module("mcp.server.fastmcp.exceptions")
        return server.FastMCP, errors.ToolError


def server_of(seat: ModelSeat) -> ModelServer:
    """The tools and resources of *seat*."""
    make, tool_error = _sdk()
    version: dict[str, Any] = {"version": __version__} if "version" in inspect.signature(make).parameters else {}
    server = make("entente", instructions=_INSTRUCTIONS.format(power=seat.power), log_level="WARNING", **version)
    # A second copy of each answer as an object would be read by the model, too.
    plain: dict[str, Any] = {"structured_output": False} if "structured_output" in inspect.signature(server.tool).parameters else {}
    tool = partial(server.tool, **plain)

    async def done(act: Callable[[], str]) -> str:
        """Return the answer of *act*, and the state of the seat; a fault is an error of the tool."""
        try:
            return f"{await to_thread.run_sync(act)}\n{seat.standing()}"
        except ModelSeatError as error:
            raise tool_error(f"{error}\n{seat.standing()}") from None

    @tool()
    async def look_at_board(phase: str = "") -> str:
        """The board as you may see it: phase, what happened since you were last told, units and centres of all powers, what is due, how
        many tries and how much time are left. phase: the open one unless given; of an earlier one, such as S1901M, the orders and results.
        """
        return await done(partial(seat.look, phase))

    @tool()
    async def legal_orders(phase: str = "", place: str = "") -> str:
        """Every order that you can give now. place: a province such as PAR or Paris, whose orders are said with what each means; all
        places, in short, unless given. phase: the open one.
        """
        return await done(partial(seat.legal_orders, phase, place))

    @tool()
    async def submit_orders(phase: str, orders: list[str], reason: str = "", final: bool = True) -> str:
        """Submit the orders of all your units, such as ["A PAR - BUR", "F BRE - MAO"], and learn which count and which are rejected.

        phase: for which they are, such as S1901M; in any other nothing is ordered. reason: why, for the record of the game; nobody else
        reads it. final: false where you will send others: the phase waits for them.
        """
        return await done(partial(seat.submit, phase, orders, reason, final=final))

    @tool()
    async def send_press(phase: str, to: list[str], text: str) -> str:
        """Write a letter to powers, such as ["GERMANY"]; to all of them with an empty list. phase: the open one."""
        return await done(partial(seat.send, phase, to, text))

    @tool()
    async def read_press(phase: str = "") -> str:
        """The letters that came since you last read, a JSON object a line. phase: the open one."""
        return await done(partial(seat.read, phase))

    @tool()
    async def letters(phase: str = "") -> str:
        """All letters, your own and those that came, a JSON object a line; of one phase where it is given."""
        return await done(partial(seat.letters_text, phase))

    @tool()
    async def end_talk(phase: str) -> str:
        """Say that you have said all, where a round of talk is held before orders. phase: the open one."""
        return await done(partial(seat.end_talk, phase))

    @tool()
    async def propose_draw(phase: str, agree: bool = True) -> str:
        """Say whether you would end the game in a draw among all who are left. It ends when all of them would. phase: the open one."""
        return await done(partial(seat.propose_draw, phase, agree=agree))

    @tool()
    async def wait_for_next_phase(phase: str = "", seconds: float = 60.0) -> str:
        """Wait until orders are due, a letter came or the game is over, at most so many seconds (300 at most).

        phase: the one that you know; the call returns at once where another is open.
        """
        return await done(partial(seat.wait, phase, max(0.0, min(seconds, LONGEST_WAIT))))

    @tool(name="map")
    async def map_of(phase: str = "", place: str = "") -> str:
        """Every province, what it is, and where units go from it. place: one alone, such as PAR or Paris. phase: the open one."""
        return await done(partial(seat.map_text, phase, place))

    @tool(name="rules")
    async def rules_of(phase: str = "") -> str:
        """Read how orders are written, and the rules of this game. phase: the open one."""
        return await done(partial(seat.rules_text, phase))

    @tool(name="history")
    async def history_of(phase: str = "") -> str:
        """Every phase that was played, its orders and results, as far as you may know; of one phase where it is given."""
        return await done(partial(seat.history_text, phase))

    @server.resource("entente://map", mime_type="text/plain")
    def map_() -> str:
        """Every province, what it is, and where units go from it."""
        return seat.map_text()

    @server.resource("entente://rules", mime_type="text/plain")
    def rules() -> str:
        """Read how orders are written, and the rules of this game."""
        return seat.rules_text()

    @server.resource("entente://history", mime_type="text/plain")
    def history() -> str:
        """Every phase that was played, its orders and results, as far as you may know."""
        return seat.history_text()

    @server.resource("entente://letters", mime_type="text/plain")
    def all_letters() -> str:
        """Every letter, your own and those that came, a JSON object a line."""
        return seat.letters_text()

    return server


@dataclass(frozen=True, slots=True)
class Served:
    """Address and tokens of the seats for models."""

    host: str
    port: int
    tokens: Mapping[str, str]
    """Tokens by power."""

    @property
    def url(self) -> str:
        """``http://127.0.0.1:8700/mcp``"""
        return f"http://{self.host}:{self.port}/mcp"


class _ByToken:
    """Hands each request to the seat whose token it carries."""

    def __init__(self, apps: Mapping[str, ASGIApp]) -> None:
        self._apps = apps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        given = dict(scope["headers"]).get(b"authorization", b"")
        for token, app in self._apps.items():
            if hmac.compare_digest(given, f"Bearer {token}".encode()):
                await app(scope, receive, send)
                return
        await PlainTextResponse("The token of a seat was expected: Authorization: Bearer TOKEN\n", 401)(scope, receive, send)


@asynccontextmanager
async def serving(servers: Mapping[str, ModelServer], port: int, host: str = "127.0.0.1") -> AsyncIterator[Served]:
    """Serve the seats of those powers until the block is left; port 0 takes a free one.

    Raises:
        OSError: the port is taken.
    """
    import asyncio
    import socket

    # A client that goes away while it listens is no error of ours.
    logging.getLogger("mcp.server.streamable_http").setLevel(logging.CRITICAL)
    tokens = {power: secrets.token_urlsafe(18) for power in servers}
    async with AsyncExitStack() as running:
        apps: dict[str, ASGIApp] = {}
        for power, server in servers.items():
            apps[tokens[power]] = server.streamable_http_app()
            await running.enter_async_context(server.session_manager.run())
        listening = socket.create_server((host, port))
        config = uvicorn.Config(_ByToken(apps), lifespan="off", log_level="warning", access_log=False, timeout_graceful_shutdown=1)
        uvicorn_server = uvicorn.Server(config)
        uvicorn_server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(uvicorn_server.serve(sockets=[listening]))
        try:
            yield Served(host, listening.getsockname()[1], tokens)
        finally:
            uvicorn_server.should_exit = True
            await task
            listening.close()
