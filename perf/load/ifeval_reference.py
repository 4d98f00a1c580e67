"""Verdicts of IFEval's published program as lm-eval ships it. Runs in an environment of its own, see ../ifeval.py."""

import importlib
import json
import logging
import os
import shutil
import sys
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from types import ModuleType

RUNS = 10
"""How often a verdict that depends on random numbers is asked for."""
RANDOM = {"language:response_language", "change_case:english_capital", "change_case:english_lowercase"}


def find_folder(package: str) -> str:
    spec = find_spec(package)
    assert spec is not None
    return str((spec.submodule_search_locations or [""])[0])


def skip_init(package: str) -> None:
    """Import modules of a package without its own `__init__`, which needs everything else that lm-eval needs."""
    module = ModuleType(package)
    module.__path__ = [find_folder(package)]
    sys.modules[package] = module


def copy_sentence_model(folder: str) -> None:
    """The model has no package of its own, but this package contains it. NLTK refuses the hard links that uv makes."""
    model = "tokenizers/punkt_tab/english"
    shutil.copytree(f"{find_folder('llama_index.core')}/_static/nltk_cache/{model}", f"{folder}/{model}")
    os.environ["NLTK_DATA"] = folder


def main() -> int:
    with TemporaryDirectory() as folder:
        copy_sentence_model(folder)
        answer()
    return 0


def answer() -> None:
    logging.disable(logging.CRITICAL)
    skip_init("lm_eval")
    skip_init("lm_eval.tasks")
    known = importlib.import_module("lm_eval.tasks.ifeval.instructions_registry").INSTRUCTION_DICT
    for line in sys.stdin:
        row = json.loads(line)
        made, text = known[row["instruction"]](row["instruction"]), row["answer"]
        made.build_description(**{key: value for key, value in row["kwargs"].items() if value})
        runs = RUNS if row["instruction"] in RANDOM else 1
        print(json.dumps([bool(text.strip() and made.check_following(text)) for _ in range(runs)]))


if __name__ == "__main__":
    sys.exit(main())
