"""Small boards as SVG, for tests."""

from __future__ import annotations

from adjudicator.variant import Variant
from tests.unit.variants.toml_variants import ISLAND, variant_of
from variants.compile import Compilation, compile_board

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 400 300">'
)

PROVINCES = """
  <path id="sea" data-type="sea" data-name="Sea" d="M0,0 H400 V100 H0 Z"/>
  <path id="bay" data-type="sea" d="M0,200 H400 V300 H0 Z"/>
  <path id="eas" data-type="coast" d="M200,100 H400 V200 H200 Z"/>
  <path id="wes" data-type="coast" d="M0,100 H200 V200 H0 Z"/>
"""

ANCHORS = """
<g inkscape:label="anchors">
  <circle inkscape:label="unit:eas" cx="300" cy="150" r="3"/>
  <circle inkscape:label="sc:eas" cx="250" cy="120" r="3"/>
</g>
"""

COASTS = """
<g inkscape:label="coasts"><path inkscape:label="wes/nc" d="M0,100 H200"/><path inkscape:label="wes/sc" d="M0,200 H200"/></g>
"""


def drawing(provinces: str = PROVINCES, more: str = ANCHORS + COASTS, layer: str = 'inkscape:label="Provinces"') -> str:
    """A drawing with these provinces and these further layers."""
    return f"{HEAD}\n<g {layer}>{provinces}</g>\n{more}\n</svg>"


def island() -> Variant:
    """The variant that is played on it."""
    return variant_of(ISLAND)


def compiled(svg: str, variant: Variant | None = None, *, names: bool = True) -> Compilation:
    """The drawing compiled for the variant; without one by what the drawing says. Names are most of the work."""
    return compile_board(svg.encode(), variant.board if variant else None, "small.svg", names)


def faults_of(svg: str, variant: Variant | None = None) -> list[str]:
    """The faults in words, those of places for names apart."""
    return [str(fault) for fault in compiled(svg, variant, names=False).faults]
