"""Players that are no persons: opponents and programs, at the terminal, over a network, in many games and in tournaments."""
