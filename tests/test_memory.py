"""Looking at a page again after a change: nothing may come out otherwise than at a first look."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml

from tallybook.ledger.account import Given, account, examine
from tallybook.ledger.memory import Memory
from tallybook.model import Ledger, Strength
from tallybook.numerals.numeral import Conventions
from tallybook.span import Source, Span

CASES = Path(__file__).parent / "data" / "cases"
EDITS = 16
PIECES = (" ", "", "word", " 7 ", "$x = 5$", ".", "\n\n", "$", "#", "|", "-", "%", "two", "$y = x + 1$")
BLOCKS = (
    "Said.",
    "There are 6 groups, and $n = 12$ of 25.",
    "## Result",
    "# More",
    "### Step",
    "Then $k = 4$ and $m = 16$.",
    "$$n \\cdot k = 48$$",
    "| a | b |\n| --- | --- |\n| 3.14 | 7 |",
    "1. one of 16,\n2. two.",
)

TRIAL = """\
## Data

Let $n = 12$ and $k = 4$. The trial had 6 groups of 25 people; 61 of 75 recovered in 1986.

| group | mean | share in % |
| --- | --- | --- |
| treated | 4.21 | 81.3 |
| others | 3.14 | 64.0 |

## Result

Then $n \\cdot k = 48$ and $n + k = 16$, so $48 / 4 = 12$ and the rate is 81.3 %.

Four reasons speak for it:

1. one of 48,
2. two of 16,
3. three,
4. four.

$$\\begin{aligned} n^2 &= 144 \\\\ 2n + k &= 28 \\end{aligned}$$

The losses fell by 3.2 % to 12, and 144 is the square.

## More

Now $n = 5$, $k = 2$ and $n k = 10$; the matrix is $\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$.
"""
TRIAL_PRINT = """\
groups = 6
people in each group = 25
recovered = 61 of 75
treated: mean 4.21, share 81.3 %
others: mean 3.14, share 64.0 %
rate = 81.3 %
n = 12
k = 4
change = -3.2 %
matrix = [[1, 2], [3, 4]]
"""


class Looks:
    """All looks at a page since the first."""

    memory = Memory()


def held(text: str, printed: str = "", script: str = "", page: str = "P") -> Ledger:
    """The ledger of a text."""
    against = Given(printed=printed, script=script, check="check.py", page=page)
    return account(Source("p.md", text), Span(0, len(text)), against, memory=Looks.memory)


def first(text: str, printed: str = "", script: str = "") -> Ledger:
    """The ledger of a text that nobody has looked at."""
    Looks.memory = Memory()
    return held(text, printed, script)


def edited(text: str, ledger: Ledger, drawn: random.Random) -> str:
    """A text with a digit, a number, a piece or a block of it altered."""
    how = drawn.randrange(7)
    claims = ledger.claims
    if how >= 5:
        parts = text.split("\n\n")
        place = drawn.randrange(len(parts))
        if how == 6:
            return "\n\n".join([*parts[:place], *parts[place + drawn.randrange(1, 3) :]])
        return "\n\n".join([*parts[:place], drawn.choice([*BLOCKS, *parts]), *parts[place:]])
    if how == 0 or not claims:
        place = drawn.randrange(len(text))
        return text[:place] + drawn.choice(PIECES) + text[place + drawn.randrange(2) :]
    span, other = drawn.choice(claims).span, drawn.choice(claims).text
    if how == 1:
        return text[: span.start] + other + text[span.end :]
    if how == 2:
        return text[: span.start] + text[span.end :]
    digits = [place for place in range(span.start, span.end) if text[place] in "0123456789"]
    if not digits:
        return text
    place = drawn.choice(digits)
    return text[:place] + str(drawn.randrange(10)) + text[place + 1 :]


@pytest.mark.parametrize("seed", range(4))
def test_a_second_look_finds_what_a_first_one_does(seed: int) -> None:
    drawn = random.Random(seed)
    text, seen = TRIAL, first(TRIAL, TRIAL_PRINT)
    for number in range(EDITS):
        altered = edited(text, seen, drawn)
        fresh = first(altered, TRIAL_PRINT)
        first(text, TRIAL_PRINT)
        again = held(altered, TRIAL_PRINT)
        assert repr(again) == repr(fresh), altered
        text, seen = (TRIAL, first(TRIAL, TRIAL_PRINT)) if number % 10 == 9 else (altered, fresh)


def test_many_looks_in_a_row_find_what_a_first_one_does() -> None:
    drawn = random.Random(7)
    texts, seen = [TRIAL], first(TRIAL, TRIAL_PRINT)
    while len(texts) < EDITS:
        texts.append(edited(texts[-1] if len(texts) % 8 else TRIAL, seen, drawn))
    fresh = [repr(first(text, TRIAL_PRINT)) for text in texts]
    Looks.memory = Memory()
    assert [repr(held(text, TRIAL_PRINT)) for text in texts] == fresh


def test_cases_of_all_notations_come_out_alike_at_a_second_look() -> None:
    drawn = random.Random(3)
    cases = [one for name in "abcdefg" for one in yaml.safe_load((CASES / f"{name}.yaml").read_text("utf-8"))]
    for case in drawn.sample(cases, 80):
        text, script = case["input"], case.get("script", "")
        seen = first(text, script=script)
        altered = edited(text, seen, drawn)
        again = held(altered, script=script)
        assert repr(again) == repr(first(altered, script=script)), (case["id"], altered)


def looked_at(before: str, after: str, printed: str) -> tuple[int, int]:
    """How many blocks are read again for an altered text, and how many there are."""
    first(before, printed)
    against = Given(printed=printed, check="check.py", page="P")
    desk, _ = examine(Source("p.md", after), Span(0, len(after)), against, memory=Looks.memory)
    assert desk.reading.anew is not None
    return len(desk.reading.anew), len(desk.reading.blocks)


def test_an_altered_digit_is_read_with_what_stands_around_it_alone() -> None:
    read, of = looked_at(TRIAL, TRIAL.replace("144 is the square", "145 is the square"), TRIAL_PRINT)
    assert 1 <= read <= 6 < of


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("reasons speak", "good reasons speak", id="a word more"),
        pytest.param("Four reasons", "Words.\n\nFour reasons", id="a block more"),
        pytest.param("Four reasons", "## Reasons\n\nFour reasons", id="a section more"),
        pytest.param("Four reasons speak for it:\n\n", "", id="a block less"),
    ],
)
def test_blocks_behind_an_edit_are_known_where_they_stand_now(old: str, new: str) -> None:
    far = "Long words stand here, so that nothing near is read again for what comes.\n\n" * 16
    text = TRIAL.replace("## Data", far + "## Data") + "\n" + far
    altered = text.replace(old, new)
    read, of = looked_at(text, altered, TRIAL_PRINT)
    assert 1 <= read <= 24 < 56 < of
    fresh = first(altered, TRIAL_PRINT)
    first(text, TRIAL_PRINT)
    assert repr(held(altered, TRIAL_PRINT)) == repr(fresh)


def test_a_section_cut_in_two_leaves_its_second_half_without_what_the_first_states() -> None:
    far = "Long words stand here, so that nothing near is read again for what comes.\n\n" * 6
    text = f"## Step\n\nLet $x = 2$.\n\n{far}Middle.\n\n{far}Then $3x = 7$.\n\n{far}"
    altered = text.replace("Middle.", "## Step")
    before, fresh = first(text), first(altered)
    assert before.findings != fresh.findings
    first(text)
    assert repr(held(altered)) == repr(fresh)
    first(altered)
    assert repr(held(text)) == repr(before)


def test_a_cell_is_read_with_its_table() -> None:
    read, of = looked_at(TRIAL, TRIAL.replace("4.21", "4.31"), TRIAL_PRINT)
    assert 9 <= read <= 15 < of


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        pytest.param("$n = 12$ and", "$n = 13$ and", "144", id="a value that a condition rests on"),
        pytest.param("treated |", "unsaid  |", "4.21", id="the head of a row"),
        pytest.param("## Result", "## Rxsult", "", id="a heading"),
        pytest.param("fell by 3.2", "was at 3.2", "3.2 %", id="a sign in words"),
    ],
)
def test_what_hangs_on_another_block_is_heard_again(old: str, new: str, number: str) -> None:
    altered = TRIAL.replace(old, new)
    before, fresh = first(TRIAL, TRIAL_PRINT), first(altered, TRIAL_PRINT)
    first(TRIAL, TRIAL_PRINT)
    again = held(altered, TRIAL_PRINT)
    assert repr(again) == repr(fresh)
    assert repr(again.claims) != repr(before.claims)
    if number:
        stood, stands = (
            [(one.strength, one.evidence, one.where) for one in ledger.claims if one.text == number]
            for ledger in (before, again)
        )
        assert stood != stands


def test_a_number_that_leaves_the_page_is_no_rival_any_more() -> None:
    printed = "one = 20\nother = 91\n"
    text = "We had 20.\n\nLong words stand here, so that nothing near is read again for what comes.\n\n"
    text += "Long words stand here as well, once more and again, and then there were 91 of them.\n"
    altered = text.replace("91", "92")
    assert first(text, printed).claims[0].strength is Strength.WEAK
    fresh = first(altered, printed)
    assert fresh.claims[0].strength is Strength.STRONG
    first(text, printed)
    assert repr(held(altered, printed)) == repr(fresh)


def test_a_definition_that_is_derived_elsewhere_is_heard_again() -> None:
    text = "Let $f(x) = x^3 - 2x$.\n\nWords.\n\nMore words.\n\nEven more.\n\nThe slope is $f'(2) = 10$.\n"
    altered = text.replace("- 2x", "- 3x")
    before, fresh = first(text), first(altered)
    assert before.claims[-1].evidence
    assert fresh.claims[-1].evidence != before.claims[-1].evidence
    first(text)
    assert repr(held(altered)) == repr(fresh)


@pytest.mark.parametrize(
    ("said", "other", "rests"),
    [
        pytest.param(
            "The matrices $A$ and $B$ are square.",
            "The elements $A$ and $B$ are square.",
            "$(A + B)^2 = A^2 + 2AB + B^2$",
            id="whether symbols commute",
        ),
        pytest.param(
            "Let $x = 2$ here.",
            "Let $y = 2$ here.",
            "$(x + 1)^2 = x^2 + 3x + 1$",
            id="a value that makes a condition of an equation",
        ),
        pytest.param(
            "Let $f(x) = a x^2$ be.",
            "Let $f(x) = b x^2$ be.",
            "$f'(x) = 2 a x$",
            id="a symbol that is put in from a definition",
        ),
    ],
)
def test_identities_rest_on_what_is_said_far_away(said: str, other: str, rests: str) -> None:
    far = "Long words stand here, so that nothing near is read again for what comes.\n\n" * 6
    text = f"{said}\n\n{far}Then {rests} follows.\n"
    altered = text.replace(said, other)
    before, fresh = first(text), first(altered)
    assert (before.claims[-1], before.findings) != (fresh.claims[-1], fresh.findings)
    first(text)
    assert repr(held(altered)) == repr(fresh)


def test_another_print_is_not_answered_from_memory() -> None:
    first("It is $42$ cm long.\n", "length = 42 cm\n")
    assert held("It is $42$ cm long.\n", "length = 43 cm\n").verdict == "rejected"
    assert held("It is $42$ cm long.\n", "length = 42 cm\n").ok


def test_other_conventions_are_not_answered_from_memory() -> None:
    text, printed = "It is 12,5 cm.\n", "length = 12.5 cm\n"
    source, against = Source("p.md", text), Given(printed=printed, page="P")
    body = Span(0, len(text))
    memory = Memory()
    assert not account(source, body, against, memory=memory).ok
    assert account(source, body, against, Conventions(decimal_mark=","), memory).ok
