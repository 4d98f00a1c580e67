import time
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey, RSAKey
from tests.forged_tokens import encode_public_key, forge, unsigned

from llmbattler.accounts.oidc.errors import BadIdToken
from llmbattler.accounts.oidc.id_tokens import Expected, UnknownKey, read_id_token, read_keys

KEY = RSAKey.generate_key(2048, {"kid": "k1", "use": "sig"})
CURVE = ECKey.generate_key("P-256", {"kid": "k2", "use": "sig"})
STRANGER = RSAKey.generate_key(2048, {"kid": "k1"})
KEYS = read_keys([KEY.as_dict(private=False), CURVE.as_dict(private=False)])
EXPECTED = Expected("https://login.example", "the-arena", "the nonce")


def claims(**changes: Any) -> dict[str, Any]:
    now = int(time.time())
    good = {
        "iss": EXPECTED.issuer,
        "aud": EXPECTED.client_id,
        "sub": "ann",
        "nonce": EXPECTED.nonce,
        "iat": now,
        "exp": now + 300,
        "email": "ann@corp.example",
        "email_verified": True,
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def sign(content: dict[str, Any], key: Any = KEY, **header: Any) -> str:
    return jwt.encode({"alg": "RS256", "kid": "k1", **header}, content, key, algorithms=[header.get("alg", "RS256")])


@pytest.mark.parametrize(
    ("key", "header"), [(KEY, {}), (KEY, {"alg": "PS256"}), (CURVE, {"alg": "ES256", "kid": "k2"})]
)
def test_a_good_token_is_believed(key: Any, header: dict[str, str]) -> None:
    found = read_id_token(sign(claims(name="Ann"), key, **header), KEYS, EXPECTED)
    assert (found.subject, found.email, found.email_verified, found.name) == ("ann", "ann@corp.example", True, "Ann")


@pytest.mark.parametrize("audience", [["the-arena"], ["the-arena", "another"]])
def test_several_audiences_need_one_for_whom_it_was_made(audience: list[str]) -> None:
    assert read_id_token(sign(claims(aud=audience, azp="the-arena")), KEYS, EXPECTED).subject == "ann"


def test_a03_a_token_without_a_signature_is_refused() -> None:
    for algorithm in ("none", "None", "NONE", ""):
        for signature in ("", "x", sign(claims()).rpartition(".")[2]):
            with pytest.raises(BadIdToken):
                read_id_token(unsigned({"alg": algorithm, "kid": "k1"}, claims(), signature), KEYS, EXPECTED)


def test_a03_the_public_key_is_no_secret() -> None:
    for text in encode_public_key(KEY):
        with pytest.raises(BadIdToken):
            read_id_token(forge({"alg": "HS256", "kid": "k1"}, claims(), text), KEYS, EXPECTED)


@pytest.mark.parametrize("kid", ["unknown", "../../dev/null", "k1\0", "' OR 1=1", ""])
def test_a03_an_unknown_key_does_not_count(kid: str) -> None:
    with pytest.raises((UnknownKey, BadIdToken)):
        read_id_token(sign(claims(), STRANGER, kid=kid), KEYS, EXPECTED)


def test_a03_a_key_in_the_token_does_not_count() -> None:
    own = {"jwk": STRANGER.as_dict(private=False), "jku": "https://evil.example/jwks", "kid": "k1"}
    with pytest.raises(BadIdToken):
        read_id_token(sign(claims(), STRANGER, **own), KEYS, EXPECTED)


def test_a03_secrets_among_the_published_keys_are_left_out() -> None:
    secret = OctKey.generate_key(256, {"kid": "k3"})
    encrypting = RSAKey.generate_key(2048, {"kid": "k4", "use": "enc"})
    broken: list[dict[str, Any]] = [{}, {"kty": "RSA"}, {"kty": "EC", "crv": "P-1", "x": "", "y": ""}, {"kty": "new"}]
    published = [secret.as_dict(private=True), encrypting.as_dict(private=False), *broken]
    assert list(read_keys(published)) == []
    assert isinstance(read_keys([]), KeySet)


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://evil.example"},
        {"iss": "https://login.example/"},
        {"iss": None},
        {"aud": "another"},
        {"aud": ["another"]},
        {"aud": []},
        {"aud": None},
        {"aud": ["the-arena", "another"]},
        {"azp": "another"},
        {"aud": ["the-arena", "another"], "azp": "another"},
        {"nonce": "another"},
        {"nonce": None},
        {"nonce": ["the nonce"]},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"exp": None},
        {"exp": int(time.time()) - 120},
        {"exp": "tomorrow"},
        {"iat": None},
        {"iat": int(time.time()) + 3600},
        {"nbf": int(time.time()) + 3600},
    ],
)
def test_a04_a_token_for_others_or_another_time_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadIdToken):
        read_id_token(sign(claims(**changes)), KEYS, EXPECTED)


@pytest.mark.parametrize("text", ["", ".", "..", "a.b.c", "x" * 40_000, sign(claims()) + "x", sign(claims())[:-10]])
def test_what_is_no_token_is_refused(text: str) -> None:
    with pytest.raises(BadIdToken):
        read_id_token(text, KEYS, EXPECTED)
