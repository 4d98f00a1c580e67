"""Votes on battles: casting them, and the rules for which of them count."""
