"""Text normalization and phrase matching, shared by all rules that read prompts and answers."""
