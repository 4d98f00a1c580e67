"""Records the archive of `llmbattler demo`: `src/llmbattler/core/demo.zip`. The same seeds give the same files.

Run it after a change of `scripts/demo_recording`, of a built-in suite, or of a format of files; a test says when.
"""

import asyncio
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import yaml
from demo_recording.battle_file import write_battles
from demo_recording.battles import generate_battles
from demo_recording.demo_models import DEMO_MODELS, DemoModel
from demo_recording.questions import UNKNOWN, list_answers, list_requests, load_questions, shorten
from demo_recording.run_files import write_run, write_tickets
from demo_recording.runs import CRON, TICKETS, DemoRun, list_runs

ARCHIVE = Path(__file__).resolve().parents[1] / "src/llmbattler/core/demo.zip"
UNTIL = datetime(2026, 1, 5, 7, tzinfo=UTC)
"""When the recorded time ends: on a Monday, an hour after the scheduled run. `llmbattler demo` moves it to now."""
BATTLES, BATTLES_SEED, RUNS_SEED = 3_800, 20_261, 20_262


async def record() -> dict[str, bytes]:
    """Return the files of the archive by name."""
    runs = list_runs(until=UNTIL, seed=RUNS_SEED)
    battles = list(generate_battles(battles=BATTLES, until=UNTIL, seed=BATTLES_SEED))
    files = {
        "until.txt": UNTIL.isoformat().encode(),
        "models.yaml": _write_models().encode(),
        "battles.jsonl": write_battles(battles),
        **{f"suites/{TICKETS}-{number}.yaml": content for number, content in write_tickets().items()},
    }
    answers = {question.prompt.strip(): _list_all_answers(question) for question in load_questions()}
    for number, run in enumerate(runs, start=1):
        folder = "scheduled" if run.scheduled else "runs"
        files[f"{folder}/{number:02}-{run.suite}.json"], said = await write_run(run, seed=RUNS_SEED)
        for prompt, by_model in said.items():
            answers.setdefault(prompt, {}).update(by_model)
    files["schedule.json"] = _write_json(_describe_schedule(next(run for run in runs if run.scheduled)))
    files["answers.json"] = _write_json(_describe_answers(answers))
    return files


def _write_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _write_models() -> str:
    return yaml.safe_dump({"models": [_offer(one) for one in DEMO_MODELS]}, sort_keys=False, allow_unicode=True)


def _offer(model: DemoModel) -> dict[str, object]:
    return {
        "id": model.model_id,
        "name": model.name,
        "connector": "demo",
        "organization": model.organization,
        "license": model.license,
        "description": f"{model.description} Simulated.",
        "prices": {"input": float(model.input_price), "output": float(model.output_price)},
        "context_length": model.context_length,
        "place": "cloud",
    }


def _list_all_answers(question: object) -> dict[str, list[str]]:
    return {model.model_id: list_answers(question, model) for model in DEMO_MODELS}


def _describe_answers(answers: dict[str, dict[str, list[str]]]) -> dict[str, object]:
    """What the connector `demo` answers."""
    to_questions = [answers[question.prompt.strip()] for question in load_questions()]
    texts = sorted({text for by_model in to_questions for given in by_model.values() for text in given})
    return {
        "models": {
            model.model_id: {
                "name": model.name,
                "organization": model.organization,
                "context_length": model.context_length,
                "words_per_second": model.words_per_second,
                "unknown": list_answers(UNKNOWN, model),
            }
            for model in DEMO_MODELS
        },
        "answers": answers,
        "shorter": {text: shorten(text) for text in texts},
        "requests": list_requests(),
    }


def _describe_schedule(run: DemoRun) -> dict[str, object]:
    wanted = {"models": list(run.models), "prompts": list(run.prompts)}
    return {"suite": run.suite, "title": run.title, "cron": CRON, "wanted": wanted}


def main(arguments: list[str]) -> int:
    files = asyncio.run(record())
    if arguments == ["--check"]:
        with ZipFile(ARCHIVE) as archive:
            same = files == {name: archive.read(name) for name in archive.namelist()}
        print("The archive is current." if same else "The archive differs. Run scripts/record_demo.py.")
        return 0 if same else 1
    with ZipFile(ARCHIVE, "w") as archive:
        for name, content in sorted(files.items()):
            archive.writestr(ZipInfo(name), content, compress_type=ZIP_LZMA)
    print(f"{len(files)} files, {ARCHIVE.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
