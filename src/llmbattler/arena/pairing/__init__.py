"""Decides which contestants meet in a battle."""
