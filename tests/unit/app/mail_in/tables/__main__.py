"""Write the answers of every table again."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.unit.app.mail_in.tables import write

for page in sorted(Path(__file__).parent.glob("*.txt")):
    write(page.stem, import_module(f"tests.unit.app.mail_in.test_{page.stem}").told)
