"""The kinds of contestants that this installation has, and which of them an id belongs to."""

from functools import lru_cache

from llmbattler.core.manifests import BadManifest, list_manifests, load

from .contract import ContestantKind

MODEL = "model"
"""The kind of every id that no other kind claims: a model of the catalog."""


@lru_cache(maxsize=1)
def list_kinds() -> dict[str, ContestantKind]:
    """All kinds that manifests name, by their name."""
    kinds: dict[str, ContestantKind] = {}
    for reference in (each for manifest in list_manifests() for each in manifest.contestant_kinds):
        kind = load(reference)
        if not isinstance(kind, ContestantKind):
            raise BadManifest(f"{reference} is not a kind of contestants.")
        if kind.name in kinds:
            raise BadManifest(f"Two kinds of contestants are named {kind.name!r}.")
        kinds[kind.name] = kind
    return kinds


def kind_of(contestant_id: str) -> ContestantKind:
    kinds = list_kinds()
    claiming = (kind for name, kind in kinds.items() if name != MODEL and kind.owns(contestant_id))
    return next(claiming, kinds[MODEL])
