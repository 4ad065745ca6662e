"""The items of the scene. They hold no truth: each is given what to show."""
