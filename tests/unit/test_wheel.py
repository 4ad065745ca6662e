"""The wheel: installed in an environment of its own it plays, away from the checkout."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from entente import __version__

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 600
"""Seconds after which a step hangs: ten times what installing takes on a slow network."""

HOOKED = """\
from entente import standard
step = standard().start.apply({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
print(step.report())
"""


class Installed:
    """A fresh environment with the wheel in it, and a folder to work in."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self.environment = environment
        self.programs = environment / ("Scripts" if os.name == "nt" else "bin")
        self.folder = folder

    def run(self, program: str, *arguments: str) -> str:
        """Return the output of the program; it must end well."""
        keep = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
        keep["PATH"] = os.pathsep.join((str(self.programs), keep.get("PATH", "")))
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            env={**keep, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": str(self.folder / "home")},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LONGEST,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _uv() -> str:
    found = shutil.which("uv") or str(ROOT / ".tools" / "bin" / "uv")
    if not Path(found).is_file():
        pytest.skip("uv is not here")
    return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    _call("build", "--wheel", "--quiet", "--out-dir", str(folder))
    return _environment(folder, "environment", "[window]")


@pytest.fixture(scope="module")
def library(installed: Installed) -> Installed:
    """The wheel without any extra, in an environment of its own."""
    return _environment(installed.environment.parent, "library", "")


def _environment(folder: Path, name: str, extras: str) -> Installed:
    environment, work = folder / name, folder / f"{name}-work"
    _call("venv", "--quiet", "--python", sys.executable, str(environment))
    _install(environment, extras)
    work.mkdir()
    return Installed(environment, work)


@pytest.fixture(scope="module")
def with_extras(installed: Installed) -> Installed:
    """With what the page on bots has people install besides: ``entente[rl]``, ``entente[mcp]``.

    They join the environment that there is, so the tests that ask for them come last: the others must pass without.
    """
    _install(installed.environment, "[rl,mcp]")
    return installed


def _install(environment: Path, extras: str = "") -> None:
    (wheel,) = environment.parent.glob("*.whl")
    _call("pip", "install", "--quiet", "--python", str(environment), f"{wheel}{extras}")


def _call(*arguments: str) -> None:
    done = subprocess.run([_uv(), *arguments], cwd=ROOT, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_library_alone_brings_nothing_else_and_plays(library: Installed) -> None:
    """Learning libraries and bots ask for the adjudicator; they do not get half a gigabyte of windows with it."""
    packages = library.run("python", "-c", "from importlib import metadata; print(sorted(each.name for each in metadata.distributions()))")
    assert packages == "['entente']\n"
    script = library.folder / "bot.py"
    game = ROOT / "tests" / "mails" / "unseen" / "winter1901" / "game.dpn"
    script.write_text(f"{HOOKED}import entente\nprint(step.after.phase, entente.read_game({str(game)!r}).name)\n", encoding="utf-8")
    assert library.run("python", str(script)).splitlines()[-1] == "F1901M Kestrel"
    answered = library.run("entente-engine", "--version")
    assert __version__ in answered


@pytest.mark.slow
def test_both_commands_say_the_one_version(installed: Installed) -> None:
    assert __version__ in installed.run("entente", "--version")
    assert __version__ in installed.run("entente-engine", "--version")
    assert installed.run("entente", "--help").startswith("usage: entente [GAME.dpn ...]")


@pytest.mark.slow
def test_what_the_page_on_bots_says_to_type_works(installed: Installed) -> None:
    page = (ROOT / "docs" / "guide" / "write-a-bot.md").read_text(encoding="utf-8")
    script, library, _learning = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (installed.folder / "ten.py").write_text(script, encoding="utf-8")
    (installed.folder / "mine.toml").write_text(re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    assert "Burgundy" in installed.run("python", "-c", library)
    typed = [line.strip() for line in page.splitlines() if re.fullmatch(r" {4}entente .*", line)]
    tried = 0
    for line in typed:
        words = shlex.split(line)
        if "tcp:localhost:9000" in words or "listen:9000" in words or "serve" in words:
            continue  # these need a program at the other end; test_network.py and test_models.py have them
        if words[1] == "tournament":
            words += ["--games", "1"]
        said = installed.run(*words)
        tried += 1
        assert ", 0 illegal" in said or "is written" in said or "1 of 1 games" in said, said
    assert tried == 4
    assert "0 illegal" in installed.run("entente", "play", "--france", "bot:./ten.py", "--bots", "easy", "--years", "2")


@pytest.mark.slow
def test_a_game_is_served_over_daide_and_joined(installed: Installed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    served = threading.Thread(
        target=installed.run, args=("entente", "serve", "--daide", str(port), "--bots", "holding", "--moves", "60", "--years", "1")
    )
    served.start()
    for _ in range(200):  # until it listens
        with suppress(AssertionError):
            said = installed.run("entente", "join", f"localhost:{port}", "--bot", "easy", "--into", "away.dpn")
            break
    served.join(LONGEST)
    assert "The game ended in" in said
    assert (installed.folder / "away.dpn").is_file()


@pytest.mark.slow
def test_the_conformance_corpus_passes(installed: Installed) -> None:
    assert "0 failed" in installed.run("entente", "datc")


@pytest.mark.slow
def test_the_library_is_imported_and_adjudicates(installed: Installed) -> None:
    assert "Burgundy" in installed.run("python", "-c", HOOKED)


@pytest.mark.slow
def test_a_phase_is_played_with_a_hook_and_drawn(installed: Installed) -> None:
    (installed.folder / "evening.txt").write_text(
        "new standard --attach no_convoys\norder A PAR - BUR\nprocess --missing=hold\nsave-as game.dpn\nexport map.png\n", encoding="utf-8"
    )
    installed.run("entente", "run", "evening.txt")
    assert "F1901M" in (installed.folder / "game.dpn").read_text(encoding="utf-8")
    assert (installed.folder / "map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_nothing_is_read_from_the_checkout(installed: Installed) -> None:
    told = installed.run("python", "-c", "import app, adjudicator, entente, maps, resources, variants; print(app.__path__, maps.__path__)")
    assert str(ROOT) not in told


RUN_EXAMPLES = """\
import contextlib, io, json, pathlib
names = {}
for source, expected in json.loads(pathlib.Path("examples.json").read_text(encoding="utf-8")):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, "example", "exec"), names)
    assert printed.getvalue().rstrip() == expected.rstrip(), (source, printed.getvalue(), expected)
print("all ran")
"""


@pytest.mark.slow
@pytest.mark.parametrize("document", ["library.md", "library.ipynb"])
def test_guide_and_notebook_of_the_library_run_from_the_wheel(installed: Installed, document: str) -> None:
    text = (ROOT / "docs" / "guide" / document).read_text(encoding="utf-8")
    if document.endswith(".md"):
        examples = re.findall(r"```python\n(.*?)```\n(?:```output\n(.*?)```\n)?", text, re.DOTALL)
    else:
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        examples = [("".join(cell["source"]), "".join(line for output in cell["outputs"] for line in output["text"])) for cell in cells]
    assert len(examples) >= 5
    (installed.folder / "examples.json").write_text(json.dumps(examples), encoding="utf-8")
    assert "all ran" in installed.run("python", "-c", RUN_EXAMPLES)


LEARNS = """
import numpy as np
observations, _ = env.reset(seed=1)
seat.reset(seed=1)
rng = np.random.default_rng(1)
for _ in range(60):
    if not env.agents:
        break
    actions = {agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in env.agents}
    observations, rewards, ends, stops, infos = env.step(actions)
print(len(env.possible_agents), "agents stepped")
"""

MODEL = """
import json, sys, anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

server = json.loads(open("servers.json", encoding="utf-8").read())["mcpServers"]["diplomacy"]

async def play():
    started = StdioServerParameters(command=sys.argv[1], args=server["args"])
    with anyio.fail_after(300):
        async with stdio_client(started) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            async def call(tool, **arguments):
                answer = await session.call_tool(tool, arguments)
                return "".join(getattr(each, "text", "") for each in answer.content)
            while True:
                state = await call("wait_for_next_phase", seconds=60)
                if "The game is over" in state:
                    print(state)
                    return
                if "Orders are due for" in state:
                    await call("submit_orders", phase=state.partition(".")[0], orders=[])

anyio.run(play)
"""


@pytest.mark.slow
def test_the_environments_on_the_page_on_bots_are_installed_and_step(with_extras: Installed) -> None:
    page = (ROOT / "docs" / "guide" / "write-a-bot.md").read_text(encoding="utf-8")
    learning = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[-1]
    assert "7 agents stepped" in with_extras.run("python", "-c", learning + LEARNS)


@pytest.mark.slow
def test_the_seat_of_a_model_on_the_page_on_bots_is_served_and_played_at(with_extras: Installed) -> None:
    page = (ROOT / "docs" / "guide" / "write-a-bot.md").read_text(encoding="utf-8")
    (servers,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (with_extras.folder / "servers.json").write_text(servers.replace('"10"', '"1"'), encoding="utf-8")
    said = with_extras.run("python", "-c", MODEL, str(with_extras.programs / "entente"))
    assert "The game is over" in said
    assert (with_extras.folder / "evening.dpn").is_file()
