"""Decisions about people, one file for each thing that is decided."""
