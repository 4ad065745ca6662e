"""Tournaments: many games between opponents and programs, every seat in turn, on all cores; resumed after any stop."""
