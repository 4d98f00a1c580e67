"""Visitors, credentials, blocks, names and the audit log."""
