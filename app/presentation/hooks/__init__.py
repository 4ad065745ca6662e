"""Words of the screen on hooks, as values."""
