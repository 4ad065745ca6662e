"""Pictures of imported boards beside their originals, for eyes to compare.

    python -m scripts.beside_originals FOLDER SOURCE=ORIGINAL ...

imports each *SOURCE* (a file or folder of another program) as ``import`` does, and writes into *FOLDER* a picture with the original
on the left and our board at the start of a game on the right. An original is a PNG (with names painted on another one:
``map.png+mapNames.png``) or an SVG, which may lie in an archive (``modernVariants.zip:modern.svg``) and is painted by Inkscape,
which must be installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from scripts.asked_help import answer_help

HEIGHT = 800
"""Pixels of either picture."""


def painted(original: str, there: Path) -> Image.Image:
    """The original as a picture.

    Raises:
        FileNotFoundError: Inkscape is not installed.
    """
    first, *over = original.split("+")
    if first.lower().endswith(".png"):
        whole = Image.open(first).convert("RGBA")
        for each in over:
            names = Image.open(each).convert("RGBA")
            dots = np.asarray(names)
            is_ink = (dots[..., :3] != 255).any(axis=2) & (dots[..., 3] > 0)
            whole.paste(names, (0, 0), Image.fromarray((is_ink * 255).astype(np.uint8)))
        return whole.convert("RGB")
    archive, inside = (first.rsplit(":", 1)) if ".zip:" in first else ("", first)
    svg = there / Path(inside).name
    svg.write_bytes(zipfile.ZipFile(archive).read(inside) if archive else Path(inside).read_bytes())
    program = shutil.which("inkscape")
    if program is None:
        raise FileNotFoundError("inkscape")
    picture = svg.with_suffix(".png")
    wanted = ["--export-type=png", f"--export-filename={picture}", f"--export-height={HEIGHT}", "--export-background=white"]
    subprocess.run([program, str(svg), *wanted], check=True, capture_output=True, timeout=300)  # noqa: S603 - found on the path on purpose
    return Image.open(picture).convert("RGB")


def ours(source: str, there: Path) -> list[tuple[str, Image.Image]]:
    """Name and picture of each board that *source* holds."""
    from app.cli.main import main as run
    from app.game.storage.places import places

    before = set(places().variants.rglob("variant.toml")) if places().variants.is_dir() else set()
    run(["import", source])
    found: list[tuple[str, Image.Image]] = []
    for each in sorted(set(places().variants.rglob("variant.toml")) - before):
        game, picture = there / f"{each.parent.name}.dpn", there / f"{each.parent.name}-ours.png"
        if run(["new", each.parent.name, "--output", str(game)]) or run(["export", str(game), str(picture)]):
            sys.stderr.write(f"{each.parent.name}: cannot be played yet\n")
            continue
        found.append((each.parent.name, Image.open(picture).convert("RGB")))
    return found


def main(arguments: list[str]) -> int:
    """Write the pictures; returns the exit code."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["ENTENTE_HOME"] = home
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        for number, pair in enumerate(arguments[1:]):
            there = Path(home) / f"board{number}"
            there.mkdir()
            source, original = pair.split("=", 1)
            left = painted(original, there)
            for name, right in ours(source, there):
                sides = [each.resize((round(each.width * HEIGHT / each.height), HEIGHT)) for each in (left, right)]
                whole = Image.new("RGB", (sides[0].width + 12 + sides[1].width, HEIGHT), "white")
                whole.paste(sides[0], (0, 0))
                whole.paste(sides[1], (sides[0].width + 12, 0))
                whole.save(folder / f"{number:02d}-{name}.png")
                sys.stdout.write(f"{folder / f'{number:02d}-{name}.png'}\n")
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
