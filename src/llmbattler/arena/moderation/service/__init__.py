"""Decisions of moderation, one file for each thing that is decided."""
