"""Samples per second of a benchmark run beside inspect-ai and promptfoo, in one run. See docs/performance.md."""

import argparse
import asyncio
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psycopg
from load.environments import INSPECT, make_environment
from load.promptfoo import install_promptfoo

from llmbattler.benchmarks.runs.schemas import RunIn
from llmbattler.benchmarks.runs.service.start import start_run
from llmbattler.benchmarks.suites.checks.service import check_text
from llmbattler.benchmarks.suites.service.edits import save_checked
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
from llmbattler.core.process import open_resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

HERE = Path(__file__).parent
OURS, THEIRS, OTHERS = "llmbattler", "inspect-ai", "promptfoo"
TARGETS = {THEIRS: 30.0, OTHERS: 10.0}
MOST_MEMORY = 150e6
LATENCY = 0.02
SECRET = "9f1c2b7a4e6d8035" * 4


@dataclass
class Measured:
    """What one tool needed for all samples, everything stored."""

    who: str
    seconds: float
    samples: int
    cpu: float | None = None
    peak: float | None = None

    @property
    def rate(self) -> float:
        return self.samples / self.seconds


def make_samples(count: int) -> list[dict[str, str]]:
    """Questions whose echo is right for nine of ten."""
    return [
        {"question": f"Say {number}.", "target": f"Say {number}." if number % 10 else f"Not {number}."}
        for number in range(count)
    ]


@contextmanager
def scratch(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def open_ours() -> Iterator[tuple[Path, str]]:
    """A folder, and PostgreSQL as it ships."""
    with scratch("llmb-bench-") as folder:
        server = EmbeddedPostgres(folder / "postgres")
        address = server.start()
        try:
            migrate(DatabaseAddress.parse(address))
            yield folder, address
        finally:
            server.stop()


def measure_ours(folder: Path, address: str, url: str, samples: list[dict[str, str]], at_once: int) -> Measured:
    """A new run of the same suite, in a new worker process."""
    run_id = asyncio.run(_start(folder, address, url, samples, at_once))
    told = {"run_id": run_id, "url": address, "folder": str(folder), "secret": SECRET}
    done = _run([sys.executable, str(HERE / "load" / "bench_worker.py")], told)
    assert done["status"] == "finished", done
    rows = asyncio.run(_count(address, run_id))
    assert rows == (len(samples), sum(one["question"] == one["target"] for one in samples)), rows
    return Measured(OURS, done["seconds"], len(samples), done["cpu"], done["peak"])


def _settings(folder: Path, address: str) -> Settings:
    return Settings(data_dir=folder, DATABASE_URL=address, secret_key=SECRET, discovery=False)


async def _start(folder: Path, address: str, url: str, samples: list[dict[str, str]], at_once: int) -> str:
    (folder / "models.yaml").write_text(f"models:\n  - {{id: alpha, name: Alpha, model: alpha, base_url: '{url}'}}\n")
    spec = {
        "name": "echoes",
        "dataset": {"samples": samples, "fields": {"target": "target"}},
        "prompts": {"main": "{{ question }}"},
        "scores": [{"name": "exact", "scorer": "exact"}],
    }
    settings = _settings(folder, address)
    async with open_resources(settings, DatabaseAddress.parse(address)) as resources:
        database = resources.get(Database)
        await refresh_catalog(database, resources.get(Caller), settings, starting=True)
        async with database.unit() as session:
            checked = await asyncio.to_thread(check_text, json.dumps(spec).encode(), folder=folder)
            kept = await save_checked(session, checked=checked)
        async with database.unit() as session:
            wanted = RunIn(suite_id=kept.suite.suite_id, models=["alpha"], concurrency=at_once, use_cache=False)
            run = await start_run(session, settings=settings, owner=None, wanted=wanted)
        return str(run.run_id)


async def _count(address: str, run_id: str) -> tuple[int, int]:
    query = "SELECT count(*), count(*) FILTER (WHERE outcome = 'right') FROM bench_results WHERE run_id = %s"
    async with await psycopg.AsyncConnection.connect(address) as connection:
        found = await (await connection.execute(query, [run_id])).fetchone()
    assert found is not None
    return found[0], found[1]


def _run(command: list[str], told: dict[str, Any], **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        command,
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LOG_LEVEL": "warning", **environment},
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-4000:])
    return json.loads(done.stdout.strip().splitlines()[-1])  # type: ignore[no-any-return]


def measure_inspect(python: Path, url: str, samples: list[dict[str, str]], at_once: int) -> Measured:
    with scratch("llmb-inspect-") as folder:
        told = {"url": url, "samples": samples, "at_once": at_once, "folder": str(folder)}
        done = _run([str(python), str(HERE / "load" / "bench_inspect.py")], told, PERF_API_KEY="sk-perf")
    assert (done["done"], done["right"]) == (len(samples), sum(one["question"] == one["target"] for one in samples))
    return Measured(THEIRS, done["seconds"], len(samples), done["cpu"], done["peak"])


def measure_promptfoo(program: Path, url: str, samples: list[dict[str, str]], at_once: int) -> Measured:
    """The whole command, results stored, less what the same command takes for one sample: its start."""
    start, whole = (_eval_promptfoo(program, url, some, at_once) for some in (samples[:1], samples))
    return Measured(OTHERS, whole.seconds - start.seconds, len(samples) - 1, (whole.cpu or 0) - (start.cpu or 0))


def _eval_promptfoo(program: Path, url: str, samples: list[dict[str, str]], at_once: int) -> Measured:
    with scratch("llmb-promptfoo-") as folder:
        tests = [
            {"vars": {"question": one["question"]}, "assert": [{"type": "equals", "value": one["target"]}]}
            for one in samples
        ]
        config = {
            "prompts": ["{{question}}"],
            "providers": [{"id": "openai:chat:alpha", "config": {"apiBaseUrl": url, "apiKey": "sk-perf"}}],
            "tests": tests,
        }
        (folder / "config.json").write_text(json.dumps(config))
        quiet = {
            "PROMPTFOO_CONFIG_DIR": str(folder / "state"),
            "PROMPTFOO_DISABLE_TELEMETRY": "1",
            "PROMPTFOO_DISABLE_UPDATE": "1",
            "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
        }
        output = folder / "out.json"
        words = ["eval", "-c", "config.json", "-j", str(at_once), "--no-cache", "--no-progress-bar", "--no-table"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        done = subprocess.run(
            [str(program), *words, "-o", str(output)],
            cwd=folder,
            env={**os.environ, **quiet},
            capture_output=True,
            text=True,
            check=False,
        )
        wall = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if not output.is_file():
            raise RuntimeError(done.stderr[-2000:] + done.stdout[-2000:])
        stats = json.loads(output.read_text())["results"]["stats"]
    right = sum(one["question"] == one["target"] for one in samples)
    assert (stats["successes"], stats["failures"]) == (right, len(samples) - right), stats
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Measured(OTHERS, wall, len(samples), cpu)


def find_middle(rounds: list[Measured]) -> Measured:
    return sorted(rounds, key=lambda one: one.rate)[len(rounds) // 2]


def report(measured: dict[str, list[Measured]], at_once: int) -> bool:
    ours = measured[OURS]
    middle, peers = find_middle(ours), [find_middle(found) for who, found in measured.items() if who != OURS]
    peak = max(one.peak or 0 for one in ours)
    print(
        f"A run, {datetime.now(UTC):%Y-%m-%d}, {platform.platform()}, Python {sys.version.split()[0]}, "
        f"llmbattler {version('llmbattler')}; load {os.getloadavg()[0]:.1f}"
    )
    print(f"{middle.samples} samples, {at_once} at a time, {LATENCY * 1000:.0f} ms latency; everything stored.\n")
    print("| tool       | samples/s | seconds | ms CPU/sample | peak memory | ours is |")
    print("|------------|----------:|--------:|--------------:|------------:|--------:|")
    for one in (middle, *peers):
        cpu = "" if one.cpu is None else f"{one.cpu / one.samples * 1000:.2f}"
        memory = "" if one.peak is None else f"{one.peak / 1e6:.0f} MB"
        ratio = "" if one is middle else f"{middle.rate / one.rate:.1f} ×"
        print(f"| {one.who:10} | {one.rate:9.0f} | {one.seconds:7.2f} | {cpu:>13} | {memory:>11} | {ratio:>7} |")
    print("\nSamples/s in each round:")
    for who, found in measured.items():
        print(f"- {who}: {', '.join(f'{one.rate:.0f}' for one in found)}")
    met = peak < MOST_MEMORY
    print(f"Peak of our process {peak / 1e6:.0f} MB (target < {MOST_MEMORY / 1e6:.0f} MB): {'yes' if met else 'NO'}.")
    for one in peers:
        ratio = middle.rate / one.rate
        kept = ratio >= TARGETS[one.who]
        print(f"{ratio:.1f} × {one.who} (target {TARGETS[one.who]:.0f} ×): {'yes' if kept else 'NO'}.")
        met = met and kept
    for who in sorted(set(TARGETS) - {one.who for one in peers}):
        print(f"{who} was not measured.")
    return met


def measure_all(
    url: str, samples: list[dict[str, str]], at_once: int, rounds: int, *, alone: bool
) -> dict[str, list[Measured]]:
    """In turns, since the machine is sometimes slow for a while: each round has all of them."""
    python = None if alone else make_environment("inspect", INSPECT)
    program = None if alone else install_promptfoo()
    measured: dict[str, list[Measured]] = {}
    with open_ours() as (folder, address):
        for _ in range(rounds):
            found = [measure_ours(folder, address, url, samples, at_once)]
            if python is not None:
                found.append(measure_inspect(python, url, samples, at_once))
            if program is not None:
                found.append(measure_promptfoo(program, url, samples, at_once))
            for one in found:
                print(f"{one.who}: {one.rate:.0f}/s", file=sys.stderr)
                measured.setdefault(one.who, []).append(one)
    return measured


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=2_000)
    parser.add_argument("--at-once", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without-peers", action="store_true")
    options = parser.parse_args()
    samples = make_samples(options.samples)
    with ProviderProcess() as provider:
        provider.script("alpha", Script(echo=True, chunk_size=1_000, header_delay=LATENCY, at_once=True))
        url = provider.addresses.openai_url
        measured = measure_all(url, samples, options.at_once, options.rounds, alone=options.without_peers)
    met = report(measured, options.at_once)
    print("Every target is met." if met else "A target is missed.")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
