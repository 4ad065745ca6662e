"""Seats: a game round one laptop, where each person's orders are nobody else's business until all are shown. No Qt, no session.

``table.py`` has who sits where (``Seat``, ``Table``) and how the game keeps it; ``drawing.py`` gives powers to people.
``round.py`` is the round of a phase as a state machine (``Round``, ``Stage``, ``Standing``): talks, curtain, open seat, reveal.
``clock.py`` is the table's clock (``Clock``, ``Beat``).
"""
