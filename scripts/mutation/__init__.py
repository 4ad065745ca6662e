"""Breaks one thing at a time on purpose, and says whether a test notices: see `scripts/mutate.py`."""
