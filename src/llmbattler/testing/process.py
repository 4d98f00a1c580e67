"""The scripted provider in a separate process, for tests and measurements that must not share an event loop."""

import http.client
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote, urlsplit

import msgspec

from .records import RecordedRequest
from .scripts import Script

_TIMEOUT = 20.0


class Addresses(msgspec.Struct, frozen=True):
    url: str
    openai_url: str
    anthropic_url: str
    google_url: str


class ProviderProcess:
    """`with ProviderProcess() as provider: provider.script("some-model", Script(text="Hi"))`."""

    def __init__(self, *, port: int = 0, scripts: Path | None = None, api_key: str | None = None) -> None:
        self._command = [sys.executable, "-m", "llmbattler.testing", "--exit-with-stdin", "--port", str(port)]
        self._command += ["--scripts", str(scripts)] if scripts else []
        self._command += ["--api-key", api_key] if api_key else []

    def __enter__(self) -> Self:
        # The child stops when its standard input closes, so it never outlives a test that was killed.
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        assert self._process.stdout is not None  # noqa: S101 - requested just above
        line = self._process.stdout.readline()
        if not line:
            self.stop()
            raise RuntimeError("The scripted provider did not start; see its error output.")
        self.addresses = msgspec.json.decode(line, type=Addresses)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> int:
        """Close the provider and return its exit status."""
        self._process.terminate()
        self._process.communicate(timeout=_TIMEOUT)
        return self._process.returncode

    def script(self, model: str, script: Script) -> None:
        """Set how a model behaves; a `reply` function cannot be sent to another process."""
        if script.reply is not None:
            raise ValueError("A function cannot be sent to another process; use text, chunks or echo.")
        self._call("PUT", f"/_scripts/{quote(model, safe='/')}", msgspec.json.encode(script))

    def requests(self) -> list[RecordedRequest]:
        return msgspec.json.decode(self._call("GET", "/_requests"), type=list[RecordedRequest])

    def _call(self, method: str, path: str, body: bytes | None = None) -> bytes:
        connection = http.client.HTTPConnection(urlsplit(self.addresses.url).netloc, timeout=_TIMEOUT)
        try:
            connection.request(method, path, body)
            response = connection.getresponse()
            said = response.read()
        finally:
            connection.close()
        if response.status >= http.client.BAD_REQUEST:
            raise ValueError(f"The scripted provider refused: {said.decode()}")
        return said
