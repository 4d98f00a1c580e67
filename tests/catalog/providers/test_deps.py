from llmbattler.catalog.providers.deps import get_rules, get_vault
from llmbattler.core.resources import Resources
from llmbattler.core.vault import Vault


async def test_rules_have_the_vault_and_the_policy_of_the_process(resources: Resources) -> None:
    rules = await get_rules(resources)
    assert rules.vault is await get_vault(resources) is resources.get(Vault)
    assert rules.policy is not None
