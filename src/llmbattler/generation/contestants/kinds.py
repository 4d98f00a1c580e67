"""The kinds of contestants that this installation has, and which of them an id belongs to."""

from functools import lru_cache

from llmbattler.core.manifests import BadManifest, list_manifests, load

from .contract import ContestantKind

MODEL = "model"
"""The kind of every id that no other kind claims: a model of the catalog."""


class Kinds:
    """All kinds that manifests name."""

    def __init__(self, kinds: tuple[ContestantKind, ...]) -> None:
        self.all = kinds
        self._default = next(kind for kind in kinds if kind.name == MODEL)
        self._others = [kind for kind in kinds if kind.name != MODEL]

    def of(self, contestant_id: str) -> ContestantKind:
        """The kind that an id belongs to."""
        return next((kind for kind in self._others if kind.owns(contestant_id)), self._default)


def list_kinds() -> Kinds:
    return load_kinds(tuple(each for manifest in list_manifests() for each in manifest.contestant_kinds))


@lru_cache(maxsize=8)
def load_kinds(references: tuple[str, ...]) -> Kinds:
    """Load kinds as manifests name them."""
    kinds: dict[str, ContestantKind] = {}
    for reference in references:
        kind = load(reference)
        if not isinstance(kind, ContestantKind):
            raise BadManifest(f"{reference} is not a kind of contestants.")
        if kind.name in kinds:
            raise BadManifest(f"Two kinds of contestants are named {kind.name!r}.")
        kinds[kind.name] = kind
    return Kinds(tuple(kinds.values()))
