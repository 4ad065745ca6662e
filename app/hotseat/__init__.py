"""Seats: a game round one laptop, where each person's orders are secret until the reveal. No Qt, no session.

``table.py``     who sits where (``Seat``, ``Table``), read from a game and written into it, powers by lot or by lists of wishes;
                 ``app.game.entries`` has what a game keeps of it.
``round.py``     the round of a phase as a state machine (``Round``, ``Stage``, ``Standing``): talks, curtain, open seat, reveal, results.
``clock.py``     the table's clock as a value (``Clock``, ``Beat``): it is given the time, and ends nothing by itself.
``locks.py``     PINs and passphrases: a lock is made of one, gives its key to that one alone, and makes wrong ones wait.
``sealing.py``   the container in which a closed seat's orders, notes and secret vote lie; nothing of them stands in a game from outside.

What holds these together over an open game is in ``app.session``: ``seating.py`` (the state), ``roles.py`` (whose a command is); and in
``app.tables``: ``table_acts.py`` and ``table_setup.py`` (the acts), ``table_players.py`` (opponents). ``app.commands.table_round`` runs it.
"""
