"""Worker loops, dispatching, model calls and writing results."""

from .engine import RunEngine

__all__ = ["RunEngine"]
