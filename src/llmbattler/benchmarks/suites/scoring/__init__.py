"""Marks for the answers to a suite's samples."""
