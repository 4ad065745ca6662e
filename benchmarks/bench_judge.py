"""A day of a judge with many games: seconds a mail, seconds from a deadline to results in the outbox, and memory.

``python -m benchmarks.bench_judge [--games 200] [--mails 2000] [--burst 0]``

All games have one deadline. Half of the day's mails come before the last hour, half evenly in it, so some of them in the last seconds,
and each of these makes what was decided ahead for its game worthless. ``--burst`` adds mails of players, and ten times as many of
strangers, which all come in the very second of the deadline.
"""

from __future__ import annotations

import argparse
import itertools
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
picture = "{picture}"
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
    parser.add_argument("--burst", type=int, default=0)
    parser.add_argument("--picture", choices=("none", "png"), default="png")
    parser.add_argument("--version", action="version", version="1")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="entente-judge-") as place:
        measure(Path(place), given.games, given.mails, given.burst, given.picture)


def measure(root: Path, games: int, mails: int, burst: int, picture: str) -> None:
    """Print the figures of one day."""
    os.environ["ENTENTE_HOME"] = str(root / "own")
    from app.game.record import MAIN
    from app.judge.folder import JudgeFolder
    from app.judge.records import GameRecord, Life, SeatHolder
    from app.judge.running import PULSE, MailJudge
    from app.judge.step import JudgeStep

    (root / "judge.toml").write_text(SETTINGS.format(picture=picture), encoding="utf-8")
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
    lot, written = Random(1), itertools.count()

    def write_mail() -> None:
        number = next(written)
        record = judge.state.records[f"g{lot.randrange(games)}"]
        seat = record.seats[lot.choice(powers)]
        words = _ORDERS[seat.power] if lot.random() < 0.8 else lot.choice(("STATUS", "LIST", "WHOGAME", "SUMMARY"))
        subject = f"Re: orders [{judge.state.token_of(record.short, seat)}]"
        head = f"From: {seat.address}\nTo: judge@example.org\nMessage-ID: <m{number}@example.org>\nSubject: {subject}\n"
        judge.spool.keep(f"{head}Date: Tue, 01 Dec 2026 12:00:00 +0000\n\n{words}\n".encode())

    deadline, pulse = BEGIN + timedelta(days=1, hours=8), timedelta(seconds=PULSE)
    for _ in range(mails // 2):
        write_mail()
    began = time.perf_counter()
    judge.round()
    took = time.perf_counter() - began
    print(f"{mails // 2} mails answered in {took:.0f} s, {took / (mails // 2) * 1_000:.0f} ms each")
    now[0] = BEGIN + timedelta(days=1)
    judge.round()  # reminders
    rounds = int(timedelta(hours=1) / pulse)
    began, slowest = time.perf_counter(), 0.0
    for number in range(rounds):
        now[0] = deadline - timedelta(hours=1) + number * pulse
        for _ in range(mails * (number + 1) // (2 * rounds) - mails * number // (2 * rounds)):
            write_mail()
        if number + 1 < rounds:
            at = time.perf_counter()
            judge.round()
            slowest = max(slowest, time.perf_counter() - at)
    took = time.perf_counter() - began
    print(f"the last hour with {mails // 2} mails, phases decided ahead in it: {took:.0f} s of work, {slowest:.1f} s in a round")
    for _ in range(burst):
        write_mail()
    for number in range(burst * 10):
        head = f"From: reader{number}@example.org\nTo: judge@example.org\nMessage-ID: <r{number}@example.org>\nSubject: Re: hello\n"
        judge.spool.keep(f"{head}\nLIST\n".encode())
    waiting = len(list(judge.spool.waiting()))
    now[0] = deadline
    began, last = time.perf_counter(), [0.0]
    log = judge.log

    def noting(what: str, **told: object) -> None:
        if what == "game":
            last[0] = time.perf_counter() - began
        log(what, **told)

    judge.log = noting  # type: ignore[method-assign]
    judge.round()
    took, done = time.perf_counter() - began, 0
    for record in judge.state.records.values():
        work = judge.state.room.open(judge.state.game_file(record))
        done += str(work.game.turn(work.game.last(MAIN)).phase) == "F1901M"
        work.close()
    print(f"the deadline of all games, with {waiting} mails of its last seconds:")
    print(f"  {done} of {games} phases processed, with their results in the outbox, {last[0]:.1f} s after it")
    print(f"  all mails answered in {took:.0f} s")
    judge.round()  # reminders for the next phase
    judge.round()
    began = time.perf_counter()
    judge.round()
    print(f"a round in which nothing happens: {time.perf_counter() - began:.2f} s")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    judge.close()


if __name__ == "__main__":
    main()
