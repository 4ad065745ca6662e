"""Makes the films of ``docs/films``, each with its still, without a display.

python -m scripts.films             all of them
python -m scripts.films friends     one of them: friends, master, designer
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[2]
FILMS = ROOT / "docs" / "films"
MOST_BYTES = 1_450_000
"""Limit of each film."""
NAMES = ("friends", "master", "designer")
_QUALITIES = (72, 62, 52, 42, 32)
_STILL = 0.62
"""The share of a film at which its still is taken."""


def main(arguments: list[str]) -> int:
    """Make those that are named, or all; returns the exit code."""
    if arguments[:1] == ["--inside"]:
        return inside(arguments[1])
    FILMS.mkdir(exist_ok=True)
    for name in arguments or NAMES:
        with tempfile.TemporaryDirectory() as home:
            whole = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home}
            command = [sys.executable, "-m", "scripts.films", "--inside", name]
            code = subprocess.run(command, env=whole, cwd=ROOT, check=False).returncode  # noqa: S603 - this very script
        if code:
            return code
    return 0


def inside(name: str) -> int:
    """Record a film in a process of its own, under the offscreen platform."""
    from app.game.storage.places import places
    from app.game.storage.settings import Settings
    from app.qt.main_window.application import make_application, open_main_window
    from app.qt.main_window.window_preferences import Preferences
    from scripts.films.camera import HEIGHT, WIDTH, Camera
    from scripts.small_webp import film_webp, small_webp

    make_application()
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.show()
    controller = window.controller
    window.resize(WIDTH, HEIGHT)
    camera = Camera(window)
    import_module(f"scripts.films.{name}").film(controller, camera)
    film = next((made for made in (film_webp(camera.frames, each) for each in _QUALITIES) if len(made) <= MOST_BYTES), None)
    if film is None:
        sys.stderr.write(f"{name}: does not fit into {MOST_BYTES} bytes\n")
        return 1
    (FILMS / f"{name}.webp").write_bytes(film)
    at, still = 0, camera.frames[0][0]
    for picture, milliseconds in camera.frames:
        if at <= camera.milliseconds * _STILL:
            still = picture
        at += milliseconds
    (FILMS / f"{name}-still.webp").write_bytes(small_webp(still))
    sys.stdout.write(f"{name}: {camera.milliseconds / 1000:.0f} seconds, {len(camera.frames)} pictures, {len(film) / 1000:.0f} kB\n")
    for document in controller.session.documents:
        controller.session.remove(document)
        document.close(discard=True)
    window.close()
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
