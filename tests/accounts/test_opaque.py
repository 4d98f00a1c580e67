import pytest

from llmbattler.accounts.opaque import HINT, Prefix, hash_secret, hint_of, make_secret


@pytest.mark.parametrize("prefix", Prefix)
def test_secrets_differ_and_begin_with_their_kind(prefix: Prefix) -> None:
    one, other = make_secret(prefix), make_secret(prefix)
    assert one != other
    assert one.startswith(prefix)
    assert len(one) == len(prefix) + 43
    assert hint_of(one) == one[:HINT]


def test_a_hash_is_stable_and_any_text_has_one() -> None:
    assert hash_secret("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hash_secret("abd") != hash_secret("abc")
    assert len(hash_secret("\udcff")) == 64
