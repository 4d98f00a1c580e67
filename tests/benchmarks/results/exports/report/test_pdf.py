import re
from dataclasses import replace
from pathlib import Path

import pytest

from llmbattler.benchmarks.results.exports.report.contents import (
    Axis,
    DifferenceRow,
    Fact,
    LineRow,
    Point,
    Report,
    ShownAnswer,
    ShownSample,
    Tick,
)
from llmbattler.benchmarks.results.exports.report.pdf import render_pdf
from tests.benchmarks.results.exports.pdf import draw_pages, read_pages, read_text

HOSTILE = [
    '#import "@preview/cetz:0.3.0"',
    '#panic(1) #read("/etc/passwd") #eval("1+1")',
    "*bold* _it_ $x^2$ `raw` @ref <label> // no comment /* none */ = Heading",
    "] ) } \\ \" ' #",
    "漢字 🙂 العربية עברית \u202e\u200b e\u0301 \U0001f469\u200d\U0001f680",
    "supercalifragilistic" * 40,
    "",
    "line\nline\r\n\ttab",
]


def report(names: list[str]) -> Report:
    point = Point(mean=0.5, low=0.4, high=0.6)
    lines = [
        LineRow(
            name=name,
            point=point,
            score="50.0%",
            interval="40.0 to 60.0",
            answers="1,000",
            unparsed="1",
            failed="0",
            cost="$1.00",
            time="1.0 s",
        )
        for name in names
    ]
    differences = [
        DifferenceRow(
            name=name, point=Point(mean=-0.1, low=-0.2, high=0.0), text="−10.0", verdict="worse", sentence=name
        )
        for name in names[1:]
    ]
    samples = [
        ShownSample(
            number="1",
            question=name,
            target=name,
            tally="0 of 1 right",
            answers=[ShownAnswer(name, "wrong", name)],
            left_out=1,
        )
        for name in names[:3]
    ]
    return Report(
        title=names[0],
        suite=names[0],
        made_at="1 May 2026",
        site="llmbattler",
        facts=[Fact("Suite", names[0])],
        summary=names[:2],
        description=names[0],
        asked=names[0],
        lines=lines,
        axis=Axis(0.0, 1.0, [Tick(0.0, "0%"), Tick(1.0, "100%")]),
        best=names[0],
        differences=differences,
        difference_axis=Axis(-0.5, 0.0, [Tick(-0.5, "−50"), Tick(0.0, "0")]),
        hardest=samples,
        disputed=samples,
        method=[Fact("Score", names[0])],
        notes=names[:1],
        cautions=names[:2],
    )


def read(content: bytes, folder: Path) -> str:
    file = folder / "report.pdf"
    file.write_bytes(content)
    return read_text(file)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_people_wrote_becomes_markup(text: str, tmp_path: Path) -> None:
    said = read(render_pdf(report([text, "other"])), tmp_path)
    visible = re.sub(r"\s", "", text)
    if visible.isascii() and visible:
        assert visible in re.sub(r"[\s\u200b]", "", said)
    assert "Differences from the best" in said


def test_twenty_models_with_long_names_fit(tmp_path: Path) -> None:
    names = [f"organization/a-model-with-a-rather-long-name-{number}-instruct-2026" for number in range(20)]
    said = read(render_pdf(report(names)), tmp_path)
    squeezed = re.sub(r"[\s\u200b]", "", said)
    assert all(name in squeezed for name in names)


def test_a_chart_never_breaks_over_pages(tmp_path: Path) -> None:
    names = [f"model{number:02}" for number in range(40)]
    texts = {"title": "T", "suite": "S", "summary": [], "facts": [], "description": "", "asked": "", "notes": []}
    content = render_pdf(replace(report(names), **texts, cautions=[], hardest=[], disputed=[], best="none", method=[]))
    file = tmp_path / "report.pdf"
    file.write_bytes(content)
    pages = read_pages(file)
    first = [next(number for number, text in enumerate(pages) if name in text) for name in names]
    parts = [first[:14], first[14:28], first[28:]]
    assert all(len(set(part)) == 1 for part in parts), "each part of the chart is on one page"


def test_a_run_of_one_model_has_no_differences(tmp_path: Path) -> None:
    said = read(render_pdf(replace(report(["only"]), hardest=[], disputed=[], notes=[])), tmp_path)
    assert "Differences" not in said
    assert "Where it went worst" not in said


def test_the_same_report_is_the_same_picture() -> None:
    pages = draw_pages(render_pdf(report(["A", "B"])))
    assert pages
    assert draw_pages(render_pdf(report(["A", "B"]))) == pages
    assert draw_pages(render_pdf(report(["A", "C"]))) != pages
