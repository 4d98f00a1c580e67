"""Imported votes: named sets from files, each with its own board."""
