"""Layout of the board: pure geometry, no Qt."""
