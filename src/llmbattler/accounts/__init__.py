"""People: visitors, members, moderators and admins; sign-ins, tokens, invitations and the audit log."""
