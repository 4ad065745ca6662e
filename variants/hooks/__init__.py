"""Rule changes as data: the points of a game where hook text is asked, what it is given, what it may answer, and the shipped hooks.

Nothing in this package runs any text; :mod:`app.hooks` does, in a process of its own.
"""
