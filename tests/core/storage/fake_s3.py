"""A server that answers as S3 does and checks every signature by itself."""

import hashlib
import hmac
import re
from datetime import UTC, datetime

from aiohttp import web

KEY, SECRET = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
REGION, BUCKET = "eu-central-1", "site-files"


class FakeS3:
    """Keeps objects in memory and answers as S3 does; the check of signatures shares no line with the product."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.types: dict[str, str] = {}
        self.failures: list[int] = []
        self.calls = 0
        self.pieces = 0
        """How many parts of multipart uploads were sent."""
        self.ranges = 0
        self._uploads: dict[str, dict[int, bytes]] = {}
        self.header_names: set[str] = set()
        self.address = ""
        self.app = web.Application(client_max_size=40_000_000)
        for path in ("/{bucket}", "/{bucket}/{key:.*}"):
            self.app.router.add_route("*", path, self._answer)

    async def _answer(self, request: web.Request) -> web.Response:
        self.calls += 1
        self.header_names |= {name.lower() for name in request.headers}
        body = await request.read()
        if self.failures:
            return web.Response(status=self.failures.pop(0), headers={"Location": "http://192.0.2.1/"})
        if complaint := self._complaint(request, body):
            return _xml(403, complaint)
        if request.match_info["bucket"] != BUCKET:
            return _xml(404, "NoSuchBucket")
        key = request.match_info.get("key", "")
        if not key:
            return self._list(request.query.get("prefix", ""), request.query.get("delimiter"))
        if {"uploads", "uploadId"} & set(request.query):
            return self._upload(request, key, body)
        return self._act(request, key, body)

    def _list(self, prefix: str, delimiter: str | None) -> web.Response:
        found = sorted(key for key in self.objects if key.startswith(prefix))
        folders = {key[: key.index("/", len(prefix)) + 1] for key in found if delimiter and "/" in key[len(prefix) :]}
        shown = [key for key in found if not any(key.startswith(folder) for folder in folders)]
        contents = "".join(
            f"<Contents><Key>{key}</Key><LastModified>2026-11-16T00:00:00.000Z</LastModified>"
            f'<ETag>"0"</ETag><Size>{len(self.objects[key])}</Size></Contents>'
            for key in shown
        )
        prefixes = "".join(f"<CommonPrefixes><Prefix>{one}</Prefix></CommonPrefixes>" for one in sorted(folders))
        text = f"<ListBucketResult><IsTruncated>false</IsTruncated>{contents}{prefixes}</ListBucketResult>"
        return web.Response(text=text, content_type="application/xml")

    def _upload(self, request: web.Request, key: str, body: bytes) -> web.Response:
        if "uploads" in request.query:
            self._uploads[key] = {}
            text = "<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>"
        elif request.method == "PUT":
            self._uploads[key][int(request.query["partNumber"])] = body
            self.pieces += 1
            return web.Response(headers=_describe(body))
        else:
            parts = self._uploads.pop(key)
            self.objects[key] = b"".join(parts[number] for number in sorted(parts))
            self.types[key] = "application/octet-stream"
            text = '<CompleteMultipartUploadResult><ETag>"0"</ETag></CompleteMultipartUploadResult>'
        return web.Response(text=text, content_type="application/xml")

    def _act(self, request: web.Request, key: str, body: bytes) -> web.Response:
        if request.method == "PUT":
            assert request.content_length == len(body)  # S3 takes no chunked bodies
            self.objects[key], self.types[key] = body, request.content_type
            return web.Response(headers=_describe(body))
        if request.method == "DELETE":
            self.objects.pop(key, None)
            return web.Response(status=204)
        if key not in self.objects:
            return _xml(404, "NoSuchKey")
        found = self.objects[key]
        if wanted := re.fullmatch(r"bytes=(\d+)-(\d+)", request.headers.get("Range", "")):
            self.ranges += 1
            first, last = int(wanted[1]), int(wanted[2])
            headers = {**_describe(found), "Content-Range": f"bytes {first}-{last}/{len(found)}"}
            return web.Response(status=206, body=found[first : last + 1], headers=headers)
        return web.Response(body=found, content_type=self.types[key], headers=_describe(found))

    def _complaint(self, request: web.Request, body: bytes) -> str | None:
        given = re.fullmatch(
            r"AWS4-HMAC-SHA256 Credential=(\w+)/(\d{8})/([\w-]+)/s3/aws4_request, "
            r"SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})",
            request.headers.get("Authorization", ""),
        )
        if given is None or given[1] != KEY:
            return "InvalidAccessKeyId"
        moment = datetime.strptime(request.headers["x-amz-date"], "%Y%m%dT%H%M%S%z")
        if abs((datetime.now(UTC) - moment).total_seconds()) > 900:
            return "RequestTimeTooSkewed"
        digest = hashlib.sha256(body).hexdigest()
        if request.headers["x-amz-content-sha256"] != digest:
            return "XAmzContentSHA256Mismatch"
        if not {"host", "x-amz-date", "x-amz-content-sha256"} <= set(given[4].split(";")):
            return "AccessDenied"
        canonical = f"{request.method}\n{request.rel_url.raw_path}\n{request.rel_url.raw_query_string}\n"
        for name in given[4].split(";"):
            canonical += f"{name}:{request.headers[name].strip()}\n"
        canonical += f"\n{given[4]}\n{digest}"
        scope = f"{given[2]}/{REGION}/s3/aws4_request"
        text = f"AWS4-HMAC-SHA256\n{request.headers['x-amz-date']}\n{scope}\n" + sha256_hex(canonical)
        day = _mac(b"AWS4" + SECRET.encode(), given[2])
        wanted = _mac(_mac(_mac(_mac(day, REGION), "s3"), "aws4_request"), text).hex()
        return None if wanted == given[5] else "SignatureDoesNotMatch"


def _describe(body: bytes) -> dict[str, str]:
    etag = hashlib.md5(body, usedforsecurity=False).hexdigest()
    return {"ETag": f'"{etag}"', "Last-Modified": "Mon, 16 Nov 2026 00:00:00 GMT"}


def sha256_hex(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _xml(status: int, code: str) -> web.Response:
    return web.Response(status=status, text=f"<?xml version='1.0'?><Error><Code>{code}</Code></Error>")


def url_of(s3: FakeS3, *, secret: str = SECRET, key: str = KEY, bucket: str = BUCKET, region: str = REGION) -> str:
    quoted = secret.replace("/", "%2F").replace("+", "%2B")
    return f"s3://{key}:{quoted}@{s3.address}/{bucket}?region={region}&tls=false"
