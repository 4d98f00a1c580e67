"""Decisions about suspicious voters and excluded votes."""
