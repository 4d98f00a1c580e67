"""A run as a file: all of it to be imported again, tables for notebooks, and a report for people."""
