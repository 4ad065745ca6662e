"""The address book: who plays, and where mail reaches them."""
