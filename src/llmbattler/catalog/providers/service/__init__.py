"""Providers, the site's keys and the keys of members."""
