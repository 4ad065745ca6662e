"""``python -m adjudicator``: the engine on a pipe.

It needs boards, which the rules know nothing of, and is therefore run by its name instead of being imported.
"""

import gc
from runpy import run_module

if __name__ == "__main__":
    gc.disable()  # what is loaded stays to the end; ``main`` has it on again
    run_module("entente.engine", run_name="__main__", alter_sys=True)
