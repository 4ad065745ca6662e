"""The health page: whether the judge runs and what waits, for a person and for programs that watch it."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from app.game.deadlines import moment_of
from app.game.storage.atomic import read_bounded
from app.game.storage.errors import StorageError
from app.judge.folder import JudgeFolder
from app.judge.state import system_clock

LATE = 300
"""Seconds without a round after which the judge is not well."""
_PATIENCE = 10


class HealthPage:
    """A page on this machine, on a thread of its own, which ends with ``close``.

    Raises:
        OSError: nothing can be listened to there.
    """

    def __init__(self, folder: JudgeFolder, address: tuple[str, int]) -> None:
        class Handler(BaseHTTPRequestHandler):
            timeout = _PATIENCE

            def do_GET(self) -> None:
                """Answer 200 where the judge is well, and 503 where it is not."""
                if self.path not in ("/", "/health"):
                    self.send_error(404)
                    return
                told = health_data(folder)
                content = json.dumps(told, ensure_ascii=False, indent=1).encode()
                self.send_response(200 if told["is_well"] else 503)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the library's name
                """Write nothing."""

        self._server = ThreadingHTTPServer(address, Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True, name="health page")
        self._thread.start()

    @property
    def port(self) -> int:
        """The port that is listened at."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def health_data(folder: JudgeFolder) -> dict[str, object]:
    """Content of the page: counts and times, and no word of any game or player."""
    try:
        told = json.loads(read_bounded(folder.alive, 4_000_000))
        at = moment_of(str(told["at"]))
        games, stopped, attention = dict(told["games"]), dict(told["stopped"]), list(told["attention"])
    except (StorageError, ValueError, KeyError, TypeError, RecursionError):
        return {"is_well": False, "last_round": "", "games": 0, "stopped": 0, "attention": 0}
    is_well = at is not None and (system_clock() - at).total_seconds() < LATE
    return {
        "is_well": is_well,
        "last_round": told["at"],
        "games": len(games),
        "stopped": len(stopped),
        "attention": len(attention),
    }
