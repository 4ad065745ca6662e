"""Films of three evenings, through the real window: ``python -m scripts.films``."""
