"""Suites: what is asked, how it is asked, and how answers are scored."""
