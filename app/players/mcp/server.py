"""A model's seat as an MCP server: tools to look, order, write and wait; resources for map, rules and history."""

from __future__ import annotations

from functools import partial

from anyio import to_thread
from mcp.server.fastmcp import FastMCP

from app.players.mcp.model_seat import ModelSeat

LONGEST_WAIT = 300.0
"""Seconds of one call; who wants to wait longer asks again."""

_INSTRUCTIONS = (
    "You play {power} in a game of Diplomacy. Each phase: wait_for_next_phase, look_at_board, read_press, write to others with send_press, "
    "then submit_orders once for all your units. Orders that are not submitted in time are holds."
)


def server_of(seat: ModelSeat) -> FastMCP[None]:
    """The tools and resources of *seat*."""
    server: FastMCP[None] = FastMCP("entente", instructions=_INSTRUCTIONS.format(power=seat.power), log_level="WARNING")

    @server.tool()
    async def look_at_board() -> str:
        """The board as you may see it: phase, results of the last phase, units and centres of all powers, what is due."""
        return await to_thread.run_sync(seat.look)

    @server.tool()
    async def legal_orders(place: str = "") -> str:
        """Every order that you can give now, with what it means. place: a province such as PAR; all places unless given."""
        return await to_thread.run_sync(seat.legal_orders, place)

    @server.tool()
    async def submit_orders(orders: list[str], reason: str = "", final: bool = True) -> str:
        """Submit the orders of all your units, such as ["A PAR - BUR", "F BRE - MAO"].

        reason: why, for the record of the game; nobody else reads it. final: false where you may send others before the phase ends.
        """
        return await to_thread.run_sync(partial(seat.submit, orders, reason, final=final))

    @server.tool()
    async def send_press(to: list[str], text: str) -> str:
        """Write a letter to powers, such as ["GERMANY"]; to all of them with an empty list."""
        return await to_thread.run_sync(seat.send, to, text)

    @server.tool()
    async def read_press() -> str:
        """The letters that came since you last read, a JSON object a line."""
        return await to_thread.run_sync(seat.read)

    @server.tool()
    async def propose_draw(agree: bool = True) -> str:
        """Say whether you would end the game in a draw among all who are left. It ends when all of them would."""
        return await to_thread.run_sync(partial(seat.propose_draw, agree=agree))

    @server.tool()
    async def wait_for_next_phase(seconds: float = 60.0) -> str:
        """Wait until orders are due, a letter came or the game is over, at most so many seconds (300 at most)."""
        return await to_thread.run_sync(seat.wait, max(0.0, min(seconds, LONGEST_WAIT)))

    @server.resource("entente://map", mime_type="text/plain")
    def map_() -> str:
        """Every province, what it is, and where units go from it."""
        return seat.map_text()

    @server.resource("entente://rules", mime_type="text/plain")
    def rules() -> str:
        """How orders are written, and the rules of this game."""
        return seat.rules_text()

    @server.resource("entente://history", mime_type="text/plain")
    def history() -> str:
        """Every phase that was played and every letter that came, as far as you may know."""
        return seat.history_text()

    return server
