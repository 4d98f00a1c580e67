"""The scorers that come with llmbattler; found by entry point, like everybody else's."""
