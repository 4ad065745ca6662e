"""Bytes as lines, however they come; a line that is too long is given up at its limit and the next one is read."""

from __future__ import annotations

from collections.abc import Iterator


class LineCutter:
    """Cuts what arrives into lines.

    Args:
        most: bytes of a line.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept = bytearray()
        self._is_skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that *data* completes, without their ends; ``None`` for one that is too long, as soon as that is known."""
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            part = data[start:end]
            start = end + 1
            if self._is_skipping:
                self._is_skipping = False
                continue
            whole = bytes(self._kept) + part
            self._kept.clear()
            yield whole.removesuffix(b"\r") if len(whole) <= self.most else None
        if self._is_skipping:
            return
        self._kept += data[start:]
        if len(self._kept) > self.most:
            self._kept.clear()
            self._is_skipping = True
            yield None

    def finish(self) -> bytes:
        """Return the bytes after the last line's end."""
        rest, self._kept = bytes(self._kept), bytearray()
        return rest
