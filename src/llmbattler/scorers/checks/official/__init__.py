"""The instructions of IFEval, checked as the published program does, including what a person would not expect."""

from .catalog import INSTRUCTIONS

__all__ = ["INSTRUCTIONS"]
