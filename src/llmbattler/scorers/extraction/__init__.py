"""Extractors: pipelines of steps that take the answer out of a model's text."""

from .pipeline import Pipeline, StepKind, list_steps, make_pipeline

__all__ = ["Pipeline", "StepKind", "list_steps", "make_pipeline"]
