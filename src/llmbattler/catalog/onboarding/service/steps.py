"""Find the step that a new site has reached. It is derived from the data, so it can be left and found again."""

from collections.abc import Sequence

from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.db import Session
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ...discovery.service.found_models import list_found, read_found
from ...offers import OfferedModel, is_built_in
from ...presets import PRESETS, Preset
from ...providers.places import ProviderPlace
from ...providers.service.providers import list_provider_places
from ...service import list_offered
from .. import repository
from ..schemas import OnboardingOut, PresetOut, Step

PAIR = 2
"""With one model of one's own a battle is against the built-in one."""


async def get_onboarding(session: Session, *, settings: Settings, vault: Vault) -> OnboardingOut:
    places = await list_provider_places(session)
    active = [model for model in await list_offered(session) if model.active and not is_built_in(model)]
    waiting = [read_found(row) for row in await list_found(session) if row.ignored_at is None]
    return OnboardingOut(
        step=await _find_step(session, connected=bool(places), active=len(active), waiting=len(waiting)),
        presets=[_to_out(preset, settings, places, active, waiting) for preset in PRESETS],
        enabled=len(active),
        waiting=len(waiting),
        can_store_keys=vault.can_seal,
    )


async def _find_step(session: Session, *, connected: bool, active: int, waiting: int) -> Step:
    if await repository.find_answered_model(session) is not None:
        return Step.DONE
    if active >= PAIR or (active and not waiting):
        return Step.BATTLE
    return Step.PICK if connected or active or waiting else Step.CONNECT


def find_base_url(preset: Preset, settings: Settings) -> str:
    if preset.address_setting is None:
        return preset.base_url
    return str(getattr(settings.of(ConnectorSettings), preset.address_setting))


def _to_out(
    preset: Preset,
    settings: Settings,
    places: Sequence[ProviderPlace],
    active: Sequence[OfferedModel],
    waiting: Sequence[OfferedModel],
) -> PresetOut:
    base_url = find_base_url(preset, settings)
    provider = next((place for place in places if place.provider_id == preset.preset_id), None)
    addresses = {base_url.rstrip("/")} | ({provider.base_url.rstrip("/")} if provider is not None else set())

    def count(models: Sequence[OfferedModel]) -> int:
        return sum(model.base_url.rstrip("/") in addresses for model in models) if base_url or provider else 0

    return PresetOut(
        preset_id=preset.preset_id,
        name=preset.name,
        detail=preset.detail,
        group=preset.group,
        connector=preset.connector,
        base_url=base_url,
        key_page=preset.key_page,
        provider_id=provider.provider_id if provider is not None else None,
        enabled=count(active),
        waiting=count(waiting),
    )
