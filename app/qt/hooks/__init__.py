"""Hooks in the window: consent, choosing, editing, log."""
