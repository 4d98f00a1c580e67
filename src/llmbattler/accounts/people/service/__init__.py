"""What admins decide about people, and the audit log as a file."""
