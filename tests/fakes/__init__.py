"""Stand-ins and ready-made values for tests."""
