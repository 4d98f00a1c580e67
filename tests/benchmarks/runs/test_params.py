from llmbattler.benchmarks.runs.params import merge_params
from llmbattler.benchmarks.suites.definition.spec import ParamsSpec


def test_a_run_has_the_last_word_on_parameters() -> None:
    suite = ParamsSpec(temperature=0.5, max_tokens=10, stop=["\n"])
    assert merge_params(suite, {}) == {"temperature": 0.5, "max_tokens": 10, "stop": ["\n"]}
    said = merge_params(suite, {"temperature": 0.0, "max_tokens": None, "stop": [], "seed": 7})
    assert said == {"temperature": 0.0, "max_tokens": 10, "stop": ["\n"], "seed": 7}
