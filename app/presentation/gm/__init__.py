"""The half of the game master's desk that needs no Qt: rows and marks as values."""
