"""Store a provider whose connection works, and the models that it lists."""

from collections.abc import Sequence

from llmbattler.accounts.schemas import Visitor
from llmbattler.connectors.contract import ListedModel
from llmbattler.core.db import Session

from ...discovery.service.found_models import add_listed
from ...presets import Preset, PresetGroup
from ...providers.schemas import ConnectionIn, ProviderChange, ProviderIn
from ...providers.service.providers import Rules, add_provider, edit_provider, list_provider_places


async def store_connection(
    session: Session,
    *,
    actor: Visitor | str,
    preset: Preset,
    name: str,
    wanted: ConnectionIn,
    listed: Sequence[ListedModel],
    rules: Rules,
) -> str:
    """Add the provider of a preset, or change it if it is there already; return its id."""
    known = {place.provider_id for place in await list_provider_places(session)}
    if preset.preset_id in known and preset.group is not PresetGroup.OTHER:
        change = ProviderChange(name=name, connector=wanted.connector, base_url=wanted.base_url, key=wanted.key)
        provider_id = preset.preset_id
        await edit_provider(session, actor=actor, provider_id=provider_id, change=change, rules=rules)
    else:
        given = ProviderIn(
            provider_id=None if preset.group is PresetGroup.OTHER else preset.preset_id,
            name=name,
            connector=wanted.connector,
            base_url=wanted.base_url,
            own_keys=True,
            key=wanted.key,
        )
        provider_id = (await add_provider(session, actor=actor, wanted=given, rules=rules)).provider_id
    place = next(place for place in await list_provider_places(session) if place.provider_id == provider_id)
    await add_listed(session, place=place, listed=listed)
    return provider_id
