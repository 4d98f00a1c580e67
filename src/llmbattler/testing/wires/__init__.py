"""The three wires from the side of the provider."""
