"""The built-in connectors; found by entry point like all others, never imported."""
