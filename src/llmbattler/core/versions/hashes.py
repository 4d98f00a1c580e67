"""The hash that tells whether two contents are the same."""

import hashlib
import json

_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write_canonical(value: object) -> str:
    """Write JSON so that equal content gives equal text: sorted keys, no spaces."""
    return _CANONICAL.encode(value)


def hash_content(value: object) -> str:
    """Return the SHA-256 of plain JSON values as 64 hexadecimal digits."""
    return hashlib.sha256(write_canonical(value).encode(errors="surrogatepass")).hexdigest()
