"""Values of the designer's bench: the steps as a graph over the drawing, marks, doubtful edges."""
