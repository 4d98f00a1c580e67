"""`python -m llmbattler.testing`: the scripted provider as a separate process."""

import argparse
import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import msgspec
import uvloop

from .provider import ScriptedProvider
from .scripts import Script


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m llmbattler.testing", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 uses a free port")
    parser.add_argument("--scripts", type=Path, help='a JSON file: {"model name": {"text": "...", ...}, ...}')
    parser.add_argument("--api-key", help="reject every other key")
    parser.add_argument("--exit-with-stdin", action="store_true", help="stop when the standard input closes")
    return parser.parse_args(arguments)


async def serve(arguments: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if arguments.exit_with_stdin:
        loop.add_reader(sys.stdin, _read_stdin, loop, stop)
    scripts = _read_scripts(arguments.scripts)
    async with ScriptedProvider(port=arguments.port, api_key=arguments.api_key) as provider:
        for model, script in scripts.items():
            provider.script(model, script)
        addresses = {
            "url": provider.url,
            "openai_url": provider.openai_url,
            "anthropic_url": provider.anthropic_url,
            "google_url": provider.google_url,
        }
        sys.stdout.write(json.dumps(addresses) + "\n")
        sys.stdout.flush()
        await stop.wait()


def _read_scripts(path: Path | None) -> dict[str, Script]:
    return {} if path is None else msgspec.json.decode(path.read_bytes(), type=dict[str, Script])


def _read_stdin(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1024):
        loop.remove_reader(sys.stdin)
        stop.set()


if __name__ == "__main__":
    uvloop.run(serve(parse_arguments()))
