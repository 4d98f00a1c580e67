"""Scorers: small plug-ins that say how good an answer is."""
