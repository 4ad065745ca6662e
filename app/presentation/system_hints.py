"""Hints of the system for every program, the view under them, and the choice of graphics card or processor. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.session.view_options import Graphics, Pace, View
from languages import tr

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


VARIABLE = "ENTENTE_GRAPHICS"
"""The environment variable that decides over everything else: ``card`` or ``processor``."""

_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software", "gdi generic", "basic render")
"""Names of drivers that let the processor do a card's work, and do it slower than Qt does."""

_WITHOUT_SCREEN = ("offscreen", "minimal", "vnc", "linuxfb")


class Card(NamedTuple):
    """Card as OpenGL describes it."""

    vendor: str
    renderer: str
    version: str

    @property
    def is_software(self) -> bool:
        """True if there is no card behind it."""
        words = f"{self.vendor} {self.renderer}".lower()
        return not self.renderer or any(each in words for each in _SOFTWARE)


class PaintingWay(NamedTuple):
    """Way in which boards are painted."""

    by_card: bool
    why: str
    """A sentence with the reason."""


def painting_way(
    wanted: Graphics, environment: Mapping[str, str], platform: str, failed_before: bool, probe: Callable[[], Card | None]
) -> PaintingWay:
    """Return the way in which boards are to be painted.

    Args:
        wanted: what the person chose.
        environment: the variables of the process.
        platform: what Qt draws windows by: ``xcb``, ``windows``, ``offscreen``.
        failed_before: whether the program ended while the card was tried last.
        probe: asks the card; called only where the answer matters. ``None`` where there is none that can be used.
    """
    forced = environment.get(VARIABLE, "").strip().lower()
    if forced == "processor":
        return PaintingWay(False, tr("Boards are painted by the processor: {variable} says so.", variable=VARIABLE))
    must = forced == "card"
    if not must:
        if wanted is Graphics.PROCESSOR:
            return PaintingWay(False, tr("Boards are painted by the processor, as chosen."))
        if platform in _WITHOUT_SCREEN:
            return PaintingWay(False, tr("Boards are painted by the processor: there is no screen."))
        if failed_before and wanted is Graphics.WHERE_IT_WORKS:
            return PaintingWay(False, tr("Boards are painted by the processor: the program ended while the graphics card was tried."))
    card = probe()
    if card is None:
        return PaintingWay(False, tr("Boards are painted by the processor: no graphics card can be used."))
    if card.is_software and not must and wanted is Graphics.WHERE_IT_WORKS:
        return PaintingWay(
            False, tr("Boards are painted by the processor: {renderer} is no graphics card.", renderer=card.renderer or "OpenGL")
        )
    return PaintingWay(True, tr("Boards are painted by the graphics card: {renderer}.", renderer=card.renderer))
