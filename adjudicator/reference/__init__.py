"""A second adjudicator, slow and plain, to read beside the rules and to test the fast one against.

It shares the values and whether an edge is open, and nothing else: no tables, no numbers, no search. It names provinces, walks along the
edges of the board, and tries every outcome there could be. Twelve moves take it a second; the fast one takes microseconds. See README.md.
"""

from adjudicator.reference.adjustments import resolve_adjustments
from adjudicator.reference.meaning import Meaning
from adjudicator.reference.movement import resolve_movement
from adjudicator.reference.retreats import resolve_retreats

__all__ = ["Meaning", "resolve_adjustments", "resolve_movement", "resolve_retreats"]
