"""The three wires as the real providers speak them, seen from their side."""
