"""The designer's bench: a drawing with its provinces, steps and faults, beside the files they come from."""
