"""Decisions about money, one file for each thing that is decided."""
