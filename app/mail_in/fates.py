"""Table of the fates of the pieces of a mail: by the use of the piece, and by what is read in it.

``docs/decisions/0201`` shows it with the words that make a use. A piece that is weighed is taken unless something beside it, around it or
in it makes it doubtful; where it is no order, it may still hold one within its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from app.mail_in.sections import Use
from languages import mark


class PieceReading(Enum):
    """Reading of a piece."""

    ORDER = "an order"
    NEAR = "something that was meant as one"
    NEITHER = "neither"


class PieceStep(Enum):
    """PieceStep that decides on a piece."""

    WEIGH = "weigh"
    """Take it, or ask about it for what stands in it, beside it or around it."""
    ASK = "ask about it"
    KEEP = "keep it for a later phase"
    """Line for a later phase, if it names places at all."""
    NONE = "no order"
    WITHDRAW = "takes back"
    """It was noted as a withdrawal before, and gives no order."""


W, A, K, N, T = PieceStep.WEIGH, PieceStep.ASK, PieceStep.KEEP, PieceStep.NONE, PieceStep.WITHDRAW

STEPS: Mapping[Use, Mapping[PieceReading, PieceStep]] = MappingProxyType(
    {
        use: MappingProxyType(dict(zip(PieceReading, steps, strict=True)))
        #                order  near  neither
        for use, steps in {
            Use.NOW: (W, W, W),
            Use.HEADING: (N, N, N),
            Use.LATER: (K, K, K),
            Use.UNSURE: (A, A, W),
            Use.OVER: (A, A, W),
            Use.RESULT: (N, N, N),
            Use.SPEECH: (N, N, N),
            Use.WITHDRAWAL: (T, T, T),
        }.items()
    }
)

REASONS: Mapping[Use, str] = MappingProxyType(
    {
        Use.HEADING: mark("a heading"),
        Use.RESULT: mark("tells results"),
        Use.SPEECH: mark("what somebody else said"),
        Use.OVER: mark("it stands under a heading for a phase that is over"),
        Use.UNSURE: mark("it stands after a line for {when}; which phase is it for"),
    }
)
"""Reason for each use that settles a piece by itself."""
