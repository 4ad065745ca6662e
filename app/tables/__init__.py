"""Acts at a table round one laptop: seats set up, opened and sealed, programs and phones among them, letters and votes. No Qt."""
