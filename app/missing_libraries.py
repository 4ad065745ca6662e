"""Says which library the window lacks and how to get it. Knows no Qt, since Qt is what is missing."""

from __future__ import annotations

import re
from pathlib import Path

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

NO_SCREEN = (
    "There is no screen to open the window on: DISPLAY and WAYLAND_DISPLAY name none that can be reached.\n"
    "Without a window everything else works: python main.py help"
)

_SHARED_LIBRARY = re.compile(r"(lib[\w.+-]+?\.so)(?:\.[\d.]+)?")


def is_qt_missing(error: ImportError) -> bool:
    """Whether *error* is about Qt, or about a system library that Qt needs, rather than about a module of ours."""
    if isinstance(error, ModuleNotFoundError):
        return (error.name or "").split(".")[0] in _QT_MODULES
    return _SHARED_LIBRARY.search(str(error)) is not None or (error.name or "").split(".")[0] in _QT_MODULES


def message_for(error: ImportError) -> str:
    """What to tell a person whose import of Qt ended in *error*: what is missing and the command that brings it."""
    text = str(error)
    if isinstance(error, ModuleNotFoundError) and is_qt_missing(error):
        return (
            "Entente's window needs PySide6, which is not installed for this Python.\n"
            "Start the program with ./run, which sets everything up, or install it:\n"
            "    python -m pip install 'pyside6-essentials>=6.10,!=6.12.0'\n"
            "Without a window everything else works: python main.py help"
        )
    found = _SHARED_LIBRARY.search(text)
    if found is None:
        return f"Entente's window cannot start, Qt does not load: {text}\nWithout a window everything else works: python main.py help"
    return _library_message(found[1])


def no_window_system() -> str:
    """What to tell where Qt loads but cannot reach a window system: the first library its plugins lack, or that there is no screen.

    Called when all is lost already, so it may load the plugins to see what they miss.
    """
    import ctypes
    import importlib.util

    spec = importlib.util.find_spec("PySide6")
    folders = [] if spec is None or spec.submodule_search_locations is None else [Path(each) for each in spec.submodule_search_locations]
    for folder in folders:
        for plugin in sorted((folder / "Qt" / "plugins" / "platforms").glob("libqxcb.so")):
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                return message_for_plugin(plugin.name, str(error))
    return NO_SCREEN


def message_for_plugin(plugin: str, trouble: str) -> str:
    """What to tell where the window system's *plugin* does not load because of *trouble*."""
    found = _SHARED_LIBRARY.search(trouble)
    if found is None:
        return f"Qt's {plugin} does not load: {trouble}"
    return f"{_library_message(found[1])}\n({plugin} asks for it.)"


def _library_message(library: str) -> str:
    packages = _PACKAGES.get(library)
    lines = [f"Entente's window needs the system library {library}, which is not installed."]
    if packages is None:
        lines.append("Install the package of your system that holds it.")
    else:
        debian, fedora, arch = packages
        lines += [
            f"    Debian, Ubuntu:  sudo apt install {debian}",
            f"    Fedora:          sudo dnf install {fedora}",
            f"    Arch:            sudo pacman -S {arch}",
        ]
    lines.append("Without a window everything else works: python main.py help")
    return "\n".join(lines)
