"""Where everything on the board stands: pure geometry, no Qt."""
