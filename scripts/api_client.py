"""Generate web/src/api from the server's OpenAPI schema. With --check, fail if anything changed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "web" / "src" / "api"


def generate() -> None:
    schema = subprocess.run([ROOT / ".venv/bin/llmbattler", "openapi"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    (ROOT / "openapi.json").write_bytes(schema.stdout)
    subprocess.run([ROOT / ".tools/bin/npm", "--silent", "run", "api-client"], cwd=ROOT / "web", check=True)


def contents() -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in sorted(CLIENT.rglob("*")) if file.is_file()}


def main(arguments: list[str]) -> int:
    before = contents()
    try:
        generate()
    except subprocess.CalledProcessError as problem:
        return problem.returncode
    after = contents()
    changed = sorted({file for file in before | after if before.get(file) != after.get(file)})
    for file in changed:
        print(f"{file.relative_to(ROOT)} was out of date and has been regenerated. Commit it.")
    return 1 if changed and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
