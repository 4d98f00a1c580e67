"""Install what this checkout needs; takes almost no time if nothing has changed."""
