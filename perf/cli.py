"""How fast the command line answers, beside its libraries, inspect-ai and promptfoo. See README.md in this folder."""

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from load.environments import INSPECT, make_environment
from load.promptfoo import PROMPTFOO, install_promptfoo

from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

OURS = Path(sys.executable).with_name("llmbattler")
LIBRARIES = "import typer, rich.console"
MOST_RATIO = 2.5
MOST_SECONDS = 2.0
PATIENCE = 60
SHORT = {
    "llmbattler --version": ["--version"],
    "llmbattler --help": ["--help"],
    "llmbattler bench --help": ["bench", "--help"],
}
SUITE = """\
name: echoes
dataset: {samples: [{question: "Say 1.", target: "Say 1."}], fields: {target: target}}
prompts: {main: "{{ question }}"}
scores: [{name: exact, scorer: exact}]
"""


@dataclass
class Times:
    """Seconds of each round."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


def measure(command: Sequence[str | Path], times: Times) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    times.wall.append(time.perf_counter() - began)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    times.cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def list_commands(*, alone: bool) -> dict[str, list[str | Path]]:
    commands: dict[str, list[str | Path]] = {"libraries": [sys.executable, "-c", LIBRARIES]}
    commands |= {name: [OURS, *arguments] for name, arguments in SHORT.items()}
    python = None if alone else make_environment("inspect", INSPECT)
    if python is not None:
        commands["inspect --version"] = [python.with_name("inspect"), "--version"]
    program = None if alone else install_promptfoo()
    if program is not None:
        commands["promptfoo --version"] = [program, "--version"]
    return commands


def measure_commands(commands: Mapping[str, Sequence[str | Path]], rounds: int) -> dict[str, Times]:
    """In turns, since the machine is sometimes slow for a while. The first round is not counted: it fills caches."""
    found = {name: Times() for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            measure(command, found[name] if number else Times())
    return found


def measure_first_calls(rounds: int) -> list[float]:
    """Seconds from the start of `bench run` to its first call, with the start of PostgreSQL, in a used folder."""
    with tempfile.TemporaryDirectory(prefix="llmb-cli-") as name, ProviderProcess() as provider:
        folder = Path(name)
        folder.chmod(0o755)  # the user that PostgreSQL runs as must enter it
        provider.script("alpha", Script(echo=True))
        url = provider.addresses.openai_url
        (folder / "models.yaml").write_text(f"models:\n  - {{id: alpha, model: alpha, base_url: '{url}'}}\n")
        (folder / "echoes.yaml").write_text(SUITE)
        environment = {**os.environ, "DATA_DIR": str(folder / "data"), "DISCOVERY": "false"}
        environment |= {"MODELS_FILE": str(folder / "models.yaml")}
        return [_wait_for_call(provider, folder, environment) for _ in range(rounds + 1)][1:]


def _wait_for_call(provider: ProviderProcess, folder: Path, environment: Mapping[str, str]) -> float:
    known = len(provider.requests())
    command = [OURS, "bench", "run", "echoes.yaml", "--models", "alpha", "--no-cache", "--yes"]
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        while len(provider.requests()) == known:
            if run.poll() is not None or time.perf_counter() - began > PATIENCE:
                run.kill()
                raise RuntimeError(b"".join(run.communicate()).decode()[-2000:])
            time.sleep(0.01)
        taken = time.perf_counter() - began
        output = b"".join(run.communicate()).decode()
    if run.returncode:
        raise RuntimeError(output[-2000:])
    return taken


def report(found: Mapping[str, Times], first_calls: Sequence[float]) -> bool:
    print(
        f"The command line, {datetime.now(UTC):%Y-%m-%d}, {platform.platform()}, Python {sys.version.split()[0]}, "
        f"llmbattler {version('llmbattler')}, {INSPECT[0]}, {PROMPTFOO}; load {os.getloadavg()[0]:.1f}"
    )
    print(f'The libraries are `python -c "{LIBRARIES}"`. Ratios are medians over all rounds.\n')
    print("| command                 | wall ms | CPU ms | wall / libraries | CPU / libraries |")
    print("|-------------------------|--------:|-------:|-----------------:|----------------:|")
    base, met = found["libraries"], True
    for name, times in found.items():
        wall, cpu = (statistics.median(values) * 1000 for values in (times.wall, times.cpu))
        ratio, cpu_ratio = find_ratio(times.wall, base.wall), find_ratio(times.cpu, base.cpu)
        print(f"| {name:23} | {wall:7.0f} | {cpu:6.0f} | {ratio:16.2f} | {cpu_ratio:15.2f} |")
    print()
    for name in SHORT:
        ratio = find_ratio(found[name].wall, base.wall)
        met = met and ratio <= MOST_RATIO
        print(f"{name}: {ratio:.2f} × (target ≤ {MOST_RATIO} ×): {'yes' if ratio <= MOST_RATIO else 'NO'}.")
    seconds = statistics.median(first_calls)
    kept = seconds <= MOST_SECONDS
    print(f"bench run to its first call: {seconds:.2f} s (target ≤ {MOST_SECONDS} s): {'yes' if kept else 'NO'}.")
    print(f"Each round: {', '.join(f'{one:.2f}' for one in first_calls)} s.")
    return met and kept


def find_ratio(times: Sequence[float], base: Sequence[float]) -> float:
    return statistics.median(one / other for one, other in zip(times, base, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--without-peers", action="store_true")
    options = parser.parse_args()
    found = measure_commands(list_commands(alone=options.without_peers), options.rounds)
    met = report(found, measure_first_calls(options.rounds))
    print("Every target is met." if met else "A target is missed.")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
