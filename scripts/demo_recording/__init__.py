"""Generates what `llmbattler demo` shows, from seeds; `record_demo.py` records it as an archive for the wheel."""
