"""Second mails that change a part of what was sent: what is new stands, what they leave stands, and what they replace does not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.mails.test_taken_back import SETTINGS, plain_after

MANY = 100
"""Cases of a setting; those of one that has more are left out of the quick lane."""
CASES = [
    (setting, *each.rsplit(" => ", 1))
    for setting, listed in tomllib.loads(Path(__file__).with_name("second_mails.toml").read_text(encoding="utf-8")).items()
    for each in listed
]
SHARE_STANDING = 0.85


def standing(setting: str, text: str) -> frozenset[str]:
    return plain_after(setting, SETTINGS[setting].first, text)


def case(setting: str, text: str, orders: str) -> object:
    """Return the parameters of a test."""
    is_slow = sum(name == setting for name, _, _ in CASES) > MANY
    return pytest.param(setting, text, orders, id=f"{setting}: {text[:60]}", marks=[pytest.mark.slow] if is_slow else [])


@pytest.mark.parametrize(("setting", "text", "orders"), [case(*each) for each in CASES])
def test_nothing_stands_but_what_is_meant(setting: str, text: str, orders: str) -> None:
    assert standing(setting, text) <= set(orders.split(", "))


@pytest.mark.parametrize("setting", SETTINGS)
def test_nearly_all_that_is_meant_stands(setting: str) -> None:
    cases = [(text, set(orders.split(", "))) for name, text, orders in CASES if name == setting]
    missed = [(text, orders - standing(setting, text)) for text, orders in cases if orders - standing(setting, text)]
    assert sum(len(each) for _, each in missed) <= sum(len(orders) for _, orders in cases) * (1 - SHARE_STANDING), missed
