"""Administration of accounts and invitations; export of the audit log."""
