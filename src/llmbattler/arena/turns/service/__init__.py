"""Opens turns and stores their answers. No unit of work spans a model call."""
