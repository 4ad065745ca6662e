"""Asks whether holes are known in the packages that the program depends on, as uv.lock has them.

python -m scripts.audit

pip-audit asks for it, over the net. Where its data cannot be had, that is reported and nothing fails: an unknown state is no hole. Run by
CI, not by ./check.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120
"""Seconds."""
_EXPORT = ("export", "--quiet", "--frozen", "--all-extras", "--no-emit-project", "--format", "requirements-txt", "--output-file")
_AUDIT = ("tool", "run", "--quiet", "pip-audit", "--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json", "-r")

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def uv(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run uv with *words*."""
    command = ["sh", str(ROOT / "scripts" / "uv.sh"), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603 - our own


def audit(run: Run = uv) -> tuple[int, str]:
    """Return the exit code, and the findings in words."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "requirements.txt"
        try:
            exported = run((*_EXPORT, str(wanted)))
            if exported.returncode:
                return 1, f"The packages could not be listed: {exported.stderr.strip()}"
            asked = run((*_AUDIT, str(wanted)))
        except subprocess.TimeoutExpired:
            return 0, f"Skipped: nobody told of known holes within {PATIENCE} seconds."
    try:
        packages = json.loads(asked.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = (asked.stderr.strip().splitlines() or ["no answer"])[-1]
        return 0, f"Skipped: what is known of holes cannot be had from here ({last[:200]})."
    holes = [f"{each['name']} {each['version']}: {hole['id']}" for each in packages for hole in each.get("vulns", ())]
    return (1, "\n".join(holes)) if holes else (0, f"No hole is known in {len(packages)} packages.")


if __name__ == "__main__":
    answer_help(__doc__)
    code, words = audit()
    sys.stdout.write(f"{words}\n")
    sys.exit(code)
