"""The part of every wire that is plain HTTP: ask, check that an answer comes, read events, name what failed."""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp.http_exceptions import HttpProcessingError

from llmbattler.core.outbound import AddressRefused, BadAddress

from .contract import Delta, Finish, Place, ReasoningDelta, TextDelta
from .errors import AddressNotAllowed, BrokenStream, ConnectorError, Refused, TimedOut, TooLarge, Unreachable
from .provider_errors import clean, error_from_status, read_problem, read_retry_after
from .sse import Event, EventParser
from .ticker import StreamPacer, unpaced_reads
from .transport import Transport, find_proxy

T = TypeVar("T")

ERROR_BODY_LIMIT = 64 * 1024
LIST_BODY_LIMIT = 8 * 1024 * 1024
LIST_SECONDS = 10.0
DRAIN_SECONDS = 0.1

# aiohttp raises some of these from its parser and some from the operating system without wrapping them.
TRANSPORT_ERRORS = (aiohttp.ClientError, HttpProcessingError, OSError, TimeoutError, ssl.SSLError, ValueError)


class Answer(Protocol):
    """How one wire reads its events; one object for each call."""

    complete: bool
    """True once the provider has said that nothing follows."""

    def take(self, events: Sequence[Event]) -> Sequence[Delta]:
        """Turn the events of one network read into as few deltas as possible."""
        ...

    def finish(self) -> Finish:
        """Close the answer, or raise `BrokenStream` where its end is missing."""
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
        # A compressed stream would arrive in lumps, not in tokens.
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
        async with _ask(transport, request) as response:
            await _check_stream(response)
            content, parser, spoke, hasty = response.content, EventParser(), False, unpaced_reads.get()
            with StreamPacer(transport.ticker, response) as pacer:
                while not answer.complete:
                    chunk = await content.readany()
                    if not chunk and content.at_eof():
                        break
                    for delta in answer.take(parser.feed(chunk)):
                        spoke = True
                        yield delta
                    hasty -= 1
                    if spoke and hasty < 0 and not answer.complete:
                        await pacer.wait(len(chunk))
            await _drain(content)
        yield answer.finish()
    except ConnectorError as error:
        raise _washed(error, request) from None
    except TRANSPORT_ERRORS as error:
        raise error_from_transport(error) from None


async def get_json(transport: Transport, request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """GET one JSON document, within ten seconds."""
    try:
        async with asyncio.timeout(LIST_SECONDS), _ask(transport, request) as response:
            await _check_status(response)
            body = await _read_at_most(response, LIST_BODY_LIMIT)
            if len(body) > LIST_BODY_LIMIT:
                raise TooLarge("The list of models is too long.")
        return decoder.decode(body)
    except ConnectorError as error:
        raise _washed(error, request) from None
    except (msgspec.DecodeError, RecursionError):
        raise Refused("The address answers, but not like this kind of model server.") from None
    except TRANSPORT_ERRORS as error:
        raise error_from_transport(error) from None


def decode_event(decoder: msgspec.json.Decoder[T], event: Event) -> T:
    """Decode JSON; broken UTF-8 and half surrogate pairs become U+FFFD instead of failures."""
    try:
        return decoder.decode(event.data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        pass
    try:
        text = json.dumps(json.loads(event.text), ensure_ascii=False)
        return decoder.decode(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BrokenStream("The stream holds something that is not this wire's JSON.") from None


def add_text(deltas: list[Delta], kind: type[TextDelta] | type[ReasoningDelta], text: str) -> None:
    """Add text to the last delta where it is of the same kind, so that one network read is one delta."""
    if not text:
        return
    if deltas:
        last = deltas[-1]
        if isinstance(last, kind):
            last.text += text
            return
    deltas.append(kind(text))


def write_arguments(arguments: str) -> msgspec.Raw:
    """Arguments of a tool call as a JSON object, also where a model wrote something else."""
    try:
        msgspec.json.decode(arguments, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError):
        return msgspec.Raw(msgspec.json.encode({"input": arguments} if arguments.strip() else {}))
    return msgspec.Raw(arguments.encode())


def with_version(base_url: str, version: str) -> str:
    """Add the version to an address that is only a host, as people often write it."""
    base_url = base_url.rstrip("/")
    return base_url if urlsplit(base_url).path else base_url + version


def _ask(transport: Transport, request: Request) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
    if transport.session.closed:
        raise Unreachable("The connection to all model servers is closed.")
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
        raise Refused("It answered with a redirect, which is not followed. Check the address.")
    problem = read_problem(await _read_at_most(response, ERROR_BODY_LIMIT))
    raise error_from_status(response.status, problem, read_retry_after(response.headers))


async def _check_stream(response: aiohttp.ClientResponse) -> None:
    """Let nothing but a stream through: an error page with status 200 must never look like an answer."""
    await _check_status(response)
    if response.content_type.endswith("json"):
        body = await _read_at_most(response, ERROR_BODY_LIMIT)
        problem = read_problem(body)
        # LM Studio answers 200 and no more than `{"error": "…"}` on a path that it does not know.
        if problem.words or problem.code or (problem.message and b'"error"' in body):
            raise error_from_status(problem.code or HTTPStatus.BAD_REQUEST, problem)
        raise Refused("It answered with one JSON document instead of a stream.")
    if response.content_type in {"text/html", "application/xhtml+xml"}:
        raise Refused("It answered with a web page instead of a stream. Check the address.")


async def _read_at_most(response: aiohttp.ClientResponse, limit: int) -> bytes:
    body = bytearray()
    while len(body) <= limit and not response.content.at_eof():
        body += await response.content.readany()
    return bytes(body[: limit + 1])


async def _drain(content: aiohttp.StreamReader) -> None:
    """Read the few bytes after the end, so that the connection can serve the next call."""
    if content.at_eof():
        return
    with suppress(*TRANSPORT_ERRORS):
        async with asyncio.timeout(DRAIN_SECONDS):
            while not content.at_eof() and len(await content.readany()) < ERROR_BODY_LIMIT:
                pass


def _washed(error: ConnectorError, request: Request) -> ConnectorError:
    return type(error)(clean(error.detail, request.secrets), retry_after=error.retry_after)


def error_from_transport(error: Exception) -> ConnectorError:
    """Give a name to whatever the network, TLS, DNS or the HTTP parser raised."""
    if isinstance(error, aiohttp.ServerTimeoutError | TimeoutError):
        return TimedOut("No answer within the time allowed.")
    if isinstance(error, aiohttp.ClientConnectorError | ssl.SSLError):
        return _name_connect_error(error)
    if isinstance(error, aiohttp.ServerDisconnectedError | ConnectionError):
        return BrokenStream("The server closed the connection.")
    if isinstance(error, aiohttp.ClientHttpProxyError | OSError):
        return Unreachable("There is no way to this server.")
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
