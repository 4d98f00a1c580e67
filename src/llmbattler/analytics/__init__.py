"""Figures about the whole site. Reads the tables of all slices and writes none."""
