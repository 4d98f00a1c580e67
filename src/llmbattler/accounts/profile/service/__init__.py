"""A person's own account, and the export of their data."""
