"""What is wrong with a run, said on the script: from outcomes to diagnostics."""

from __future__ import annotations

import difflib
import re
import signal
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.execute.request import CheckRequest, Outcome
    from tallybook.span import Source

_FRAME = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+)(?:, in (?P<where>.*))?$')
_MEMORY = re.compile(r"^(?:MemoryError|numpy\.\S*MemoryError)\b")
_NOTES = 14
_WIDTH = 200
_SECOND = "run: the second, under another hash seed, locale and time zone"


def judge(request: CheckRequest, outcome: Outcome, second: bool = False) -> tuple[Diagnostic, ...]:
    """The findings on one run; none if it ended well and its print may be used. ``second`` says which run it
    was.
    """
    if outcome.why == "level":
        return uncontained(request, outcome.level)
    found = _judge(request, outcome)
    if found is None:
        return ()
    code, message, span, notes, help_ = found
    notes = (*notes, _SECOND) if second else notes
    return (Diagnostic(code, message, request.source, span, notes=notes, help=help_),)


def differ(request: CheckRequest, first: str, second: str) -> tuple[Diagnostic, ...]:
    """The finding on two runs that print differently, with the difference; none if they print the same."""
    if first == second:
        return ()
    lines = difflib.unified_diff(
        first.splitlines(), second.splitlines(), "first run", "second run", lineterm="", n=1
    )
    span, where = _printing_line(request.source, first, second)
    return (
        Diagnostic(
            "X108",
            "the check prints differently on a second run",
            request.source,
            span,
            label=where,
            notes=_short([f"diff: {line}" for line in lines]),
            help=(
                "seed every random generator, sort what comes out of sets, print no times or addresses",
                "round digits that the mathematics library of the platform decides",
            ),
        ),
    )


def unrunnable(request: CheckRequest, reason: str) -> tuple[Diagnostic, ...]:
    """The finding on a check that could not be started."""
    help_ = ("see that the file and the interpreter exist and may be read",)
    return (Diagnostic("X106", f"the check cannot be run: {reason}", request.source, Span(0, 0), help=help_),)


def uncontained(request: CheckRequest, level: str) -> tuple[Diagnostic, ...]:
    """The finding on a check that was not run because the machine contains less than was required."""
    help_ = ("run on a kernel with Landlock and seccomp, or allow less with `--sandbox best`",)
    message = f"the check was not run: containment `full` is required and this machine offers `{level}`"
    return (Diagnostic("X109", message, request.source, Span(0, 0), help=help_),)


def _judge(
    request: CheckRequest, outcome: Outcome
) -> tuple[str, str, Span, tuple[str, ...], tuple[str, ...]] | None:
    limits, source, nowhere = request.limits, request.source, Span(0, 0)
    if outcome.why == "time":
        help_ = ("make it faster, or raise `limits: seconds` in the front matter",)
        return "X102", f"the check ran longer than {limits.seconds:g} s and was ended", nowhere, (), help_
    if outcome.why == "output":
        stream = "standard error" if len(outcome.stderr) > limits.output else "standard output"
        help_ = ("print less, or raise `limits: output` in the front matter",)
        message = f"the check wrote more than {limits.output} bytes to {stream} and was ended"
        return "X104", message, nowhere, (), help_
    if outcome.why == "start":
        reason = outcome.stderr.decode("utf-8", "replace")
        return "X106", f"the check cannot be run: {reason}", nowhere, (), ("see that the file may be read",)
    if outcome.why == "runner":
        message = "the check brought down the process that ran it"
        return "X105", message, nowhere, (), ("a check may not touch other processes",)
    notes, line, error = traceback_of(request, outcome.stderr.decode("utf-8", "replace"))
    span = _code_on(source, line) if line else nowhere
    if outcome.exit != 0 and _MEMORY.match(error):
        help_ = ("use less, or raise `limits: memory` in the front matter",)
        return "X105", f"the check needs more than {_size(limits.memory)} of memory", span, notes, help_
    if outcome.exit < 0:
        granted = f"{limits.seconds:g} s and {_size(limits.memory)} of memory"
        help_ = (f"its limits are {granted}; too deep a recursion may end so",)
        return "X105", f"the check was killed by {_signal(-outcome.exit)}", span, notes, help_
    if outcome.exit > 0:
        reason = f": {error}" if error else ""
        message = f"the check exits with status {outcome.exit}{reason}"
        return "X101", message, span, notes, (f"run `python -s -P {source.path}` to see it whole",)
    try:
        text = outcome.stdout.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = outcome.stdout.count(b"\n", 0, wrong.start) + 1
        message = f"the print is not UTF-8: byte 0x{outcome.stdout[wrong.start]:02x} in its line {line}"
        return "X107", message, nowhere, (), ("print text, not bytes",)
    if not text.strip():
        help_ = ("print a line `name = value` for each number of the text",)
        return "X103", "the check prints nothing", nowhere, (), help_
    return None


def traceback_of(request: CheckRequest, stderr: str) -> tuple[tuple[str, ...], int, str]:
    """The script's own lines of the last traceback, the line it raised on (0 if none is told), and the
    error's own line.

    Frames of libraries are left out; a message without a traceback is given as it is.
    """
    script = str(request.script)
    lines = stderr.rstrip().splitlines()
    kept: list[str] = []
    last, own = 0, True
    for text in lines:
        frame = _FRAME.match(text)
        if frame:
            own = frame["file"] == script
            if own:
                last = int(frame["line"])
                where = f", in {frame['where']}" if frame["where"] else ""
                kept.append(f"{request.source.path}:{last}{where}")
        elif text.startswith("Traceback "):
            own = True
        elif own or not text.startswith("    "):
            own = own or not text.startswith(" ")
            kept.append(text.replace(script, request.source.path))
    error = next((text for text in reversed(lines) if text and not text.startswith(" ")), "")
    return _short(kept), last, error.replace(script, request.source.path)[:_WIDTH]


def _short(lines: list[str]) -> tuple[str, ...]:
    """The first and the last of many lines, none too long; control characters are made visible."""
    if len(lines) > _NOTES:
        half = _NOTES // 2
        lines = [*lines[:half], f"… {len(lines) - 2 * half} more lines …", *lines[-half:]]
    return tuple("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)[:_WIDTH] for line in lines)


def _code_on(source: Source, line: int) -> Span:
    """The code on a line, without its indentation."""
    text = source.line(line)
    start = source.offset(line) + len(text) - len(text.lstrip())
    return Span(start, max(start, source.offset(line) + len(text.rstrip())))


def _printing_line(source: Source, first: str, second: str) -> tuple[Span, str]:
    """The line of the script that prints the first line that differs, if the name on it stands in one line
    only.
    """
    pairs = zip(first.splitlines(), second.splitlines(), strict=False)
    text = next((one for one, other in pairs if one != other), "")
    name = re.match(r"[\w.]+", text)
    if name:
        whole = re.compile(rf"\bprint\b.*(?<![\w.]){re.escape(name[0])}(?![\w.])")
        numbers = [number for number, line in enumerate(source.text.splitlines(), 1) if whole.search(line)]
        if len(numbers) == 1:
            return _code_on(source, numbers[0]), "prints differently"
    return Span(0, 0), ""


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _size(count: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count} bytes"
