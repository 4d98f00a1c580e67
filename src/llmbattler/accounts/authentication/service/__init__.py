"""Sign-ins, links and invitations; how often a password may be tried."""
