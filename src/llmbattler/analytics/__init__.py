"""Figures about the whole site: reads everybody's tables, writes none."""
