"""What the screen says of hooks, as values."""
