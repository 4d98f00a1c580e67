"""Built-in scorers, found by entry point like third-party ones."""
