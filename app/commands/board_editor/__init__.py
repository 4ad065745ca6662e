"""What a designer of boards does: variants begun, filled in, checked, compared, packed and written for other programs."""
