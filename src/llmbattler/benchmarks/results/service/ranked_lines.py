"""The order of the lines of a run and their names, the same on its page, in the report and on the command line."""

from collections.abc import Callable, Sequence

from ..schemas import LineOut, RunOut


def rank_lines(lines: Sequence[LineOut]) -> list[LineOut]:
    """Best first, those without a score last. Lines with the same score keep the order of the run."""
    return sorted(lines, key=lambda line: (line.score.mean is None, -(line.score.mean or 0.0)))


def name_lines(run: RunOut, *, shorten: Callable[[str], str] = str) -> dict[str, str]:
    """The name of each line by its key, with the prompt if the run has several. Only the model's name is shortened."""
    several = len(run.prompts) > 1
    names = ((line, shorten(line.model_name)) for line in run.lines)
    return {line.key: f"{name} · {line.prompt}" if several else name for line, name in names}
