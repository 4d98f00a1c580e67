from llmbattler.benchmarks.suites.datasets.gpqa import gpqa

ROW = {
    "Question": "Which is a metal?\n",
    "Correct Answer": "Iron\n",
    "Incorrect Answer 1": "Air",
    "Incorrect Answer 2": "Sand ",
    "Incorrect Answer 3": "Wood",
}


def test_the_choices_are_mixed_and_the_letter_names_the_correct_one() -> None:
    letters = set()
    for number in range(30):
        row = {**ROW, "Correct Answer": f"Iron {number}\n"}
        found = gpqa(row, row)
        assert found is not None
        made = found.convert(row)
        assert sorted(made["choices"]) == sorted(["Air", "Sand", "Wood", f"Iron {number}"])
        assert made["choices"]["ABCD".index(made["target"])] == f"Iron {number}"
        assert made.items() >= row.items(), "columns are only added"
        letters.add(made["target"])
    assert letters == set("ABCD")


def test_other_columns_are_no_gpqa() -> None:
    assert gpqa({"Question", "Correct Answer"}, ROW) is None
