from llmbattler.arena.redaction import mask
from tests.arena.moderation.flagged_battles import HIDDEN_AWAY, SECRETS


def test_people_and_keys_are_masked() -> None:
    shown = mask(f"{SECRETS}, key sk-abcdefghijklmnop1234; version 1.2.3, order 4111 1111 1111 1112")
    assert not [secret for secret in HIDDEN_AWAY if secret in shown.replace("4111 1111 1111 1112", "")]
    assert "sk-abc" not in shown
    assert "version 1.2.3, order 4111 1111 1111 1112" in shown  # no card: its last digit is wrong


def test_addresses_prose_and_samples_stay_readable() -> None:
    text = 'See http://localhost:8080/docs, the bearer certificate, and client(api_key="YOUR_API_KEY").'
    assert mask(text) == text
    assert mask("postgresql://me:a-password-1@host/db") == "postgresql://me:[hidden]@host/db"
