"""A person's own settings: name, password, devices, tokens and data."""
