"""Answers of a test to the questions of commands, in place of the dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from app.qt.main_window.window_services import WindowServices
from app.session.services import PersonQuestion


def answering(monkeypatch: pytest.MonkeyPatch, kind: type[PersonQuestion[Any]], answer: Callable[..., object]) -> None:
    """Answer questions of a kind by *answer*, which is given their fields."""
    monkeypatch.setitem(
        WindowServices.DIALOGS, kind, lambda _services, question: answer(*(getattr(question, each.name) for each in fields(question)))
    )
