"""The desk of people: roles, invitations, deactivating, and the audit log."""
