"""The forms beside the drawing on the bench: pages of the wizard, and ways to edit a variant later."""
