"""Providers that admins enter at the admin area, and their keys: the site's, and those of members."""
