"""Small variants for tests, as text."""

from __future__ import annotations

from adjudicator.variant import Variant
from variants import MemorySource, VariantFolder, read_with_faults, shipped_source
from variants.fault import Fault

ISLAND = """\
format = 1
id = "island"
name = "Island"
version = "2"
victory = 2

[powers.RED]
name = "Red"
adjective = "Red"
letter = "R"
home = ["EAS"]
start = ["A EAS"]
fill = "#DD7F55"
unit = "#C4481A"
ink = "#FFFFFF"
pattern = "dots"

[powers.BLUE]
name = "Blue"
home = ["WES"]
start = ["F WES/NC"]

[provinces.EAS]
name = "East"
terrain = "coastal"
centre = true
army = ["WES"]
fleet = ["SEA", "WES/NC"]

[provinces.WES]
name = "West"
terrain = "coastal"
centre = true
aliases = ["WST"]
army = ["EAS"]
[provinces.WES.coasts.NC]
fleet = ["SEA", "EAS"]
[provinces.WES.coasts.SC]
fleet = ["BAY"]

[provinces.SEA]
name = "Sea"
terrain = "sea"
fleet = ["EAS", "WES/NC"]

[provinces.BAY]
name = "Bay"
terrain = "sea"
fleet = ["WES/SC"]
"""


def source_of(text: str, label: str = "island") -> MemorySource:
    """A folder with nothing but this manifest."""
    return MemorySource(label, {"variant.toml": text.encode()})


def read(text: str) -> tuple[VariantFolder | None, tuple[Fault, ...]]:
    """The variant of this manifest, and its faults."""
    return read_with_faults(source_of(text), shipped_source)


def variant_of(text: str) -> Variant:
    """The variant of a manifest without faults."""
    folder, faults = read(text)
    assert folder is not None, "\n".join(map(str, faults))
    return folder.variant


def messages(text: str) -> list[str]:
    """The faults of a manifest in words."""
    return [str(fault) for fault in read(text)[1]]
