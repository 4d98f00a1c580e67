"""What callers can do with suites: list, open, edit, upload, preview and export them."""
