from pathlib import Path

import pytest

from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Sealed, UnreadableSecret, Vault

ONE = "6d61737465722d6b65792d666f722d74657374732d30303031"
TWO = "b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899"


def vault(tmp_path: Path, *keys: str) -> Vault:
    return Vault(MasterKeys(Settings(data_dir=tmp_path, master_key=",".join(keys))))


def test_what_is_sealed_opens_again_and_looks_different_each_time(tmp_path: Path) -> None:
    one = vault(tmp_path, ONE)
    first, second = (one.seal("the secret", bound_to=["row", "origin"]) for _ in range(2))
    assert first.ciphertext != second.ciphertext
    assert first.nonce != second.nonce
    assert b"secret" not in first.ciphertext
    assert one.open(first, bound_to=["row", "origin"]) == "the secret"
    assert "secret" not in repr(first)


@pytest.mark.parametrize("bound_to", [[], ["row"], ["origin", "row"], ["rowo", "rigin"], ["row", "origin", ""]])
def test_bound_elsewhere_it_does_not_open(tmp_path: Path, bound_to: list[str]) -> None:
    one = vault(tmp_path, ONE)
    sealed = one.seal("the secret", bound_to=["row", "origin"])
    with pytest.raises(UnreadableSecret):
        one.open(sealed, bound_to=bound_to)


def test_every_byte_counts(tmp_path: Path) -> None:
    one = vault(tmp_path, ONE)
    sealed = one.seal("the secret", bound_to=["row"])
    for place in range(len(sealed.ciphertext)):
        changed = bytearray(sealed.ciphertext)
        changed[place] ^= 1
        with pytest.raises(UnreadableSecret):
            one.open(Sealed(bytes(changed), sealed.nonce, sealed.master_key_id), bound_to=["row"])
    for nonce in (b"", b"short", bytes(12), bytes(200)):
        with pytest.raises(UnreadableSecret):
            one.open(Sealed(sealed.ciphertext, nonce, sealed.master_key_id), bound_to=["row"])


def test_older_keys_open_and_the_present_one_seals(tmp_path: Path) -> None:
    old = vault(tmp_path, ONE).seal("the secret", bound_to=["row"])
    both = vault(tmp_path, TWO, ONE)
    assert both.open(old, bound_to=["row"]) == "the secret"
    assert not both.is_current(old.master_key_id)
    fresh = both.seal("the secret", bound_to=["row"])
    assert both.is_current(fresh.master_key_id)
    with pytest.raises(UnreadableSecret):
        vault(tmp_path, TWO).open(old, bound_to=["row"])
    assert vault(tmp_path, TWO).open(fresh, bound_to=["row"]) == "the secret"


def test_a_rotation_elsewhere_is_noticed(tmp_path: Path) -> None:
    here, there = (Vault(MasterKeys(Settings(data_dir=tmp_path))) for _ in range(2))
    first = here.seal("the secret", bound_to=["row"])
    there.keys.rotate()
    second = there.seal("the secret", bound_to=["row"])
    there.keys.delete_older()
    assert here.open(second, bound_to=["row"]) == "the secret"
    with pytest.raises(UnreadableSecret):
        there.open(first, bound_to=["row"])
