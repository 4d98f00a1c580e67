"""Battles as a file: everything about them leaves one site and is read by another."""
