"""Which columns mean what, where the suite leaves that to the format that was recognised."""

from .datasets import Loaded, merge_fields
from .spec import SuiteSpec


def name_fields(spec: SuiteSpec, loaded: Loaded) -> SuiteSpec:
    """The suite with the meaning of its columns written out."""
    fields = merge_fields(spec.dataset.fields, loaded.recipe)
    return spec.model_copy(update={"dataset": spec.dataset.model_copy(update={"fields": fields})})
