"""``python -m adjudicator``: an engine on a pipe; see ``app/cli/engine.py``."""

from app.cli.engine import main

raise SystemExit(main())
