"""The table round one laptop as values: what the curtain, the seat and the reveal show. No Qt."""
