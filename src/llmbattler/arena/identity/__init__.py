"""Detects prompts that ask a model who it is, and answers that reveal it."""
