"""Old paths that still work: a request for one is answered as if it had named the new path."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send


class AliasMiddleware:
    """Replaces the old prefix of a path by the new one, before anything reads the path."""

    def __init__(self, app: ASGIApp, aliases: Mapping[str, str]) -> None:
        self._app = app
        self._aliases = aliases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in {"http", "websocket"}:
            path: str = scope["path"]
            for old, new in self._aliases.items():
                if path == old or path.startswith(f"{old}/"):
                    path = new + path.removeprefix(old)
                    scope = {**scope, "path": path, "raw_path": path.encode()}
        await self._app(scope, receive, send)
