"""Story of a game: centres by year, help and stabs between powers, turning points, scores. No Qt, no layout."""
