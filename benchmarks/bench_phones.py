"""How long does a phone's tap take until its targets glow, and how many bytes go to whom, with 7 phones and 30 watchers?

Run: ``python -m benchmarks.bench_phones [VARIANT]``
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median


class _Page:
    """A page that counts what it is sent."""

    address, language = "127.0.0.1", "en"

    def __init__(self) -> None:
        self.bytes = 0

    def push(self, message: Mapping[str, object]) -> None:
        """Count *message*."""
        self.bytes += len(json.dumps(message, ensure_ascii=False).encode())

    def close(self) -> None:
        """Nothing to end."""


def main(variant: str = "standard") -> None:
    """Print processor time and bytes of taps, of a seal that everybody is shown, and of the board."""
    from adjudicator.legal import orderable
    from app.cli.terminal_services import CommandLineServices
    from app.hotseat.table import first_table
    from app.presentation.drawn_boards import drawn_board
    from app.session.session import Session
    from app.session.starting import begin, playable
    from app.tables.table_acts import table_here
    from app.tables.table_setup import set_table
    from app.web.board_layers import board_svg
    from app.web.desk import Desk

    session = Session(CommandLineServices())
    game, _ = begin(session, playable(session, variant), "Evening")
    session.add(session.library.new(game))
    seats = first_table(session.game)
    set_table(session, replace(seats, seats=tuple(replace(seat, by_phone=True) for seat in seats.seats)), {})
    seating = table_here(session)
    desk = Desk(session, seating, "A" * 43, addresses=("http://192.168.0.20:1901",))
    phones = {seat.power: _Page() for seat in seating.table.seats}
    for power, phone in phones.items():
        desk.welcome(phone, is_stage=False)
        desk.hear(phone, {"do": "join", "word": desk.door.word, "name": f"Person at {power}", "power": power})
    for _ in range(30):
        desk.welcome(_Page(), is_stage=True)
    power, phone = next(iter(phones.items()))
    place = orderable(seating.game.variant, seating.turn.position, power)[0].province
    has_unit = seating.turn.position.unit_at(place) is not None
    picks, sizes = [], []
    for _ in range(20):
        before, began = phone.bytes, time.process_time()
        desk.hear(phone, {"do": "touch", "p": place, "u": has_unit})
        picks.append(time.process_time() - began)
        sizes.append(phone.bytes - before)
        desk.hear(phone, {"do": "esc"})
    usual, most = median(picks) * 1000, max(picks) * 1000
    print(f"{variant}, {len(phones)} phones: tap to glow {usual:.1f} ms (most {most:.1f}), {max(sizes):,} bytes")
    before, began = phone.bytes, time.process_time()
    desk.hear(phone, {"do": "touch", "p": place, "u": has_unit})
    desk.hear(phone, {"do": "touch", "p": place, "u": has_unit})
    print(f"an order by two taps: {(time.process_time() - began) * 1000:.1f} ms, {phone.bytes - before:,} bytes")
    began = time.process_time()
    desk.hear(phone, {"do": "seal"})
    print(f"a seal, shown to {len(phones)} phones and 30 watchers: {(time.process_time() - began) * 1000:.0f} ms")
    text = board_svg(drawn_board(variant)).encode()
    print(f"the board: {len(text):,} bytes, {len(gzip.compress(text)):,} packed")


if __name__ == "__main__":
    import os

    with tempfile.TemporaryDirectory() as folder:
        os.environ["ENTENTE_HOME"] = str(Path(folder))
        main(*sys.argv[1:2])
