"""What can be said of a game afterwards: centres by year, who helped and who stabbed whom, turning points, scores. No Qt, no layout."""
