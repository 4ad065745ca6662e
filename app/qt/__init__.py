"""The half of the screen that is Qt, in rooms."""
