"""The board on the screen: scene, items, painting, export."""
