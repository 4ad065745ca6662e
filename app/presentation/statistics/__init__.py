"""The story of a game as pages and pictures: markup as text, no Qt."""
