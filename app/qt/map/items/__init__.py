"""The items of the scene. They hold no truth: each is told what to show."""
