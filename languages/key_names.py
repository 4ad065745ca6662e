"""Names of keys of a keyboard in the language in use: ``Strg+Eingabe``."""

from __future__ import annotations

from languages.wording import tr_in

NAMED_KEYS = frozenset({"Ctrl", "Shift", "Return", "Space"})
"""Keys that have a name in the catalogues; all others have that of Qt."""


def key_name(name: str) -> str:
    """The key that Qt calls *name*; keys with the same letters on every keyboard stay as they are."""
    match name:
        case "Ctrl":
            return tr_in("key", "Ctrl")
        case "Shift":
            return tr_in("key", "Shift")
        case "Return":
            return tr_in("key", "Return")
        case "Space":
            return tr_in("key", "Space")
        case _:
            return name


def shortcut_name(keys: str) -> str:
    """*keys* held together, such as ``Ctrl+Shift+Return``."""
    return "+".join(map(key_name, keys.split("+"))) if not keys.endswith("+") else keys
