"""Environment of every test: no screen, and folders of its own for settings and data."""

from __future__ import annotations

import gc
import os
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.quick import examples

if TYPE_CHECKING:
    from _typeshed import HasFileno

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["ENTENTE_LANGUAGE"] = "en"  # whatever the machine speaks; tests of other languages say so

# How long an example takes on a busy machine says nothing of the program.
settings.register_profile("any machine", deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

_NUMBERS = count()
_OWN = pytest.StashKey[Path]()
_HOMES: list[Path] = []
"""The folder of the folders of all tests, once the first has begun."""
_GROWN = 100_000
"""Objects that outlived a few tests, after which garbage is looked for among them. What is left then is in use, and not looked at again."""

gc.disable()  # before the tests are imported: what comes in there stays to the end. Afterwards between tests, see below


def _reaches_the_disk(fd: int | HasFileno) -> None:
    """No test pulls the plug, and thousands of files would wait for the disk; a test that counts the calls puts its own here."""


os.fsync = _reaches_the_disk


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep the collected tests to the end, so that the collector of garbage need not look through them again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Garbage is collected between tests, on this thread: a window's timer that is destroyed on the thread of a hook ends the process.

    When and how much, Python's own rule says. What outlived all that came before, boards above all, is not looked through again.
    """
    young, middle, old = (count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True))
    if middle and old and len(gc.get_objects(generation=2)) > _GROWN:
        gc.collect()
        gc.freeze()
    elif middle or young:
        gc.collect(int(middle))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """No test reads or writes the settings, journals or recent games of the person who runs it.

    A folder is made by who writes there first, since few tests do. A fixture that every test needs would cost more than most tests.
    """
    if not _HOMES:
        _HOMES.append(item.config._tmp_path_factory.mktemp("homes"))  # type: ignore[attr-defined]
    item.stash[_OWN] = own = _HOMES[0] / str(next(_NUMBERS))
    os.environ["ENTENTE_HOME"] = str(own)


@pytest.fixture
def own_folders(request: pytest.FixtureRequest) -> Path:
    """Return the folder of the settings and data of this test."""
    own: Path = request.node.stash[_OWN]
    return own


@pytest.fixture
def quick_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that take no time: how long scrypt takes is the business of the tests of locks alone."""
    from app.game.entries import KeyWork  # most tests need neither
    from app.hotseat import locks

    monkeypatch.setattr(locks, "KeyWork", lambda: KeyWork(2, 1, 1))
