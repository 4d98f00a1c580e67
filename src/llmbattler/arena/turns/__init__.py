"""Turns: a message and the answers to it, from the request to the stored conversation."""
