"""The model that comes with the site: one small network in four manners, so that the site works at once, offline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.weights import FILE_NAME, find_weights
from llmbattler.core.settings import Settings

from .models import ModelStatus, PlaceKind, Source
from .offers import EMBEDDED_CONNECTOR, OfferedModel
from .prices import FREE
from .settings import CatalogSettings

MODEL = "smollm2-135m-instruct"
CONTEXT_LENGTH = 2048
MAX_TOKENS = 400


@dataclass(frozen=True, slots=True)
class _Manner:
    word: str
    description: str
    params: Mapping[str, float]
    system_prompt: str | None = field(default=None)


_MANNERS = (
    _Manner("precise", "Low temperature: it says nearly the same each time.", {"temperature": 0.2}),
    _Manner("balanced", "A middle temperature.", {"temperature": 0.7}),
    _Manner("creative", "A high temperature: it surprises, and errs more.", {"temperature": 1.0, "top_p": 0.95}),
    _Manner(
        "terse",
        "Asked to answer briefly.",
        {"temperature": 0.4},
        "Answer in one or two short sentences. Leave out introductions and repetitions.",
    ),
)


def find_own_weights(settings: Settings) -> Path:
    """The file given in EMBEDDED_MODEL, else the pulled one, else that of the weights' package; or `ModelMissing`."""
    given = settings.of(CatalogSettings).embedded_model
    return find_weights(given.expanduser() if given is not None else None, weights_path(settings).parent)


def weights_path(settings: Settings) -> Path:
    """Where `llmbattler models pull smollm2` puts them."""
    return settings.data_dir / "models" / FILE_NAME


def embedded_offers(settings: Settings) -> Sequence[OfferedModel]:
    """Four contestants that are honest about being one model, or one of them for each manner of a given file."""
    given = settings.of(CatalogSettings).embedded_model
    base = given.stem if given is not None else "SmolLM2 135M"
    problem = _find_problem(settings)
    return [
        OfferedModel(
            model_id=f"{'embedded' if given else 'smollm2-135m'}-{manner.word}",
            name=f"{base} ({manner.word})",
            connector=EMBEDDED_CONNECTOR,
            model=given.stem if given is not None else MODEL,
            source=Source.EMBEDDED,
            place=PlaceKind.EMBEDDED,
            organization=None if given else "Hugging Face",
            license=None if given else "Apache-2.0",
            description=f"A variant of {base}, which runs inside this site. {manner.description}",
            status=ModelStatus.ACTIVE if problem is None else ModelStatus.PAUSED,
            note=problem,
            context_length=CONTEXT_LENGTH,
            price=FREE,
            params={**manner.params, "max_tokens": MAX_TOKENS},
            system_prompt=manner.system_prompt,
        )
        for manner in _MANNERS
    ]


def _find_problem(settings: Settings) -> str | None:
    try:
        find_own_weights(settings)
    except ModelMissing as missing:
        return missing.detail
    return None
