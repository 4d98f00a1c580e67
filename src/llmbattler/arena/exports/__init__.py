"""Exports votes as a file in the public arena format, with pseudonyms for voters."""
