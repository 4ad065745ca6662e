"""Painted texts: charts, rows of lists, cards, pages for a printer. Notes which words have less room than they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QWidget

from app.mail_in.letter import CUT
from languages import tr
from languages.pseudo import CLOSING, OPENING

SLACK = 2.0
"""Pixels that round-off may take, and the air above and below letters in a box of its own."""


class PaintedTexts:
    """Listens from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._found: dict[str, None] = {}
        self._cut: dict[str, None] = {}
        self._is_settled = False
        real = QPainter.drawText

        def watched(painter: QPainter, *given: object) -> object:
            self._found.update((each, None) for each in given if isinstance(each, str))
            if self._is_settled or not isinstance(painter.device(), QWidget | QPixmap):
                self._cut.update((each, None) for each in (*_cut(painter, given), *_shortened(painter, given)))
            return real(painter, *given)  # type: ignore[call-overload]

        monkeypatch.setattr(QPainter, "drawText", watched)
        real_letters = QPainterPath.addText

        def as_shapes(path: QPainterPath, *given: object) -> object:
            self._found.update((each, None) for each in given if isinstance(each, str))
            self._cut.update((f"painted: {each!r} (shortened)", None) for each in given if isinstance(each, str) and _is_shortened(each))
            return real_letters(path, *given)  # type: ignore[call-overload]

        monkeypatch.setattr(QPainterPath, "addText", as_shapes)
        for kind in (QFontMetrics, QFontMetricsF):
            monkeypatch.setattr(kind, "elidedText", self._eliding(kind.elidedText))

    def taken(self) -> list[str]:
        """Return the texts that were painted since the last call."""
        found = list(self._found)
        self._found.clear()
        return found

    def cut_ones(self) -> list[str]:
        """Return the texts that had too little room since the last call: in a settled window, and on paper and in pictures."""
        found = list(self._cut)
        self._cut.clear()
        return found

    @contextmanager
    def settled(self) -> Iterator[None]:
        """Count the texts painted inside as settled; before, rows may have waited for the width of their list."""
        self._is_settled = True
        try:
            yield
        finally:
            self._is_settled = False

    def _eliding(self, usual: Callable[..., str]) -> Callable[..., str]:
        """Names are shortened with dots, also those at the end of a sentence, and lines of mails; sentences of ours are not."""

        def elided(metrics: QFontMetrics, text: str, *given: object) -> str:
            short = usual(metrics, text, *given)
            is_of_a_mail = tr(CUT) in text  # the one sentence of ours in a received line
            if self._is_settled and not is_of_a_mail and short.count(CLOSING) < text.count(CLOSING):
                self._cut[f"painted: {text[:90]!r} (as {short[:40]!r})"] = None
            return short

        return elided


def _shortened(painter: QPainter, given: tuple[object, ...]) -> Iterator[str]:
    """Sentences that were given without their end, on paper and in pictures."""
    if not isinstance(painter.device(), QWidget | QPixmap):
        yield from (f"painted: {each[:90]!r} (shortened)" for each in given if isinstance(each, str) and _is_shortened(each))


def _is_shortened(words: str) -> bool:
    return words.count(OPENING) > words.count(CLOSING)


def _cut(painter: QPainter, given: tuple[object, ...]) -> Iterator[str]:
    """Yield the words that are cut in their box; words at a point have the whole page."""
    match given:
        case (QRect() | QRectF() as box, flags, str(words), *_):
            pass
        case _:
            return
    flags = int(cast("int", flags.value if isinstance(flags, Qt.AlignmentFlag | Qt.TextFlag) else flags))
    needed = QFontMetricsF(painter.font(), painter.device()).boundingRect(QRectF(box), flags, words)
    wide, high = needed.width() - box.width(), needed.height() - box.height()
    if wide > SLACK:
        yield f"painted: {words[:90]!r} (narrow {wide:.0f} px)"
    if high > SLACK:
        yield f"painted: {words[:90]!r} (low {high:.0f} px)"
