"""llama.cpp's OpenAI-compatible server as a separate process: `python -m … model.gguf`.

A process, not a thread: loading weights holds the GIL the whole time, and a crash in native code must not stop the
site. It prints its address on standard output and ends when standard input closes, which also happens when its parent
is killed.
"""

import os
import sys

import xllamacpp

SLOTS = 4
CONTEXT_PER_SLOT = 2048
MAX_THREADS = 4
SILENT = -1


def count_threads() -> int:
    """Half of the processors, at most `MAX_THREADS`.

    Its threads spin while they wait for each other. On two cores that the site uses too, one thread produces 20 tokens
    per second and two threads produce 2.
    """
    return max(1, min((os.cpu_count() or 1) // 2, MAX_THREADS))


def serve(path: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = SLOTS
    params.n_ctx = SLOTS * CONTEXT_PER_SLOT
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = count_threads()
    params.verbosity = SILENT
    params.cache_ram_mib = 0
    params.ui = params.endpoint_slots = params.fit_params = False
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    # The clean-up of the server would wait for open streams that nobody reads.
    os._exit(0)


if __name__ == "__main__":
    serve(sys.argv[1])
