import json
import subprocess
import sys


def test_prints_its_addresses_and_stops_with_its_parent() -> None:
    command = [sys.executable, "-m", "llmbattler.testing", "--exit-with-stdin"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    addresses = json.loads(process.stdout.readline())
    rest, _ = process.communicate(b"words before the end are ignored\n", timeout=20)
    assert set(addresses) == {"url", "openai_url", "anthropic_url", "google_url"}
    assert (process.returncode, rest) == (0, b"")
