"""Decides when the text of hidden answers is shown."""
