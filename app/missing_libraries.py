"""Says which libraries the window lacks, all at once, and how to get them. Knows no Qt, since Qt is what is missing."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from app.installation import checkout, with_program_name
from languages import mark, tr

_QT_MODULES = frozenset({"PySide6", "shiboken6"})

_PACKAGES: dict[str, tuple[str, str, str]] = {
    # shared library: Debian and Ubuntu, Fedora, Arch
    "libEGL.so": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libGL.so": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libOpenGL.so": ("libopengl0", "libglvnd-opengl", "libglvnd"),
    "libGLX.so": ("libglx0", "libglvnd-glx", "libglvnd"),
    "libxkbcommon.so": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libxkbcommon-x11.so": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libxcb-cursor.so": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-render-util.so": ("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    "libxcb-xinerama.so": ("libxcb-xinerama0", "libxcb", "libxcb"),
    "libxcb-xkb.so": ("libxcb-xkb1", "libxcb", "libxcb"),
    "libxcb-randr.so": ("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-shape.so": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-util.so": ("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-sync.so": ("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-shm.so": ("libxcb-shm0", "libxcb", "libxcb"),
    "libxcb-render.so": ("libxcb-render0", "libxcb", "libxcb"),
    "libxcb-xfixes.so": ("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-glx.so": ("libxcb-glx0", "libxcb", "libxcb"),
    "libwayland-client.so": ("libwayland-client0", "libwayland-client", "wayland"),
    "libwayland-cursor.so": ("libwayland-cursor0", "libwayland-cursor", "wayland"),
    "libwayland-egl.so": ("libwayland-egl1", "libwayland-egl", "wayland"),
    "libX11.so": ("libx11-6", "libX11", "libx11"),
    "libX11-xcb.so": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxcb.so": ("libxcb1", "libxcb", "libxcb"),
    "libfontconfig.so": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libfreetype.so": ("libfreetype6", "freetype", "freetype2"),
    "libdbus-1.so": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libglib-2.0.so": ("libglib2.0-0", "glib2", "glib2"),
    "libgthread-2.0.so": ("libglib2.0-0", "glib2", "glib2"),
    "libnss3.so": ("libnss3", "nss", "nss"),
    "libz.so": ("zlib1g", "zlib", "zlib"),
}

NO_SCREEN = mark(
    "There is no screen to open the window on: DISPLAY and WAYLAND_DISPLAY name none that can be reached.\n"
    "Without a window everything else works: python main.py help"
)

_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtPrintSupport")
"""The parts of Qt that the window loads."""

_SHARED_LIBRARY = re.compile(r"(lib[\w.+-]+?\.so)(?:\.[\d.]+)?")


def is_library(error: ModuleNotFoundError) -> bool:
    """Return True if the module that *error* misses belongs to a library of others rather than to the program."""
    name = (error.name or "").split(".")[0]
    return name not in {"", "app", "adjudicator", "entente", "languages", "maps", "resources", "variants"}


def packages_message() -> str:
    """Return the message where packages of the extra ``window`` are missing: all of their names, and the commands that bring them."""
    return tr(
        "Entente needs packages that are not installed for this Python: {packages}.\n"
        "In a checkout, ./run sets everything up. Elsewhere: python -m pip install 'entente[window]'",
        packages=", ".join(_missing_packages()),
    )


def _missing_packages() -> list[str]:
    """Names of the packages of the extra ``window`` that are not installed, as the installed program or its checkout lists them."""
    root = checkout()
    if root is not None:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        wanted: list[str] = project["optional-dependencies"]["window"]
    else:
        wanted = [each for each in metadata.requires("entente") or [] if "extra == 'window'" in each]
    names = [found[0] for each in wanted if (found := re.match(r"[\w-]+", each)) is not None]
    return [each for each in names if not list(metadata.distributions(name=each))]


def is_qt_missing(error: ImportError) -> bool:
    """Return True if *error* is about Qt, or about a system library that Qt needs, rather than about a module of ours."""
    if isinstance(error, ModuleNotFoundError):
        return (error.name or "").split(".")[0] in _QT_MODULES
    return _SHARED_LIBRARY.search(str(error)) is not None or (error.name or "").split(".")[0] in _QT_MODULES


def message_for(error: ImportError) -> str:
    """Return the message to a person whose import of Qt ended in *error*: the missing library and the command that brings it."""
    if isinstance(error, ModuleNotFoundError) and len(_missing_packages()) > 1:
        return packages_message()
    return with_program_name(_message_for(error))


def _message_for(error: ImportError) -> str:
    text = str(error)
    if isinstance(error, ModuleNotFoundError) and is_qt_missing(error):
        return tr(
            "Entente's window needs PySide6, which is not installed for this Python.\n"
            "Start the program with ./run, which sets everything up, or install it:\n"
            "    python -m pip install 'pyside6-essentials>=6.10,!=6.12.0'\n"
            "Without a window everything else works: python main.py help"
        )
    found = _SHARED_LIBRARY.search(text)
    if found is None:
        return tr(
            "Entente's window cannot start, Qt does not load: {trouble}\nWithout a window everything else works: python main.py help",
            trouble=text,
        )
    return _library_message((found[1], *missing_libraries()))


def missing_libraries() -> tuple[str, ...]:
    """Every system library that the window needs and this machine does not have, as its loader tells; empty where it cannot be asked."""
    loader = shutil.which("ldd")
    folder = _qt_folder()
    if loader is None or folder is None:
        return ()
    plugins = folder / "Qt" / "plugins" / "platforms"
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY")) and not os.environ.get("DISPLAY")
    files = [*(folder / f"{module}.abi3.so" for module in _MODULES), plugins / ("libqwayland.so" if is_wayland else "libqxcb.so")]
    try:
        # The files are those that would be loaded anyhow.
        asked = subprocess.run([loader, *map(str, files)], capture_output=True, text=True, timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ()
    lines = (line.partition("=>") for line in asked.stdout.splitlines())
    found = (_SHARED_LIBRARY.search(name) for name, _, where in lines if where.strip().startswith("not found"))
    return tuple(dict.fromkeys(each[1] for each in found if each is not None))


def _qt_folder() -> Path | None:
    """Return the folder of PySide6; found without loading it."""
    spec = importlib.util.find_spec("PySide6")
    places = [] if spec is None or spec.submodule_search_locations is None else spec.submodule_search_locations
    return next((Path(each) for each in places), None)


def no_window_system() -> str:
    """Return the message where Qt loads but cannot reach a window system: the libraries its plugins lack, or that there is no screen.

    Called when all is lost already, so it may load the plugins to see what they miss.
    """
    import ctypes

    folder = _qt_folder()
    for plugin in sorted((folder / "Qt" / "plugins" / "platforms").glob("libqxcb.so")) if folder is not None else ():
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            return message_for_plugin(plugin.name, str(error))
    return no_screen()


def no_screen() -> str:
    """Return the message where there is no screen."""
    return with_program_name(tr(NO_SCREEN))


def message_for_plugin(plugin: str, trouble: str) -> str:
    """Return the message where the window system's *plugin* does not load because of *trouble*."""
    found = _SHARED_LIBRARY.search(trouble)
    if found is None:
        return tr("Qt's {plugin} does not load: {trouble}", plugin=plugin, trouble=trouble)
    return with_program_name(
        "\n".join(
            (
                _library_message((found[1], *missing_libraries())),
                tr("({plugin} asks for {library}.)", plugin=plugin, library=found[1]),
            )
        )
    )


def _library_message(libraries: Sequence[str]) -> str:
    wanted = sorted(dict.fromkeys(libraries))
    known = [_PACKAGES[each] for each in wanted if each in _PACKAGES]
    unknown = [each for each in wanted if each not in _PACKAGES]
    if len(wanted) == 1:
        lines = [tr("Entente's window needs the system library {wanted}, which is not installed.", wanted=wanted[0])]
    else:
        lines = [
            tr(
                "Entente's window needs {count} system libraries that are not installed: {wanted}.",
                count=len(wanted),
                wanted=", ".join(wanted),
            )
        ]
    if known:
        debian, fedora, arch = (" ".join(sorted(dict.fromkeys(names))) for names in zip(*known, strict=True))
        lines += [
            tr("    Debian, Ubuntu:  sudo apt install {debian}", debian=debian),
            tr("    Fedora:          sudo dnf install {fedora}", fedora=fedora),
            tr("    Arch:            sudo pacman -S {arch}", arch=arch),
        ]
    if unknown:
        lines.append(
            tr("Install the package of your system that holds it.")
            if len(wanted) == 1
            else tr("Install the package of your system that holds {which}.", which=", ".join(unknown))
        )
    lines.append(tr("Without a window everything else works: python main.py help"))
    return "\n".join(lines)
