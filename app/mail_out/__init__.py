"""Results going out: texts, pictures and pages for each player, and how they are sent."""
