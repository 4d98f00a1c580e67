"""Finds texts that should not be published, and lets moderators decide about them."""
