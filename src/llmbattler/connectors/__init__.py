"""Talking to language models: one small contract, one connector for each wire."""
