"""The seats of models over HTTP on this machine: each model reaches its own seat, by the token that it sends."""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.players.mcp.server import ModelServer


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
