"""Blind battles between answers that exist already."""
