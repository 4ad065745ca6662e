"""The designer's bench: what is known of a board that is being drawn, its faults with their fixes, its play-tests."""
