"""Votes as a file for others: in the public arena format, without anybody's name."""
