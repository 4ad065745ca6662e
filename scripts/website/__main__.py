"""Builds the site, and ends with what is wrong where a link, a picture or a page is.

python -m scripts.website               into dist/site
python -m scripts.website FOLDER        into that folder, which is emptied before
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from entente import __version__
from resources import resource
from scripts.website.contents import ROOT
from scripts.website.looks import write_fonts
from scripts.website.staging import LostLinkError, staged_files, staged_pages

_HERE = Path(__file__).resolve().parent
_LOOK = "_look"
_MARK = "objects.inv"
"""A file that every site of the generator has: a folder without it is not emptied."""


def stage(folder: Path) -> None:
    """Write all that the generator reads into *folder*."""
    for name, text in staged_pages().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for name, file in staged_files().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    look = folder / _LOOK
    shutil.copytree(_HERE / "static", look)
    shutil.copyfile(resource("desktop") / "entente.svg", look / "entente.svg")
    write_fonts(look)


def build(target: Path) -> int:
    """Build the site into *target*; returns the generator's exit code: any warning of its is an error."""
    with tempfile.TemporaryDirectory() as made:
        source, caches = Path(made) / "pages", Path(made) / "caches"
        source.mkdir()
        stage(source)
        if target.exists():
            shutil.rmtree(target)
        look = source / _LOOK
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-d", str(caches), "-c", str(_HERE)]
        values = [f"-Dhtml_static_path={look}", f"-Dhtml_favicon={look / 'entente.svg'}", f"-Dexclude_patterns={_LOOK}"]
        return subprocess.run([*command, *values, str(source), str(target)], check=False).returncode  # noqa: S603 - the generator


def main(arguments: list[str]) -> int:
    """Build; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.website", description="Build the site from docs.")
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist" / "site")
    target: Path = parser.parse_args(arguments).folder
    if importlib.util.find_spec("sphinx") is None:
        # The generator is no part of the program: uv brings it for this one run.
        again = ["sh", "scripts/uv.sh", "run", "--quiet", "--frozen", "--group", "docs", "python", "-m", "scripts.website"]
        return subprocess.run([*again, str(target.absolute())], cwd=ROOT, check=False).returncode  # noqa: S603 - this very script
    if target.exists() and any(target.iterdir()) and not (target / _MARK).is_file():
        sys.stderr.write(f"{target} holds something else than a site: nothing was built\n")
        return 2
    try:
        code = build(target)
    except LostLinkError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if code == 0:
        sys.stdout.write(f"{target / 'index.html'}\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
