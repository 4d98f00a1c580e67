"""Runs that start by themselves."""
