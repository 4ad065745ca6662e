"""People round one laptop: the table set up, and a round at it, from the first open seat to the reveal of the orders."""
