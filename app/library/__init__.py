"""Shelf of the variants and hooks to start a game from: shipped ones, and those in a person's own folders."""
