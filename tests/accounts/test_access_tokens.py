from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from llmbattler.accounts.access_tokens import LIFETIME, AccessClaims, read_access_token, write_access_token
from llmbattler.core.signing import SigningKey

KEY = SigningKey(b"k" * 32)
CLAIMS = AccessClaims("m_" + "0" * 32, uuid4())


def test_what_was_written_is_read() -> None:
    assert read_access_token(KEY, write_access_token(KEY, CLAIMS, now=datetime.now(UTC))) == CLAIMS


@pytest.mark.parametrize("shift", [-LIFETIME - timedelta(seconds=1), timedelta(minutes=10)])
def test_a04_neither_early_nor_late(shift: timedelta) -> None:
    assert read_access_token(KEY, write_access_token(KEY, CLAIMS, now=datetime.now(UTC) + shift)) is None


def test_another_sites_token_is_worth_nothing() -> None:
    other = SigningKey(b"o" * 32)
    assert read_access_token(KEY, write_access_token(other, CLAIMS, now=datetime.now(UTC))) is None


@pytest.mark.parametrize("missing", ["iss", "aud", "sub", "sid", "use", "exp", "nbf"])
def test_a04_every_claim_is_needed(missing: str) -> None:
    now = int(datetime.now(UTC).timestamp())
    claims = {
        "iss": "llmbattler",
        "aud": "llmbattler-api",
        "sub": CLAIMS.account_id,
        "sid": str(CLAIMS.sign_in_id),
        "use": "access",
        "exp": now + 60,
        "nbf": now,
    }
    key = OctKey.import_key(KEY.derive("access token"))
    assert read_access_token(KEY, jwt.encode({"alg": "HS256"}, claims, key)) == CLAIMS
    del claims[missing]
    assert read_access_token(KEY, jwt.encode({"alg": "HS256"}, claims, key)) is None


@pytest.mark.parametrize("text", ["", "x", "a.b.c", "....", "é.é.é", "x" * 5000])
def test_nonsense_is_nobody(text: str) -> None:
    assert read_access_token(KEY, text) is None
