"""Connect a provider: check it by a real call, then store it with the models that it lists."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.settings import add_version
from llmbattler.core.db import Database
from llmbattler.core.outbound import BadAddress
from llmbattler.core.settings import Settings

from ..presets import Preset, PresetGroup, find_preset
from ..providers.flow.connection_checks import try_connection
from ..providers.schemas import ConnectionIn, Verdict
from ..providers.service.providers import Rules
from .errors import PresetNotFound
from .schemas import ConnectIn, ConnectOut
from .service.connections import store_connection
from .service.steps import find_base_url


async def connect_provider(
    database: Database, caller: Caller, settings: Settings, *, actor: Visitor | str, given: ConnectIn, rules: Rules
) -> ConnectOut:
    """Store a provider only if one of its models answers."""
    preset = find_preset(given.preset_id)
    if preset is None:
        raise PresetNotFound
    base_url = _find_address(preset, given, settings)
    wanted = ConnectionIn(connector=preset.connector, base_url=base_url, key=given.key)
    trial = await try_connection(caller, wanted=wanted, rules=rules)
    if trial.verdict.result is not Verdict.OK:
        return ConnectOut(verdict=trial.verdict, provider_id=None)
    async with database.unit() as session:
        provider_id = await store_connection(
            session,
            actor=actor,
            preset=preset,
            name=given.name or preset.name,
            wanted=wanted,
            listed=trial.listed,
            rules=rules,
        )
    return ConnectOut(verdict=trial.verdict, provider_id=provider_id)


def _find_address(preset: Preset, given: ConnectIn, settings: Settings) -> str:
    base_url = given.base_url or find_base_url(preset, settings)
    if not base_url:
        raise BadAddress("Enter the address of the server.")
    return base_url if preset.group is PresetGroup.CLOUD else add_version(base_url)
