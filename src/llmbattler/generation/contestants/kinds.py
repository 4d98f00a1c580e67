"""The kinds of contestants that this installation has, and which of them an id belongs to."""

from functools import lru_cache
from importlib import import_module

from .contract import ContestantKind

MODEL = "model"
"""The kind of every id that no other kind claims: a model of the catalog."""
KINDS = ("llmbattler.generation.contestants.service.catalog_models:CATALOG_MODELS",)


@lru_cache(maxsize=1)
def list_kinds() -> dict[str, ContestantKind]:
    """All kinds of this installation, by their name."""
    kinds: dict[str, ContestantKind] = {}
    for reference in KINDS:
        module, _, attribute = reference.partition(":")
        kind: ContestantKind = getattr(import_module(module), attribute)
        if kind.name in kinds:
            raise ValueError(f"Two kinds of contestants are named {kind.name!r}.")
        kinds[kind.name] = kind
    return kinds


def kind_of(contestant_id: str) -> ContestantKind:
    kinds = list_kinds()
    claiming = (kind for name, kind in kinds.items() if name != MODEL and kind.owns(contestant_id))
    return next(claiming, kinds[MODEL])
