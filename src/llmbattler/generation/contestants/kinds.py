"""The installed kinds of contestants, by the prefix of ids."""

from functools import lru_cache

from llmbattler.core.manifests import BadManifest, list_manifests, load

from .contract import ContestantKind

MODEL = "model"
"""The kind of all other ids: catalog models."""


class Kinds:
    """All kinds in the manifests."""

    def __init__(self, kinds: tuple[ContestantKind, ...]) -> None:
        self.all = kinds
        self._default = next(kind for kind in kinds if kind.name == MODEL)
        self._others = [kind for kind in kinds if kind.name != MODEL]

    def of(self, contestant_id: str) -> ContestantKind:
        """Return the kind of an id."""
        return next((kind for kind in self._others if kind.owns(contestant_id)), self._default)


def list_kinds() -> Kinds:
    return load_kinds(tuple(each for manifest in list_manifests() for each in manifest.contestant_kinds))


@lru_cache(maxsize=8)
def load_kinds(references: tuple[str, ...]) -> Kinds:
    """Load the kinds with these references."""
    kinds: dict[str, ContestantKind] = {}
    for reference in references:
        kind = load(reference)
        if not isinstance(kind, ContestantKind):
            raise BadManifest(f"{reference} is not a kind of contestants.")
        if kind.name in kinds:
            raise BadManifest(f"Two kinds of contestants are named {kind.name!r}.")
        kinds[kind.name] = kind
    return Kinds(tuple(kinds.values()))
