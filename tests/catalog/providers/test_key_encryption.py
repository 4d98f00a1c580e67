from pathlib import Path

import pytest
from pydantic import SecretStr

from llmbattler.catalog.errors import KeyUnreadable
from llmbattler.catalog.models import Provider, ProviderKey
from llmbattler.catalog.providers.key_encryption import (
    KeyState,
    Rotation,
    decrypt_key,
    encrypt_key,
    get_key_state,
    reencrypt_keys,
)
from llmbattler.core.ids import uuid7
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

OLD, NEW = "0123456789abcdef" * 4, "fedcba9876543210" * 4
KEY = "sk-a-long-secret-key"


def vault(tmp_path: Path, *masters: str) -> Vault:
    return Vault(MasterKeys(Settings(data_dir=tmp_path, master_key=SecretStr(",".join(masters)))))


def provider(base_url: str = "https://api.example/v1") -> Provider:
    return Provider(provider_id="p", name="P", connector="openai", base_url=base_url, own_keys=True, created_by="m_0")


def encrypt(box: Vault, key: str = KEY, owner: str | None = None) -> ProviderKey:
    return encrypt_key(box, key, provider=provider(), owner=owner, created_by="m_0")


def test_a_key_decrypts_for_any_path_of_its_origin(tmp_path: Path) -> None:
    box = vault(tmp_path, OLD)
    row = encrypt(box)
    assert KEY.encode() not in row.ciphertext
    assert decrypt_key(box, row, "https://api.example/another/path") == KEY


@pytest.mark.parametrize(
    "base_url", ["http://api.example/v1", "https://api.example:8443/v1", "https://evil.example/v1"]
)
def test_a_key_does_not_decrypt_for_another_origin(tmp_path: Path, base_url: str) -> None:
    box = vault(tmp_path, OLD)
    row = encrypt(box)
    with pytest.raises(KeyUnreadable):
        decrypt_key(box, row, base_url)
    assert get_key_state(box, row, base_url) is KeyState.OTHER_ADDRESS


@pytest.mark.parametrize("column", ["key_id", "provider_id", "owner"])
def test_a_key_does_not_decrypt_in_another_row(tmp_path: Path, column: str) -> None:
    box = vault(tmp_path, OLD)
    row = encrypt(box, owner="m_1")
    setattr(row, column, uuid7() if column == "key_id" else "other")
    with pytest.raises(KeyUnreadable):
        decrypt_key(box, row, "https://api.example/v1")
    assert get_key_state(box, row, "https://api.example/v1") is KeyState.UNREADABLE


def test_the_state_of_a_key(tmp_path: Path) -> None:
    box = vault(tmp_path, OLD)
    row = encrypt(box)
    assert get_key_state(box, None, "https://api.example/v1") is KeyState.NONE
    assert get_key_state(box, row, "https://api.example/v1") is KeyState.READY
    assert get_key_state(vault(tmp_path, NEW), row, "https://api.example/v1") is KeyState.UNREADABLE


def test_only_a_long_key_has_a_hint(tmp_path: Path) -> None:
    box = vault(tmp_path, OLD)
    assert (encrypt(box).hint, encrypt(box, "short-key").hint) == ("-key", "")


def test_rotation_encrypts_old_keys_again_and_counts_lost_ones(tmp_path: Path) -> None:
    kept, lost = (
        encrypt(vault(tmp_path, OLD)),
        encrypt(vault(tmp_path, "6d61737465722d6b65792d666f722d74657374732d30303031")),
    )
    both = vault(tmp_path, NEW, OLD)
    fresh = encrypt(both)
    assert reencrypt_keys(both, [kept, lost, fresh]) == Rotation(sealed=1, unreadable=1)
    only_new = vault(tmp_path, NEW)
    assert decrypt_key(only_new, kept, "https://api.example/v1") == KEY
    assert reencrypt_keys(only_new, [kept, fresh]) == Rotation(sealed=0, unreadable=0)
