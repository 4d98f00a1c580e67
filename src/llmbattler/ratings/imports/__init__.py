"""Votes from elsewhere: files of named sets, each with a board of its own."""
