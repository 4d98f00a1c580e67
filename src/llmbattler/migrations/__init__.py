"""Alembic revisions: the way from any earlier schema to today's."""
