"""Writes what of docs/formats/players.md and its schema comes from the program: the JSON Schema, and a dialogue as it was held.

python scripts/player_page.py            writes both
python scripts/player_page.py --check    says whether they are current
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.players.easy import HoldingBot  # noqa: E402 - found from the folder above
from app.players.programs.clocks import Clocks  # noqa: E402
from app.players.programs.host import ProgramHost  # noqa: E402
from app.players.programs.log import Way  # noqa: E402
from app.players.programs.match import (  # noqa: E402
    OpenArena,
    play,
)
from app.players.programs.messages import json_schema  # noqa: E402
from app.players.programs.seats import read_program  # noqa: E402
from app.players.programs.supervisor import GameStart  # noqa: E402
from entente import variant  # noqa: E402
from scripts.asked_help import answer_help  # noqa: E402

PAGE = ROOT / "docs" / "formats" / "players.md"
SCHEMA = ROOT / "docs" / "formats" / "players.schema.json"
_SCRIPT = re.compile(r"```python\n(.*?)```", re.DOTALL)
_DIALOGUE = re.compile(r"```text\n(.*?)```", re.DOTALL)
_MARKS = {Way.SENT: ">", Way.HEARD: "<"}
_SHOWN = 2
"""Legal orders of a place that are printed."""


def schema() -> str:
    """The JSON Schema in the form of the file."""
    return json.dumps(json_schema(), indent=2) + "\n"


def script() -> str:
    """The program that stands in the page."""
    found = _SCRIPT.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def dialogue() -> str:
    """Return the dialogue with the page's program in a year of a duel, a line each."""
    duel = variant("duel-france-austria")
    with tempfile.TemporaryDirectory() as folder, ProgramHost(duel.model) as host:
        file = Path(folder) / "ten.py"
        file.write_text(script(), encoding="utf-8")
        host.seat("FRANCE", read_program(f"bot:{file.as_posix()}"), clocks=Clocks.even(60))
        play(OpenArena(duel.start), {"AUSTRIA": HoldingBot()}, host, game=GameStart("7f3a", 7), last_year=1901)
        with host.lock:
            entries = [each for each in host.dialogue("FRANCE").log if each.way in _MARKS]
    lines = (
        f"{'>' if each.way is Way.SENT else '<'} {json.dumps(_shortened(json.loads(each.raw)), ensure_ascii=False)}" for each in entries
    )
    return "\n".join(lines) + "\n"


def _shortened(message: dict[str, Any]) -> dict[str, Any]:
    """The message as the page shows it: without what differs every time, or fills pages."""
    if "map" in message:
        message["map"] = "…"
    if "legal" in message:
        message["legal"] = {place: [*orders[:_SHOWN], "…"] for place, orders in message["legal"].items()}
    if "deadline_ms" in message:
        message["deadline_at"] = "…"
    return message


def page() -> str:
    """The page with the dialogue as it is now."""
    text = PAGE.read_text(encoding="utf-8")
    return _DIALOGUE.sub(lambda _: f"```text\n{dialogue()}```", text, count=1)


def main() -> int:
    """Write or check both files."""
    wanted = {PAGE: page(), SCHEMA: schema()}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            sys.stdout.write(f"{path.relative_to(ROOT)} is not current; run python scripts/player_page.py\n")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main())
