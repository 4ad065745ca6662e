"""Checks of a page for people who use it otherwise: axe-core where it is installed, and the size of what a finger has to hit."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.browser.phones import Phone

LEAST_TARGET = 44
"""Pixels of what a finger has to hit."""


@cache
def axe() -> str:
    """Return the script of axe-core; skips the test without it, and fails it where a browser must be there."""
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        if os.environ.get("ENTENTE_REQUIRE_BROWSER") == "1":
            pytest.fail("axe-core-python is not installed: uv sync")
        pytest.skip("axe-core-python is not installed")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def faults(phone: Phone) -> list[str]:
    """Return the findings of axe-core on what the page shows now, with the elements that they are about."""
    phone.evaluate(
        "new Promise(done => requestAnimationFrame(() => Promise.all(document.getAnimations().map(a => a.finished)).then(() => done(1))))"
    )
    if not phone.evaluate("!!window.axe"):
        phone.evaluate(f"{axe()}; 1")
    return list(
        phone.evaluate(
            """axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations']})
            .then(found => found.violations.map(v => `${v.impact} ${v.id}: ` + v.nodes.map(n => n.html.slice(0, 140) + ' ' +
            (n.any[0] ? n.any[0].message : '')).slice(0, 3).join(' | ')))"""
        )
    )


def small_targets(phone: Phone) -> list[str]:
    """Return the buttons and fields that are too small for a finger; links within running text are none of them."""
    return list(
        phone.evaluate(
            f"""[...document.querySelectorAll('button, input:not([type=checkbox]), select, textarea, .chip, a')]
            .filter(e => e.offsetParent).map(e => [e.innerText || e.id, e.getBoundingClientRect()])
            .filter(([, b]) => Math.min(b.height, b.width) < {LEAST_TARGET} - .5)
            .map(([words, b]) => `${{words}} ${{b.width}}x${{b.height}}`)"""
        )
    )


def cut_off(phone: Phone) -> bool:
    """Return True if the page has to be moved sideways, or something of it stands beside the screen."""
    return bool(
        phone.evaluate(
            """document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('body *')]
            .filter(e => e.offsetParent && !e.closest('svg, .mark, .wide')).map(e => e.getBoundingClientRect())
            .some(b => b.width && (b.right > innerWidth + 1 || b.left < -1))"""
        )
    )


def cut_words(phone: Phone) -> list[str]:
    """Return the words in sight that their element hides a part of, or that leave their button."""
    return list(
        phone.evaluate(
            """[...document.querySelectorAll('button, h1, h2, h3, p, li, label, td, th, small, b, span, legend, time')]
            .filter(e => e.offsetParent && e.innerText.trim() && !e.closest('.mark') && !e.classList.contains('mark'))
            .filter(e => {
              const range = document.createRange(); range.selectNodeContents(e);
              const words = range.getBoundingClientRect(), room = e.getBoundingClientRect();
              const cuts = e.localName === 'button' || getComputedStyle(e).overflowX === 'hidden';
              return cuts && words.width && (words.right > room.right + 1 || words.left < room.left - 1);
            }).map(e => `${e.localName} ${e.className} cuts ${e.innerText.slice(0, 60)}`)"""
        )
    )
