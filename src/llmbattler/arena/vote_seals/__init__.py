"""Sealing the votes of each day, so that a change behind the site's back shows."""
