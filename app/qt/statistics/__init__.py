"""The story of a game: its page in the window, and the files that are made of it."""
