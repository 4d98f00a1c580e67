"""Running, following, stopping and sweeping generations."""

from ..running_generation import Leaving, Offset, Piece, Progress, Quiet
from .generations import Generations
from .sweep import sweep_generations

__all__ = ["Generations", "Leaving", "Offset", "Piece", "Progress", "Quiet", "sweep_generations"]
