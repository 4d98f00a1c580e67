"""Taking the answer out of what a model said: a pipeline of small steps, each of which may find nothing."""

from .pipeline import Pipeline, StepKind, list_steps, make_pipeline

__all__ = ["Pipeline", "StepKind", "list_steps", "make_pipeline"]
