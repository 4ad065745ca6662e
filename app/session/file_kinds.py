"""The kinds of files that people are asked for, with their endings."""

from __future__ import annotations

from enum import StrEnum

from languages import mark, tr


class PictureFormat(StrEnum):
    """Format of a picture."""

    PNG = "png"
    JPEG = "jpg"
    SVG = "svg"
    PDF = "pdf"

    @property
    def words(self) -> str:
        """Name of the format where files are chosen."""
        return {
            PictureFormat.PNG: tr("PNG picture"),
            PictureFormat.JPEG: tr("JPEG picture"),
            PictureFormat.SVG: tr("SVG drawing"),
            PictureFormat.PDF: tr("PDF document"),
        }[self]


class FileKind(StrEnum):
    """Kind of file that a file dialog offers."""

    GAME = mark("game")
    """``.dpn``"""
    FOREIGN_GAME = mark("foreign game")
    """A game as other programs read it: ``.json``, ``.txt``, ``.datc``, ``.csv``"""
    PAGE = mark("page")
    """``.html``"""
    FILM = mark("film")
    """``.gif``, ``.webp``"""
    BOOKLET = mark("booklet")
    """``.pdf``"""
    PICTURE_FOLDER = mark("picture folder")
    """A folder to write pictures into."""
    PICTURE = mark("picture")
    """Any ``PictureFormat``."""
    SMALL_PICTURE = mark("small picture")
    """``.png``, ``.jpg``: for mail"""
    SCRIPT = mark("script")
    """``.txt``: command lines"""
    MAIL = mark("mail")
    """``.eml``, ``.mbox``, or text"""
    BOARD = mark("board")
    """A board of another program, or a packed one: ``.dpv``, ``.zip``, ``.map``, ``.json``, ``.toml``"""
    DRAWING = mark("drawing")
    """A board on the designer's bench: ``.svg``, ``variant.toml``"""
    VERSION = mark("version")
    """An earlier version of a variant: ``variant.toml``, ``.dpv``, ``.zip``"""
    TOURNAMENT = mark("tournament")
    """``.csv``: a tournament of people, or its standings"""
    FIGURES = mark("figures")
    """``.json``: what a play-test adds up to"""
    PACK = mark("pack")
    """``.dpv``: a variant for a friend"""
    PROGRAM = mark("program")
    """``.py``, ``.js``, ``.c``: a program that plays"""
    BOARD_FOLDER = mark("board folder")
    """A folder with boards of another program."""

    @property
    def endings(self) -> tuple[str, ...]:
        """With the dot, the usual one first."""
        return {
            FileKind.GAME: (".dpn",),
            FileKind.FOREIGN_GAME: (".json", ".txt", ".datc", ".csv"),
            FileKind.PICTURE: tuple(f".{each}" for each in PictureFormat),
            FileKind.SMALL_PICTURE: (".png", ".jpg"),
            FileKind.SCRIPT: (".txt",),
            FileKind.MAIL: (".eml", ".mbox", ".txt"),
            FileKind.BOARD: (".dpv", ".zip", ".jar", ".map", ".json", ".toml", ".go", ".var"),
            FileKind.PROGRAM: (".py", ".js", ".c"),
            FileKind.BOARD_FOLDER: (),
            FileKind.PACK: (".dpv", ".zip"),
            FileKind.VERSION: (".toml", ".dpv", ".zip"),
            FileKind.TOURNAMENT: (".csv",),
            FileKind.FIGURES: (".json",),
            FileKind.DRAWING: (".svg", ".svgz", ".toml"),
            FileKind.PAGE: (".html",),
            FileKind.FILM: (".gif", ".webp"),
            FileKind.BOOKLET: (".pdf",),
            FileKind.PICTURE_FOLDER: (),
        }[self]
