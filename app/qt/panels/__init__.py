"""Panels beside the board: orders, results, console, file, press, default lists."""
