"""Providers added in the admin area, and the encrypted keys for them: the site's and each member's own."""
