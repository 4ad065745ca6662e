"""Players of powers: persons, bots and programs behind one protocol."""
