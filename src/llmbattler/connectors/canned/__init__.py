"""What the simulated models of the demonstration say. All names, makers and texts are invented."""
