"""Reads the final number or choice of an answer as a person reads it; nothing where two readings are possible."""
