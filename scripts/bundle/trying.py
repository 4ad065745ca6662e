"""Tries a bundle as a person would who has no Python: ``python -m scripts.bundle.trying WHAT [--root FOLDER]``.

Each trial runs the programs of the bundle and nothing else. With ``--root`` they run inside that folder as their whole system (by
``chroot``): a bare system shows what the bundle lacks. There a folder is copied to ``/opt/entente``, an archive is unpacked in a folder
with a blank and letters of other languages in its name, and a Debian package is installed, and removed afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from entente import __version__
from scripts.bundle.package_trials import PackageError, installed

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180
"""Seconds that one call may take: ten times what it takes on a slow machine."""
STARTING = 10
"""Seconds after which a window is there; a file that is opened before would open a window of its own."""


class TrialError(Exception):
    """A trial that failed, with the program's output."""


class Bundle:
    """The programs of a bundle, started in a folder of their own.

    Args:
        programs: the folder of the bundle, as the programs see it.
        work: where files are written, as this process sees it.
        root: the system in which the programs run; ``None`` for this one.
    """

    def __init__(self, programs: Path, work: Path, root: Path | None) -> None:
        self.programs = programs
        self.work = work
        self.root = root

    def inside(self, path: Path) -> str:
        """*path* as the programs see it."""
        return str(path if self.root is None else Path("/") / path.relative_to(self.root))

    def command(self, program: str, *arguments: str) -> list[str]:
        """Return the command that starts *program*."""
        suffix = ".exe" if os.name == "nt" else ""
        words = [str(self.programs / f"{program}{suffix}"), *arguments]
        return words if self.root is None else ["chroot", str(self.root), *words]

    @property
    def environment(self) -> dict[str, str]:
        """Without anything of a Python that may be here."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "MONTY", "LD_"))}
        return {**kept, "ENTENTE_HOME": self.inside(self.work / "home"), "HOME": self.inside(self.work)}

    def run(self, program: str, *arguments: str, given: str = "") -> str:
        """Return the output of the program.

        Raises:
            TrialError: it fails, or takes too long.
        """
        try:
            done = subprocess.run(
                self.command(program, *arguments),
                input=given,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=PATIENCE,
                env=self.environment,
                cwd=self.work if self.root is None else None,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise TrialError(f"{program} {' '.join(arguments)}: no end after {PATIENCE} s") from error
        if done.returncode:
            raise TrialError(f"{program} {' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout


def plays_a_phase(bundle: Bundle) -> None:
    """A game is made, orders are written and processed, and the result is read."""
    game = bundle.inside(bundle.work / "game.dpn")
    bundle.run("entente", "new", "standard", "--output", game)
    bundle.run("entente", "order", game, "A PAR - BUR", "--power", "FRANCE")
    bundle.run("entente", "process", game, "--missing", "hold")
    _expect("Fall 1901", bundle.run("entente", "status", game))


def answers_as_engine(bundle: Bundle) -> None:
    """The adjudicator on a pipe answers."""
    answer = json.loads(bundle.run("entente-engine", "--json", given='{"orders": {"FRANCE": ["A PAR - BUR"]}}\n'))
    _expect("A BUR", json.dumps(answer["next"]))


def runs_a_hook(bundle: Bundle) -> None:
    """A phase is played under a rule that a hook makes, in the hook's own process."""
    game = bundle.inside(bundle.work / "hooked.dpn")
    bundle.run("entente", "new", "standard", "--output", game)
    bundle.run("entente", "variant", game, "restrict", "england", "turkey")
    bundle.run("entente", "process", game, "--missing", "hold")


def imports_and_compiles_a_board(bundle: Bundle) -> None:
    """A drawing with its rules is checked and drawn, which takes a process of its own."""
    folder = bundle.work / "board"
    shutil.copytree(ROOT / "resources" / "starter", folder)
    bundle.run("entente", "check-variant", bundle.inside(folder))


def writes_a_pdf(bundle: Bundle) -> None:
    """The board of a game on paper."""
    page = bundle.work / "board.pdf"
    bundle.run("entente", "export", bundle.inside(bundle.work / "game.dpn"), bundle.inside(page))
    if not page.read_bytes().startswith(b"%PDF"):
        raise TrialError("the page is no PDF")


def plays_opponents(bundle: Bundle) -> None:
    """Built-in opponents play, and a bot that is a Python file, without any Python on the system."""
    bot = bundle.inside(bundle.work / "bot.py")
    bundle.run("entente", "new-bot", bot)
    said = bundle.run("entente", "play", "--france", f"bot:{bot}", "--bots", "easy", "--years", "1")
    _expect("0 illegal, 0 late", said)
    if "ended with status" in said:
        raise TrialError(said)


def receives_a_daide_client(bundle: Bundle) -> None:
    """A program that speaks DAIDE connects and is greeted: its initial message is answered by the representation message."""
    words = ("serve", "--daide", "0", "--clients", "1", "--years", "1")
    server = subprocess.Popen(
        bundle.command("entente", *words), env=bundle.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        port = re.search(r":(\d+)", said)
        if port is None:
            raise TrialError(f"no port was said: {said!r}")
        with socket.create_connection(("127.0.0.1", int(port[1])), PATIENCE) as client:
            client.settimeout(PATIENCE)
            client.sendall(struct.pack(">BBHHH", _INITIAL, 0, 4, _VERSION, _MAGIC))
            answer = client.recv(4)
        if answer[:1] != bytes([_REPRESENTATION]):
            raise TrialError(f"the answer to the initial message was {answer!r}")
    finally:
        server.terminate()
        server.wait(30)


_INITIAL, _REPRESENTATION, _VERSION, _MAGIC = 0, 1, 1, 0xDA10
"""Numbers of the DAIDE client server protocol."""


def shows_its_window(bundle: Bundle) -> None:
    """The window opens and stays; a game that is opened afterwards goes into it."""
    game = bundle.inside(bundle.work / "game.dpn")
    window = subprocess.Popen(bundle.command("entente"), env=bundle.environment, stderr=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if window.poll() is not None:
                raise TrialError(f"the window closed: {window.stderr.read() if window.stderr else ''}")
            time.sleep(STARTING)
            if _is_taken(bundle, game):
                return
        raise TrialError("no window took a game that was opened")
    finally:
        window.terminate()
        window.wait(30)


def _is_taken(bundle: Bundle, game: str) -> bool:
    """Return True if a second start gives *game* to the window and ends."""
    second = subprocess.Popen(bundle.command("entente", game), env=bundle.environment, stderr=subprocess.DEVNULL)
    try:
        return second.wait(20) == 0
    except subprocess.TimeoutExpired:
        second.kill()
        second.wait()
        return False


def _expect(words: str, said: str) -> None:
    if words not in said:
        raise TrialError(f"{words!r} was expected in:\n{said}")


TRIALS: tuple[Callable[[Bundle], None], ...] = (
    plays_a_phase,
    answers_as_engine,
    runs_a_hook,
    imports_and_compiles_a_board,
    writes_a_pdf,
    plays_opponents,
    receives_a_daide_client,
    shows_its_window,
)


def main() -> int:
    """Try everything; returns the exit code."""
    reader = argparse.ArgumentParser(prog="python -m scripts.bundle.trying", description=__doc__)
    reader.add_argument("--version", action="version", version=f"Entente {__version__}")
    reader.add_argument("what", type=Path, help="the bundle: its folder, its archive, or the Debian package (with --root)")
    reader.add_argument("--root", type=Path, help="a whole system, in which it is put and run")
    chosen = reader.parse_args()
    what: Path = chosen.what.resolve()
    root: Path | None = chosen.root.resolve() if chosen.root else None
    if what.suffix == ".deb" and root is None:
        reader.error("a package is tried in another system: --root FOLDER")
    try:
        with _at_hand(what, root) as programs:
            return _try_all(programs, root)
    except PackageError as error:
        print(f"FAILED {what.name}: {error}", flush=True)
        return 1


@contextmanager
def _at_hand(what: Path, root: Path | None) -> Iterator[Path]:
    """The folder of the programs of *what*, as they see it."""
    if what.suffix == ".deb" and root is not None:
        with installed(what, root) as programs:
            yield programs
        return
    with tempfile.TemporaryDirectory(prefix="ein Ordner für Spiele ", dir=root / "opt" if root else None) as name:
        folder = what
        if what.is_file():
            shutil.unpack_archive(what, name)
            (folder,) = Path(name).iterdir()
        elif root is not None:
            folder = root / "opt" / "entente"
            shutil.copytree(what, folder, symlinks=True, dirs_exist_ok=True)
        yield folder if root is None else Path("/") / folder.relative_to(root)


def _try_all(folder: Path, root: Path | None) -> int:
    failed = 0
    with tempfile.TemporaryDirectory(dir=root / "tmp" if root else None) as name:
        bundle = Bundle(folder, Path(name), root)
        for trial in TRIALS:
            began = time.monotonic()
            try:
                trial(bundle)
            except TrialError as error:
                failed += 1
                print(f"FAILED {trial.__name__}: {error}", flush=True)
            else:
                print(f"ok {trial.__name__} {time.monotonic() - began:.1f} s", flush=True)
    print(f"{len(TRIALS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
