"""Find and read `models.yaml`, and resolve the providers that it names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from llmbattler.connectors.registry import list_connectors
from llmbattler.core.backups.parts import SiteFile
from llmbattler.core.settings import Settings

from ...errors import BadModelsFile
from ...models import ModelStatus
from ...models_file import FILE_NAME, ListedModels, parse_models, to_offer
from ...offers import at_address
from ...providers.places import ProviderPlace
from ...settings import CatalogSettings


def read_listed(settings: Settings, environment: Mapping[str, str]) -> ListedModels:
    """Read the catalog file, if there is one; raises `BadModelsFile`."""
    path = find_models_file(settings)
    if path is None:
        return ListedModels(None, (), ())
    return read_models_file(path, connectors=list_connectors(), environment=environment)


def find_models_file(settings: Settings) -> Path | None:
    """Return the configured file, which must exist, else `models.yaml` here or in the data folder, else `None`."""
    given = settings.of(CatalogSettings).models_file
    if given is not None:
        path = given.expanduser()
        if not path.is_file():
            raise BadModelsFile(f"MODELS_FILE names {path}, which does not exist.")
        return path
    candidates = (Path(FILE_NAME), settings.data_dir / FILE_NAME)
    return next((path for path in candidates if path.is_file()), None)


def describe_models_file(settings: Settings) -> SiteFile:
    """Say where the file is, and where a backup restores it."""
    given = settings.of(CatalogSettings).models_file
    target = settings.data_dir / FILE_NAME if given is None else given.expanduser()
    path = find_models_file(settings) if given is None or target.is_file() else None
    return SiteFile(FILE_NAME, path, target)


def read_models_file(path: Path, *, connectors: Sequence[str], environment: Mapping[str, str]) -> ListedModels:
    """Read and check the file; raise `BadModelsFile` with every problem found."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadModelsFile(f"{path.name} cannot be read: {error.strerror}.") from None
    entries = parse_models(content, name=path.name, connectors=connectors)
    warnings = [
        f"{path.name}: the key of {entry.id} is missing; set {entry.api_key_env}. The model is paused until then."
        for entry in entries
        if entry.api_key_env and not environment.get(entry.api_key_env)
    ]
    return ListedModels(path, [to_offer(entry, environment) for entry in entries], warnings)


def resolve_providers(listed: ListedModels, places: Sequence[ProviderPlace]) -> ListedModels:
    """Give models that name a provider its address; pause those whose provider does not exist."""
    known = {place.provider_id: place for place in places}
    offers, warnings = [], list(listed.warnings)
    for offer in listed.offers:
        place = known.get(offer.provider_id or "")
        if offer.provider_id is None:
            offers.append(offer)
        elif place is not None:
            offers.append(at_address(offer, connector=place.connector, base_url=place.base_url))
        else:
            note = f"This site has no provider {offer.provider_id}."
            status = ModelStatus.PAUSED if offer.active else offer.status
            offers.append(replace(offer, provider_id=None, status=status, note=note))
            warnings.append(f"{offer.model_id} is paused: {note}")
    return ListedModels(listed.path, offers, warnings)
