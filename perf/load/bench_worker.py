"""Our side of `perf/bench.py`: a process that works on one run, and says how long it took and how much it needed."""

import json
import sys
import time
from pathlib import Path
from uuid import UUID

import uvloop

from llmbattler.benchmarks.runs.engine.flow import RunEngine
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.gc_thresholds import tune_garbage_collector
from llmbattler.core.process import open_resources
from llmbattler.core.settings import Settings


async def work(run_id: UUID, url: str, folder: Path, secret: str) -> dict[str, object]:
    settings = Settings(data_dir=folder, DATABASE_URL=url, secret_key=secret, discovery=False)
    async with open_resources(settings, DatabaseAddress.parse(url)) as resources:
        tune_garbage_collector()
        began, cpu = time.perf_counter(), time.process_time()
        status = await RunEngine(resources).drain(run_id)
        await resources.get(ModelCalls).flush()
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    return {"status": status, "seconds": seconds, "cpu": cpu}


if __name__ == "__main__":
    told = json.loads(sys.stdin.read())
    done = uvloop.run(work(UUID(told["run_id"]), told["url"], Path(told["folder"]), told["secret"]))
    # Not ru_maxrss, which a process inherits from the one that started it.
    peak = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024
    print(json.dumps({**done, "peak": peak}))
