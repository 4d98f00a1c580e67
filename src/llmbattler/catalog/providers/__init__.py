"""Providers that admins enter at the desk, and their keys: the site's, and those of members."""
