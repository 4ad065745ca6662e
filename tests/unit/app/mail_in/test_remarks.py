"""Remarks beside an order: those that make it doubtful, and those beside which it stands."""

from __future__ import annotations

import pytest

from app.mail_in.order_words import order_words
from app.mail_in.remarks import remark_doubts
from tests.mails.tables import rows
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("remarks"))


def told(_head: str, text: str) -> str:
    return "doubts" if remark_doubts(text, WORDS) else "stands"


@pytest.mark.parametrize(("head", "text", "answer"), ROWS)
def test_a_remark_makes_an_order_doubtful(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer
