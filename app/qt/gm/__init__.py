"""The game master's desk on the screen: the round, results going out."""
