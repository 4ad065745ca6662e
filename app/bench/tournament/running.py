"""Plays the games of a tournament that are not kept yet, on all cores of this machine or on those of a cluster."""

from __future__ import annotations

import contextlib
import os
import pickle
from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.variant import Variant as Rules
from app.bench.tournament.game import GameResult, Task, play_game
from app.bench.tournament.orphans import end_with
from app.bench.tournament.plan import TournamentPlan
from app.session.hook_changes import Attach
from languages import system_words, tr


class NoClusterError(RuntimeError):
    """What a cluster needs is not installed, or nobody answers there."""


def cores() -> int:
    """How many games are played at a time on this machine."""
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
        NoClusterError: nobody answers there, or the extra ``cluster`` is not installed.
    """
    from joblib import Parallel, delayed, parallel_config

    variant = pickle.dumps(rules)

    def tasks() -> Iterator[object]:
        for number in range(plan.games):
            if is_stopped():
                return
            if number not in done:
                yield delayed(_play)(Task(plan, number, variant, checksum, hooks), None if cluster else os.getpid())

    with contextlib.ExitStack() as closing:
        if cluster is not None:
            client = closing.enter_context(_client(cluster))
            closing.enter_context(parallel_config(backend="dask", client=client))
            parallel = Parallel(return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        else:
            count = jobs or cores()
            # One game a batch: a batch is handed back whole, and a game that was played is to be kept at once.
            parallel = Parallel(n_jobs=count, return_as="generator_unordered", pre_dispatch=2 * count, batch_size=1)
        found = parallel(tasks())
        try:
            yield from found
        finally:
            with contextlib.suppress(Exception):
                found.close()


def _play(task: Task, parent: int | None) -> tuple[GameResult, str]:
    if parent is not None:
        end_with(parent)
    return play_game(task)


@contextlib.contextmanager
def _client(address: str) -> Iterator[object]:
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
