"""Installs what this checkout needs, once, and costs next to nothing when nothing has changed."""
