"""CPU and memory of a battle: the whole server beside the LiteLLM proxy. See README.md in this folder."""

import argparse
import json
import os
import platform
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
from load.environments import make_environment

from llmbattler.core.db.embedded import EmbeddedPostgres

HERE = Path(__file__).parent
LOAD = HERE / "load"
ROOT = HERE.parent
LITELLM = "litellm[proxy]>=1.83.7"
FIRST = {"perf-a": 0.2, "perf-b": 0.4}
RATE = 50.0
KEY = f"sk-{secrets.token_hex(32)}"
"""LiteLLM does not start without one."""
SECRET = "perf-0123456789abcdef-0123456789abcdef"  # noqa: S105 - of a site that lives for a minute
OURS, PEER = "llmbattler", "LiteLLM proxy"
TARGET = 20.0
HELD_MS = 300.0
BEHIND_MS = 500.0
START_SECONDS = 90


@dataclass
class Measured:
    """One load on one server."""

    name: str
    battles: int
    tokens: int
    micros: list[float] = field(default_factory=list)
    core: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    memory: float = 0.0
    provider_late: float = 0.0

    @property
    def cost(self) -> float:
        return statistics.median(self.micros)


def cores() -> tuple[set[int], set[int]]:
    """Return one core for the measured server, and the others for everything else."""
    every = sorted(os.sched_getaffinity(0))
    return {every[0]}, set(every[1:]) or {every[0]}


@contextmanager
def started(
    command: list[str], core: set[int] | None = None, log: Path | None = None, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """Run a process until the block ends. Its output goes to the log, or into a pipe to read a line from."""
    prefix = ["taskset", "-c", ",".join(map(str, core))] if core else []
    process = subprocess.Popen(
        [*prefix, *command],
        stdin=subprocess.PIPE,
        stdout=log.open("w") if log else subprocess.PIPE,
        stderr=subprocess.STDOUT if log else None,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


@contextmanager
def provider(tokens: int, timings: dict[str, int] | None = None) -> Iterator[str]:
    pace = json.dumps({"tokens": tokens, "rate": RATE, "first": FIRST, "timings": timings or {}})
    with started([sys.executable, str(LOAD / "provider.py"), pace]) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


@contextmanager
def our_server(provider_url: str, core: set[int], **settings: str) -> Iterator[tuple[str, int, int]]:
    """Yield the address and the process of our server, and the process of its PostgreSQL on the other cores."""
    folder = Path(tempfile.mkdtemp(prefix="llmb-perf-"))
    folder.chmod(0o755)
    postgres = EmbeddedPostgres(folder / "postgres")
    url = postgres.start()
    entries = [f"  - {{id: {model}, model: {model}, base_url: '{provider_url}/v1'}}\n" for model in FIRST]
    (folder / "models.yaml").write_text("models:\n" + "".join(entries))
    environment = {
        "DATA_DIR": str(folder),
        "DATABASE_URL": url,
        "SECRET_KEY": SECRET,
        "PORT": "0",
        "DISCOVERY": "false",
        "LOG_LEVEL": "info",
        "LOG_FORMAT": "json",
        **settings,
    }
    try:
        log = folder / "server.log"
        with started([str(Path(sys.executable).with_name("llmbattler")), "serve"], core, log, **environment) as process:
            line = wait_for_line(log, "ready at ")
            postmaster = int((postgres.data / "postmaster.pid").read_text().split()[0])
            yield line.split("ready at ")[1].strip(), process.pid, postmaster
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


def install_litellm() -> Path | None:
    python = make_environment("litellm", [LITELLM])
    return python and python.with_name("litellm")


@contextmanager
def litellm_proxy(program: Path, provider_url: str, core: set[int]) -> Iterator[tuple[str, int]]:
    folder = Path(tempfile.mkdtemp(prefix="llmb-litellm-"))
    entry = "  - model_name: {0}\n    litellm_params: {{model: openai/{0}, api_base: '{1}/v1', api_key: sk-perf}}\n"
    (folder / "config.yaml").write_text("model_list:\n" + "".join(entry.format(model, provider_url) for model in FIRST))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(program), "--config", str(folder / "config.yaml"), "--host", "127.0.0.1", "--port", str(port)]
    quiet = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_LOG": "ERROR", "LITELLM_MASTER_KEY": KEY}
    address = f"http://127.0.0.1:{port}"
    try:
        with started([*command, "--num_workers", "1"], core, folder / "proxy.log", **quiet) as process:
            wait_for(f"{address}/health/liveliness", folder / "proxy.log")
            yield address, process.pid
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for_line(log: Path, words: str) -> str:
    ends = time.monotonic() + START_SECONDS
    while time.monotonic() < ends:
        for line in log.read_text().splitlines():
            if words in line:
                return line
        time.sleep(0.1)
    raise RuntimeError(log.read_text())


def wait_for(url: str, log: Path) -> None:
    ends = time.monotonic() + START_SECONDS
    while True:
        try:
            with urlopen(url, timeout=5):  # noqa: S310 - our own process
                return
        except (URLError, OSError):
            if time.monotonic() > ends:
                raise RuntimeError(log.read_text()) from None
            time.sleep(0.2)


def family(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def cpu_of(pid: int) -> float:
    # The clock of each process, to the nanosecond: psutil gives hundredths, and five battles take twenty of them.
    return sum(time.clock_gettime(~process.pid << 3 | 2) for process in family(pid))


def memory_of(pid: int) -> int:
    return sum(process.memory_info().rss for process in family(pid))


def ask_all(
    url: str, path: str, bodies: list[dict[str, object]], end: str, spread: float, *, watch: bool = False
) -> list[dict[str, object]]:
    key = KEY if path.startswith("/v1/") else ""  # ours is asked by visitors, the peer wants a key
    load = {"url": url, "path": path, "bodies": bodies, "spread": spread, "end": end, "key": key, "watch": watch}
    command = [sys.executable, str(LOAD / "clients.py")]
    done = subprocess.run(command, input=json.dumps(load), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def prompts(number: int) -> list[str]:
    stamp = time.monotonic_ns()
    return [f"Count, {stamp} {position}." for position in range(number)]


class PeakMemory:
    """The peak memory of a process during a block."""

    def __init__(self, pid: int) -> None:
        self.status = Path(f"/proc/{pid}/status")
        Path(f"/proc/{pid}/clear_refs").write_text("5")

    def read(self) -> int:
        line = next(line for line in self.status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024


def measure(measured: Measured, url: str, pid: int, provider_url: str, *, ours: bool) -> None:
    """One round: all battles at once, 40 opened each second, from the first request to the last word."""
    names = prompts(measured.battles)
    before, water = memory_of(pid), PeakMemory(pid)
    if ours:
        bodies, path, end = [{"prompt": name} for name in names], "/api/sessions", "event: done"
    else:
        bodies = [
            {"model": model, "stream": True, "messages": [{"role": "user", "content": name}]}
            for name in names
            for model in FIRST
        ]
        path, end = "/v1/chat/completions", "data: [DONE]"
    cpu, wall = cpu_of(pid), time.perf_counter()
    streams = ask_all(url, path, bodies, end, spread=measured.battles / 40)
    cpu, wall = cpu_of(pid) - cpu, time.perf_counter() - wall
    words = sum(int(str(stream["words"])) for stream in streams)
    expected = measured.battles * 2 * measured.tokens
    assert words == expected, f"{measured.name}: {words} of {expected} words came."
    assert all(stream["whole"] for stream in streams), f"{measured.name}: a stream has no end."
    with urlopen(f"{provider_url}/stats", timeout=20) as answer:  # noqa: S310 - our own process
        noted = json.load(answer)
    measured.micros.append(cpu / words * 1e6)
    measured.core.append(cpu / wall)
    measured.memory = max(measured.memory, (water.read() - before) / measured.battles)
    measured.provider_late = max(measured.provider_late, noted["late"])
    for stream in streams:
        name = stream["name"]
        measured.opened.append(float(str(stream["opened"])) * 1000)
        measured.held.append((float(str(stream["first"])) - noted["first"][name]) * 1000)
        measured.behind.append((float(str(stream["last"])) - noted["last"][name]) * 1000)
        measured.gaps.append(float(str(stream["longest_gap"])) * 1000)
        measured.events.append(float(str(stream["events"])))


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def report(results: list[Measured], versions: str, postgres: float) -> bool:
    ours = {one.battles: one for one in results if one.name == OURS}
    peers = {one.battles: one for one in results if one.name == PEER}
    many = ours[max(ours)]
    print(f"A battle, {datetime.now(UTC):%Y-%m-%d}, {platform.platform()}, Python {sys.version.split()[0]}, {versions}")
    print(f"{many.tokens} tokens a side at {RATE:g} tokens/s, the server on one core; load {os.getloadavg()[0]:.1f};")
    print(f"the provider was at most {max(one.provider_late for one in results) * 1000:.0f} ms late;")
    print(f"PostgreSQL, on another core, took {postgres:.1f} µs for each token at {many.battles} battles.\n")
    print(
        "| server        | battles | µs CPU/token | of a core | kB/battle | opened p95 "
        "| held p95 | behind p95 | max | longest gap |"
    )
    print(
        "|---------------|--------:|-------------:|----------:|----------:|-----------:"
        "|---------:|-----------:|----:|------------:|"
    )
    for one in results:
        print(
            f"| {one.name:13} | {one.battles:7} | {one.cost:12.1f} | {statistics.median(one.core):9.0%} "
            f"| {one.memory / 1000:9.0f} | {at(one.opened, 0.95):7.0f} ms "
            f"| {at(one.held, 0.95):5.0f} ms | {at(one.behind, 0.95):7.0f} ms "
            f"| {max(one.behind):3.0f} | {max(one.gaps):8.0f} ms |"
        )
    met = at(many.held, 0.95) < HELD_MS and max(many.behind) < BEHIND_MS and max(many.gaps) < BEHIND_MS
    print(f"\nFirst word held < {HELD_MS:g} ms at p95, no stream {BEHIND_MS:g} ms behind: {'yes' if met else 'NO'}.")
    if not peers:
        print("LiteLLM was not measured.")
        return met
    most, few = peers[max(peers)], peers[min(peers)]
    print(
        f"CPU per token, {most.battles} battles each: LiteLLM needs {most.cost / ours[most.battles].cost:.1f} × ours."
    )
    print(f"Each with what its core holds, {most.battles} and {many.battles}: {most.cost / many.cost:.1f} ×.")
    ratios = [few.cost / ours[battles].cost for battles in (few.battles, many.battles)]
    for battles, ratio in zip((few.battles, many.battles), ratios, strict=True):
        print(f"LiteLLM in step, {few.battles}, and ours at {battles}: {ratio:.1f} × (target {TARGET:g} ×).")
    return met and min(ratios) >= TARGET


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=600, help="of each answer")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--few", type=int, default=5)
    parser.add_argument("--peer", type=int, default=20, help="about as many as LiteLLM holds on one core")
    parser.add_argument("--many", type=int, default=200)
    parser.add_argument("--without-litellm", action="store_true")
    options = parser.parse_args()
    core, others = cores()
    os.sched_setaffinity(0, others)
    loads = (options.few, options.peer, options.many)
    ours = [Measured(OURS, battles, options.tokens) for battles in loads]
    peers: list[Measured] = []
    versions = f"llmbattler {version('llmbattler')}"
    program = None if options.without_litellm else install_litellm()
    if program is None and not options.without_litellm:
        print("LiteLLM cannot be installed here (no uv, or no package index).", file=sys.stderr)
    with ExitStack() as stack:
        source = stack.enter_context(provider(options.tokens))
        url, pid, postmaster = stack.enter_context(our_server(source, core))
        if program is not None:
            peer, peer_pid = stack.enter_context(litellm_proxy(program, source, core))
            peers = [Measured(PEER, battles, options.tokens) for battles in loads[:2]]
            # The first answers of a fresh process cost more than all later ones, theirs as ours.
            measure(Measured("warm-up", options.few, options.tokens), peer, peer_pid, source, ours=False)
            asked = [
                str(program.with_name("python")),
                "-c",
                "import importlib.metadata as m; print(m.version('litellm'))",
            ]
            versions += ", LiteLLM " + subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        measure(Measured("warm-up", options.few, options.tokens), url, pid, source, ours=True)
        postgres = 0.0
        for number in range(options.rounds):
            for one in ours:
                spent = cpu_of(postmaster)
                measure(one, url, pid, source, ours=True)
                postgres = (cpu_of(postmaster) - spent) / (one.battles * 2 * options.tokens) * 1e6
            for one in peers:
                measure(one, peer, peer_pid, source, ours=False)
            print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        met = report([*ours, *peers], versions, postgres)
    print("Every target is met." if met else "A target is missed.")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
