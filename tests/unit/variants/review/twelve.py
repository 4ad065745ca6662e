"""A correct board of twelve provinces, as the two texts that a designer edits, for tests that plant mistakes in it."""

from __future__ import annotations

from dataclasses import dataclass

from variants import MemorySource, shipped_source
from variants.review import review
from variants.reviewed import Review

DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 600 400">
<g inkscape:groupmode="layer" inkscape:label="background"><rect width="600" height="400" fill="#abc"/></g>
<g inkscape:groupmode="layer" inkscape:label="provinces">
<path inkscape:label="nor" data-type="sea" d="M0,0 H600 V100 H0 Z"/>
<path inkscape:label="sou" data-type="sea" d="M0,300 H600 V400 H0 Z"/>
<path inkscape:label="wes" d="M0,100 H150 V200 H0 Z"/>
<path inkscape:label="ark" d="M150,100 H300 V200 H150 Z"/>
<path inkscape:label="dov" d="M300,100 H450 V300 H300 Z"/>
<path inkscape:label="eas" d="M450,100 H600 V175 H450 Z"/>
<path inkscape:label="inl" d="M450,175 H600 V240 H450 Z"/>
<path inkscape:label="sud" d="M450,240 H600 V300 H450 Z"/>
<path inkscape:label="low" d="M0,200 H150 V300 H0 Z"/>
<path inkscape:label="mid" d="M150,200 H300 V300 H150 Z"/>
<path inkscape:label="isl" d="M190,325 H260 V380 H190 Z"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="impassable"><path d="M480,330 H520 V370 H480 Z"/></g>
<g inkscape:groupmode="layer" inkscape:label="coasts">
<path inkscape:label="dov/nc" d="M300,100 H450"/>
<path inkscape:label="dov/sc" d="M300,300 H450"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="anchors">
<circle inkscape:label="unit:wes" cx="75" cy="150" r="3"/>
<circle inkscape:label="sc:wes" cx="40" cy="130" r="3"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="bridges">
<path inkscape:label="isl-mid" d="M225,300 L225,325"/>
</g>
<g inkscape:groupmode="layer" inkscape:label="labels">
<text inkscape:label="nor" x="300" y="50" font-size="20">North Sea</text>
</g>
</svg>
"""

MANIFEST = """\
format = 1
id = "twelve"
name = "Twelve"
victory = 4

[powers.RED]
name = "Red"
home = ["WES", "LOW"]
start = ["F WES", "A LOW"]

[powers.BLUE]
name = "Blue"
home = ["EAS", "SUD"]
start = ["F EAS", "A SUD"]

# the seas
[provinces.NOR]
name = "North Sea"
terrain = "sea"
fleet = ["WES", "ARK", "DOV/NC", "EAS"]

[provinces.SOU]
name = "South Sea"
terrain = "sea"
fleet = ["LOW", "MID", "DOV/SC", "SUD", "ISL"]

# the lands
[provinces.WES]
name = "West"
terrain = "coastal"
centre = true
army = ["ARK", "LOW"]
fleet = ["NOR", "ARK"]

[provinces.ARK]
name = "Arkland"
terrain = "coastal"
army = ["WES", "MID", "DOV"]
fleet = ["NOR", "WES", "DOV/NC"]

[provinces.DOV]
name = "Dove"
terrain = "coastal"
centre = true
army = ["ARK", "MID", "EAS", "INL", "SUD"]
[provinces.DOV.coasts.NC]
fleet = ["NOR", "ARK", "EAS"]
[provinces.DOV.coasts.SC]
fleet = ["SOU", "MID", "SUD"]

[provinces.EAS]
name = "East"
terrain = "coastal"
centre = true
army = ["DOV", "INL"]
fleet = ["NOR", "DOV/NC"]

[provinces.INL]
name = "Inland"
terrain = "inland"
army = ["DOV", "EAS", "SUD"]

[provinces.SUD]
name = "South"
terrain = "coastal"
centre = true
army = ["DOV", "INL"]
fleet = ["SOU", "DOV/SC"]

[provinces.LOW]
name = "Lowland"
terrain = "coastal"
centre = true
army = ["WES", "MID"]
fleet = ["SOU", "MID"]

[provinces.MID]
name = "Middle"
terrain = "coastal"
army = ["ARK", "LOW", "DOV", "ISL"]
fleet = ["SOU", "LOW", "DOV/SC"]

[provinces.ISL]
name = "Isle"
terrain = "coastal"
centre = true
army = ["MID"]
fleet = ["SOU"]

[maps.board]
name = "Board"
file = "board.svg"
"""


@dataclass(frozen=True)
class Files:
    """The two files of a variant."""

    svg: str = DRAWING
    toml: str = MANIFEST

    def review(self) -> Review:
        files = {"variant.toml": self.toml.encode(), "board.svg": self.svg.encode()}
        return review(MemorySource("twelve", files), shipped_source)

    def with_svg(self, old: str, new: str) -> Files:
        assert self.svg.count(old) == 1, (old, self.svg.count(old))
        return Files(self.svg.replace(old, new), self.toml)

    def with_toml(self, old: str, new: str) -> Files:
        assert self.toml.count(old) == 1, (old, self.toml.count(old))
        return Files(self.svg, self.toml.replace(old, new))
