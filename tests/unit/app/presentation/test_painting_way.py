"""Choice of the graphics card to paint the boards."""

from __future__ import annotations

import pytest

from app.presentation.system_hints import VARIABLE, Card, PaintingWay, painting_way
from app.session.view_options import Graphics

REAL = Card("NVIDIA Corporation", "NVIDIA GeForce GTX 1650/PCIe/SSE2", "4.6.0")
LLVMPIPE = Card("Mesa", "llvmpipe (LLVM 15.0.6, 256 bits)", "4.5")


class Probe:
    """A card that counts how often it is asked."""

    def __init__(self, card: Card | None) -> None:
        self.card = card
        self.asked = 0

    def __call__(self) -> Card | None:
        self.asked += 1
        return self.card


def way(
    probe: Probe,
    wanted: Graphics = Graphics.WHERE_IT_WORKS,
    variable: str | None = None,
    platform: str = "xcb",
    *,
    failed: bool = False,
) -> PaintingWay:
    return painting_way(wanted, {} if variable is None else {VARIABLE: variable}, platform, failed, probe)


def test_a_real_card_is_used() -> None:
    found = way(Probe(REAL))
    assert found.by_card
    assert "GeForce" in found.why


@pytest.mark.parametrize(
    "renderer",
    [
        "llvmpipe (LLVM 15.0.6, 256 bits)",
        "softpipe",
        "Software Rasterizer",
        "SwiftShader",
        "GDI Generic",
        "Microsoft Basic Render Driver",
        "",
    ],
)
def test_a_driver_that_lets_the_processor_do_the_work_is_no_card(renderer: str) -> None:
    assert not way(Probe(Card("", renderer, "4.5"))).by_card


def test_without_a_card_the_processor_paints() -> None:
    assert not way(Probe(None)).by_card


@pytest.mark.parametrize("platform", ["offscreen", "minimal"])
def test_without_a_screen_nothing_is_asked(platform: str) -> None:
    probe = Probe(REAL)
    assert not way(probe, platform=platform).by_card
    assert not way(probe, Graphics.CARD, platform=platform).by_card
    assert probe.asked == 0


def test_never_asks_nothing() -> None:
    probe = Probe(REAL)
    assert not way(probe, Graphics.PROCESSOR).by_card
    assert probe.asked == 0


def test_always_takes_what_says_it_is_no_card() -> None:
    assert way(Probe(LLVMPIPE), Graphics.CARD).by_card
    assert not way(Probe(None), Graphics.CARD).by_card


def test_the_variable_decides_over_the_choice() -> None:
    probe = Probe(REAL)
    assert not way(probe, Graphics.CARD, "processor").by_card
    assert probe.asked == 0
    assert way(Probe(LLVMPIPE), Graphics.PROCESSOR, "card", "offscreen").by_card
    assert way(Probe(REAL), variable="nonsense").by_card


def test_a_card_that_ended_the_program_is_not_tried_again_unless_somebody_wants_it() -> None:
    probe = Probe(REAL)
    assert not way(probe, failed=True).by_card
    assert probe.asked == 0
    assert way(probe, Graphics.CARD, failed=True).by_card
    assert way(probe, variable="card", failed=True).by_card
