"""Blind battles between two models: draw, stream, vote, reveal."""
