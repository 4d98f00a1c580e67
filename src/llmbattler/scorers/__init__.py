"""Scorers: plug-ins that score an answer."""
