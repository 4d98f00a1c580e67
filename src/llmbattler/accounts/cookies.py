"""The text of the visitor's cookie: version, account id, signature."""

import re

from llmbattler.core.signing import SigningKey

_PURPOSE = "visitor cookie"
_FORM = re.compile(r"(1\.([a-z]_[0-9a-f]{32}))\.([A-Za-z0-9_-]{43})")


def write_cookie(key: SigningKey, account_id: str) -> str:
    signed = f"1.{account_id}"
    return f"{signed}.{key.sign(_PURPOSE, signed.encode())}"


def read_cookie(key: SigningKey, value: str) -> str | None:
    """Return the account id, or `None` if this site did not sign the cookie."""
    found = _FORM.fullmatch(value)
    if found is None:
        return None
    signed, account_id, signature = found.groups()
    return account_id if key.verify(_PURPOSE, signed.encode(), signature) else None
