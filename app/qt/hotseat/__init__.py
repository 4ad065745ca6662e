"""The table round one laptop: seats before the game, the curtain between two persons, one person's seat, the clock, the reveal."""
