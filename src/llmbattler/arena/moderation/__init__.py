"""Noticing what should not be published, a queue for moderators, and what they decided."""
