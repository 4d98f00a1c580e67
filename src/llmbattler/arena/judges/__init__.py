"""Models that judge stored battles, each for a board of its own."""
