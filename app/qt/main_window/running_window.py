"""One window for files that are opened from outside: a second start hands its files to the window that is there already.

The window listens on a socket (a named pipe on Windows) that only this person's own programs can reach, one for each folder of data.
What comes over it is a list of absolute paths and nothing else, bounded in size; they are opened as if they had been dropped.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.game.storage.places import places
from entente import __version__

PATIENCE = 2000
"""Milliseconds that a second start waits for the window to take its files, before it opens one of its own."""

MOST_BYTES = 1 << 16
MOST_FILES = 200
_TAKEN = b"taken\n"


def socket_name(data: Path, version: str = __version__) -> str:
    """Under which name the window that works in the folder *data* listens.

    Another screen has windows of its own, and so has another *version* of the program: a window of an older one might only look at a game
    that the newer one plays, and would not understand its messages.
    """
    where = "\n".join((str(data.resolve()), version, *(os.environ.get(name, "") for name in ("DISPLAY", "WAYLAND_DISPLAY"))))
    return f"entente-{hashlib.sha256(where.encode()).hexdigest()[:16]}"


def hand_over(files: Sequence[Path]) -> bool:
    """Pass *files* to the window that is running; returns True if one took them."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name(places().data))
    if not socket.waitForConnected(PATIENCE):
        return False
    socket.write(json.dumps([str(each.absolute()) for each in files]).encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n"):
        if not socket.waitForReadyRead(PATIENCE):
            return False
        answer += bytes(socket.readAll().data())
    return answer == _TAKEN


class RunningWindow(QObject):
    """Takes the files of later starts.

    Args:
        parent: lets go of the socket when it goes.
        take: opens the files, and comes to the front.
    """

    def __init__(self, parent: QObject, take: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(parent)
        self._take = take
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connected)
        self._name = socket_name(places().data)
        self._listen()
        application = QCoreApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._look_again)

    @property
    def is_listening(self) -> bool:
        """True if later starts find this window; another one may have been first."""
        return self._server.isListening()

    def _listen(self) -> None:
        if self._another_window_listens():  # asked first: with access for this person alone Qt takes the name from its present owner
            return
        QLocalServer.removeServer(self._name)  # left behind by a window that ended abruptly
        self._server.listen(self._name)

    def _look_again(self, state: Qt.ApplicationState) -> None:
        """Another window that was first may be closed by now; the one that a person works in takes its place."""
        if state is Qt.ApplicationState.ApplicationActive and not self.is_listening:
            self._listen()

    def _another_window_listens(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        return socket.waitForConnected(200)

    def _connected(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            received = bytearray()
            socket.readyRead.connect(lambda socket=socket, received=received: self._read(socket, received))
            socket.disconnected.connect(socket.deleteLater)

    def _read(self, socket: QLocalSocket, received: bytearray) -> None:
        received += socket.readAll().data()
        if len(received) > MOST_BYTES:
            socket.abort()
            return
        if not received.endswith(b"\n"):
            return
        files = paths_in(bytes(received))
        if files is None:
            socket.abort()
            return
        socket.write(_TAKEN)
        socket.flush()
        socket.disconnectFromServer()
        self._take(files)


def paths_in(message: bytes) -> list[Path] | None:
    """The absolute paths that *message* lists; ``None`` where it is anything else."""
    try:
        listed = json.loads(message)
    except (ValueError, RecursionError):
        return None
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_FILES:
        return None
    if not all(isinstance(each, str) and "\0" not in each and Path(each).is_absolute() for each in listed):
        return None
    return [Path(each) for each in listed]
