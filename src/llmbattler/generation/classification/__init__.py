"""The categories and the language of a prompt, found by local rules."""
