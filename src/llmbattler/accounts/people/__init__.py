"""The admin pages about people: roles, invitations, deactivating, and the audit log."""
