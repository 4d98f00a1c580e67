"""Calls to language models: one small contract, one connector for each wire protocol."""
