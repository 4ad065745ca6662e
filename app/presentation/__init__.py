"""The half of the screen that needs no Qt: order tools, layout, pictures and rows as values."""
