"""Builds the pages of ``docs`` as a site that needs no server: ``python -m scripts.website``."""
