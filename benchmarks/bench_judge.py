"""A day of a judge with many games: seconds a mail, seconds from a deadline to results in the outbox, and memory.

``python -m benchmarks.bench_judge [--games 200] [--mails 2000]``
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

BEGIN = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
SETTINGS = """[judge]
address = "judge@example.org"
picture = "none"
answers_an_hour = 1000
[master]
address = "mona@example.org"
"""
_ORDERS = {
    "AUSTRIA": "A VIE - TRI\nA BUD - SER\nF TRI - ALB",
    "ENGLAND": "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
    "FRANCE": "A PAR - BUR\nA MAR - SPA\nF BRE - MAO",
    "GERMANY": "A BER - KIE\nA MUN - RUH\nF KIE - DEN",
    "ITALY": "A ROM - APU\nA VEN H\nF NAP - ION",
    "RUSSIA": "A MOS - UKR\nA WAR - GAL\nF SEV - RUM\nF STP/SC - BOT",
    "TURKEY": "A CON - BUL\nA SMY - CON\nF ANK - BLA",
}


def main() -> None:
    """Make the games, write a day of mail, and let the deadlines come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--mails", type=int, default=2_000)
    parser.add_argument("--version", action="version", version="1")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="entente-judge-") as place:
        measure(Path(place), given.games, given.mails)


def measure(root: Path, games: int, mails: int) -> None:
    """Print the figures of one day."""
    os.environ["ENTENTE_HOME"] = str(root / "own")
    from app.game.record import MAIN
    from app.judge.folder import JudgeFolder
    from app.judge.records import GameRecord, Life, SeatHolder
    from app.judge.running import MailJudge
    from app.judge.step import JudgeStep

    (root / "judge.toml").write_text(SETTINGS, encoding="utf-8")
    now = [BEGIN]
    judge = MailJudge(JudgeFolder(root), clock=lambda: now[0])
    powers = tuple(_ORDERS)
    began = time.perf_counter()
    for number in range(games):
        short = f"g{number}"
        with JudgeStep(judge.state, f"make {short}") as step:
            seats = {power: SeatHolder(power, f"p{at}", f"p{number}-{at}@example.org", generation=1) for at, power in enumerate(powers)}
            record = GameRecord(short, Life.ACTIVE, f"{short}.dpn", "daily 20:00 UTC", early=False, seats=seats)
            step.put(record)
            work = judge.state.room.begin(root / "games" / record.file, "standard", f"Game {number}")
            step.works[short] = work
            work.run("silence", rule="count")
            work.run("deadline", when="2026-12-02 20:00 UTC")
            for power, seat in seats.items():
                work.run("player", power=power, name=f"{seat.name} <{seat.address}>")
            step.commit()
    print(f"{games} games made in {time.perf_counter() - began:.0f} s")
    lot = Random(1)
    for number in range(mails):
        record = judge.state.records[f"g{lot.randrange(games)}"]
        seat = record.seats[lot.choice(powers)]
        words = _ORDERS[seat.power] if lot.random() < 0.8 else lot.choice(("STATUS", "LIST", "WHOGAME", "SUMMARY"))
        subject = f"Re: orders [{judge.state.token_of(record.short, seat)}]"
        head = f"From: {seat.address}\nTo: judge@example.org\nMessage-ID: <m{number}@example.org>\nSubject: {subject}\n"
        judge.spool.keep(f"{head}Date: Tue, 01 Dec 2026 12:00:00 +0000\n\n{words}\n".encode())
    began = time.perf_counter()
    judge.round()
    took = time.perf_counter() - began
    print(f"{mails} mails answered in {took:.0f} s, {took / mails * 1_000:.0f} ms each")
    now[0] = BEGIN + timedelta(days=1, hours=8)
    began = time.perf_counter()
    judge.round()
    took = time.perf_counter() - began
    done = 0
    for record in judge.state.records.values():
        work = judge.state.room.open(judge.state.game_file(record))
        done += str(work.game.turn(work.game.last(MAIN)).phase) == "F1901M"
        work.close()
    print(f"{done} of {games} phases processed at one deadline in {took:.0f} s, the last results in the outbox by then")
    judge.round()  # reminders for the next phase
    judge.round()
    began = time.perf_counter()
    judge.round()
    print(f"a round in which nothing happens: {time.perf_counter() - began:.2f} s")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    judge.close()


if __name__ == "__main__":
    main()
