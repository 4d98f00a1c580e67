"""Samples read from files, folders, Hugging Face and generators."""
