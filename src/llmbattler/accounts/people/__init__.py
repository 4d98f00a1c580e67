"""Managing people: roles, invitations, deactivation and the audit log."""
