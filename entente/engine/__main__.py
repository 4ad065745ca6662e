"""``python -m entente.engine``"""

from entente.engine.command import main

raise SystemExit(main())
