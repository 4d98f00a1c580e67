"""The signed cookie that ties a browser to the sign-in it started."""

import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import quote, urlsplit

import msgspec

from llmbattler.core.signing import SigningKey

LASTS = timedelta(minutes=10)
HOME = "/"
LONGEST_PAGE = 500
_PURPOSE = "company log-in"
_FORM = re.compile(r"([A-Za-z0-9_-]{1,2000})\.([A-Za-z0-9_-]{43})")


class LoginState(msgspec.Struct, frozen=True):
    """The state of one sign-in through the provider."""

    state: str
    nonce: str
    verifier: str
    page: str
    """Where to go afterwards, on this site."""
    started_at: int
    """Unix time."""

    def fits(self, state: str, now: datetime) -> bool:
        fresh = 0 <= now.timestamp() - self.started_at <= LASTS.total_seconds()
        return fresh and hmac.compare_digest(self.state.encode(), state.encode(errors="replace"))


def write_login_state(key: SigningKey, login: LoginState) -> str:
    body = urlsafe_b64encode(msgspec.json.encode(login)).rstrip(b"=").decode()
    return f"{body}.{key.sign(_PURPOSE, body.encode())}"


def read_login_state(key: SigningKey, value: str) -> LoginState | None:
    """Return the state, or `None` if this site did not sign it."""
    found = _FORM.fullmatch(value)
    if found is None or not key.verify(_PURPOSE, found[1].encode(), found[2]):
        return None
    return msgspec.json.decode(urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)), type=LoginState)


def local_page(wanted: str) -> str:
    """Return a path of this site; the start page for anything else, so that no link leads elsewhere."""
    plain = len(wanted) <= LONGEST_PAGE and wanted.isprintable() and "\\" not in wanted
    if not plain or not wanted.startswith("/") or wanted.startswith(("//", "/api/")):
        return HOME
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return HOME
    return HOME if parts.scheme or parts.netloc else quote(wanted, safe="/?#&=%:@!$'()*+,;~-._[]")
