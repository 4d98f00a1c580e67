import io

import pytest
from rich.console import Console
from rich.markup import escape

from llmbattler.core.console_table import ConsoleTable, names, number, prose

LONG = "meta-llama/llama-3.3-70b-instruct:free#main"
TITLES = ("Score", "95% interval", "Unreadable", "Failed", "Cost", "Median time", "Answers")
VALUES = ("75.0%", "66.1% to 82.0%", "0", "1", "$0.1234", "0.52 s", "120 of 120")


def show(table: ConsoleTable, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def make_results(name: str) -> ConsoleTable:
    table = ConsoleTable("Model", *map(number, TITLES))
    table.add_row(escape(name), *VALUES)
    return table


def test_rows_stand_below_titles_if_there_is_room() -> None:
    title, row = show(make_results(LONG), 130)
    assert title.split("  ")[0] == "Model"
    assert "Median time" in title
    assert row.startswith(LONG)
    assert title.index("Score") + len("Score") == row.index("75.0%") + len("75.0%"), "numbers end below their title"


def test_titles_give_way_before_cells_do() -> None:
    lines = show(make_results("echo-1"), 80)
    assert len(lines) == 3
    assert "Median" in lines[0]
    assert lines[-1].split() == ["echo-1", *" ".join(VALUES).split()]


@pytest.mark.parametrize("width", [80, 60, 45])
@pytest.mark.parametrize("name", ["echo-1", LONG, "team/[bold]#main"])
def test_names_and_numbers_are_whole_at_any_width(name: str, width: int) -> None:
    lines = show(make_results(name), width)
    assert any(line.startswith(name) for line in lines)
    for title, value in zip(TITLES, VALUES, strict=True):
        assert any(value in line for line in lines), value
        assert width == 80 or any(f"{title} {value}" in line for line in lines)
    assert all(len(line) <= width for line in lines)
    assert "…" not in "".join(lines)


def test_prose_gives_way_to_names() -> None:
    table = ConsoleTable("Name", prose("Title"), names("Models"))
    table.add_row("capitals", "All capitals of all countries, as they were in 2026", f"{LONG}, other-1")
    lines = show(table, 80)
    assert lines[1].startswith("capitals  All capitals")
    assert sum(LONG in line for line in lines) == 1
    assert " ".join(lines[1:]).count("2026") == 1


def test_wide_characters_count_twice() -> None:
    table = ConsoleTable("Name", number("Votes"))
    table.add_row("日本語モデル", "1")
    assert show(table, 20)[1] == "日本語モデル      1"
    assert show(table, 16) == ["日本語モデル", "  Votes 1"]


def test_empty_cells_are_left_out_of_stacked_rows() -> None:
    table = ConsoleTable("Name", number("Votes"), "State", "")
    table.add_row("somebody-with-a-long-name", "", "[red]open[/red]", "off")
    assert show(table, 30) == ["somebody-with-a-long-name", "  State open · off"]
