"""``import``: notebooks and documents become drafts, and what found no place is listed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from stair_book import snapshot
from tallybook.cli import main
from tallybook.parse.schema import LAYOUTS
from tallybook.scaffold import UnreadableError, read_document
from tallybook.scaffold.cells import Cell
from tallybook.scaffold.program import program

EXAMPLES = Path(__file__).parent / "data" / "import"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    root = tmp_path / "book"
    assert main(["init", str(root)]) == 0
    capsys.readouterr()
    monkeypatch.chdir(root)
    return root


def imported(capsys: Capture, name: str, id_: str) -> list[str]:
    """Import an example; what is listed as left."""
    assert main(["import", str(EXAMPLES / name), id_]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1] == f"now verify it: tallybook check {id_}"
    return [line.removeprefix("left: ") for line in out.splitlines() if line.startswith("left: ")]


def line_of(name: str, what: str) -> int:
    """The first line of an example that holds a text."""
    lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if what in line)


def text_of(pattern: str) -> str:
    (file,) = Path().glob(pattern)
    return file.read_text(encoding="utf-8")


def test_a_notebook_becomes_a_problem_that_holds(book: Path, capsys: Capture) -> None:
    assert imported(capsys, "pendulum.ipynb", "I.1.B02") == [
        "cell 3: `%matplotlib inline` is a command of the notebook; it was left out",
        "cell 10: what it shows is image/png, which no page takes over",
        "cell 10: what draws a picture stands in the check as a remark",
        "Find: nothing in the document says so; write it",
        "Check: sanity: nothing in the document says so; write it",
        "Variation: nothing in the document says so; write it",
    ]
    page = text_of("chapters/i-1/problems/b02-a-pendulum-in-the-stairwell.md")
    assert "## Given\n\nThe wire is $L = 11.30$ metres long" in page
    assert "## Solution\n\n### The period\n\nThe period is" in page
    assert "\n#### Swings in an hour\n" in page
    assert "## Answer\n\nThe period is" in page
    assert "## Where this breaks\n\nThe angle has to be small.\n" in page
    titles = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert titles == [one.title for one in LAYOUTS["problem"] if one.required]  # type: ignore[index]
    assert main(["check", "I.1.B02"]) == 0
    assert "1 page, 6 claims, 0 errors, 0 weak" in capsys.readouterr().out


def test_the_numbers_of_the_notebook_are_held_against_its_own_programs(book: Path, capsys: Capture) -> None:
    imported(capsys, "pendulum.ipynb", "I.1.B02")
    (page,) = Path().glob("chapters/i-1/problems/b02-*.md")
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("makes $533.9$ swings.", "makes $533.8$ swings."), encoding="utf-8")
    assert main(["check", "I.1.B02"]) == 1
    assert "533.8 is not what the check printed" in capsys.readouterr().err


def test_a_quarto_document_becomes_an_exercise(book: Path, capsys: Capture) -> None:
    unrun = line_of("dice.qmd", "eval: false") - 1
    assert imported(capsys, "dice.qmd", "I.1.X02") == [
        f"line {unrun}: a program that the document does not run; it was left out",
        f"line {line_of('dice.qmd', ':::')}: the block .callout-note, which a page does not know",
        f"line {line_of('dice.qmd', '@laplace')}: the citation @laplace, which a page does not know",
        f"line {line_of('dice.qmd', '`{python} ')}: `chance` is computed in the text; write the number there",
        f"line {line_of('dice.qmd', '{r}')}: a program in r; a check is written in Python",
    ]
    page = text_of("chapters/i-1/exercises/x02-two-dice.md")
    assert page.index("How likely") < page.index("## Hint") < page.index("## Solution")
    script = text_of("checks/i-1-x02-two-dice.py")
    assert "#|" not in script
    assert script.count('print("chance =", chance)') == 1
    assert main(["check", "I.1.X02"]) == 0
    assert "0 errors" in capsys.readouterr().out


def test_a_myst_document_becomes_an_article_with_its_own_headings(book: Path, capsys: Capture) -> None:
    assert imported(capsys, "heat.md", "I.1.N01") == [
        f"line {line_of('heat.md', '{cite}')}: the role {{cite}}, which a page does not know",
        f"line {line_of('heat.md', '{figure}')}: the directive {{figure}}, which a page does not know",
    ]
    page = text_of("chapters/i-1/articles/n01-heat-through-a-wall.md")
    assert "\n## Loss\n" in page
    assert "Heat through a wall" not in page.partition("---\n")[2].partition("---\n")[2]
    assert "$$\nq = \\frac{\\Delta T}{R}\n$$" in page
    script = text_of("checks/i-1-n01-heat-through-a-wall.py")
    assert ":tags:" not in script
    assert script.endswith("print(loss(delta=20))\n")


def test_the_title_may_be_given(book: Path, capsys: Capture) -> None:
    assert main(["import", str(EXAMPLES / "dice.qmd"), "I.1.X02", "--title", "Seven: how often?"]) == 0
    page = text_of("chapters/i-1/exercises/x02-seven-how-often.md")
    assert yaml.safe_load(page.split("---\n")[1])["title"] == "Seven: how often?"


def test_nothing_is_written_over(book: Path, capsys: Capture) -> None:
    imported(capsys, "dice.qmd", "I.1.X02")
    before = snapshot(book)
    assert main(["import", str(EXAMPLES / "dice.qmd"), "I.1.X02"]) == 2
    assert "the id I.1.X02 is taken" in capsys.readouterr().err
    assert snapshot(book) == before


def test_a_document_becomes_a_reading(book: Path, capsys: Capture) -> None:
    with (book / "chapters/book.yaml").open("a", encoding="utf-8") as stream:
        stream.write('works:\n  - {key: Huygens 1673, text: On clocks., url: "https://example.org/h"}\n')
    imported(capsys, "pendulum.ipynb", "I.1.R01")
    page = text_of("chapters/i-1/readings/r01-a-pendulum-in-the-stairwell.md")
    assert "## What the source claims\n\nA heavy bob" in page
    assert "### The period\n\nThe period is $6.743$ seconds." in page
    assert "An hour has $533.9$ swings." in page
    assert main(["check", "I.1.R01"]) == 0


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.ipynb", b"{", "it is no JSON"),
        ("a.ipynb", b"[]", "it has no cells"),
        ("a.ipynb", b'{"worksheets": []}', "open and save it in Jupyter"),
        ("a.ipynb", b"\xff\xfe", "cannot be imported"),
        ("a.docx", b"", ".ipynb, .md, .qmd, .rmd"),
        ("a", b"", ".ipynb"),
        ("missing.md", None, "No such file"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    book: Path, capsys: Capture, name: str, data: bytes | None, message: str
) -> None:
    if data is not None:
        Path(name).write_bytes(data)
    assert main(["import", name, "I.1.B02"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.mark.parametrize(
    ("id_", "message"),
    [("I.1.T1", "no id of a page"), ("I.9.B01", "there is no chapter I.9"), ("I.1.B01", "is taken")],
)
def test_an_id_that_will_not_do(book: Path, capsys: Capture, id_: str, message: str) -> None:
    assert main(["import", str(EXAMPLES / "dice.qmd"), id_]) == 2
    assert message in capsys.readouterr().err


def test_a_document_without_programs_has_no_check(book: Path, capsys: Capture) -> None:
    Path("note.md").write_text("# A note\n\nNo numbers.\n", encoding="utf-8")
    assert main(["import", "note.md", "I.1.N01"]) == 0
    assert "left: no program was found" in capsys.readouterr().out
    assert "check:" not in text_of("chapters/i-1/articles/n01-a-note.md")
    assert main(["check", "I.1.N01"]) == 0


def test_fences_of_python_are_programs_where_none_is_marked() -> None:
    text = "A\n\n```python\nx = 1\n```\n\n```text\ny\n```\n"
    cells = read_document("a.md", text).cells
    assert [(cell.code, cell.text.strip()) for cell in cells] == [
        (False, "A"),
        (True, "x = 1"),
        (False, "```text\ny\n```"),
    ]
    marked = read_document("a.md", text + "\n```{python}\nz = 2\n```\n").cells
    assert [cell.text.strip() for cell in marked if cell.code] == ["z = 2"]


def test_headings_in_code_divide_nothing(book: Path, capsys: Capture) -> None:
    text = "Why?\n\n```sh\n# Solution\n```\n\n# Solution\n\nSo.\n"
    Path("a.md").write_text(text, encoding="utf-8")
    assert main(["import", "a.md", "I.1.X02", "--title", "A"]) == 0
    page = text_of("chapters/i-1/exercises/x02-a.md")
    assert "## Question\n\nWhy?\n\n```sh\n# Solution\n```\n" in page
    assert page.endswith("## Solution\n\nSo.\n")


def check_of(*texts: str) -> tuple[str, list[str]]:
    made = program([Cell(text, True, number) for number, text in enumerate(texts, 1)])
    return made.script("T"), made.left


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("x = 1\nx", 'print("x =", x)'),
        ("round(2.345, 1)", "print(round(2.345, 1))"),
        ("a = [1]\na.append(2)", "a.append(2)"),
        ("x = 1; x", 'print("x =", x)'),
        ("x = 1\nx;", "x;"),
        ("print(5)", "print(5)"),
        ("'a remark'", "'a remark'"),
        ("max(\n    4,\n    5,\n)", "print(max(4, 5))"),
    ],
)
def test_the_last_expression_of_a_cell_is_printed(text: str, last: str) -> None:
    script, left = check_of(text)
    assert script.splitlines()[-1] == last
    assert left == []
    assert subprocess.run([sys.executable, "-c", script], check=False, capture_output=True).returncode == 0


def test_what_is_no_python_stays_as_a_remark() -> None:
    script, left = check_of("x = = 1", "%%bash\nls", "%%time\ny = 2", "!ls\nz = 3", "y?")
    assert "# x = = 1" in script
    assert "ls" not in script
    assert "y = 2" in script
    assert "z = 3" in script
    assert [line.split(":")[0] for line in left] == ["cell 1", "cell 2", "cell 3", "cell 4", "cell 5"]
    compile(script, "check", "exec")


def test_what_draws_is_a_remark_and_what_hangs_on_it() -> None:
    script, left = check_of(
        "import matplotlib.pyplot as plt\nx = 1\nfig, ax = plt.subplots()",
        "ax.plot(x)\nprint('x =', x)",
        "def draw():\n    plt.show()\n",
        "draw()",
    )
    run = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "x = 1\n")
    assert [line.split(":")[0] for line in left] == ["cell 1", "cell 2", "cell 3", "cell 4"]


def test_what_a_check_cannot_have_is_listed() -> None:
    left = check_of("x = input()", "open('data.csv')", "import pandas as pd\npd.read_csv('a.csv')")[1]
    assert ["input" in left[0], "open('data.csv')" in left[1], "a.csv" in left[2]] == [True] * 3


def test_the_last_error_of_a_cell_is_told() -> None:
    error = {"output_type": "error", "ename": "ZeroDivisionError"}
    cell = {"cell_type": "code", "source": "1/0", "outputs": [error]}
    document = read_document("a.ipynb", json.dumps({"cells": [cell]}))
    assert program(document.cells).left == ["cell 1: it ended in ZeroDivisionError when it was last run"]


@pytest.mark.parametrize(
    "cells", [None, 5, [None], [{}], [{"cell_type": "code"}], [{"cell_type": "code", "outputs": [5]}]]
)
def test_odd_notebooks_raise_nothing_but_what_they_may(cells: object) -> None:
    try:
        read_document("a.ipynb", json.dumps({"cells": cells, "metadata": 5}))
    except UnreadableError:
        assert not isinstance(cells, list)
