"""Many games between opponents, added up: who wins, how long it takes, where they fight, and whether the seats are even."""
