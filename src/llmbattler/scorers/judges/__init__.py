"""Asking models to grade: what they read, how their word is understood, and what several of them say together."""
