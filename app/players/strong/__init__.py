"""The strong opponent: it weighs sets of orders against what the others may order, and judges what would come of them."""
