"""What people settle for themselves: name, password, devices, tokens, their own data."""
