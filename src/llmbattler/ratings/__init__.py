"""Ratings of contestants from votes, with their uncertainty."""
