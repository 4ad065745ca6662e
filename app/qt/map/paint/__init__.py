"""Painting the board with a ``QPainter``: the scene, the exports and the printer share these functions."""
