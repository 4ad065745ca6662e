"""The page of one open game."""
