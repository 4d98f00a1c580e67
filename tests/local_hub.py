"""A local server with the addresses of Hugging Face."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILES = ("README.md", "main/test.jsonl", "main/train.jsonl", "socratic/test.jsonl")
CONTENT = json.dumps({"question": "2+2?", "answer": "#### 4"}) + "\n"


@dataclass
class LocalHub:
    """The hub redirects files to another address, as the real one does."""

    url: str = ""
    away: str = ""
    seen: list[tuple[str, str | None]] = field(default_factory=list)

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        base = "/datasets/openai/gsm8k/resolve/main/"
        listed = [{"type": "directory", "path": "main"}, *({"type": "file", "path": name} for name in FILES)]
        if path.startswith("/datasets/gated/"):
            return 401, {}, b"secret text of the server"
        moved = {
            base + "main/test.jsonl": f"{self.away}/stored/abc?signature=1",
            base + "loop.jsonl": base + "loop.jsonl",
            base + "inside.jsonl": "http://169.254.169.254/latest/meta-data",
        }
        if path in moved:
            return 302, {"Location": moved[path]}, b""
        found = {
            "/api/datasets/openai/gsm8k/tree/main?recursive=true": json.dumps(listed).encode(),
            "/stored/abc?signature=1": CONTENT.encode(),
        }
        return (200, {}, found[path]) if path in found else (404, {}, b"")


@contextmanager
def open_local_hub() -> Iterator[LocalHub]:
    local = LocalHub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            local.seen.append((self.path, self.headers.get("Authorization")))
            status, headers, body = local.answer(self.path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
    threads = [threading.Thread(target=server.serve_forever, args=(0.01,)) for server in servers]
    for thread in threads:
        thread.start()
    local.url, local.away = (f"http://127.0.0.1:{server.server_address[1]}" for server in servers)
    try:
        yield local
    finally:
        for server, thread in zip(servers, threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join()
