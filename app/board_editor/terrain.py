"""Land and sea of a variant as its drawing shows them, each with its reason, beside what its file says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.board import Terrain
from app.board_editor.forms.manifest import Manifest, fix_of
from entente.words.names import terrain_word
from languages import labelled, tr
from variants.compile.fill_in import stated_answers, stated_coasts
from variants.compile.neighbours import propose
from variants.fault import VariantError
from variants.fix import Fix, SetValue
from variants.source import MANIFEST
from variants.toml_text import read_toml


@dataclass(frozen=True, slots=True)
class TerrainProposal:
    """One province."""

    code: str
    name: str
    stated: str
    """Terrain that the file states; empty where it states none."""
    terrain: Terrain | None
    """Terrain that is proposed; ``None`` where neither file nor drawing tells."""
    reason: str

    @property
    def is_change(self) -> bool:
        """True if the file would change by it."""
        return self.terrain is not None and self.terrain.value != self.stated

    @property
    def words(self) -> str:
        """A line."""
        if self.terrain is None:
            return tr("{code} ({name}): land or sea? ({reason})", code=self.code, name=self.name, reason=self.reason)
        said = labelled(f"{self.code} ({self.name})", f"{terrain_word(self.terrain)} ({self.reason})")
        return tr("{said}, in the file {terrain}", said=said, terrain=self.stated) if self.stated and self.is_change else said


def first_drawing(manifest: Manifest) -> str:
    """The first drawing that the file names; empty where it names none of its own."""
    files = (manifest.text("maps", each, "file") for each in manifest.tables("maps"))
    return next((file for file in files if file.lower().endswith((".svg", ".svgz"))), "")


def proposed_terrains(svg: bytes, drawing: str, manifest: Manifest) -> tuple[TerrainProposal, ...]:
    """Every province of the variant that is drawn, by its code.

    Args:
        svg: the drawing.
        drawing: its name, for faults.

    Raises:
        VariantError: the drawing cannot be read.
    """
    toml = read_toml(MANIFEST, manifest.content, keep_going=True)
    tables = manifest.tables("provinces")
    closed = {code: Terrain.IMPASSABLE for code, table in tables.items() if table.get("terrain") == "impassable"}
    found = propose(svg, closed, drawing, stated_coasts(toml), stated_answers(toml))
    if not found.provinces:
        raise VariantError(found.faults)
    proposals: list[TerrainProposal] = []
    for code, table in sorted(tables.items()):
        drawn, ground = found.provinces.get(code), found.grounds.get(code)
        stated = str(table.get("terrain", ""))
        if drawn is None:
            continue
        terrain: Terrain | None = drawn.terrain
        reason = tr("the drawing says so") if ground is None else ground.reason
        if code in closed:
            reason = tr("the file says so")
        elif ground is not None and ground.is_water is None:
            terrain = Terrain(stated) if stated in set(Terrain) else None
            reason = tr("the file says so") if terrain is not None else ground.reason
        proposals.append(TerrainProposal(code, str(table.get("name", code)), stated, terrain, reason))
    return tuple(proposals)


def take_terrains(terrains: Mapping[str, Terrain]) -> Fix:
    """Take the agreed *terrains* into the file as one change."""
    return fix_of(
        tr("Terrain of {count} provinces", count=len(terrains)),
        (SetValue(("provinces", code, "terrain"), f'"{terrain.value}"') for code, terrain in terrains.items()),
    )
