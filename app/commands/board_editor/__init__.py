"""Commands of a designer of boards: variants begun, filled in, checked, compared, packed and written for other programs."""
