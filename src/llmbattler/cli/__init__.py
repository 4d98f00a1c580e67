"""The command line: thin commands over the same services."""
