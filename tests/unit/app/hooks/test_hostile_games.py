"""Hostile hooks in whole games: the game is played on, the log names the hook, the next good call works, and the file reads back equal."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.entries import Hook, Press
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Game
from app.hooks.asking_hooks import HookStoppedError, Log, LogEntry, leave_out
from app.hooks.host import HookHost
from app.hooks.next_phase import start_with_hooks
from app.hooks.press import send_with_hooks
from app.hooks.referee import hooked_referee
from tests.unit.app.hooks.playing import fresh, ordered, process_with_hooks, with_text
from variants.hooks.contracts import Point

NASTY = r"'\x1b[31mred\x07\x00\n# mark\n[phase S1999M]\n| bar\u2028\u202e\ufeff\x85\x7f\x0c; end'"
PHASES = 4

GOOD = Hook("good", ("press",), 'def on_press(ctx):\n    return {"allow": ctx["year"] > 1900}\n')


@dataclass(frozen=True, slots=True)
class Attack:
    """A hook's text, a part of a line of the log that must tell of it, and the line of the text that is named."""

    name: str
    text: str
    told: str
    line: int | None = None


def at(point: str, body: str) -> str:
    return f"def {point}(ctx):\n" + "".join(f"    {line}\n" for line in body.splitlines())


def phase(name: str, body: str, told: str, line: int | None = None) -> Attack:
    return Attack(name, at("on_phase", body), told, line)


MEMORY, TIME, DEEP = "more than 32 MB", "longer than 0.25 seconds", "too deeply nested"

ATTACKS = (
    # answers that would break the file or the terminal they are written to
    Attack("a nasty letter", at("on_press", f"return {{'text': {NASTY}}}"), "control character", 1),
    Attack("a nasty reason", at("on_press", f"return {{'allow': False, 'reason': {NASTY}}}"), "control character", 1),
    Attack("a nasty delay", at("on_press", "return {'delay': 1, 'text': 'a' * 1850 + '\\n[phase S1999M]\\n| {}' * 9}"), "altered"),
    Attack(
        "a nasty refusal",
        at("on_orders", f"return {{'refuse': [{{'order': each['order'], 'reason': {NASTY}}} for each in ctx['orders']]}}"),
        "control character",
        1,
    ),
    Attack(
        "a refusal of many lines",
        at("on_orders", "return {'refuse': [{'order': each['order'], 'reason': 'no\\n[game]\\nid: 0'} for each in ctx['orders']]}"),
        "refused “Army Paris moves to Burgundy” (France)",
    ),
    Attack("nasty winners", at("on_victory", f"return {{'winners': [{NASTY}]}}"), "expected a code", 1),
    Attack("a nasty victory", at("on_victory", f"return {{'winners': ['FRANCE'], 'why': {NASTY}}}"), "control character", 1),
    Attack("a victory of many lines", at("on_victory", "return {'winners': ['FRANCE'], 'why': 'x' * 9000 + '\\n[game]\\n'}"), "France won"),
    Attack("nasty orders", at("before_adjudication", f"return {{'orders': {{'FRANCE': [{NASTY}]}}}}"), "control character", 1),
    Attack("nasty reasons", at("after_adjudication", f"return {{'orders': {{}}, 'reason': {NASTY}}}"), "control character", 1),
    Attack("nasty state", at("before_adjudication", f"return {{'state': {{'a': {NASTY}}}, 'log': 'kept'}}"), "kept"),
    phase("a nasty key of the state", f"return {{'state': {{{NASTY}: 1}}}}", "control character", 1),
    phase("a nasty log", f"return {{'log': {NASTY}}}", "control character", 1),
    phase("a nasty exception", f"raise ValueError({NASTY})", "ValueError", 2),
    Attack("nasty rules", at("on_start", f"return {{'rules': {{{NASTY}: 'x'}}}}"), "control character", 1),
    Attack("rules of two lines", at("on_start", "return {'rules': {'nmr': 'hold\\n[game]'}}"), "written name=choice"),
    # names that there are not
    Attack("unknown powers", at("before_adjudication", "return {'orders': {'MORDOR': ['A XXX - YYY']}}"), "“MORDOR” is no power"),
    Attack("unknown owners", at("after_adjudication", "return {'owners': {'SER': 'MORDOR'}}"), "Serbia cannot belong to “MORDOR”"),
    Attack(
        "unknown units", at("on_start", "return {'units': [{'power': 'MORDOR', 'kind': 'Z', 'at': 'XXX', 'coast': None}]}"), "no such power"
    ),
    Attack("a phase of no calendar", at("on_start", "return {'phase': 'Q1901M'}"), "no phase such as “Q1901M”"),
    phase("edges that there are not", "return {'closed': ['XXX - YYY', 'PAR - MOS']}", "XXX"),
    # answers that are no data
    phase("a cycle", "d = {}\nd['state'] = d\nreturn d", "", 1),
    phase("a cycle of lists", "a = []\nb = [a]\na.append(b)\nreturn {'open': a}", "expected an edge", 1),
    phase("keys that are no text", "return {'state': {1: 2, None: 3, (4, 5): 6}}", "only texts are keys", 1),
    phase("not a number in the state", "return {'state': {'x': float('nan')}}", "fraction", 1),
    phase("infinity in the state", "return {'state': {'x': -float('inf')}}", "fraction", 1),
    phase("a number of 4,000 digits", "return {'state': {'x': 10**4000}}", "too large", 1),
    phase("a set", "return {'state': {'x': {1, 2}}}", "no plain data", 1),
    phase("an exception as an answer", "return {'state': {'x': ValueError()}}", "no plain data", 1),
    phase("what it was given", "ctx['powers'].clear()\nctx['args']['x'] = list(range(900))\nreturn {'state': ctx}", "at most 1900"),
    phase("state that grows", "return {'state': {'x': ctx['state'].get('x', '') + 'y' * 700}}", "at most 1900"),
    Attack("a delay without end", at("on_press", "return {'delay': 2**52}"), "by 20 phases"),
    # work without end
    phase("a generator bomb", "return {'open': list(a + b for a in 'ab' * 99999 for b in 'ab' * 99999)}", "", None),
    phase("a width in a format", "return {'why': '{:>9999999999}'.format(1)}", MEMORY, 2),
    phase("a width in an f-string", "n = 10**9\nreturn {'why': f'{1:>{n}}'}", MEMORY, 3),
    phase("a power of a giant modulus", "return {'why': str(pow(3, 10**7, 10**4000000))}", TIME),
    phase("sorting by huge keys", "return {'why': str(sorted(range(10**6), key=lambda n: 'x' * 10**6))}", MEMORY),
    phase("a text multiplied in a comparison", "return {'skip': 'a' * 10**9 == 'a' * 10**9}", MEMORY, 2),
    phase("a list multiplied in a comparison", "return {'skip': [0] * 10**8 == [0] * 10**8}", MEMORY, 2),
    phase(
        "a flood of exceptions", "while True:\n    try:\n        raise ValueError('x' * 99999)\n    except ValueError:\n        pass", TIME
    ),
    phase("an exception of ten million letters", "raise ValueError('x' * 10**7)", "ValueError: xxx", 2),
    Attack(
        "a deep traceback",
        "def down(n):\n    return 1 / 0 if n == 0 else down(n - 1)\n" + at("on_phase", "return down(90)"),
        "ZeroDivisionError",
        2,
    ),
    phase("a shift in a loop", "x = 1\nfor i in range(10**6):\n    x = x << 100000", TIME),
    phase("a text joined", "return {'why': ('x' * 10**6).join(['y'] * 10**6)}", MEMORY),
    phase("a list unpacked", "return [*range(10**9)]", MEMORY, 2),
    phase("JSON of shared lists", "import json\nx = [0]\nfor i in range(40):\n    x = [x, x]\nreturn {'why': json.dumps(x)}", ""),
    Attack("a loop outside the function", "# on: phase\nwhile True:\n    pass\n", TIME),
    # odd texts
    Attack("64 kB in one line", "def on_phase(ctx): return {'log': '" + "x" * 65_000 + "'}\n", "xxx"),
    Attack("a sum of 32,000 numbers", "def on_phase(ctx): return " + "+".join(["1"] * 32_000) + "\n", DEEP, 1),
    Attack("30,000 brackets", "def on_phase(ctx): return " + "[" * 30_000 + "]" * 30_000 + "\n", DEEP, 1),
    Attack("no function of that name", "# on: phase\nx = 1\n", "NameError"),
    Attack("a number in place of the function", "# on: phase\non_phase = 7\n", "TypeError"),
    Attack("a syntax error", "def on_phase(ctx)\n    return None\n# on: phase\n", "xpected", 1),
)


def play(game: Game, host: HookHost) -> tuple[Game, list[LogEntry]]:
    """*game* from its start through some phases with a letter in the first."""
    told: list[LogEntry] = []

    def sent(game: Game) -> tuple[Game, Log]:
        game, _, log = send_with_hooks(game, MAIN, Press("FRANCE", ("ITALY", "ENGLAND"), "ciao", ""), host)
        return game, log

    game = decided(game, told, lambda game: start_with_hooks(game, host))
    game = decided(game, told, sent)
    for _ in range(PHASES):
        if game.branch(MAIN).ending is not None:
            break
        if game.turn(game.last()).phase.kind == "M":
            game = ordered(game, FRANCE="A PAR - BUR; F BRE - MAO")
        game = decided(game, told, lambda game: process_with_hooks(game, host=host))
    return game, told


def decided(game: Game, told: list[LogEntry], deed: Callable[[Game], tuple[Game, Log]]) -> Game:
    """Return the game that *deed* makes of *game*, without the hook where it stops: the choice that a person has."""
    try:
        game, log = deed(game)
    except HookStoppedError as stopped:
        told.append(LogEntry(stopped.hook, stopped.point, stopped.phase, stopped.outcome.message, stopped.outcome))
        return decided(leave_out(game, stopped), told, deed)
    told.extend(log)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_game_goes_on_and_its_file_reads_back_equal(attack: Attack, host: HookHost, tmp_path: Path) -> None:
    canary = tmp_path / "canary.txt"
    canary.write_text("it sings")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        game, log = play(with_text(fresh(), "hostile", attack.text), host)
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert canary.read_text() == "it sings"
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["canary.txt"]
    assert len(game.line(MAIN)) == PHASES + 1 or game.branch(MAIN).ending is not None
    entry = next((each for each in log if attack.told in each.text), None)
    assert entry is not None, log[:3]
    assert entry.hook == "hostile"
    if attack.line is not None:
        assert entry.outcome is not None
        assert entry.outcome.line == attack.line
    assert host.call(GOOD, Point.PRESS, {"year": 1901}).table == {"allow": True}
    text = write(game)
    opened = open_text(text.encode())
    assert opened.faults == ()
    checked = opened.with_referee(hooked_referee(host))
    assert checked.game is not None
    assert checked.standing is FileStanding.CHECKED
    assert write(checked.game) == text
