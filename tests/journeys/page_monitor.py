"""Fails a journey on console errors, page errors, requests to other hosts and CSP violations."""

import re
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Page, Request, WebSocket

REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`));
"""
BLOCKED = "Service Worker registration blocked by Playwright"
HARMLESS_SCHEMES = {"data", "blob", "about"}


class PageMonitor:
    def __init__(self, *origins: str) -> None:
        self._hosts = {urlsplit(origin).netloc for origin in origins}
        self._expected: list[re.Pattern[str]] = []
        self._complaints: list[str] = []
        self.foreign: list[str] = []

    def follow(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", self._on_error)
        page.on("request", self._on_request)
        page.on("websocket", self._on_socket)

    def expect(self, pattern: str) -> None:
        """Expect a message: browsers log failed requests to the console, and some journeys provoke them."""
        self._expected.append(re.compile(pattern))

    @property
    def complaints(self) -> list[str]:
        return [said for said in self._complaints if not any(one.search(said) for one in self._expected)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != BLOCKED:
            self._complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: Error) -> None:
        self._complaints.append(f"uncaught: {error}")

    def _on_request(self, request: Request) -> None:
        self._check(request.url)

    def _on_socket(self, socket: WebSocket) -> None:
        self._check(socket.url)

    def _check(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in HARMLESS_SCHEMES and parts.netloc not in self._hosts:
            self.foreign.append(url)
