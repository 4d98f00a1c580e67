"""The built-in model in four presets, so that a new site works offline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.weights import FILE_NAME, find_weights
from llmbattler.core.settings import Settings

from ..models import ModelStatus, PlaceKind, Source
from ..offers import BUILT_IN_MODEL, EMBEDDED_CONNECTOR, OfferedModel
from ..prices import FREE
from ..settings import CatalogSettings

CONTEXT_LENGTH = 2048
MAX_TOKENS = 400


@dataclass(frozen=True, slots=True)
class _Preset:
    name: str
    description: str
    params: Mapping[str, float]
    system_prompt: str | None = field(default=None)


_PRESETS = (
    _Preset("precise", "Low temperature: nearly the same answer each time.", {"temperature": 0.2}),
    _Preset("balanced", "Medium temperature.", {"temperature": 0.7}),
    _Preset("creative", "High temperature: more varied answers, and more errors.", {"temperature": 1.0, "top_p": 0.95}),
    _Preset(
        "terse",
        "Instructed to answer briefly.",
        {"temperature": 0.4},
        "Answer in one or two short sentences. Leave out introductions and repetitions.",
    ),
)


def find_embedded_weights(settings: Settings) -> Path:
    """Return the file of EMBEDDED_MODEL, else the pulled file, else that of the weights package; or `ModelMissing`."""
    given = settings.of(CatalogSettings).embedded_model
    return find_weights(given.expanduser() if given is not None else None, weights_path(settings).parent)


def weights_path(settings: Settings) -> Path:
    """Return the path to which `llmbattler models pull smollm2` writes."""
    return settings.data_dir / "models" / FILE_NAME


def list_embedded(settings: Settings) -> Sequence[OfferedModel]:
    """Return one model for each preset, of the built-in weights or of the file in EMBEDDED_MODEL."""
    given = settings.of(CatalogSettings).embedded_model
    base = given.stem if given is not None else "SmolLM2 135M"
    problem = _find_missing(settings)
    return [
        OfferedModel(
            model_id=f"{'embedded' if given else 'smollm2-135m'}-{preset.name}",
            name=f"{base} ({preset.name})",
            connector=EMBEDDED_CONNECTOR,
            model=given.stem if given is not None else BUILT_IN_MODEL,
            source=Source.EMBEDDED,
            place=PlaceKind.EMBEDDED,
            organization=None if given else "Hugging Face",
            license=None if given else "Apache-2.0",
            description=f"A variant of {base}, which runs inside this site. {preset.description}",
            status=ModelStatus.ACTIVE if problem is None else ModelStatus.PAUSED,
            note=problem,
            context_length=CONTEXT_LENGTH,
            price=FREE,
            params={**preset.params, "max_tokens": MAX_TOKENS},
            system_prompt=preset.system_prompt,
        )
        for preset in _PRESETS
    ]


def _find_missing(settings: Settings) -> str | None:
    try:
        find_embedded_weights(settings)
    except ModelMissing as missing:
        return missing.detail
    return None
