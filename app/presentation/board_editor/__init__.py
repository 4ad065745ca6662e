"""What the designer's bench shows, as values: the steps as a graph over the drawing, marks, doubtful edges."""
