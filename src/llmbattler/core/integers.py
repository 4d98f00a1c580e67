"""Limits of integers in the database."""

LARGEST_INTEGER = 2**31 - 1
"""The largest value of PostgreSQL's `integer`. Input for such columns is checked against it."""
