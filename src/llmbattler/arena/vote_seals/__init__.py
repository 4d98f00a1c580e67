"""Seals the votes of each day, so that direct changes in the database are detected."""
