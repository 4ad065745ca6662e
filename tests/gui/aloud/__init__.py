"""The window as a screen reader hears it, over a real session bus."""
