"""Compares the stored counts with counts of the votes, in the database."""
