"""Finds dishonest voters, and excludes their votes."""
