"""Tournaments: many games between opponents and programs, every seat in turn, on all cores; taken up again after whatever stopped them."""
