"""What all HTTP wires share: send the request, check the response, read events, turn failures into named errors."""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NoReturn, Protocol, TypeVar
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp.http_exceptions import HttpProcessingError

from llmbattler.core.outbound import AddressRefused, BadAddress

from .contract import Delta, Finish, Place
from .errors import AddressNotAllowed, BrokenStream, ConnectorError, Refused, TimedOut, TooLarge, Unreachable
from .provider_errors import (
    error_from_document,
    error_from_event,
    error_from_status,
    read_problem,
    read_retry_after,
    redact,
)
from .sse import Event, EventParser
from .ticker import StreamPacer, unpaced_reads
from .transport import Transport, find_proxy

T = TypeVar("T")

ERROR_BODY_LIMIT = 64 * 1024
LIST_BODY_LIMIT = 8 * 1024 * 1024
ANSWER_BODY_LIMIT = 16 * 1024 * 1024
LIST_SECONDS = 10.0
DRAIN_SECONDS = 0.1
WEB_PAGE = "The server answered with a web page instead of a stream. Check the address."
FIELDS = (b":", b"data", b"event", b"id", b"retry")
"""How the lines of an event stream begin."""

# aiohttp raises some of these from its parser and some from the operating system without wrapping them.
TRANSPORT_ERRORS = (aiohttp.ClientError, HttpProcessingError, OSError, TimeoutError, ssl.SSLError, ValueError)


class Answer(Protocol):
    """Reads the events of one call on one wire."""

    complete: bool
    """Whether the provider has said that nothing follows."""

    def take(self, events: Sequence[Event]) -> Sequence[Delta]:
        """Turn the events of one network read into as few deltas as possible."""
        ...

    def finish(self) -> Finish:
        """End the answer, or raise `BrokenStream` if its end is missing."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    place: Place
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.place.api_key or "", *self.place.headers.values())

    def all_headers(self) -> dict[str, str]:
        # A compressed stream would arrive in large blocks, not in tokens.
        return {
            "Content-Type": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": "llmbattler",
            **self.headers,
            **self.place.headers,
        }


async def stream_answer(transport: Transport, request: Request, answer: Answer) -> AsyncGenerator[Delta, None]:
    """POST and yield the deltas of the answer, then its `Finish`."""
    try:
        async with _send(transport, request) as response:
            await _check_stream(response)
            content, body, started, unpaced = response.content, _StreamBody(), False, unpaced_reads.get()
            with StreamPacer(transport.ticker, response) as pacer:
                while not answer.complete:
                    chunk = await content.readany()
                    if not chunk and content.at_eof():
                        break
                    for delta in answer.take(body.feed(chunk)):
                        started = True
                        yield delta
                    unpaced -= 1
                    if started and unpaced < 0 and not answer.complete:
                        await pacer.wait(len(chunk))
            await _drain(content)
        body.check_head()
        yield _finish(answer, request)
    except ConnectorError as error:
        raise _redacted(error, request) from None
    except TRANSPORT_ERRORS as error:
        raise error_from_transport(error) from None


async def fetch_answer(transport: Transport, request: Request, answer: Answer) -> AsyncGenerator[Delta, None]:
    """POST, read the whole response as one event and yield its deltas, then its `Finish`."""
    try:
        async with _send(transport, request) as response:
            await _check_status(response)
            body = await _read_at_most(response, ANSWER_BODY_LIMIT)
        if len(body) > ANSWER_BODY_LIMIT:
            raise TooLarge
        for delta in answer.take([Event(body)]):
            yield delta
        yield _finish(answer, request)
    except ConnectorError as error:
        raise _redacted(error, request) from None
    except TRANSPORT_ERRORS as error:
        raise error_from_transport(error) from None


async def get_json(transport: Transport, request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """GET one JSON document within `LIST_SECONDS`."""
    try:
        async with asyncio.timeout(LIST_SECONDS), _send(transport, request) as response:
            await _check_status(response)
            body = await _read_at_most(response, LIST_BODY_LIMIT)
            if len(body) > LIST_BODY_LIMIT:
                raise TooLarge("The list of models is too long.")
        return decoder.decode(body)
    except ConnectorError as error:
        raise _redacted(error, request) from None
    except (msgspec.DecodeError, RecursionError):
        raise Refused("The server answers, but not like this kind of model server.") from None
    except TRANSPORT_ERRORS as error:
        raise error_from_transport(error) from None


def decode_event(decoder: msgspec.json.Decoder[T], event: Event) -> T:
    """Decode JSON; invalid UTF-8 and lone surrogates become U+FFFD."""
    try:
        return decoder.decode(event.data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        pass
    try:
        text = json.dumps(json.loads(event.text), ensure_ascii=False)
        return decoder.decode(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BrokenStream("The stream contains data that is not valid on this wire.") from None


def write_arguments(arguments: str) -> msgspec.Raw:
    """The arguments of a tool call as a JSON object, even if the model wrote something else."""
    try:
        msgspec.json.decode(arguments, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError):
        return msgspec.Raw(msgspec.json.encode({"input": arguments} if arguments.strip() else {}))
    return msgspec.Raw(arguments.encode())


def with_version(base_url: str, version: str) -> str:
    """Add the version to an address without a path, as people often write it."""
    base_url = base_url.rstrip("/")
    return base_url if urlsplit(base_url).path else base_url + version


def _send(transport: Transport, request: Request) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
    if transport.session.closed:
        raise Unreachable("The HTTP client is closed.")
    try:
        url = transport.check(request.url)
    except BadAddress as problem:
        raise AddressNotAllowed(problem.detail) from None
    return transport.session.request(
        "GET" if request.body is None else "POST",
        url,
        data=request.body,
        headers=request.all_headers(),
        proxy=find_proxy(request.url),
        allow_redirects=False,
    )


async def _check_status(response: aiohttp.ClientResponse) -> None:
    if response.status == HTTPStatus.OK:
        return
    if HTTPStatus.MULTIPLE_CHOICES <= response.status < HTTPStatus.BAD_REQUEST:
        raise Refused("The server answered with a redirect, which is not followed. Check the address.")
    problem = read_problem(await _read_at_most(response, ERROR_BODY_LIMIT))
    raise error_from_status(response.status, problem, read_retry_after(response.headers))


async def _check_stream(response: aiohttp.ClientResponse) -> None:
    """Accept only a stream: an error page with status 200 must never become an answer."""
    await _check_status(response)
    if response.content_type.endswith("json"):
        _refuse_document(await _read_at_most(response, ERROR_BODY_LIMIT))
    if response.content_type in {"text/html", "application/xhtml+xml"}:
        raise Refused(WEB_PAGE)


def _refuse_document(body: bytes) -> NoReturn:
    """Name what a server reports with status 200 and one JSON document."""
    problem = read_problem(body)
    # LM Studio answers an unknown path with 200 and only `{"error": "…"}`.
    if problem.words or problem.code or (problem.message and b'"error"' in body):
        raise error_from_document(problem)
    raise Refused("The server answered with one JSON document instead of a stream.")


class _StreamBody:
    """Splits a body into events, and names errors that are reported outside of them."""

    def __init__(self) -> None:
        self._parser = EventParser()
        self._head: bytes | None = b""
        """What was read before the first event."""

    def feed(self, chunk: bytes) -> list[Event]:
        events = self._parser.feed(chunk)
        if self._parser.error is not None:
            raise error_from_event(read_problem(self._parser.error))
        if self._head is not None:
            self._head = None if events else (self._head + chunk)[:ERROR_BODY_LIMIT]
        return events

    def check_head(self) -> None:
        """Refuse a body without events: a document, although the headers announce a stream."""
        head = (self._head or b"").strip()
        if head.startswith(b"<"):
            raise Refused(WEB_PAGE)
        if head.startswith((b"{", b"[")):
            _refuse_document(head)
        if head and not head.startswith(FIELDS):
            raise error_from_event(read_problem(head))


async def _read_at_most(response: aiohttp.ClientResponse, limit: int) -> bytes:
    body = bytearray()
    while len(body) <= limit and not response.content.at_eof():
        body += await response.content.readany()
    return bytes(body[: limit + 1])


async def _drain(content: aiohttp.StreamReader) -> None:
    """Read the few bytes after the end, so that the connection can be reused."""
    if content.at_eof():
        return
    with suppress(*TRANSPORT_ERRORS):
        async with asyncio.timeout(DRAIN_SECONDS):
            while not content.at_eof() and len(await content.readany()) < ERROR_BODY_LIMIT:
                pass


def _finish(answer: Answer, request: Request) -> Finish:
    finish = answer.finish()
    if finish.model is not None:
        finish.model = redact(finish.model, request.secrets)
    return finish


def _redacted(error: ConnectorError, request: Request) -> ConnectorError:
    redacted = type(error)(redact(error.detail, request.secrets), retry_after=error.retry_after)
    redacted.status = error.status
    return redacted


def error_from_transport(error: Exception) -> ConnectorError:
    """The named error for what the network, TLS, DNS or the HTTP parser raised."""
    if isinstance(error, aiohttp.ServerTimeoutError | TimeoutError):
        return TimedOut("No answer within the time allowed.")
    if isinstance(error, aiohttp.ClientConnectorError | ssl.SSLError):
        return _name_connect_error(error)
    if isinstance(error, aiohttp.ServerDisconnectedError | ConnectionError):
        return BrokenStream("The server closed the connection.")
    if isinstance(error, aiohttp.ClientHttpProxyError | OSError):
        return Unreachable("There is no route to this server.")
    if isinstance(error, aiohttp.ClientPayloadError | aiohttp.ClientResponseError | HttpProcessingError):
        return BrokenStream("The server's answer is not valid HTTP.")
    return Refused("The address, the key or a header of this model server cannot be used.")


def _name_connect_error(error: aiohttp.ClientConnectorError | ssl.SSLError) -> ConnectorError:
    match error:
        case aiohttp.ClientConnectorCertificateError():
            return Refused(f"The server's certificate is not valid: {error.certificate_error}")
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return Refused("TLS does not work with this server. Check the address and its port.")
        case aiohttp.ClientConnectorDNSError(os_error=AddressRefused()):
            return AddressNotAllowed(f"The name {error.host} leads into a network that is not on its list.")
        case aiohttp.ClientConnectorDNSError():
            return Unreachable(f"The name {error.host} is not known.")
        case _:
            return Unreachable(f"{error.host}:{error.port} does not answer.")
