"""The exact response cache: the answer of a contestant to the same messages with the same parameters."""
