"""Counts votes, for the boards of the site and for the leaderboard of one person."""
