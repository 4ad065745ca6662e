"""Who writes a power's orders: persons, bots and programs behind one protocol."""
