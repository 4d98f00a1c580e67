"""Connectors that come with the product; found by entry point like everybody else's, never imported."""
