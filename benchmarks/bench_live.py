"""How long does it take from the moment a drawing was saved again to its shapes, to a board one can play on, to its names, to its faults?

    python -m benchmarks.bench_live [PROVINCES | PROVINCES:STEP ...]

A border has a point each STEP, 0.9 where none is said: 350 provinces are 3.0 MB then, and 2.5 MB with 1.1.

Then the same drawing without codes, names and terrains, beside which there is no variant: to its shapes with the codes they would get, and
to all that it would be, which the window works out itself; what comes after that is as above.

As the bench does it: by the process that stays, which made an earlier state of the same drawing. Beside the time of the clock stands the
processor's time of that process, which says what a quiet machine would need. The window waits a quarter of a second longer: for the editor
to come to an end with its file. Boards in the cache are read without that process.
"""

from __future__ import annotations

import contextlib
import re
import statistics
import sys
import threading
import time
from functools import partial
from pathlib import Path

import psutil

from app.board_editor.reading import put_on_bench
from app.library.board_making import BoardMaker, Made
from benchmarks.bench_compile_board import large_drawing, rules_of, seconds
from variants.catalogue import shipped_source
from variants.compiled import Stage
from variants.compiled_json import read_board, write_board
from variants.compiling import ReviewTask

TIMES = 3


def worked() -> float:
    """Seconds of processor that our child processes have taken."""
    return sum(sum(each.cpu_times()[:2]) for each in psutil.Process().children())


def memory() -> str:
    """Megabytes that each of our child processes takes, and where the system says so, the most that it took."""
    said = []
    for child in psutil.Process().children():
        said.append(f"{child.memory_info().rss / 1e6:.0f} MB")
        with contextlib.suppress(OSError, StopIteration):
            lines = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii").splitlines()
            most = next(line for line in lines if line.startswith("VmHWM:"))
            said.append(f"{int(most.split()[1]) * 1024 / 1e6:.0f} MB at most")
    return ", ".join(said)


def saved(maker: BoardMaker, svg: bytes, times: dict[str, list[float]]) -> Made:
    """Make *svg* into a board, and note seconds of clock and processor for each stage."""
    found: list[Made] = []
    done = threading.Event()
    start, before = time.perf_counter(), worked()

    def heard(made: Made) -> None:
        name = "faults" if made.review is not None else made.stage.name.lower()
        times.setdefault(name, []).append(time.perf_counter() - start)
        times.setdefault(f"{name}, processor", []).append(worked() - before)
        if made.board is not None:
            found.append(made)
        if made.review is not None or (made.stage is Stage.WHOLE and made.review is None):
            done.set()

    maker.want(str(start), svg, rules_of(svg), "board.svg", heard)
    done.wait()
    done.clear()

    def reviewed(made: Made) -> None:
        if made.review is not None:
            heard(made)

    maker.review(str(start), ReviewTask("board.svg", {"board.svg": svg}, {}), reviewed)
    done.wait()
    return found[-1]


def edited(svg: bytes, number: int) -> bytes:
    """The drawing with one of its provinces moved by some units."""
    path = re.findall(rb"<path [^>]*/>", svg)[number]
    return svg.replace(path, path.replace(b"<path ", b'<path transform="translate(%d 12)" ' % (20 + number)))


def bare(svg: bytes) -> bytes:
    """A drawing of :func:`large_drawing` without any marks but its colours."""
    fills = {"land": "#e0d0a0", "coast": "#d0c080", "sea": "#a0c0e0"}
    text = re.sub(r'id="p\d+" data-type="(\w+)" data-name="[^"]*"', lambda found: f'fill="{fills[found[1]]}"', svg.decode())
    return text.replace('<g id="provinces">', "<g>").encode()


def report_bare(svg: bytes) -> None:
    """Measure and print how long a drawing without a variant takes."""
    times: dict[str, list[float]] = {}

    def note(name: str, start: float, before: float) -> None:
        times.setdefault(name, []).append(time.perf_counter() - start)
        times.setdefault(f"{name}, processor", []).append(time.process_time() - before)

    for _ in range(TIMES):
        start, before = time.perf_counter(), time.process_time()
        put_on_bench({"board.svg": svg}, "board", shipped_source, sketched=lambda _: note("shapes", start, before))  # noqa: B023
        note("proposals", start, before)
    for name in ("shapes", "proposals"):
        clock, processor = statistics.median(times[name]), statistics.median(times[f"{name}, processor"])
        print(f"  bare: {name:10} {clock:6.2f} s, {processor:6.2f} s of processor")


def main() -> None:
    """Measure and print."""
    for each in sys.argv[1:] or ["12", "350:1.1", "350"]:
        provinces, _, step = each.partition(":")
        maker = BoardMaker()
        svg = large_drawing(int(provinces), float(step or 0.9))
        saved(maker, svg, {})
        times: dict[str, list[float]] = {}
        for number in range(TIMES):
            made = saved(maker, edited(svg, number), times)
        print(f"{provinces} provinces, {len(svg) / 1e6:.1f} MB")
        for name in ("sketch", "playable", "whole", "faults"):
            clock, processor = statistics.median(times[name]), statistics.median(times[f"{name}, processor"])
            print(f"  {name:10} {clock:6.2f} s, {processor:6.2f} s of processor")
        print(f"  the process  {memory()}")
        assert made.board is not None
        text = write_board(made.board)
        print(f"  from the cache {seconds(partial(read_board, text), 5):6.2f} s")
        maker.give_up_all()
        report_bare(bare(svg))


if __name__ == "__main__":
    main()
