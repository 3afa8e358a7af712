from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from small_book import CHAPTER, FEATHER, FILES, PROBLEM, WELL, altered, brief, parsed
from tallybook.config import Declaration, Limits
from tallybook.model import Kind
from tallybook.parse.front import split
from tallybook.references import resolve
from tallybook.span import Source, Span


def test_the_book_is_clean() -> None:
    assert parsed(FILES).diagnostics == ()


def test_front_matter_is_read() -> None:
    files = altered(
        WELL,
        "draws_on: [I.2.T1]\n",
        "draws_on: [I.2.T1]\nprecision: Two places.\ndecimals: 0\nlimits: {seconds: 2.5}\n"
        "declare:\n  - text: '9.81'\n    reason: standard gravity\n    near: metres\n",
    )
    (page,) = parsed(files).value.chapters[0].problems
    front = page.front
    assert (page.id, page.kind, page.title) == ("I.2.B01", Kind.PROBLEM, "A stone in a well")
    assert (front.variant, front.difficulty, front.precision, front.decimals) == (
        "numeric",
        2,
        "Two places.",
        0,
    )
    assert (front.check, front.excerpt, front.draws_on) == ("stone.py", ("fall",), ("I.2.T1",))
    assert front.limits == Limits(seconds=2.5)
    assert front.declared == (Declaration("9.81", "standard gravity", "metres", line=13),)
    assert (front.lines["id"], front.lines["check"], front.lines["declare"]) == (2, 6, 12)
    assert page.source[page.body].startswith("\n## Statement")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("difficulty: 2", "difficulty: 5", ("F133", 5, 13, "5")),
        ("difficulty: 2", "difficulty: 0", ("F133", 5, 13, "0")),
        ("difficulty: 2", "difficulty: 1.5", ("F132", 5, 13, "1.5")),
        ("difficulty: 2", "difficulty: hard", ("F132", 5, 13, "hard")),
        ("difficulty: 2", "difficulty: 02", ("F113", 5, 13, "02")),
        ("difficulty: 2", "difficulty: true", ("F132", 5, 13, "true")),
        ("difficulty: 2", "dificulty: 2", ("F130", 5, 1, "dificulty")),
        ("difficulty: 2\n", "", ("F131", 1, 1, "---")),
        ("difficulty: 2", "difficulty:", ("F132", 5, 1, "difficulty")),
        ("difficulty: 2", "difficulty: 2\ndecimals: 13", ("F133", 6, 11, "13")),
        ("difficulty: 2", "difficulty: 2\ndecimals: -1", ("F133", 6, 11, "-1")),
        ("difficulty: 2", "difficulty: 2\ndifficulty: 3", ("F111", 6, 1, "difficulty")),
        ("variant: numeric", "variant: numerc", ("F133", 4, 10, "numerc")),
        ("variant: numeric", "variant: 3", ("F132", 4, 10, "3")),
        ("title: A stone in a well", "title: 1.50", ("F132", 3, 8, "1.50")),
        ("title: A stone in a well", "title: ''", ("F133", 3, 1, "title")),
        ("title: A stone in a well", "title: Stones: a well", ("F110", 3, 14, ":")),
        ("id: I.2.B01", "id: I.2.X01", ("F140", 2, 5, "I.2.X01")),
        ("id: I.2.B01", "id: I.2.B", ("F140", 2, 5, "I.2.B")),
        ("id: I.2.B01", "id: I.3.B01", ("F142", 2, 5, "I.3.B01")),
        ("excerpt: [fall]", "excerpt: fall", ("F132", 7, 10, "fall")),
        ("excerpt: [fall]", "excerpt: [fall, 3]", ("F132", 7, 17, "3")),
        ("excerpt: [fall]", "excerpt: [fal]", ("F151", 7, 11, "fal")),
        ("check: stone.py", "check: stones.py", ("F150", 6, 8, "stones.py")),
        ("check: stone.py", "check: ../stone.py", ("F150", 6, 8, "../stone.py")),
        ("excerpt: [fall]", "declare: [{text: '3'}]", ("F131", 7, 12, "text")),
        ("excerpt: [fall]", "declare: [{text: 3, reason: x}]", ("F132", 7, 18, "3")),
        ("excerpt: [fall]", "limits: {seconds: 0}", ("F133", 7, 19, "0")),
        ("excerpt: [fall]", "limits: {second: 1}", ("F130", 7, 10, "second")),
        ("---\n\n## Statement", "\n## Statement", ("F121", 1, 1, "---")),
    ],
)
def test_a_fault_stands_at_its_key_or_value(old: str, new: str, found: tuple[str, int, int, str]) -> None:
    faulty = [fault for fault in faults_of_page(old, new) if fault[0] != "F153"]
    assert faulty == [found]


def faults_of_page(old: str, new: str) -> list[tuple[str, int, int, str]]:
    findings = parsed(altered(WELL, old, new)).diagnostics
    return [(code, *rest) for code, _, *rest in brief(findings)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("old", "new", "help_"),
    [
        ("difficulty: 2", "dificulty: 2", "did you mean difficulty?"),
        ("variant: numeric", "variant: numerc", "did you mean numeric?"),
        ("check: stone.py", "check: stones.py", "did you mean stone.py?"),
        ("title: A stone in a well", "title: 1.50", 'write it in quotes, "1.50"'),
        ("excerpt: [fall]", "excerpt: fall", "write it in brackets, [fall]"),
        ("excerpt: [fall]", "excerpt: [fal]", "did you mean fall?"),
        ("difficulty: 2", "difficulty: 02", 'write 2 for the number, "02" for the text'),
    ],
)
def test_help_says_what_to_write(old: str, new: str, help_: str) -> None:
    findings = parsed(altered(WELL, old, new)).diagnostics
    assert help_ in next(finding for finding in findings if finding.code != "F153").help


def test_a_page_without_front_matter_is_read_all_the_same() -> None:
    text = PROBLEM[PROBLEM.index("## Statement") :].replace("## Given", "## Givens")
    noted = parsed({**FILES, WELL: text})
    assert [(code, line) for code, path, line, *_ in brief(noted.diagnostics) if path == WELL] == [
        ("F120", 1),
        ("S103", 5),
    ]
    (page,) = noted.value.chapters[0].problems
    assert page.id == "I.2.B01"
    assert len(page.sections) == 9


def test_front_matter_after_a_blank_line_is_none() -> None:
    (finding, *_) = parsed({**FILES, WELL: "\n" + PROBLEM}).diagnostics
    assert (finding.code, finding.help) == ("F120", ("move the front matter to the first line",))


def test_a_broken_head_lacks_nothing_and_all_its_faults_are_told() -> None:
    found = faults_of_page(
        "title: A stone in a well\nvariant: numeric\ndifficulty: 2", "difficulty: 7\ntitle: a: b"
    )
    assert [(code, line) for code, line, *_ in found] == [("F133", 3), ("F110", 4)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_front_matter_may_end_its_lines_in_any_way(end: str) -> None:
    noted = parsed({**FILES, WELL: PROBLEM.replace("difficulty: 2", "difficulty: 9").replace("\n", end)})
    assert brief(noted.diagnostics) == [("F133", WELL, 5, 13, "9")]
    assert len(noted.value.chapters[0].problems[0].sections) == 9


def test_split_stops_at_the_first_closing_line() -> None:
    source = Source("x.md", "---\nid: x\n--- \n\ntext\n\n---\n\nmore\n")
    assert split(source).value == (Span(4, 10), Span(15, len(source.text)))


def test_an_id_that_is_given_twice_names_both_places() -> None:
    other = "chapters/i-2/problems/b02-other.md"
    noted = parsed({**FILES, other: PROBLEM})
    (finding,) = noted.diagnostics
    assert (finding.code, finding.source.path, finding.message) == (
        "F141",
        other,
        f"the id I.2.B01 is taken by {WELL}:2",
    )
    assert finding.source[finding.span] == "I.2.B01"
    assert [(label.source.path, label.source[label.span]) for label in finding.related] == [(WELL, "I.2.B01")]
    assert len(noted.value.chapters[0].problems) == 1


def test_a_chapter_id_that_is_given_twice() -> None:
    noted = parsed({**FILES, "chapters/other/chapter.yaml": CHAPTER})
    assert brief(noted.diagnostics) == [("F141", "chapters/other/chapter.yaml", 1, 5, "I.2")]
    assert [chapter.folder for chapter in noted.value.chapters] == ["chapters/i-2"]


def test_a_check_that_is_not_python_is_reported_in_the_script_alone() -> None:
    noted = parsed(altered("checks/stone.py", "def fall(t):", "def fall(t:"))
    assert brief(noted.diagnostics) == [("F152", "checks/stone.py", 4, 9, "(")]


def test_a_check_that_no_page_uses_is_a_warning_unless_another_imports_it() -> None:
    files = {**FILES, "checks/common.py": "g = 9.81\n", "checks/spare.py": "print(1)\n"}
    files["checks/stone.py"] = "from common import g\n" + files["checks/stone.py"]
    (finding,) = parsed(files).diagnostics
    assert (finding.code, finding.source.path, finding.severity) == ("F153", "checks/spare.py", "warning")


def test_an_excerpt_needs_a_check() -> None:
    found = faults_of_page("check: stone.py\n", "")
    assert ("F154", 6, 1, "excerpt") in found


def test_a_check_that_is_nearly_named_is_not_unused_as_well() -> None:
    assert [code for code, *_ in faults_of_page("check: stone.py", "check: stones.py")] == ["F150"]


def test_a_list_that_is_cut_off_is_one_fault() -> None:
    assert faults_of_page("title: A stone", "title: [A stone") == [("F110", 4, 8, ":")]


def test_two_pages_may_not_share_an_address() -> None:
    files = dict(FILES)
    files["chapters/i-2/exercises/b01-well.md"] = files.pop(FEATHER)
    assert [code for code, *_ in brief(parsed(files).diagnostics)] == ["F143"]


def test_pages_and_chapters_stand_in_the_order_of_their_ids() -> None:
    files = dict(FILES)
    for number in ("10", "9", "2"):
        files[f"chapters/i-2/problems/z{number}.md"] = PROBLEM.replace("I.2.B01", f"I.2.B{number}")
    files["chapters/a/chapter.yaml"] = CHAPTER.replace("I.2", "I.11")
    files["chapters/b/chapter.yaml"] = CHAPTER.replace("I.2", "0.LA")
    files["chapters/c/chapter.yaml"] = CHAPTER.replace("I.2", "IX.1")
    book = parsed(files).value
    assert [chapter.config.id for chapter in book.chapters] == ["0.LA", "I.2", "I.11", "IX.1"]
    assert [page.id for page in book.chapters[1].problems] == ["I.2.B01", "I.2.B2", "I.2.B9", "I.2.B10"]


def test_a_chapter_without_its_file_goes_by_its_folder() -> None:
    files = {path: text for path, text in FILES.items() if not path.endswith("chapter.yaml")}
    noted = parsed(files)
    assert noted.diagnostics == ()  # reading the files reports it
    assert noted.value.chapters[0].config.id == "I.2"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_damage_to_a_file_raises(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(FILES)))
    text = FILES[path]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    put = data.draw(
        st.text(alphabet=st.sampled_from("-#: \n\r\t[]{}`~$<!>&*'\"0é\x00\ud800{#a}"), max_size=12)
    )
    noted = parsed({**FILES, path: text[:start] + put + text[end:]})
    for finding in (*noted.diagnostics, *resolve(noted.value)):
        assert finding.span.end <= len(finding.source.text)


def test_empty_files_raise_nothing() -> None:
    noted = parsed(dict.fromkeys(FILES, ""))
    codes = {code for code, *_ in brief(noted.diagnostics)}
    assert {"F120", "F131", "S101"} <= codes
