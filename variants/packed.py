"""A variant in one file: which files belong to it, and the list of their checksums that says whether all came whole."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from languages import tr
from variants.fault import Fault

SUMS = "SHA256SUMS"
"""File beside the folders of the variants: a line for each file, as ``sha256sum`` writes and checks it."""
UNIT_SETS = "unit-sets"
"""The folder in a pack for unit symbols that lie beside a person's variants, not in one of them."""
ABOUT = "SOURCE.md"
THUMBNAIL = "thumbnail.png"
REPORT = "REPORT.txt"

ENDING = ".dpv"
"""Ending of a packed variant: a zip archive inside."""
ARCHIVES = (ENDING, ".zip", ".jar")
"""Endings of what is unpacked. Variants were packed as ``.zip`` before they had an ending of their own; jDip's packages still are."""

_ENDINGS = (".toml", ".svg", ".svgz", ".hook", ".md", ".txt", ".png", ".jpg")
_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of every file in a pack: the same variant packed twice gives the same bytes."""
_LINE = re.compile(r"([0-9a-f]{64}) [ *](.{1,500})")


def belonging(names: Iterable[str]) -> tuple[str, ...]:
    """Files of a variant's folder that are the variant; copies that editors leave behind, and the report of an import, are not.

    >>> belonging(["variant.toml", "board.svg", "board.svg~"])
    ('board.svg', 'variant.toml')
    """
    return tuple(sorted(each for each in names if each.lower().endswith(_ENDINGS) and each != REPORT and not each.endswith("~")))


def pack(files: Mapping[str, bytes]) -> bytes:
    """A zip archive of *files* with their checksums; the same files give the same bytes.

    >>> files = {"variant.toml": b'name = "Isle"'}
    >>> pack(files) == pack(dict(files))
    True
    """
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted({**files, SUMS: sums.encode()}.items()):
            member = zipfile.ZipInfo(name, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, content)
    return stream.getvalue()


def sum_faults(files: Mapping[str, bytes]) -> Iterator[Fault]:
    """Faults of *files* against their list of checksums; none where there is no list."""
    if SUMS not in files:
        return
    listed: dict[str, str] = {}
    for number, line in enumerate(files[SUMS].decode("utf-8", "replace").splitlines(), 1):
        read = _LINE.fullmatch(line)
        if read is None:
            yield Fault(
                SUMS, number, tr("no line of checksums: {line!r:.60}", line=line), tr("64 hexadecimal digits, two blanks and a name")
            )
        else:
            listed[read[2]] = read[1]
    mend = tr("the file sent again; or unpack it, look at the file, and import the folder")
    for name, checksum in listed.items():
        if name not in files:
            yield Fault(name, None, tr("the file is missing"), mend)
        elif hashlib.sha256(files[name]).hexdigest() != checksum:
            yield Fault(name, None, tr("the file was changed or damaged after it was packed"), mend)
    for name in sorted(files.keys() - listed.keys() - {SUMS}):
        yield Fault(name, None, tr("the file was added after the variant was packed"), mend)
