"""Collects the contents of a report: totals, differences from the best line, and notable samples."""

from collections.abc import Sequence

from llmbattler.core.db import Session

from ....runs.models import SCORED, Outcome, Result
from ....suites.definition.errors import BadTemplate
from ....suites.definition.samples import SampleView
from ....suites.definition.spec import SuiteSpec
from ....suites.prompts.renderer import Renderer
from ....suites.service.open_suite import draw_examples
from ...comparisons.headline import share_of, write_verdict
from ...comparisons.service import compare_entries
from ...errors import NothingToReport
from ...repository import LoadedRun
from ...samples import repository as samples
from ...samples.excerpts import cut, make_excerpt, show_value
from ...schemas import CompareOut, LineOut, RunOut
from ...service.ranked_lines import name_lines, rank_lines
from ...service.totals import count_run
from . import repository
from .contents import DifferenceRow, Fact, LineRow, Point, Report, ShownAnswer, ShownSample
from .method import describe_method
from .phrases import (
    NOTHING,
    chance,
    count,
    duration,
    interval,
    make_axis,
    money,
    percent,
    points,
    verdict_sentence,
)

SAMPLES = 5
MAX_ANSWERS = 6
MAX_CAUTIONS = 8
MAX_QUESTION_CHARS = 400
MAX_ANSWER_CHARS = 220
MAX_TARGET_CHARS = 160
MAX_ASKED_CHARS = 1_500
MAX_DESCRIPTION_CHARS = 1_500
MAX_NAME_CHARS = 48
_WORDS = {
    Outcome.RIGHT: "right",
    Outcome.WRONG: "wrong",
    Outcome.UNPARSED: "unreadable",
    Outcome.FAILED: "failed",
    Outcome.QUARANTINED: "failed",
}


async def build_report(session: Session, *, loaded: LoadedRun) -> Report:
    run = await count_run(session, loaded=loaded)
    lines = rank_lines(run.lines)
    if not any(line.score.n for line in lines):
        raise NothingToReport
    names = name_lines(run, shorten=_cut_name)
    scored = [line for line in lines if line.score.n]
    compared = await _compare(session, run, scored)
    verdict = write_verdict(run, scored, compared.differences)
    rows = [_show_line(line, names[line.key]) for line in lines]
    differences = _show_differences(compared, scored, names)
    samples_of = _SampleCollector(session, loaded, names)
    return Report(
        title=run.title or run.suite_title,
        suite=f"{run.suite_title} · version {run.version}",
        made_at=f"{run.created_at:%d %B %Y}".lstrip("0"),
        site="llmbattler",
        facts=_list_facts(run),
        summary=[verdict.sentence, *verdict.details],
        description=cut(run.description, MAX_DESCRIPTION_CHARS),
        asked=await _render_first(session, loaded),
        lines=rows,
        axis=make_axis([row.point for row in rows], bounds=(0, 1)),
        best=names[scored[0].key],
        differences=differences,
        difference_axis=make_axis([row.point for row in differences], bounds=(-1, 1), around=0.0),
        hardest=await samples_of.show(await repository.list_hardest(session, run.run_id, SAMPLES)),
        disputed=await samples_of.show(await repository.list_most_disputed(session, run.run_id, SAMPLES))
        if len(scored) > 1
        else [],
        method=describe_method(run, scored),
        notes=_list_notes(run),
        cautions=compared.warnings[:MAX_CAUTIONS],
    )


async def _compare(session: Session, run: RunOut, lines: Sequence[LineOut]) -> CompareOut:
    """Compare the others with the first."""
    if len(lines) == 1:
        return CompareOut(entries=[], differences=[], common=0, warnings=[])
    texts = [f"{run.run_id}:{line.model_id}#{line.prompt}" for line in lines]
    return await compare_entries(session, texts=texts)


def _cut_name(name: str) -> str:
    return cut(name, MAX_NAME_CHARS)


def _list_facts(run: RunOut) -> list[Fact]:
    asked = count(run.sample_count, "sample")
    if run.epochs > 1:
        asked += f", each asked {run.epochs} times"
    took = NOTHING
    if run.finished_at is not None:
        took = duration((run.finished_at - run.created_at).total_seconds() * 1000)
    return [
        Fact("Suite", f"{run.suite_title} ({run.suite_name}), version {run.version}"),
        Fact("Asked", asked),
        Fact("Models", count(len(run.models), "model") + _prompts(run)),
        Fact("Answers", f"{run.done:,} of {run.total:,}"),
        Fact("Cost", money(run.spent_usd)),
        Fact("Time", took),
    ]


def _prompts(run: RunOut) -> str:
    return f", {count(len(run.prompts), 'prompt')} each" if len(run.prompts) > 1 else ""


def _show_line(line: LineOut, name: str) -> LineRow:
    return LineRow(
        name=name,
        point=Point(mean=line.score.mean, low=line.score.low, high=line.score.high),
        score=percent(line.score.mean),
        interval=interval(line.score),
        answers=f"{line.score.n:,}",
        unparsed=share_of(line.unparsed, line.done),
        failed=share_of(line.failed + line.quarantined, line.done),
        cost=money(line.cost_usd),
        time=duration(line.p50_ms),
    )


def _show_differences(compared: CompareOut, lines: Sequence[LineOut], names: dict[str, str]) -> list[DifferenceRow]:
    best = names[lines[0].key]
    return [
        DifferenceRow(
            name=names[line.key],
            point=Point(mean=found.difference, low=found.low, high=found.high),
            text=f"{points(found.difference)}  {chance(found.p_holm)}".strip(),
            verdict=found.verdict,
            sentence=verdict_sentence(found, best),
        )
        for line, found in zip(lines[1:], compared.differences, strict=True)
    ]


def _list_notes(run: RunOut) -> list[str]:
    if run.done >= run.total:
        return []
    missing = f"{run.total - run.done:,} of {run.total:,} answers are missing: the run is {run.status}."
    return [f"{missing} These results are preliminary."]


async def _render_first(session: Session, loaded: LoadedRun) -> str:
    """The first sample rendered with the first prompt."""
    found = await samples.list_samples(session, loaded.dataset.dataset_id, [0])
    spec = SuiteSpec.model_validate(loaded.version.spec)
    examples = await draw_examples(session, spec, loaded.dataset.dataset_id, loaded.dataset.sample_count)
    sample = SampleView(
        position=0,
        sample_id=found[0].sample_id,
        fields=found[0].fields,
        target=found[0].target,
        cluster=found[0].cluster,
        tags=found[0].tags,
    )
    try:
        asked = Renderer(spec, examples).render(sample, loaded.run.prompts[0])[-1].text
    except BadTemplate:
        return ""
    return asked if len(asked) <= MAX_ASKED_CHARS else asked[: MAX_ASKED_CHARS - 1].rstrip() + "…"


class _SampleCollector:
    """Collects samples with the answers of all lines."""

    def __init__(self, session: Session, loaded: LoadedRun, names: dict[str, str]) -> None:
        self._session = session
        self._loaded = loaded
        self._names = names

    async def show(self, positions: Sequence[int]) -> list[ShownSample]:
        found = await samples.list_samples(self._session, self._loaded.dataset.dataset_id, positions)
        by_position = {one.position: one for one in found}
        shown = []
        for position in positions:
            sample = by_position[position]
            answers = await samples.list_answers(self._session, self._loaded.run.run_id, position)
            scored = [one for one in answers if one.outcome in SCORED]
            first = [one for one in scored if one.epoch == min(each.epoch for each in scored)]
            chosen = _choose(first)
            right = sum(one.outcome is Outcome.RIGHT for one in scored)
            shown.append(
                ShownSample(
                    number=f"{position + 1:,}",
                    question=make_excerpt(sample.fields, (sample.target, *sample.tags), max_chars=MAX_QUESTION_CHARS),
                    target=cut(show_value(sample.target) or "", MAX_TARGET_CHARS),
                    tally=f"{right} of {count(len(scored), 'answer')} right",
                    answers=[self._show_answer(one) for one in chosen],
                    left_out=len(first) - len(chosen),
                )
            )
        return shown

    def _show_answer(self, result: Result) -> ShownAnswer:
        run = self._loaded.run
        key = f"{result.model_id}#{result.prompt}" if len(run.prompts) > 1 else result.model_id
        return ShownAnswer(
            self._names.get(key, key), _WORDS[result.outcome], cut(result.answer or "", MAX_ANSWER_CHARS)
        )


def _choose(answers: Sequence[Result]) -> list[Result]:
    """At most `MAX_ANSWERS` answers, a mix of right and wrong ones."""
    right = [one for one in answers if one.outcome is Outcome.RIGHT]
    other = [one for one in answers if one.outcome is not Outcome.RIGHT]
    half = MAX_ANSWERS // 2
    taken = right[: max(half, MAX_ANSWERS - len(other))]
    return taken + other[: MAX_ANSWERS - len(taken)]
