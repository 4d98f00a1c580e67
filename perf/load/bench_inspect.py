"""Inspect's side of `perf/bench.py`; runs in an environment of its own, with inspect-ai and nothing of ours."""

import json
import sys
import time
from pathlib import Path

from inspect_ai import Task, eval  # noqa: A004 - its name
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import exact
from inspect_ai.solver import generate

told = json.loads(sys.stdin.read())
samples = [Sample(input=one["question"], target=one["target"]) for one in told["samples"]]
task = Task(dataset=MemoryDataset(samples), solver=generate(), scorer=exact())
model = get_model("openai-api/perf/alpha", base_url=told["url"], api_key="sk-perf")
began, cpu = time.perf_counter(), time.process_time()
(log,) = eval(
    task,
    model=model,
    max_connections=told["at_once"],
    max_samples=told["at_once"],
    log_dir=told["folder"],
    display="none",
)
seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
done = log.results.completed_samples if log.results else 0
mean = next(iter(log.results.scores[0].metrics.values())).value if log.results else 0.0
peak = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024
print(json.dumps({"seconds": seconds, "cpu": cpu, "peak": peak, "done": done, "right": round(mean * done)}))
