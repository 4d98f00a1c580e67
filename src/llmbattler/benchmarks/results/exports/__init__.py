"""Runs as files: a complete JSON export that can be imported, tables, and a PDF report."""
