"""The commands about people, tokens and the audit log."""
