from llmbattler.core.signing import SigningKey

KEY = SigningKey(b"k" * 32)


def test_a_signature_holds_for_its_key_purpose_and_message_only() -> None:
    signature = KEY.sign("one", b"message")
    assert KEY.verify("one", b"message", signature)
    assert not KEY.verify("two", b"message", signature)
    assert not KEY.verify("one", b"massage", signature)
    assert not SigningKey(b"x" * 32).verify("one", b"message", signature)
    for wrong in ("", "ü", "\ud800", signature[:-1], signature + "="):
        assert not KEY.verify("one", b"message", wrong)


def test_the_secret_is_not_shown() -> None:
    assert "kkk" not in repr(KEY)
