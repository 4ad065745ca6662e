"""The script that breaks lines on purpose: what it changes, and that a test notices."""

from __future__ import annotations

import ast
import gc
import json
import os
import subprocess
import sys
import weakref
from importlib import import_module
from pathlib import Path

import pytest

from scripts import mutate
from scripts.mutation.changes import Mutant, is_python, mutants_of
from scripts.mutation.equivalents import read_equivalents, reasons_of, stale
from scripts.mutation.probes import MARKS, Marks
from scripts.mutation.swapping import Functions
from scripts.mutation.trials import _with_leading
from tests.quick import one_by_one


def changed(source: str) -> set[str]:
    return {mutant.shown(source)[1] for mutant in mutants_of("a.py", source) if is_python(mutant, source)}


@one_by_one(
    ("line", "others"),
    [
        ("x = a < b", {"x = a <= b", "x = a >= b"}),
        ("x = a is not None", {"x = a is None"}),
        ("x = a and b", {"x = a or b", "x = ((a))", "x = ((b))"}),
        ("x = not a", {"x = (a)"}),
        ("x = a + 1", {"x = a - 1", "x = a + 2", "x = a + 0"}),
        ("x = True", {"x = False"}),
        ("x = min(a, b)", {"x = max(a, b)"}),
        ("x = 'word'", {"x = 'word~'"}),
        ("x = 'A sentence for a person.'", set()),
        ("a(b)", {"pass"}),
        ("x = b if a else c", {"x = b if True else c", "x = b if False else c"}),
        ("x = (a\n    and b)", {"x = (a or b)", "x = (((a)) )", "x = (((b)) )"}),
    ],
)
def test_one_thing_is_changed_at_a_time(line: str, others: set[str]) -> None:
    assert changed(line) == others


@pytest.mark.parametrize(
    "source",
    [
        "__slots__ = ('a', 'b')",
        "A, B = range(2)",
        "raise AssertionError('never')",
        "if len(known) > 64:\n    known.clear()",
        "def f(a: 'Word') -> 'Word':\n    'What it does.'",
    ],
)
def test_what_no_test_should_notice_is_left_alone(source: str) -> None:
    assert changed(source) == set()


def test_an_answer_becomes_nothing_or_the_other_truth() -> None:
    assert changed("def f() -> bool:\n    return a(b)") == {"return True", "return False"}
    assert changed("def f() -> int:\n    return a") == {"return None"}


@pytest.mark.slow
def test_every_change_of_a_real_file_is_python_on_as_many_lines() -> None:
    source = Path(mutate.ROOT / "adjudicator" / "adjudicating.py").read_text(encoding="utf-8")
    found = mutants_of("adjudicator/adjudicating.py", source)
    assert len(found) > 30
    for mutant in found:
        text = mutant.applied(source)
        ast.parse(text)
        assert text.count("\n") == source.count("\n")
        assert text != source
    assert len({mutant.id for mutant in found}) == len(found)


def test_a_change_keeps_its_name_when_lines_move() -> None:
    source = "def f(a: int) -> bool:\n    return a < 1\n"
    moved = "\n\n" + source
    assert [each.id for each in mutants_of("a.py", source)] == [each.id for each in mutants_of("a.py", moved)]


def test_the_marks_tell_which_statements_ran() -> None:
    marks = Marks()
    names: dict[str, object] = {MARKS: marks}
    exec(marks.compiled("a.py", "def f(a):\n    'Doc.'\n    if a:\n        return 1\n    return 2\n"), names)
    marks["a.py"].clear()
    names["f"](False)  # type: ignore[operator]
    assert marks["a.py"] == {3, 5}


@pytest.mark.slow
def test_a_changed_function_takes_the_place_of_the_one_that_runs(tmp_path: Path) -> None:
    source = "def f(a):\n    return [each for each in a if each < 2]\n"
    path = tmp_path / "a.py"
    names: dict[str, object] = {}
    exec(compile(source, str(path), "exec"), names)
    gc.freeze()  # as the tests do with what was collected
    (wanted,) = (each for each in mutants_of("a.py", source) if each.new.strip() == "<=")
    assert isinstance(wanted, Mutant)
    gone = weakref.proxy(wanted_object := set[int]())
    del wanted_object  # among the objects that are looked at is then a proxy of nothing
    assert Functions(tmp_path, [str(path)]).swap(wanted, str(path), source, ran=False)
    del gone
    assert names["f"]([1, 2, 3]) == [1, 2]  # type: ignore[operator]


@pytest.mark.slow
def test_caches_forget_only_where_a_broken_file_is_imported_even_through_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    kept = "import functools\n@functools.cache\ndef kept(a):\n    return a\n"
    texts = {"broken": "", "between": "from . import broken\n", "using": f"import cached_room.between\n{kept}", "apart": kept}
    (tmp_path / "cached_room").mkdir()
    for name, text in {"__init__": "", **texts}.items():
        (tmp_path / "cached_room" / f"{name}.py").write_text(text)
    using, apart = (import_module(f"cached_room.{name}") for name in ("using", "apart"))
    for each in (using, apart):
        each.kept(1)
    Functions(tmp_path, [str(tmp_path / "cached_room" / "broken.py")]).forget()
    assert [each.kept.cache_info().currsize for each in (using, apart)] == [0, 1]
    for name in [each for each in sys.modules if each.startswith("cached_room")]:
        del sys.modules[name]


def test_the_tests_beside_a_file_are_found_by_its_path() -> None:
    assert mutate.mirrored("adjudicator/adjudicating.py") == ["tests/unit/adjudicator"]
    assert mutate.mirrored("variants/compiled_json.py") == ["tests/unit/variants/test_compiled_json.py"]
    assert mutate.mirrored("nowhere/a.py") == []


def test_tests_that_compare_much_run_once_the_quickest_have() -> None:
    seconds = {"a.py::quick": 0.1, "b.py::slow": 2.0, "small.py::1": 0.2, "small.py::2": 0.2}
    assert _with_leading(list(seconds), ["small.py"], seconds, 0.5) == ["a.py::quick", "small.py::1", "small.py::2", "b.py::slow"]
    for path in mutate.leading("adjudicator/cycles.py"):
        assert (mutate.ROOT / path).is_file()
    assert mutate.leading("app/mail_in/remarks.py") == ("tests/unit/app/mail_in/test_remarks.py",)
    assert mutate.leading("app/mail_in/line_fates.py") == ()


@pytest.mark.slow
def test_every_change_listed_as_equivalent_is_a_change_of_that_file_today() -> None:
    listed = read_equivalents()
    sources = {file: (mutate.ROOT / file).read_text(encoding="utf-8") for file in {each.file for each in listed}}
    mutants = [mutant for file, source in sources.items() for mutant in mutants_of(file, source)]
    assert stale(listed, mutants, sources) == []


def test_a_change_is_left_out_only_where_a_reason_is_listed_for_it(tmp_path: Path) -> None:
    path = tmp_path / "listed.toml"
    path.write_text("[[equivalent]]\nfile = 'a.py'\nreason = 'Never equal.'\nchanges = [['x = a < b', 'x = a <= b'], ['x = c', 'x = d']]\n")
    listed, sources = read_equivalents(path), {"a.py": "x = a < b\n"}
    mutants = mutants_of("a.py", sources["a.py"])
    left_out = reasons_of(listed, mutants, sources)
    assert [left_out.get(each.id) for each in mutants] == ["Never equal.", None]
    assert [each.after for each in stale(listed, mutants, sources)] == ["x = d"]
    path.write_text("[[equivalent]]\nfile = 'a.py'\nreason = ' '\nchanges = [['x = a < b', 'x = a <= b']]\n")
    with pytest.raises(ValueError, match="no reason"):
        read_equivalents(path)


def test_everything_runs_in_a_copy_with_a_home_and_a_temporary_folder_of_its_own(tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / "scripts").mkdir(parents=True)
    (root / "known.txt").write_text("as it was", encoding="utf-8")
    (root / "scripts" / "mutate.py").write_text(
        "import json, os, sys, tempfile\n"
        "from pathlib import Path\n"
        "Path('None').mkdir()\n"
        "Path('known.txt').write_text('broken')\n"
        "(Path.home() / 'settings').write_text('broken')\n"
        "told = [os.getcwd(), str(Path.home()), tempfile.gettempdir(), *sys.argv[1:]]\n"
        f"(Path(os.environ['{mutate.COPIED_FROM}']) / 'told.json').write_text(json.dumps(told))\n"
        "sys.exit(7)\n",
        encoding="utf-8",
    )
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    assert mutate.in_copy(root, ["app", "--seed", "3"]) == 7
    *folders, first, second, third = json.loads((root / "told.json").read_text(encoding="utf-8"))
    assert [first, second, third] == ["app", "--seed", "3"]
    assert len({Path(each).parent for each in folders}) == 1
    assert not any(Path(each).exists() for each in folders), "all of it is taken away"
    assert (root / "known.txt").read_text(encoding="utf-8") == "as it was"
    assert not (root / "None").exists()


_A_RUN = """
import json, sys, time
from pathlib import Path
from scripts.mutation.changes import mutants_of
from scripts.mutation.trials import Surveying, Trying, in_fork, read_surveys, run_pytest

root = Path.cwd()
tests = ["a/test_a.py", "b/test_b.py"]
places = {each: Path(each + ".json") for each in tests}
together = bool(int(sys.argv[1]))
in_fork(lambda _: run_pytest(tests, Surveying(root, ["counted.py"], places, tests[:1], together=together), root / "survey"))
known = read_surveys(Path(each + ".json") for each in tests)
source = Path("counted.py").read_text()
mutants = mutants_of("counted.py", source)
told = []
trying = Trying(root, known, mutants, 5.0, time.monotonic() + 60, told.append, warming=tests[:1])
run_pytest(tests, trying, root / "tmp")
shown = {each.id: each.shown(source)[1] for each in mutants}
Path("told.json").write_text(json.dumps({shown[each.id]: each.outcome for each in told}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("together", [False, True])
def test_a_change_is_killed_by_a_test_that_notices_it_in_folders_with_fixtures_of_their_own(tmp_path: Path, together: bool) -> None:
    (tmp_path / "counted.py").write_text("def more(a: int) -> int:\n    b = a + 1\n    c = a < 5\n    return b\n")
    for name, line in (("a", "more(1) > 0"), ("b", "more(1) == 2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "conftest.py").write_text("")
        (tmp_path / name / f"test_{name}.py").write_text(f"from counted import more\n\ndef test_{name}():\n    assert {line}\n")
    env = os.environ | {"PYTHONPATH": f"{mutate.ROOT}{os.pathsep}{tmp_path}", "PYTEST_ADDOPTS": ""}
    subprocess.run([sys.executable, "-c", _A_RUN, str(int(together))], cwd=tmp_path, env=env, check=True, capture_output=True)
    told = json.loads((tmp_path / "told.json").read_text())
    assert {line.strip(): outcome for line, outcome in told.items()} == {
        "b = a - 1": "killed",
        "b = a + 0": "killed",
        "b = a + 2": "killed",
        "c = a <= 5": "survived",
        "c = a >= 5": "survived",
        "c = a < 6": "survived",
        "c = a < 4": "survived",
        "return None": "killed",
    }
