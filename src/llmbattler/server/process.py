"""The server process: bind, open, serve, drain, close."""

import asyncio
import errno
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TypeAlias

import uvicorn
import uvloop
from starlette.types import ASGIApp

from llmbattler.accounts.authentication.service.sign_ins import make_setup_link
from llmbattler.core.db import Database
from llmbattler.core.errors import StartupProblem
from llmbattler.core.gc_thresholds import tune_garbage_collector
from llmbattler.core.logs import get_logger
from llmbattler.core.manifests import list_starts
from llmbattler.core.process import open_server_resources, open_site
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.connections import TimeoutProtocol
from llmbattler.core.web.ready_responses import make_protocol
from llmbattler.core.web.shutdown import Shutdown
from llmbattler.worker.process import work

from .app import create_app, list_ready_responses
from .pidfile import hold_pidfile

_log = get_logger(__name__)

BACKLOG = 2048
UNREAD_SECONDS = 45
KEEP_ALIVE_SECONDS = 90
"""For a connection without a request. Longer than a proxy keeps one (nginx: 60), which otherwise sends a request just
as the server closes the connection, and answers it with 502."""
TICK_SECONDS = 1.0
LAST_MESSAGE_SECONDS = 2.0
Announce: TypeAlias = Callable[[str, str | None], None]
"""Called with the address and, while there is no admin, the link for the first one."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _DrainingServer(uvicorn.Server):
    """Uvicorn, which on the first signal also tells open streams to finish."""

    def __init__(self, config: uvicorn.Config, draining: Shutdown) -> None:
        super().__init__(config)
        self._draining = draining
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()

    async def main_loop(self) -> None:
        """Wait for the stop event; Uvicorn itself polls ten times a second. `on_tick` updates the date header."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_SECONDS):
                    await self._stopping.wait()
        # Open sockets send their own last message before Uvicorn closes them with another one.
        await self._draining.wait_for_delays(LAST_MESSAGE_SECONDS)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals here: Uvicorn would raise them again at the end, while resources are being closed."""
        for number in STOP_SIGNALS:
            self._loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._draining.begin()
        super().handle_exit(sig, frame)
        self._stopping.set()

    def stop_without_worker(self, worker: asyncio.Task[None]) -> None:
        """Stop the server: without its worker no votes would be counted, and nobody would notice."""
        if worker.cancelled():
            return
        _log.error("the worker ended; the server stops", reason=repr(worker.exception()))
        self._draining.begin()
        self.should_exit = True
        self._stopping.set()


class _RequestFailureFilter(logging.Filter):
    """Drops Uvicorn's messages about failed requests, which the application logs with the request's id.

    Streams of clients that do not read are left incomplete on purpose.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        dropped = ("Exception in ASGI application", "ASGI callable returned without completing response")
        return not record.getMessage().startswith(dropped)


def bind(settings: Settings) -> socket.socket:
    """Bind the port before anything else is started, so that a port in use fails fast."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Inherited by accepted connections: otherwise one whose peer does not read, or is gone, would stay forever.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
    try:
        listener.bind((settings.host.strip("[]"), settings.port))
    except OSError as error:
        listener.close()
        raise StartupProblem(_explain_bind(error, settings)) from None
    listener.listen(BACKLOG)
    return listener


def _explain_bind(error: OSError, settings: Settings) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {settings.port} on {settings.host} is in use by another program. "
            f"Stop it, or choose another port: PORT={settings.port + 1}."
        )
    if error.errno == errno.EACCES:
        return f"This user may not listen on port {settings.port}. Choose one above 1023 with PORT."
    return f"Cannot listen on {settings.host}:{settings.port}: {error.strerror or error}. Check HOST and PORT."


def run_server(settings: Settings, *, announce: Announce) -> None:
    """Serve until a signal arrives or the worker fails."""
    with bind(settings) as listener, hold_pidfile(settings.data_dir):
        uvloop.run(_serve(settings, listener, announce))


async def _serve(settings: Settings, listener: socket.socket, announce: Announce) -> None:
    # Until Uvicorn handles signals, the first one cancels the start-up, and what was opened is closed.
    starting = asyncio.current_task()
    assert starting is not None  # noqa: S101 - we are inside it
    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, starting.cancel)
    with suppress(asyncio.CancelledError):
        async with open_site(settings) as resources:
            resources.add(Shutdown, Shutdown())
            async with open_server_resources(resources):
                await _serve_site(settings, resources, listener, announce)


async def _serve_site(settings: Settings, resources: Resources, listener: socket.socket, announce: Announce) -> None:
    draining = resources.get(Shutdown)
    logging.getLogger("uvicorn.error").addFilter(_RequestFailureFilter())
    protocol = make_protocol(list_ready_responses(settings, resources))
    server = _DrainingServer(configure(settings, create_app(settings, resources), protocol=protocol), draining)
    for start in list_starts():
        await start(resources)
    worker = asyncio.create_task(work(resources), name="worker") if settings.worker else None
    if worker is not None:
        worker.add_done_callback(server.stop_without_worker)
    tune_garbage_collector()
    address = _address(listener)
    announce(address, await _find_setup_link(settings, resources, address))
    _log.info("ready", pid=os.getpid(), worker=settings.worker)
    try:
        await server.serve(sockets=[listener])
    finally:
        draining.begin()
        if worker is not None:
            worker.cancel()
            with suppress(asyncio.CancelledError):
                await worker
    _log.info("stopped")


async def _find_setup_link(settings: Settings, resources: Resources, address: str) -> str | None:
    """Make a link for the first admin at every start, until there is one."""
    async with resources.get(Database).unit() as session:
        secret = await make_setup_link(session)
    return None if secret is None else f"{settings.site_url or address}/setup#{secret}"


def configure(settings: Settings, app: ASGIApp, *, protocol: type[TimeoutProtocol] = TimeoutProtocol) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=protocol,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=max(1, int(settings.shutdown_grace)),
        ws_max_size=65_536,
    )


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}"
