"""Prompt templates and the messages rendered from them."""
