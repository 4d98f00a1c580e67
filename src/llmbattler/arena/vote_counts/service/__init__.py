"""Counting votes, and the leaderboard of one person."""
