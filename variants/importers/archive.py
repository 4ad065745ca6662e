"""Zip archives from strangers, unpacked into memory: bounded in size, count and ratio, and no name leads anywhere."""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.source import MemorySource

LARGEST_ARCHIVE = 64 * 1024 * 1024
LARGEST_MEMBER = 32 * 1024 * 1024
LARGEST_UNPACKED = 128 * 1024 * 1024
MOST_MEMBERS = 2000
MOST_RATIO = 400
"""A member that unpacks to more than so many times its packed size, and to more than a megabyte, is a bomb."""

_PART = re.compile(r"[^/\\:\0]{1,120}")


def unpack(name: str, content: bytes) -> MemorySource:
    """The files of an archive, by name. Names that lead out of it, links, and folders are passed over.

    Raises:
        VariantError: it is no zip archive, is damaged or encrypted, or is too large in some way.
    """
    if len(content) > LARGEST_ARCHIVE:
        raise _error(
            name, tr("the archive has {count} bytes", count=len(content)), tr("at most {largest_archive}", largest_archive=LARGEST_ARCHIVE)
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS:
                raise _error(
                    name, tr("the archive has {count} files", count=len(members)), tr("at most {most_members}", most_members=MOST_MEMBERS)
                )
            files: dict[str, bytes] = {}
            left = LARGEST_UNPACKED
            for member in members:
                parts = member.filename.split("/")
                is_link = (member.external_attr >> 16) & 0o170000 == 0o120000
                if member.is_dir() or is_link or not all(_PART.fullmatch(part) and part not in (".", "..") for part in parts):
                    continue
                if parts[0] == "__MACOSX" or parts[-1].startswith("."):
                    continue
                unpacked = _read(archive, member, name, min(left, LARGEST_MEMBER))
                left -= len(unpacked)
                files[member.filename] = unpacked
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        raise _error(
            name, tr("the archive cannot be read: {error}", error=system_words(error)[:120]), tr("a zip archive without a password")
        ) from None
    return MemorySource(name, files)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, most: int) -> bytes:
    """The bytes of a member, for any size in its header."""
    with archive.open(member) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise _error(
            name,
            tr("{filename!r} unpacks to too much", filename=member.filename[:60]),
            tr(
                "at most {largest_member} bytes a file, {largest_unpacked} in all",
                largest_member=LARGEST_MEMBER,
                largest_unpacked=LARGEST_UNPACKED,
            ),
        )
    if len(content) > 1024 * 1024 and len(content) > MOST_RATIO * max(1, member.compress_size):
        raise _error(
            name,
            tr(
                "{filename!r} unpacks to {count} times its size",
                filename=member.filename[:60],
                count=len(content) // max(1, member.compress_size),
            ),
            tr("no bomb"),
        )
    return content


def _error(source: str, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, None, what, expected),))
