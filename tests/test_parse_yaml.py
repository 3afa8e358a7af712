from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.parse.yaml_tree import Mapping, Scalar, Sequence, plain, read_yaml
from tallybook.span import Source, Span


def read(text: str) -> tuple[object, list[tuple[str, int, int, str]]]:
    source = Source("x.yaml", text)
    noted = read_yaml(source, Span(0, len(text)))
    found = [(d.code, *source.line_column(d.span.start), source[d.span]) for d in noted.diagnostics]
    return plain(noted.value.root), found


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("0", 0),
        ("2.50", 2.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("true", True),
        ("", None),
        ("~", None),
        ("'010'", "010"),
        ('"3"', "3"),
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("off", "off"),
        ("12:30", "12:30"),
        ("1:30:00", "1:30:00"),
        ("2024-01-31", "2024-01-31"),
        ("1_000", "1_000"),
        ("0x1f", "0x1f"),
        ("0o17", "0o17"),
        (".inf", ".inf"),
        ("I.5", "I.5"),
        ("0.LA.01", "0.LA.01"),
        ("{a: 1, b: [x, 2]}", {"a": 1, "b": ["x", 2]}),
    ],
)
def test_values_are_what_they_look_like(written: str, value: object) -> None:
    assert read(f"key: {written}\n") == ({"key": value}, [])


@pytest.mark.parametrize("written", ["010", "08", "0777777", "-01", "007.5", "00"])
def test_a_number_with_a_leading_zero_is_an_error_and_stays_text(written: str) -> None:
    data, found = read(f"a: 1\nkey:  {written}\n")
    assert data == {"a": 1, "key": written}
    assert found == [("F113", 2, 7, written)]


def test_a_key_given_twice_names_both_lines() -> None:
    source = Source("x.yaml", "givens:\n  n: 12\n  m: 1\n  n: 21\n")
    noted = read_yaml(source, Span(0, len(source.text)))
    (finding,) = noted.diagnostics
    assert finding.code == "F111"
    assert finding.message == "the key n is given twice, on lines 2 and 4"
    assert source.line_column(finding.span.start) == (4, 3)
    assert source.line_column(finding.related[0].span.start) == (2, 3)
    assert plain(noted.value.root) == {"givens": {"n": 12, "m": 1}}


def test_the_same_key_in_two_mappings_is_two_keys() -> None:
    assert read("a: {n: 1}\nb: {n: 2}\n") == ({"a": {"n": 1}, "b": {"n": 2}}, [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a:\n\tb: 1\n", ("F112", 2, 1, "\t")),
        ("a: x\n  \ty: z\n", ("F112", 2, 3, "\t")),
        ("a:\n  - x\n\t- y\n", ("F112", 3, 1, "\t")),
        ("title: Cost: a square\n", ("F110", 1, 12, ":")),
        ("a: @x\n", ("F110", 1, 4, "@")),
        ("a: 'x\n", ("F110", 1, 4, "'")),
        ("a: [1\nb: 2\n", ("F110", 2, 2, ":")),
        ("a: 1\nb: \x07\n", ("F110", 2, 4, "\x07")),
        ("a: 1\n---\nb: 1\n", ("F114", 2, 1, "---")),
        ("a: !!python/name:os.system x\n", ("F114", 1, 4, "!!python/name:os.system x")),
        ("a: *b\n", ("F114", 1, 4, "*b")),
        ("a: &b [*b]\n", ("F114", 1, 8, "*b")),
        ("? [a]\n: b\n", ("F114", 1, 3, "[")),
        ("- a\n", ("F132", 1, 1, "- a\n")),
        ("just text\n", ("F132", 1, 1, "just text")),
        ("a: " + "[" * 40, ("F114", 1, 35, "[")),
    ],
)
def test_every_fault_has_its_place(text: str, found: tuple[str, int, int, str]) -> None:
    assert read(text)[1] == [found]


def test_a_tab_that_is_no_indentation_is_allowed() -> None:
    assert read("a:\t1\nb: 'x\ty'\n") == ({"a": 1, "b": "x\ty"}, [])


def test_what_stands_before_a_fault_is_read() -> None:
    data, found = read("id: I.2\nlist: [a, b]\ntitle: x: y\nmore: 1\n")
    assert data == {"id": "I.2", "list": ["a", "b"], "title": "x"}
    assert len(found) == 1


def test_aliases_are_values() -> None:
    assert read("a: &x [1, 2]\nb: *x\n") == ({"a": [1, 2], "b": [1, 2]}, [])


def test_aliases_cannot_expand_without_measure() -> None:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40)]
    _, found = read("\n".join(lines))
    assert [code for code, *_ in found] == ["F114"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_are_those_of_an_editor_whatever_ends_the_lines(end: str) -> None:
    _, found = read(end.join(["a: é𝒳", "b: 010", ""]))
    assert found == [("F113", 2, 4, "010")]


def test_spans_of_a_region_are_those_of_the_source() -> None:
    text = "---\nid: x\nlist: [a, 07]\n---\n"
    source = Source("x.md", text)
    noted = read_yaml(source, Span(4, text.rindex("---")))
    root = noted.value.root
    assert source[root.keys["list"]] == "list"
    assert source[root.values["id"].span] == "x"
    assert isinstance(root.values["list"], Sequence)
    assert source[root.values["list"].span] == "[a, 07]"
    assert [source[d.span] for d in noted.diagnostics] == ["07"]


@given(st.text(alphabet=st.sampled_from("ab: -[]{},&*!|>'\"#%@`\n\t01~?\r\ud800\x00é"), max_size=60))
def test_nothing_raises(text: str) -> None:
    source = Source("x.yaml", text)
    noted = read_yaml(source, Span(0, len(text)))
    assert isinstance(noted.value.root, Mapping)
    for finding in noted.diagnostics:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)


@given(st.integers(-(10**12), 10**12))
def test_whole_numbers_are_themselves(number: int) -> None:
    source = Source("x.yaml", f"n: {number}")
    node = read_yaml(source, Span(0, len(source.text))).value.root.values["n"]
    assert isinstance(node, Scalar)
    assert node.value == number
    assert source[node.span] == str(number)
