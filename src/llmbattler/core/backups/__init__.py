"""Backups of a whole site: database, files, secrets and configuration, each checked by restoring it."""
