"""New Game and the import of boards."""
