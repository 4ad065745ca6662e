"""Packs of unit symbols in the ways that packs of jDip are drawn; every drawing is our own."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

MANIFEST = """<?xml version="1.0"?>
<!DOCTYPE SYMBOLS [ <!ELEMENT SYMBOLS (DESCRIPTION, SCALING?)> ]>
<SYMBOLS name="{name}" version="1.0" thumbURI="symbols.gif" svgURI="{svg}">
  <DESCRIPTION><![CDATA[For tests.]]></DESCRIPTION>{scaling}
</SYMBOLS>
"""


def manifest(name: str = "Test", svg: str = "symbols.svg", scaling: str = "") -> bytes:
    """``symbols.xml``."""
    return MANIFEST.format(name=name, svg=svg, scaling=scaling).encode()


def drawing(
    symbols: str, style: str = "", root: str = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
) -> bytes:
    """The drawing of a pack."""
    block = f'<style type="text/css"><![CDATA[{style}]]></style>' if style else ""
    return f"""<?xml version="1.0" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd">
<svg {root} width="500" height="500"><defs>{block}
{symbols}
</defs></svg>""".encode()


def pack(symbols: str, style: str = "", name: str = "Test", scaling: str = "") -> dict[str, bytes]:
    """The files of a pack."""
    return {"symbols.xml": manifest(name, scaling=scaling), "symbols.svg": drawing(symbols, style), "symbols.gif": b"GIF89a"}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """*files* as a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


_STYLE = """
  /* classes begin with sym */
  .symShadow {stroke:black;fill:black;stroke-width:1;opacity:0.40;}
  .symOutShadow {stroke:red;fill:red;stroke-width:1;opacity:0.50;}
  .symBorder {stroke:black;stroke-width:3%;}
  .symOutBorder {stroke:red;stroke-width:3%;}
  .symThin {stroke:black;stroke-width:0.2;}
  .symDark {fill:black;opacity:0.45;fill-opacity:0.45;}
  .symHub {fill:black; stroke:black; opacity:0.60; stroke-width:0.5px;}
  .symPlain {stroke:none;stroke-width:0;}
  .symSolid {stroke:black;stroke-width:1;fill:black;}
  .symWhite {stroke:white;stroke-width:1;fill:white;}
"""

_MARKS = """
  <symbol id="SupplyCenter" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></symbol>
  <symbol id="BuildUnit" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="none" stroke="yellow"/></symbol>
"""


def _with_dislodged(symbols: str) -> str:
    """The same again for dislodged units, red instead of black, as packs do it."""
    out = symbols.replace('id="', 'id="Dislodged').replace("symShadow", "symOutShadow").replace("symBorder", "symOutBorder")
    return symbols + out + _MARKS


SILHOUETTES = pack(
    _with_dislodged("""
  <symbol id="Army" viewBox="0 0 24 14" overflow="visible"><g transform="translate(-12,-7)">
    <rect x="2" y="2" width="24" height="14" rx="4" class="symShadow"/>
    <rect x="0" y="0" width="24" height="14" rx="4" class="symBorder"/>
    <g class="symSolid"><rect x="6" y="7" width="12" height="3"/><rect x="10" y="4" width="4" height="3"/>
      <line x1="4" y1="5" x2="11" y2="5"/></g></g></symbol>
  <symbol id="Fleet" viewBox="0 0 24 14" overflow="visible"><g transform="translate(-12,-7)">
    <rect x="2" y="2" width="24" height="14" rx="4" class="symShadow"/>
    <rect x="0" y="0" width="24" height="14" rx="4" class="symBorder"/>
    <g class="symSolid"><polygon points="3,8 21,8 18,11 6,11"/><rect x="9" y="4" width="3" height="4"/></g></g></symbol>
  <symbol id="Wing" viewBox="0 0 240 140" overflow="visible"><g transform="translate(-120,-70)">
    <rect width="240" height="140" rx="40" class="symBorder"/>
    <path class="symSolid" d="M120,20 c10,0 14,10 14,30 l80,20 0,14 -80,-6 -4,30 20,10 0,8 -60,0 0,-8 20,-10 -4,-30 -80,6 0,-14 80,-20
      c0,-20 4,-30 14,-30 z"/></g></symbol>
"""),
    _STYLE,
    name="Silhouettes",
)
"""A black silhouette on a plate in the power's colour, which has a line around it and a shadow under it."""

WHEELS = pack(
    _with_dislodged("""
  <symbol id="Army" viewBox="0 0 20 20" overflow="visible"><g transform="translate(-10,-10)">
    <g class="symShadow" transform="translate(1.5,1.5)"><rect x="-3" y="5" width="21" height="3"/><circle cx="10" cy="10" r="6"/></g>
    <g class="symThin"><rect x="-3" y="5" width="21" height="3"/><rect x="-3" y="5" width="21" height="3" class="symDark"/>
      <circle cx="10" cy="10" r="6"/><circle cx="10" cy="10" r="1.5" class="symHub"/></g></g></symbol>
  <symbol id="Fleet" viewBox="0 0 26 26" overflow="visible">
    <g class="symShadow" transform="translate(2,2)"><polygon points="-12,-1 -4,-1 -4,-5 4,-5 4,-1 12,-1 7,5 -7,5"/></g>
    <g class="symThin"><polygon points="-12,-1 -4,-1 -4,-5 4,-5 4,-1 12,-1 7,5 -7,5"/>
      <rect x="-4" y="-5" width="8" height="4" class="symDark"/></g></symbol>
"""),
    _STYLE,
    name="Wheels",
)
"""Bare shapes in the power's colour, darkened in places; no wing."""

FLAGS = pack(
    _with_dislodged("""
  <symbol id="Army" viewBox="0 0 13 12" overflow="visible"><g transform="translate(-6.5,-6)">
    <path class="symPlain" d="M 0,0 L 9,0 9,11 0,11 z"/><path class="symThin" fill="none" d="M 8,11 L 0,11 0,0 8,0"/>
    <path class="symWhite" d="M 9,0 L 10,0 10,11 8,11 9,8 8,5 z"/>
    <path class="symSolid" d="M 10,0 L 12,0 12,3 13,4 12,7 12,11 10,11 11,6 10,4 z"/></g></symbol>
  <symbol id="Fleet" viewBox="0 0 14 12" overflow="visible"><g transform="translate(-7,-6)">
    <polygon class="symPlain" points="0,0 13,0 13,8 0,8"/>
    <path class="symWhite" d="M 0,8 L 3,8 5,6 8,6 11,8 13,8 z"/><path class="symSolid" d="M 0,9 L 3,9 5,7 8,7 10,9 13,9 12,11 1,11 z"/>
    </g></symbol>
"""),
    _STYLE,
    name="Flags",
)
"""A flag in the power's colour with a black and white figure before it."""

FIGURES = pack(
    """
  <symbol id="Army" viewBox="0 0 23 15" overflow="visible">
    <g transform="translate(1.5,1.5)" class="symShadow"><path d="M -4,-3 A -4,-4 0,0 0 4,-3 L 4,-7 -4,-7 Z"/></g>
    <g class="symBorder"><rect x="-2" y="-2" width="4" height="7"/><path d="M -4,-3 A -4,-4 0,0 0 4,-3 L 4,-7 -4,-7 Z"/>
      <circle cx="0" cy="-10" r="3"/></g></symbol>
  <symbol id="Fleet" viewBox="0 0 23 15" overflow="visible"><g class="symBorder">
    <polygon points="-2,-3 10,-3 -2,-13"/><polygon points="-12,-1 -6,5 6,5 12,-1"/></g></symbol>
  <symbol id="DislodgedArmy" viewBox="0 0 23 15" overflow="visible"><g class="symOutBorder">
    <rect x="-6" y="2" width="12" height="4"/><circle cx="8" cy="4" r="3"/></g></symbol>
""",
    _STYLE,
    name="Figures",
)
"""Figures in several pieces, arcs with negative radii; the dislodged army lies down."""

PAINTED = pack(
    """
  <linearGradient id="shine"><stop offset="0%" style="stop-color:#ffffff;stop-opacity:0.6"/>
    <stop offset="1" stop-color="white" stop-opacity="0"/></linearGradient>
  <radialGradient id="wood" xlink:href="#planks"/>
  <linearGradient id="planks"><stop offset="0" stop-color="#804000"/><stop offset="1" stop-color="#a06020"/></linearGradient>
  <symbol id="wheel" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid meet">
    <circle cx="5" cy="5" r="5" style="fill:url(#wood);stroke:none"/></symbol>
  <symbol id="Army" viewBox="0 0 100 80">
    <path class="unitaustria" d="M10,10 h80 v40 h-80 z" style="fill-rule:evenodd"/>
    <rect x="10" y="10" width="80" height="20" fill="url(#shine)"/>
    <use xlink:href="#wheel" x="15" y="40" width="30" height="30"/><use xlink:href="#wheel" x="55" y="40" width="30" height="30"/>
    <g style="display:none"><rect width="100" height="80" fill="red"/></g>
  </symbol>
  <symbol id="Fleet" viewBox="0 0 100 80">
    <path d="M5,45 L95,45 L80,70 L20,70 Z" style="fill:currentColor"/>
    <path d="M45,45 V8 L75,40 H45" style="fill: #F5F0E0; stroke: #804000; stroke-width: 2px; stroke-linejoin: round"/>
  </symbol>
""",
    "#Army .unitaustria, .unitfrance {fill:deepskyblue; stroke:none} symbol path {stroke-width:1}",
    name="Painted",
)
"""Gradients, inline styles, symbols used in others, a class of a power, and no dislodged symbols."""

ALL = {each["symbols.xml"].decode().split('name="')[1].split('"')[0]: each for each in (SILHOUETTES, WHEELS, FLAGS, FIGURES, PAINTED)}
"""By name."""
