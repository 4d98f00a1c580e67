"""AWS Signature Version 4, which authenticates requests to an S3-compatible storage."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote

ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs requests without a query string, with the hash of the whole body."""

    key: str
    secret: str = field(repr=False)
    region: str

    def sign(
        self, method: str, host: str, path: str, headers: Mapping[str, str], body_hash: str, now: datetime
    ) -> dict[str, str]:
        """Return the headers to send: the given ones, the date, the hash of the body and the authorization."""
        moment = now.strftime("%Y%m%dT%H%M%SZ")
        sent = {**headers, "x-amz-content-sha256": body_hash, "x-amz-date": moment}
        # Host is signed too; the HTTP client sets it.
        listed = sorted((name.lower(), " ".join(value.split())) for name, value in {**sent, "host": host}.items())
        names = ";".join(name for name, _ in listed)
        lines = "".join(f"{name}:{value}\n" for name, value in listed)
        request = "\n".join([method, quote(path, safe="/-_.~"), "", lines, names, body_hash])
        scope = f"{moment[:8]}/{self.region}/s3/aws4_request"
        to_sign = "\n".join([ALGORITHM, moment, scope, hashlib.sha256(request.encode()).hexdigest()])
        signature = hmac.new(self._signing_key(moment[:8]), to_sign.encode(), hashlib.sha256).hexdigest()
        proof = f"{ALGORITHM} Credential={self.key}/{scope}, SignedHeaders={names}, Signature={signature}"
        return {**sent, "Authorization": proof}

    def _signing_key(self, day: str) -> bytes:
        signing_key = f"AWS4{self.secret}".encode()
        for part in (day, self.region, "s3", "aws4_request"):
            signing_key = hmac.new(signing_key, part.encode(), hashlib.sha256).digest()
        return signing_key
