"""Headers that every answer carries."""

from collections.abc import MutableSequence

from .request_ids import current_request_id

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


_ENCODED = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
_NOT_STORED = (b"cache-control", b"no-store")


def add_standard_headers(headers: MutableSequence[tuple[bytes, bytes]], path: str) -> None:
    """Add them to the encoded headers of an answer; those that the answer has already stay."""
    add_constant_headers(headers, path)
    headers.append((b"x-request-id", current_request_id().encode()))


def add_constant_headers(headers: MutableSequence[tuple[bytes, bytes]], path: str) -> None:
    """Add those that are the same in every answer to this path."""
    given = {name for name, _ in headers}
    headers += [header for header in _ENCODED if header[0] not in given]
    if path.startswith("/api/") and b"cache-control" not in given:
        headers.append(_NOT_STORED)
