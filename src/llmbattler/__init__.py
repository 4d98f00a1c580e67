"""Find out which language model is best for your own work."""

__version__ = "0.2.0"
