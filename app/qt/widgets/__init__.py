"""Small widgets and the look that all rooms share."""
