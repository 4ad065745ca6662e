"""The commands: a file for each theme, a folder for each of bench, desk, players and seats; declared once each."""
