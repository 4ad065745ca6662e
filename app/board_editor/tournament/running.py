"""Plays the games of a tournament that are not kept yet, on all cores of this machine or on those of a cluster.

A process that plays games ends with the one that started it, however that ended, and takes the programs along that it has started.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import psutil

from adjudicator.variant import Variant as Rules
from app.board_editor.tournament.game import GameResult, Task, play_game
from app.board_editor.tournament.plan import TournamentPlan
from app.session.hook_changes import Attach
from languages import system_words, tr


class NoClusterError(RuntimeError):
    """Error where something that a cluster needs is not installed, or no cluster answers."""


def cores() -> int:
    """Return the number of games that are played at a time on this machine."""
    with contextlib.suppress(AttributeError, OSError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    plan: TournamentPlan,
    rules: Rules,
    checksum: str,
    done: set[int],
    *,
    hooks: tuple[Attach, ...] = (),
    jobs: int | None = None,
    cluster: str | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[GameResult, str]]:
    """The games that are not *done*, as they end; which is another sequence every time, while each game stays the same.

    Args:
        hooks: those that run in every game.
        jobs: how many at a time on this machine; as many as it has cores unless given.
        cluster: the address of a Dask scheduler, whose workers play in place of this machine.
        is_stopped: games that have not begun are not played once it says yes.

    Raises:
        NoClusterError: no cluster answers there, or the extra ``cluster`` is not installed.
    """
    variant = pickle.dumps(rules)

    def tasks() -> Iterator[Task]:
        for number in range(plan.games):
            if is_stopped():
                return
            if number not in done:
                yield Task(plan, number, variant, checksum, hooks)

    if cluster is not None:
        yield from _on_cluster(cluster, tasks())
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # where /dev/shm cannot be written there are no locks: one game after the other then
        from joblib import Parallel, delayed
    count = jobs or cores()
    # One game a batch: a batch is handed back whole, and a game that was played is to be kept at once.
    parallel = Parallel(n_jobs=count, return_as="generator_unordered", pre_dispatch=2 * count, batch_size=1)
    found = parallel(delayed(_play)(task, os.getpid()) for task in tasks())
    try:
        yield from found
    finally:
        with contextlib.suppress(Exception):
            found.close()


def _on_cluster(address: str, tasks: Iterator[Task]) -> Iterator[tuple[GameResult, str]]:
    """The games of *tasks* as they end, two for each core of the cluster at a time."""
    with _client(address) as client:
        from distributed import as_completed

        running: Any = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
        for task in islice(tasks, 2 * max(1, sum(client.ncores().values()))):
            running.add(client.submit(_play, task, None, pure=False))
        for future in running:
            yield future.result()
            for task in islice(tasks, 1):
                running.add(client.submit(_play, task, None, pure=False))


def _play(task: Task, parent: int | None) -> tuple[GameResult, str]:
    if parent is not None:
        end_with(parent)
    return play_game(task)


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError as error:
        raise NoClusterError(tr("A cluster needs: pip install 'entente[cluster]'")) from error
    try:
        client: Any = Client(address, timeout="10s", set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise NoClusterError(tr("Nobody answers at {address}: {error}", address=address, error=system_words(error))) from error
    try:
        yield client
    finally:
        client.close()


_LOOKS = 1.0
"""Seconds between two looks."""


@cache
def end_with(parent: int) -> None:
    """End this process soon after the process *parent*, whose child it is, has ended. Once a process is enough."""
    if os.getpid() != parent:
        threading.Thread(target=_watch, args=(parent,), name="orphans", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent and psutil.pid_exists(parent):
        time.sleep(_LOOKS)
    with suppress(psutil.Error):
        for child in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                child.kill()
    os._exit(1)
