"""What a person can start a game from: shipped variants and hooks, and those that lie in folders of their own."""
