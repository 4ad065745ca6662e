"""The pages as they go to the generator: where each stands on the site, with links between them that hold there."""

from __future__ import annotations

import posixpath
from functools import cache
from pathlib import Path

from scripts.website.contents import ROOT, START, beside, page_paths, parts
from scripts.website.links import anchors, with_targets

AWAY = ("https://", "http://", "mailto:")
"""Beginnings of addresses of other sites."""


class LostLinkError(ValueError):
    """A link of a page leads nowhere; the message names page and target."""


def place(path: str) -> str:
    """Return the path on the site of the page or file *path* of the repository."""
    inside = path.removeprefix("docs/") if path.startswith("docs/") else f"project/{path.lower()}"
    folder, name = posixpath.split(inside)
    if name == "README.md":
        name = "index.md"
    elif name == "license":
        name = "licence.md"
    return posixpath.join(folder, name)


def staged_pages() -> dict[str, str]:
    """The text of every page by its place on the site, links included, with the tables of contents that the generator asks for.

    Raises:
        LostLinkError: a link leads nowhere.
    """
    return {place(path): _staged(path) for path in page_paths()}


def staged_files() -> dict[str, Path]:
    """Every other file that a page links to or shows, by its place on the site."""
    found: dict[str, Path] = {}
    for path in page_paths():

        def note(target: str, page: str = path) -> str:
            where = resolve(page, target)
            if where is not None and where.partition("#")[0] not in page_paths():
                found[place(where)] = ROOT / where
            return target

        with_targets(_text(path), note)
    return found


def resolve(page: str, target: str) -> str | None:
    """The path in the repository, with ``#anchor`` where there is one, to which *target* on *page* leads; ``None``: away from here.

    Raises:
        LostLinkError: it leads nowhere, or to no page and no file of ``docs``.
    """
    if target.startswith(AWAY):
        return None
    file, hash_mark, anchor = target.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), file)) if file else page
    if (ROOT / path).is_dir():
        path = f"{path}/README.md"
    if path in page_paths():
        if hash_mark and anchor not in anchors(_text(path)):
            raise LostLinkError(f"{page}: {target}: {path} has no heading of that name")
    elif not path.startswith("docs/") or not (ROOT / path).is_file():
        raise LostLinkError(f"{page}: {target}: no page of the site and no file of docs")
    return path + hash_mark + anchor


@cache
def _text(path: str) -> str:
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"# Licence\n\n```text\n{text.rstrip()}\n```\n" if path == "LICENSE" else text


def _staged(path: str) -> str:
    here = posixpath.dirname(place(path))

    def changed(target: str) -> str:
        where = resolve(path, target)
        if where is None:
            return target
        file, hash_mark, anchor = where.partition("#")
        if file == path and hash_mark:
            return f"#{anchor}"
        return posixpath.relpath(place(file), here or ".") + hash_mark + anchor

    text = with_targets(_text(path), changed)
    listed = [place(each) for each in beside(path)]
    if listed:
        text += _toctree([posixpath.relpath(each, here or ".") for each in listed], is_shown=True)
    if path == START:
        for caption, pages in parts():
            text += _toctree([place(each) for each in pages], caption=caption)
    return text


def _toctree(pages: list[str], *, caption: str = "", is_shown: bool = False) -> str:
    options = [f":caption: {caption}"] if caption else []
    options.append(":titlesonly:" if is_shown else ":hidden:")
    if is_shown:
        options.append(":maxdepth: 1")
    names = [page.removesuffix(".md") for page in pages]
    return "\n".join(["", "", "```{toctree}", *options, "", *names, "```", ""])
