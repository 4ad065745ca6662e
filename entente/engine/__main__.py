"""``python -m entente.engine``"""

from entente.engine.command import main

if __name__ == "__main__":
    raise SystemExit(main())
