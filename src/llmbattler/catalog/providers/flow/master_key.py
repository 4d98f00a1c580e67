"""Rotate the master key while the site runs, without losing a key."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database
from llmbattler.core.master_keys import MasterKeyConfigured
from llmbattler.core.vault import Vault

from ..key_encryption import Rotation
from ..service.providers import rotate_keys

FEWEST_GIVEN = 2


async def rotate_master_key(database: Database, vault: Vault, *, actor: Visitor | str) -> Rotation:
    """Make a new master key, encrypt every key with it, and then delete the old one.

    A master key from the settings is changed there: the new one first, the old one after it, until this has run.
    """
    keys = vault.keys
    if keys.configured and len(keys.read()) < FEWEST_GIVEN:
        raise MasterKeyConfigured(
            "Put a new key before it, separated by a comma (in a file: on a line above it), and try again."
        )
    if not keys.configured:
        keys.rotate()
    async with database.unit() as session:
        rotation = await rotate_keys(session, actor=actor, vault=vault)
    if not keys.configured:
        keys.delete_older()
    return rotation
