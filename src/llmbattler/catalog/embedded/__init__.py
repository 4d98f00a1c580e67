"""The built-in model, and the download of its weights."""
