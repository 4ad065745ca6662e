"""Player of the stage's sounds: through the system, or through a small program that every desktop has; silent where there is neither."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTemporaryDir
from PySide6.QtGui import QGuiApplication

from app.presentation.hotseat.reveal_motion import StepSound
from app.presentation.hotseat.stage_sounds import sound_bytes

_PLAYERS = (("afplay",), ("pw-play",), ("paplay",), ("aplay", "-q"))
"""Programs that play a file and end, with their options: macOS, PipeWire, PulseAudio, ALSA."""
_WITHOUT_SPEAKERS = ("offscreen", "minimal")


def found_player(players: Sequence[Sequence[str]] = _PLAYERS) -> tuple[str, ...]:
    """Return the first of *players* that is installed, with its options; empty where there is none."""
    for name, *options in players:
        path = shutil.which(name)
        if path is not None:
            return (path, *options)
    return ()


class StageSound(QObject):
    """Plays one sound at a time; a new one ends the one before.

    Args:
        player: program and options that a file is given to; found by itself unless given.
    """

    def __init__(self, parent: QObject, player: Sequence[str] | None = None) -> None:
        super().__init__(parent)
        self.is_on = True
        """True if sounds are on."""
        has_speakers = QGuiApplication.platformName() not in _WITHOUT_SPEAKERS
        self._player = tuple(player) if player is not None else found_player() if has_speakers else ()
        self._uses_windows = player is None and has_speakers and sys.platform == "win32"
        self._folder: QTemporaryDir | None = None
        self._process: QProcess | None = None

    def play(self, sound: StepSound) -> None:
        """Play *sound*, if sounds are on."""
        if not self.is_on or not (self._player or self._uses_windows):
            return
        file = self._file(sound)
        if file is None:
            return
        if sys.platform == "win32" and self._uses_windows:
            import winsound

            winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
            return
        self.stop()
        program, *options = self._player
        self._process = QProcess(self)
        self._process.start(program, [*options, str(file)])

    def stop(self) -> None:
        """End the present sound."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.waitForFinished(200)
            process.deleteLater()

    def _file(self, sound: StepSound) -> Path | None:
        """Return the file of *sound*; ``None`` where none can be written."""
        if self._folder is None:
            self._folder = QTemporaryDir()
        file = Path(self._folder.path()) / f"{sound.value}.wav"
        try:
            if not file.exists():
                file.write_bytes(sound_bytes(sound))
        except OSError:
            return None
        return file
