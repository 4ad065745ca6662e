"""People round one laptop: the table set up, and a round at it, from the first seat that is opened to the orders that are shown."""
