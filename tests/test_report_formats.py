"""The reports for machines, and the line that closes a run."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

from tallybook import __version__
from tallybook.diagnostics import Diagnostic, Label, Severity
from tallybook.report import FORMATS, Look, PageReport, Report, summary
from tallybook.span import Source, Span

TEXT = "---\nid: I.5.B04\n---\n\nIt takes 12\u202f346 steps, 5 % of them twice.\r\n\nend: 7, 8\n"
PAGE = Source("chapters/i-5/problems/b04.md", TEXT)
CHECK = Source("checks/b04.py", "print('steps = 12345')\n")
CONFIG = Source("chapters/book.yaml", "title: x\n")


def at(source: Source, what: str) -> Span:
    """Where a text stands in a source."""
    start = source.text.index(what)
    return Span(start, start + len(what))


WRONG = Diagnostic(
    "F101",
    "12 346 is wrong: 100 %, <b>, \x1b",
    PAGE,
    at(PAGE, "12\u202f346"),
    "printed 12345",
    ("print: steps = 12345",),
    ("take it", "or leave it"),
    (Label(CHECK, at(CHECK, "steps"), "printed here"),),
    subject="I.5.B04",
)
LONG = Diagnostic(
    "F102", "two lines", PAGE, Span(TEXT.index("5 %"), TEXT.index("7")), severity=Severity.WARNING
)
BROKEN = Diagnostic("F103", "the check fails", CHECK, Span(0, 0))
NOWHERE = Diagnostic("F104", "the book is at fault", CONFIG, at(CONFIG, "x"))
PAGES = (
    PageReport(
        "I.5", "statements", "Start", ("chapters/i-5/statements.md",), 3, 0, "verified", counted=False
    ),
    PageReport("I.5.B04", "problem", "A <title> & more", (PAGE.path, CHECK.path), 12, 2, "rejected"),
)
REPORT = Report((NOWHERE, WRONG, LONG, BROKEN), PAGES)
EMPTY = Report((), PAGES)


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (REPORT, "1 page, 15 claims, 3 errors, 2 weak"),
        (EMPTY, "1 page, 15 claims, 0 errors, 2 weak"),
        (Report((LONG, BROKEN), ()), "0 pages, 0 claims, 1 error, 0 weak, 1 other warning"),
        (Report(()), "0 pages, 0 claims, 0 errors, 0 weak"),
        (
            Report((), containment=("limits", "full")),
            "0 pages, 0 claims, 0 errors, 0 weak; checks contained: limits, full",
        ),
    ],
)
def test_summary_counts(report: Report, line: str) -> None:
    assert summary(report) == line


def test_findings_go_to_their_page() -> None:
    assert REPORT.of_page(PAGES[1]) == (WRONG, LONG, BROKEN)
    assert REPORT.of_no_page() == (NOWHERE,)
    assert REPORT.about({"checks/b04.py"}).findings == (WRONG, LONG, BROKEN)
    assert REPORT.about({CONFIG.path}).findings == REPORT.findings


def test_concise_is_a_line_a_finding() -> None:
    assert FORMATS["concise"](REPORT, Look()) == (
        "chapters/book.yaml:1:8: F104 the book is at fault\n"
        "chapters/i-5/problems/b04.md:5:10: F101 12 346 is wrong: 100 %, <b>, ␛\n"
        "chapters/i-5/problems/b04.md:5:24: F102 two lines\n"
        "checks/b04.py:1:1: F103 the check fails\n"
    )


def test_json_says_everything() -> None:
    data = json.loads(FORMATS["json"](REPORT, Look()))
    assert data["tool"] == f"tallybook {__version__}"
    counts = {"pages": 1, "claims": 15, "errors": 3, "warnings": 1, "weak": 2}
    assert data["summary"] == {**counts, "containment": []}
    assert [page["verdict"] for page in data["pages"]] == ["verified", "rejected"]
    wrong = data["findings"][1]
    place = {key: wrong[key] for key in ("path", "line", "column", "end_line", "end_column", "text")}
    assert place == {
        "path": PAGE.path,
        "line": 5,
        "column": 10,
        "end_line": 5,
        "end_column": 16,
        "text": "12\u202f346",
    }
    assert TEXT[wrong["start"] : wrong["end"]] == wrong["text"]
    assert wrong["severity"] == "error"
    assert wrong["help"] == ["take it", "or leave it"]
    assert wrong["related"][0]["path"] == CHECK.path
    assert (data["findings"][2]["line"], data["findings"][2]["end_line"]) == (5, 7)


def test_github_escapes_what_would_end_a_field() -> None:
    lines = FORMATS["github"](REPORT, Look(prefix="books/a,b:c/")).splitlines()
    assert len(lines) == 4
    head, _, message = lines[1].removeprefix("::").partition("::")
    assert head == (
        "error file=books/a%2Cb%3Ac/chapters/i-5/problems/b04.md,"
        "line=5,col=10,endLine=5,endColumn=16,title=tallybook F101"
    )
    assert message.startswith("12 346 is wrong: 100 %25, <b>, \x1b%0Aprinted 12345%0A")
    assert message.endswith("%0Ahelp: take it%0Ahelp: or leave it")
    assert lines[2].startswith(
        "::warning file=books/a%2Cb%3Ac/chapters/i-5/problems/b04.md,line=5,endLine=7,title="
    )


def test_junit_is_xml_with_a_case_a_page() -> None:
    root = ElementTree.fromstring(FORMATS["junit"](REPORT, Look()))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    names = {case.get("name"): case for case in suite}
    assert list(names) == ["I.5", "I.5.B04", "chapters/book.yaml"]
    assert len(names["I.5"]) == 0
    failure = names["I.5.B04"].find("failure")
    assert failure is not None
    assert failure.get("message") == "F101: 12 346 is wrong: 100 %, <b>, \ufffd"
    text = failure.text or ""
    assert "error[F101]" in text
    assert "error[F103]" in text
    out = names["I.5.B04"].findtext("system-out") or ""
    assert "warning[F102]" in out


def test_sarif_has_what_version_2_1_0_requires() -> None:
    log = json.loads(FORMATS["sarif"](REPORT, Look(prefix="my book/")))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["F101", "F102", "F103", "F104"]
    assert rules[0]["shortDescription"]["text"] == "file is not UTF-8"
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] >= 1
        assert region["startColumn"] >= 1
    wrong = run["results"][1]
    location = wrong["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "my%20book/chapters/i-5/problems/b04.md"
    assert (location["region"]["startColumn"], location["region"]["endColumn"]) == (10, 16)
    assert wrong["relatedLocations"][0]["message"]["text"] == "printed here"


def test_fingerprints_outlive_other_edits() -> None:
    def fingerprint(text: str) -> str:
        source = Source(PAGE.path, text)
        finding = Diagnostic("F101", "wrong", source, at(source, "12\u202f346"))
        result = json.loads(FORMATS["sarif"](Report((finding,)), Look()))["runs"][0]["results"][0]
        return str(result["partialFingerprints"]["line/v1"])

    assert fingerprint(TEXT) == fingerprint("a new line\n" + TEXT)
    assert fingerprint(TEXT) != fingerprint(TEXT.replace("steps", "paces"))


def test_markdown_is_a_table_that_text_cannot_break() -> None:
    source = Source("a|b.md", "5\n")
    shown = FORMATS["markdown"](Report((Diagnostic("F101", "a | <script>\n", source, Span(0, 1)),)), Look())
    assert shown.startswith("### Tallybook: the book is at fault\n\n0 pages, 0 claims, 1 error, 0 weak\n")
    assert "| `a\\|b.md:1:1` | F101 | a \\| &lt;script>␊ |\n" in shown
    assert "holds" in FORMATS["markdown"](EMPTY, Look())


def test_markdown_says_what_it_leaves_out() -> None:
    findings = tuple(Diagnostic("F101", f"number {i}", PAGE, Span(i, i + 1)) for i in range(60))
    assert FORMATS["markdown"](Report(findings), Look()).endswith("… and 10 more\n")


@pytest.mark.parametrize("name", ["full", "concise", "github"])
def test_nothing_to_say(name: str) -> None:
    assert FORMATS[name](EMPTY, Look()) == ""
