"""Hints of the system for every program, and the view of boards under them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.session.view_options import Pace, View

CONTRAST_THEME = "contrast"
"""The theme for people who set their system to high contrast."""


@dataclass(frozen=True, slots=True)
class SystemHints:
    """Settings of a person for all programs of the system."""

    high_contrast: bool = False
    still: bool = False
    """True if nothing may move by itself."""


def as_asked(view: View, hints: SystemHints) -> View:
    """*view* under the *hints* of the system; unchanged where the view is not to follow the system."""
    if not view.follow_system:
        return view
    return replace(
        view,
        theme=CONTRAST_THEME if hints.high_contrast else view.theme,
        animation=Pace.OFF if hints.still else view.animation,
    )


def after_choice(hints: SystemHints, before: View, after: View) -> SystemHints:
    """The hints that still count once a person chose *after*: a choice of theme or pace here counts until the system changes its hints."""
    return SystemHints(
        high_contrast=hints.high_contrast and after.theme == before.theme,
        still=hints.still and after.animation is before.animation,
    )
