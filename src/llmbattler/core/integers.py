"""How large numbers may become that are kept in the database."""

LARGEST_INTEGER = 2**31 - 1
"""What PostgreSQL's `integer` holds; whatever is read from outside into such a column is checked against it."""
