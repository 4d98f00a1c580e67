"""Dependencies of the routes of providers."""

from typing import Annotated

from fastapi import Depends

from llmbattler.connectors.settings import read_policy
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.core.web.deps import FromResources

from .service.providers import Rules


async def get_rules(resources: FromResources) -> Rules:
    return Rules(resources.get(Vault), read_policy(resources.get(Settings)))


async def get_vault(resources: FromResources) -> Vault:
    return resources.get(Vault)


FromRules = Annotated[Rules, Depends(get_rules)]
FromVault = Annotated[Vault, Depends(get_vault)]
