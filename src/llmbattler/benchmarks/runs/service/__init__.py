"""Starts, lists and changes runs."""
