from __future__ import annotations

import pytest

from small_book import EXERCISE, FEATHER, FILES, PROBLEM, STATEMENTS, WELL, altered, brief, faults, parsed
from tallybook.model import Kind
from tallybook.parse import duplicate_anchors
from tallybook.parse.sections import read_sections
from tallybook.span import Source, Span

TITLES = [
    "Statement",
    "Given",
    "Find",
    "Strategy",
    "Solution",
    "Answer",
    "Check: sanity",
    "Where this breaks",
    "Variation",
]


def without(title: str) -> str:
    """The problem without one of its sections."""
    start = PROBLEM.index(f"## {title}\n")
    end = PROBLEM.find("\n## ", start)
    return PROBLEM[:start] + (PROBLEM[end + 1 :] if end >= 0 else "")


def line_of(text: str, heading: str) -> int:
    return text[: text.index(heading)].count("\n") + 1


def test_sections_and_steps_with_their_spans() -> None:
    (page,) = parsed(FILES).value.chapters[0].problems
    source = page.source
    assert [section.title for section in page.sections] == TITLES
    assert [section.key for section in page.sections] == [
        "statement",
        "given",
        "find",
        "strategy",
        "solution",
        "answer",
        "check-sanity",
        "where-this-breaks",
        "variation",
    ]
    solution = page.sections[4]
    assert source[solution.heading] == "## Solution"
    assert source[solution.body] == "\n### Substitute\n\nThen.\n\n### Read off\n\nSo.\n\n"
    assert [(step.key, step.level, source[step.heading], source[step.body]) for step in solution.steps] == [
        ("step", 3, "### Substitute", "\nThen.\n\n"),
        ("step", 3, "### Read off", "\nSo.\n\n"),
    ]


def test_every_section_but_the_numeric_check_is_required() -> None:
    for title in TITLES:
        text = without(title)
        found = brief(parsed({**FILES, WELL: text}).diagnostics)
        following = TITLES[TITLES.index(title) + 1 :]
        line = line_of(text, f"## {following[0]}") if following else text.count("\n") + 1
        assert found == [("S101", WELL, line, 1, f"## {following[0]}" if following else "")], title


def test_the_numeric_check_has_its_place() -> None:
    assert faults(WELL, "## Check: sanity", "## Check: numeric\n\nDepths.\n\n## Check: sanity") == []
    text = "## Check: sanity\n\nFine.\n\n## Check: numeric\n\nDepths."
    assert faults(WELL, "## Check: sanity\n\nFine.", text) == [("S105", 41, 1, "## Check: sanity")]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("## Given", "## Givens", ("S103", 15, 1, "## Givens")),
        ("## Given", "## GIVEN", ("S103", 15, 1, "## GIVEN")),
        ("## Where this breaks", "## Where it breaks", ("S103", 45, 1, "## Where it breaks")),
        ("## Given", "# Given", ("S107", 15, 1, "# Given")),
        ("## Given", "### Given", ("S107", 15, 1, "### Given")),
        ("## Given", "# A stone\n\n## Given", ("S107", 15, 1, "# A stone")),
        ("## Given", "## Given\n\nOnce.\n\n## Given", ("S104", 19, 1, "## Given")),
        ("## Given", "## Remarks\n\nWell.\n\n## Given", ("S102", 15, 1, "## Remarks")),
        ("A time.\n", "", ("S106", 15, 1, "## Given")),
        ("A time.\n", "<!-- to do -->\n", ("S106", 15, 1, "## Given")),
        ("Then.\n", "", ("S106", 29, 1, "### Substitute")),
        ("## Statement", "A word.\n\n## Statement", ("S108", 11, 1, "A word.")),
        ("A time.", "```\nA time.", ("S109", 17, 1, "```")),
        ("A time.", "~~~ text\nA time.\n```", ("S109", 17, 1, "~~~ text")),
    ],
)
def test_a_fault_of_the_headings_is_one_finding(old: str, new: str, found: tuple[str, int, int, str]) -> None:
    assert faults(WELL, old, new) == [found]


def test_a_misspelt_section_is_the_section_it_was_meant_to_be() -> None:
    noted = parsed(altered(WELL, "## Strategy", "## Stratergy"))
    assert noted.diagnostics[0].help == ("did you mean `## Strategy`?",)
    assert noted.value.chapters[0].problems[0].sections[3].key == "strategy"


def test_both_places_of_a_section_given_twice() -> None:
    (finding,) = parsed(altered(WELL, "## Find", "## Given\n\nMore.\n\n## Find")).diagnostics
    assert finding.message == "the section Given is given twice, on lines 15 and 19"
    assert [label.source.line_column(label.span.start) for label in finding.related] == [(15, 1)]


def test_only_what_moved_is_out_of_order() -> None:
    answer = "## Answer\n\nDeep.\n\n"
    moved = without("Answer").replace("## Given", answer + "## Given")
    found = brief(parsed({**FILES, WELL: moved}).diagnostics)
    assert found == [("S105", WELL, 15, 1, "## Answer")]
    (finding,) = parsed({**FILES, WELL: moved}).diagnostics
    assert finding.help == ("move it behind Solution",)


@pytest.mark.parametrize(
    "text",
    [
        "```\n## Find\n---\n```",
        "~~~markdown\n## Find\n~~~",
        "    ## Find",
        "A time. <!-- or\nanother -->\n\n<!--\n## Find\n-->",
        "> ## Find",
        "$$\na\n=\nb\n$$",
        "- item\n  ## Find",
        "\\## Find",
        "##Find",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text: str) -> None:
    assert faults(WELL, "A time.", text) == []


def test_an_underlined_heading_is_a_heading() -> None:
    assert faults(WELL, "## Given\n", "Given\n-----\n") == []
    assert faults(WELL, "## Given\n", "## Given ##\n") == []


def test_an_exercise_without_solution() -> None:
    text = EXERCISE[: EXERCISE.index("## Solution")]
    noted = parsed({**FILES, FEATHER: text})
    (finding,) = noted.diagnostics
    assert (finding.code, finding.message) == ("S101", "the section Solution is missing")
    assert finding.help == ("add `## Solution` behind Hint",)
    assert finding.subject == "I.2.X01"


def test_steps_of_an_exercise_and_parts_of_other_sections() -> None:
    noted = parsed(altered(FEATHER, "Why?", "Why?\n\n### (a)\n\nReally?"))
    assert noted.diagnostics == ()
    assert [step.key for step in noted.value.chapters[0].exercises[0].sections[0].steps] == ["part"]


def test_a_step_ends_where_the_next_of_its_level_begins() -> None:
    source = Source("x.md", "## Solution\n\n### A\n\na\n\n#### deep\n\nd\n\n### B\n\nb\n\n## Answer\n\nc\n")
    sections = read_sections(source, Span(0, len(source.text)), Kind.READING).value
    assert [source[step.body] for step in sections[0].steps] == ["\na\n\n#### deep\n\nd\n\n", "\nb\n\n"]


def test_an_anchor_given_twice_names_both_places() -> None:
    text = "## Problem {#p7}\n\nThe answer is 12.\n\n## Problem again {#p7}\n\nThe answer is 13.\n"
    source = Source("x.md", text)
    (finding,) = duplicate_anchors(source, Span(0, len(text)))
    assert (finding.code, finding.message) == ("S110", "the anchor p7 is given twice, on lines 1 and 5")
    assert source[finding.span] == "{#p7}"
    assert source.line_column(finding.span.start) == (5, 18)
    assert [source.line_column(label.span.start) for label in finding.related] == [(1, 12)]


@pytest.mark.parametrize(
    "text",
    [
        "## A {#p7}\n\n## B {#p8}\n",
        "## A\n\n## A\n",
        "## A {#p7}\n\n```\n## B {#p7}\n```\n",
        "## A {#p7}\n\n{#p7}\n",
    ],
)
def test_anchors_that_differ_are_fine(text: str) -> None:
    assert duplicate_anchors(Source("x.md", text), Span(0, len(text))) == ()


def test_anchors_count_from_the_text_that_is_asked_about() -> None:
    text = "## A {#p7}\n\n## B {#p7}\n"
    assert duplicate_anchors(Source("x.md", text), Span(12, len(text))) == ()


def test_statements_are_read_from_their_headings() -> None:
    noted = parsed(FILES)
    chapter = noted.value.chapters[0]
    assert [(item.id, item.kind, item.title) for item in chapter.statements] == [
        ("I.2.1", "equation", "Free fall"),
        ("I.2.T1", "theorem", "All bodies fall alike"),
        ("I.2.T4", "theorem", "They land"),
    ]
    first = chapter.statements[0]
    assert first.source[first.body].strip() == "$$s = g t^2 / 2 \\tag{I.2.1}$$"
    page = chapter.statements_page
    assert page is not None
    assert (page.id, page.kind, page.title) == ("I.2", Kind.STATEMENTS, "Falling bodies")


@pytest.mark.parametrize(
    ("heading", "id_", "kind", "title"),
    [
        ("Entry 0.LA.01: Vectors", "0.LA.01", "entry", "Vectors"),
        ("Definition I.2.D1: Weight", "I.2.D1", "definition", "Weight"),
        ("Principle I.2.P01: Inertia: rest", "I.2.P01", "principle", "Inertia: rest"),
        ("Theorem I.2.T1", "I.2.T1", "theorem", ""),
        ("Equation I.2.1: Fall", "I.2.1", "equation", "Fall"),
    ],
)
def test_headings_of_statements(heading: str, id_: str, kind: str, title: str) -> None:
    chapter = "0.LA" if id_.startswith("0") else "I.2"
    files = {**FILES, "chapters/i-2/statements.md": f"## {heading}\n\nText.\n"}
    files["chapters/i-2/chapter.yaml"] = files["chapters/i-2/chapter.yaml"].replace("I.2", chapter)
    statements = parsed(files).value.chapters[0].statements
    assert [(item.id, item.kind, item.title) for item in statements] == [(id_, kind, title)]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Theorem I.2.T4", "Theorem I.3.T4", ("F142", 15, 12, "I.3.T4")),
        ("Theorem I.2.T4", "Theorem I.2.T1", ("F141", 15, 12, "I.2.T1")),
        ("Theorem I.2.T4: They land", "Theorem They land", ("S120", 15, 1, "## Theorem They land")),
        ("Theorem I.2.T4: They", "Theroem I.2.T4: They", ("S120", 15, 1, "## Theroem I.2.T4: They land")),
        ("Theorem I.2.T4: They", "Theorem I.2.B4: They", ("S120", 15, 1, "## Theorem I.2.B4: They land")),
        ("tag{I.2.1}", "tag{I.2.2}", ("S121", 9, 22, "I.2.2")),
        ("chapter: I.2", "chapter: I.3", ("F142", 2, 10, "I.3")),
        ("chapter: I.2", "chaptr: I.2", ("F130", 2, 1, "chaptr")),
    ],
)
def test_faults_of_statements(old: str, new: str, found: tuple[str, int, int, str]) -> None:
    assert STATEMENTS.count(old) == 1
    assert faults("chapters/i-2/statements.md", old, new) == [found]


def test_a_misspelt_kind_of_statement_is_suggested() -> None:
    (finding,) = parsed(altered("chapters/i-2/statements.md", "Theorem I.2.T4", "Theroem I.2.T4")).diagnostics
    assert finding.help == ("did you mean Theorem?",)
