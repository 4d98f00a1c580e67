"""Opening turns and storing how they ended. Never across a model call."""
