"""Carrying votes to the boards: exactly once, whatever crashes."""
