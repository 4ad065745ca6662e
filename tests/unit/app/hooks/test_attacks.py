"""Hostile hook text: the host is untouched by any try, the outcome names the event and its place, and the next call works."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.game.entries import Hook
from app.hooks.engine import CallOutcomeKind
from app.hooks.host import CallOutcome, HookHost
from variants.hooks.contracts import Point

CANARY = "the canary sings"


@dataclass(frozen=True, slots=True)
class Attack:
    """A fragment inside ``on_press``, and the kinds of outcome that are right."""

    name: str
    body: str
    kinds: tuple[CallOutcomeKind, ...]
    line: int | None = None
    """The line of the text that must be named, where it is certain."""


E, T, M, O = CallOutcomeKind.ERROR, CallOutcomeKind.TIME, CallOutcomeKind.MEMORY, CallOutcomeKind.OUTPUT  # noqa: E741
P, C, S, X = CallOutcomeKind.NOT_PLAIN, CallOutcomeKind.CONTRACT, CallOutcomeKind.SYNTAX, CallOutcomeKind.CRASH

ATTACKS = (
    Attack("an endless loop", "while True:\n    pass", (T,)),
    Attack("nested endless loops", "while True:\n    for i in range(10**9):\n        x = i", (T,)),
    Attack(
        "a loop that swallows every exception",
        "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass",
        (T, E),
    ),
    Attack("recursion without end", "f = lambda n: f(n + 1)\nreturn f(0)", (E,)),
    Attack("recursion that doubles", "def f(n):\n    return f(n + 1) + f(n + 1)\nreturn f(0)", (E, T)),
    Attack("a list that doubles", "x = [1]\nwhile True:\n    x = x + x", (M, T)),
    Attack("a text that doubles", "s = 'aa'\nwhile True:\n    s = s + s", (M, T)),
    Attack("a giant range made a list", "return list(range(10**12))", (M, T, E)),
    Attack("a giant comprehension", "return [i for i in range(10**9)]", (M, T)),
    Attack("a giant text", "return 'a' * 10**10", (M, E)),
    Attack("a giant text by a format", "return '%09999999999d' % 1", (M, E)),
    Attack("a giant text by replacing", "s = 'a' * 100000\nreturn s.replace('a', s)", (M, T)),
    Attack("a giant power", "return 10 ** 10 ** 8", (M, E, T, X)),
    Attack("a giant shift", "return 1 << 10**11", (M, E)),
    Attack("a factorial that goes on", "n = 2\nwhile True:\n    n = n * n", (M, T, E, X)),
    Attack("a number of four million digits", "return int('9' * 4000000)", (E, M, T)),
    Attack("a very deep list", "x = []\nfor i in range(300000):\n    x = [x]\nreturn x", (P, M, T)),
    Attack("a deep list printed", "x = []\nfor i in range(200000):\n    x = [x]\nreturn str(x)", (E, M, T, C, X)),
    Attack("a billion laughs", "x = ['ha'] * 10\nfor i in range(10):\n    x = [x] * 10\nreturn {'reason': x}", (P,)),
    Attack("wide sharing", "x = ['ha'] * 1000\nfor i in range(4):\n    x = [x] * 1000\nreturn {'reason': x}", (P,)),
    Attack("a list that holds itself", "x = []\nx.append(x)\nreturn {'reason': x}", (P, C)),
    Attack("five million values", "return {'reason': [0] * 5000000}", (P, M, T)),
    Attack("a fraction", "return {'delay': 0.5}", (P,)),
    Attack("not a number", "return {'delay': float('nan')}", (P,)),
    Attack("bytes", "return {'reason': b'x'}", (P,)),
    Attack("a function", "return {'reason': on_press}", (P, C, CallOutcomeKind.OK)),
    Attack("an instance", "class A:\n    pass\nreturn {'reason': A()}", (P, S)),
    Attack("the builtin open itself", "return {'reason': open}", (P,)),
    Attack("keys that are numbers", "return {1: True}", (P,)),
    Attack("half a character", "return {'reason': chr(0xD800)}", (P, E)),
    Attack("a field that means nothing", "return {'allow': True, 'delete': 'everything'}", (C,)),
    Attack("the wrong type", "return {'allow': 'yes'}", (C,)),
    Attack("no table at all", "return 7", (C,)),
    Attack(
        "a pattern that backtracks", "import re\nreturn {'reason': str(re.match('(a+)+$', 'a' * 40 + 'b'))}", (T, E, CallOutcomeKind.OK)
    ),
    Attack("the canary read", "return {'reason': open(CANARY).read()}", (E,), 2),
    Attack("the canary read by pathlib", "import pathlib\nreturn {'reason': pathlib.Path(CANARY).read_text()}", (E,), 3),
    Attack("the canary written", "open(CANARY, 'w').write('dead')", (E,), 2),
    Attack("the canary removed", "import os\nos.remove(CANARY)", (E,), 3),
    Attack("the folder listed", "import os\nreturn {'reason': str(os.listdir('/'))}", (E,), 3),
    Attack("the environment", "import os\nreturn {'reason': os.environ['HOME']}", (E,), 3),
    Attack("a command", "import os\nos.system('touch ' + CANARY + '.2')", (E,), 3),
    Attack("a process", "import subprocess\nsubprocess.run(['true'])", (E,), 2),
    Attack("a socket", "import socket\nsocket.create_connection(('127.0.0.1', PORT))", (E,), 2),
    Attack("a download", "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:%d/' % PORT)", (E,), 2),
    Attack("ctypes", "import ctypes\nctypes.string_at(0)", (E,), 2),
    Attack("the ladder of classes", "return {'reason': str(().__class__.__base__.__subclasses__())}", (E, S)),
    Attack("globals by format", "def f(): pass\nreturn {'reason': '{0.__globals__}'.format(f)}", (E, S)),
    Attack(
        "the frame of a traceback",
        "try:\n    1 / 0\nexcept Exception as error:\n    return {'reason': str(error.__traceback__.tb_frame)}",
        (E, S),
    ),
    Attack("eval", "return {'reason': str(eval(\"__import__('os').getcwd()\"))}", (E, S, CallOutcomeKind.OK)),
    Attack("the source of builtins", "return {'reason': str(__builtins__)}", (E,)),
    Attack("an endless print", "while True:\n    print('x' * 1000)", (O, T)),
    Attack("sleeping", "import time\ntime.sleep(3600)\ntime.sleep(3600)", (E, T, CallOutcomeKind.OK)),
    Attack("leaving the program", "import sys\nsys.exit(0)", (E,)),
    Attack("SystemExit", "raise SystemExit", (E,), 2),
    Attack("KeyboardInterrupt", "raise KeyboardInterrupt", (E,), 2),
    Attack("killing the worker", "import os, signal\nos.kill(os.getpid(), 9)", (E,)),
    Attack("a deep expression", "return " + "(" * 20000 + "1" + ")" * 20000, (S, E, X)),
    Attack("a missing colon", "if True\n    pass", (S,)),
    Attack("no such name", "return missing", (E,), 2),
    # at the limits of time, memory, depth and answers
    Attack("a sum of a giant range", "return {'delay': sum(range(10**12))}", (M, T)),
    Attack("the largest of a giant range", "return {'delay': max(range(10**12))}", (M, T)),
    Attack("a search in a giant range", "return {'allow': 0.5 in range(10**12)}", (T, CallOutcomeKind.OK)),
    Attack("a count in a giant range", "return {'delay': list(map(str, range(10**9))).count('x')}", (M, T)),
    Attack("a generator that never yields", "return {'allow': any(False for _ in range(10**12))}", (M, T)),
    Attack(
        "generators inside one another",
        "return {'allow': all(any(False for _ in range(10**9)) for _ in range(10**9))}",
        (M, T, CallOutcomeKind.OK),
    ),
    Attack("a list that grows by one", "x = []\nwhile True:\n    x.append(0)", (M, T)),
    Attack("a table that grows by one", "x = {}\nn = 0\nwhile True:\n    x[n] = n\n    n += 1", (M, T)),
    Attack("a set that grows by one", "x = set()\nn = 0\nwhile True:\n    x.add(n)\n    n += 1", (M, T)),
    Attack("a text that grows by one", "s = ''\nwhile True:\n    s += 'x'", (M, T)),
    Attack("texts of a megabyte kept", "x = []\nwhile True:\n    x.append('x' * 10**6)", (M,)),
    Attack("memory up to the limit", "x = ['x' * 10**6 for _ in range(20)]\nreturn {'delay': len(x)}", (CallOutcomeKind.OK,)),
    Attack("memory beyond the limit", "x = ['x' * 10**6 + str(i) for i in range(40)]\nreturn {'delay': len(x)}", (M,)),
    Attack("depth below the limit", "def f(n):\n    return 0 if n == 0 else f(n - 1)\nreturn {'delay': f(80)}", (CallOutcomeKind.OK,)),
    Attack("depth beyond the limit", "def f(n):\n    return 0 if n == 0 else f(n - 1)\nreturn {'delay': f(120)}", (E,)),
    Attack("two that call each other", "def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nreturn f(0)", (E,)),
    Attack(
        "recursion caught and begun anew",
        "def f():\n    try:\n        return f()\n    except RecursionError:\n        return f()\nreturn f()",
        (E, T),
    ),
    Attack("sorting by a key that calls itself", "def k(n):\n    return sorted([1], key=k)\nreturn sorted([1], key=k)", (E, T, X)),
    Attack("a power of powers", "n = 3\nfor _ in range(30):\n    n = n ** 3", (M, E, T)),
    Attack("a long division", "return {'delay': (10**300000 // 7**100000) % 2}", (T, E, M, CallOutcomeKind.OK)),
    Attack("a long number as text", "return {'reason': str(10**5000)}", (E,)),
    Attack("a number of all bits", "return {'delay': (1 << 200) - 1}", (P,)),
    Attack("the largest number that is taken", "return {'delay': 2**53}", (CallOutcomeKind.OK,)),
    Attack("a number beyond it", "return {'delay': 2**53 + 1}", (P,)),
    Attack("a list multiplied", "return {'reason': [[0] * 1000] * 10**6}", (P, M)),
    Attack("a text multiplied to the limit", "return {'reason': 'x' * 400_001}", (P,)),
    Attack("keys without number", "return {str(i): 0 for i in range(41_000)}", (P, T)),
    Attack("forty thousand short lists", "return {'reason': [[] for _ in range(40_001)]}", (P,)),
    Attack("an answer one too deep", "x = 0\nfor _ in range(14):\n    x = [x]\nreturn {'reason': x}", (P,)),
    Attack("tables one too deep", "x = 0\nfor _ in range(14):\n    x = {'a': x}\nreturn {'reason': x}", (P,)),
    Attack(
        "a pattern of many repeats",
        "import re\nreturn {'reason': str(re.match('(x{1,99}){1,99}', 'x' * 9999))}",
        (T, E, M, C, CallOutcomeKind.OK),
    ),
    Attack("a pattern without end", "import re\nwhile True:\n    re.match('(a|aa)+$', 'a' * 30 + 'b')", (T, E)),
    Attack("a pattern that replaces at each place", "import re\nreturn {'reason': re.sub('', 'y' * 10**6, 'x' * 10**6)}", (M, T, E)),
    Attack("JSON of a great text", "import json\nreturn {'reason': json.dumps('\\x00' * 10**7)}", (M, T, P)),
    Attack("JSON very deep", "import json\nreturn {'reason': json.loads('[' * 100000)}", (E, M)),
    Attack("a thousand printed lines", "for i in range(1000):\n    print('x' * 10)\nreturn None", (CallOutcomeKind.OK,)),
    Attack("one printed byte too many", "print('x' * 16384)\nreturn None", (O,)),
    Attack("loops in loops in a comprehension", "return {'delay': len([0 for a in range(9999) for b in range(9999) if False])}", (T,)),
)

GOOD = Hook("good", ("press",), 'def on_press(ctx):\n    return {"allow": ctx["year"] > 1900}\n')


@pytest.fixture(scope="module")
def host() -> Iterator[HookHost]:
    host = HookHost()
    yield host
    host.close()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def in_function(body: str) -> str:
    return "def on_press(ctx):\n" + "".join(f"    {line}\n" for line in body.splitlines())


def ask(host: HookHost, hook: Hook) -> CallOutcome:
    return host.call(hook, Point.PRESS, {"year": 1901, "message": {"from": "FRANCE", "to": "ITALY", "text": "ciao"}}, seed="7")


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_host_survives(attack: Attack, host: HookHost, listener: socket.socket, tmp_path: Path) -> None:
    canary = tmp_path / "canary.txt"
    canary.write_text(CANARY)
    port = listener.getsockname()[1]
    source = in_function(attack.body.replace("CANARY", repr(str(canary))).replace("PORT", str(port)))
    outcome = ask(host, Hook("attack", ("press",), source))
    assert outcome.kind in attack.kinds, outcome
    assert CANARY not in str(outcome)
    if not outcome.ok:
        assert outcome.message
        assert outcome.line is not None
        assert outcome.source_line == source.splitlines()[outcome.line - 1].strip()[:200]
    if attack.line is not None:
        assert outcome.line == attack.line
    assert canary.read_text() == CANARY
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["canary.txt"]
    with pytest.raises(BlockingIOError):
        listener.accept()
    assert ask(host, GOOD).table == {"allow": True}


def test_a_killed_worker_costs_one_call(host: HookHost, tmp_path: Path) -> None:
    slow = Hook("slow", ("press",), in_function("n = 2\nwhile True:\n    n = n * n"))
    assert not ask(host, slow).ok
    assert ask(host, GOOD).ok


def test_sleep_returns_at_once_and_the_clock_stands_still(host: HookHost) -> None:
    source = in_function(
        "import time, datetime\nbefore = datetime.datetime.now()\ntime.sleep(1)\nreturn {'reason': str(datetime.datetime.now() == before)}"
    )
    outcome = ask(host, Hook("clock", ("press",), source))
    assert outcome.kind in (CallOutcomeKind.OK, CallOutcomeKind.ERROR)
    assert outcome.kind is CallOutcomeKind.ERROR or outcome.table == {"reason": "True"}


def test_nothing_is_remembered_between_calls(host: HookHost) -> None:
    source = "seen = []\n" + in_function("seen.append(1)\nreturn {'delay': len(seen)}")
    hook = Hook("memory", ("press",), source)
    assert [ask(host, hook).table for _ in range(3)] == [{"delay": 1}] * 3


def test_chance_is_the_same_for_the_same_seed_only(host: HookHost) -> None:
    hook = Hook("dice", ("press",), in_function("import random\nreturn {'delay': random.randrange(10**9)}"))
    first, again = (host.call(hook, Point.PRESS, {}, seed="a").table for _ in range(2))
    assert first == again
    assert host.call(hook, Point.PRESS, {}, seed="b").table != first


def test_the_worker_sees_none_of_our_environment(host: HookHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_SECRET", "swordfish")
    source = in_function("import os\nreturn {'reason': str(os.environ.get('ENTENTE_SECRET'))}")
    outcome = ask(host, Hook("nosy", ("press",), source))
    assert "swordfish" not in str(outcome)
    assert os.environ["ENTENTE_SECRET"] == "swordfish"
