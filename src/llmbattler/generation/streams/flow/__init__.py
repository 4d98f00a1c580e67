"""Running, following, stopping and sweeping generations."""

from ..running_generation import KeepAlive, Offset, Piece, Progress, ShuttingDown
from .generations import Generations
from .sweep import sweep_generations

__all__ = ["Generations", "KeepAlive", "Offset", "Piece", "Progress", "ShuttingDown", "sweep_generations"]
