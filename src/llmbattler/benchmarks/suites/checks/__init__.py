"""Checks of a suite's file: every problem with its line and a fix."""
