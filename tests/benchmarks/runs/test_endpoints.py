from llmbattler.benchmarks.runs.endpoints import EMBEDDED_WIDTH, MAX_WIDTH, max_width_of


def test_only_the_included_model_has_a_low_limit_of_its_own() -> None:
    assert max_width_of("embedded /models/smollm2.gguf") == EMBEDDED_WIDTH
    assert max_width_of("openai http://gpu:8000") == max_width_of("team:x@3") == MAX_WIDTH
