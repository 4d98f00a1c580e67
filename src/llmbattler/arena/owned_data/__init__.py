"""Exports, erases and moves what people own in the arena."""
