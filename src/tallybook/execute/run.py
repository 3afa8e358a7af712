"""From requests to prints: what the cache does not know is run, a second time too, and judged."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tallybook.config import Limits
from tallybook.execute.furnish import furnish
from tallybook.execute.request import FULL, CheckRequest, Job, Outcome, Prints
from tallybook.model import Print, RunRecord
from tallybook.workers import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tallybook.diagnostics import Diagnostic
    from tallybook.execute.cache import Cache
    from tallybook.execute.farm import Farm
    from tallybook.execute.kept import Kept
    from tallybook.execute.key import Key

SANDBOXES = ("required", "best", "off")


def run_checks(
    requests: Sequence[CheckRequest],
    *,
    cache: Cache | None = None,
    jobs: int | None = None,
    cold: bool = False,
    sandbox: str = "best",
    recheck: bool = True,
    progress: Callable[[int, int], None] | None = None,
    python: str = sys.executable,
    farm: str = "",
    install: bool = False,
    kept: Kept | None = None,
) -> Prints:
    """Execute checks and return their prints by ``CheckRequest.name``.

    A check means what ``python -s -P script`` means in a scrubbed environment, in the script's own folder,
    with nothing on standard input. ``cache`` answers for checks that have not changed; ``jobs`` is how many
    run at once (by default one a core); ``cold`` starts an interpreter for each; ``sandbox`` is ``required``
    (a check is not run under less than full containment), ``best`` (what the machine offers) or ``off``;
    ``recheck`` runs each executed check once more, cold and under another environment, and demands the same
    print. ``progress`` is told how many checks of how many are done. ``farm`` is the address of a Dask
    scheduler whose workers run the checks, in place of this machine. ``install`` is whether packages that
    checks declare and that are missing are installed, into environments of the book's own. ``kept`` are
    interpreters that stay alive for the next call.

    Whatever a check does is a finding on its print. Raises ``ValueError`` for an unknown ``sandbox`` and
    ``ConnectionError``, with a text for people, if there is no cluster at ``farm``. On Ctrl-C every process
    is ended, what was finished is in the cache, and ``KeyboardInterrupt`` goes on.
    """
    if sandbox not in SANDBOXES:
        raise ValueError(f"sandbox is one of {', '.join(SANDBOXES)}, not {sandbox!r}")
    prints = Prints()
    wanted, ill = furnish(_by_name(requests), install)
    keys: dict[str, Key] = {}

    def usable(record: RunRecord, confirmed: bool, rechecked: bool) -> bool:
        contained = record.containment == FULL or sandbox != "required"
        return contained and (rechecked or not recheck) and (rechecked or confirmed or not cold)

    if cache is not None:
        sound = [request for name, request in wanted.items() if name not in ill]
        known, keys = cache.find(sound, usable)
        prints.update(known)
        prints.stats.cached = len(known)
    if progress:
        progress(len(prints), len(wanted))
    work = _Work(prints, wanted, recheck, progress, cache, keys, kept)
    for name, finding in ill.items():
        work.settle(wanted[name], "", None, (finding,))
    by_python: dict[str, list[CheckRequest]] = {}
    for name, request in wanted.items():
        if name not in prints:
            by_python.setdefault(request.own.python if request.own else python, []).append(request)
    for interpreter, missing in by_python.items():
        work.execute(missing, jobs or cores(), cold, sandbox, interpreter, farm)
    prints.sort(wanted)
    return prints


def _by_name(requests: Iterable[CheckRequest]) -> dict[str, CheckRequest]:
    """One request a name; a check that several pages share may use the most that one of them grants."""
    wanted: dict[str, CheckRequest] = {}
    for request in requests:
        other = wanted.setdefault(request.name, request)
        if other.limits != request.limits:
            most = {
                field.name: max(getattr(other.limits, field.name), getattr(request.limits, field.name))
                for field in fields(Limits)
            }
            wanted[request.name] = replace(other, limits=Limits(**most))
    return wanted


def _farm(
    address: str, read: Sequence[str], sandbox: str, python: str, requests: Mapping[str, CheckRequest]
) -> Farm:
    from tallybook.execute.farm import Farm

    return Farm(address, read, sandbox, python, requests)


@dataclass(slots=True)
class _State:
    """What is known so far of a check that is being executed."""

    when: str = ""
    first: Outcome | None = None
    second: Outcome | None = None


class _Work:
    """The checks of one call that have to be executed."""

    def __init__(
        self,
        prints: Prints,
        wanted: Mapping[str, CheckRequest],
        recheck: bool,
        progress: Callable[[int, int], None] | None,
        cache: Cache | None,
        keys: Mapping[str, Key],
        kept: Kept | None,
    ) -> None:
        self.prints = prints
        self.wanted = wanted
        self.recheck = recheck
        self.progress = progress
        self.cache = cache
        self.keys = keys
        self.kept = kept
        self.states: dict[str, _State] = {}

    def execute(
        self, requests: list[CheckRequest], jobs: int, cold: bool, sandbox: str, python: str, farm: str
    ) -> None:
        """Run ``requests`` and settle each of them."""
        from tallybook.execute.findings import uncontained, unrunnable
        from tallybook.execute.pool import Pool, StartError
        from tallybook.execute.reading import readable
        from tallybook.execute.tiers import plan

        tiers = {} if cold else plan(requests)
        runs = [self._job(each, tiers.get(each.name)) for each in requests]
        read = readable(requests)
        if farm:
            with _farm(farm, read, sandbox, python, self.wanted) as workers:
                runs = list(workers.run(runs, self._done))
        elif self.recheck and 2 * len(runs) <= jobs:  # cores to spare: both at once
            runs += [self._job(each, None, second=True) for each in requests]
        if not runs:
            return
        try:
            asked = (python, read, jobs, sandbox)
            with self.kept.pool(*asked) if self.kept else Pool(*asked) as pool:
                level = pool.level()
                if sandbox == "required" and level != FULL:
                    for request in requests:
                        if request.name not in self.prints:
                            self.settle(request, "", None, uncontained(request, level))
                else:
                    pool.run(runs, self._done)
        except StartError as error:
            for request in requests:
                if request.name not in self.prints:
                    self.settle(request, "", None, unrunnable(request, str(error)))

    def _job(self, request: CheckRequest, tier: tuple[str, ...] | None, second: bool = False) -> Job:
        from tallybook.execute.environment import environment, second_environment

        variables = second_environment() if second else environment()
        return Job(
            request.name,
            script=str(request.script),
            folder=str(request.script.parent),
            limits=request.limits,
            tier=tier,
            second=second,
            environment=tuple(sorted(variables.items())),
        )

    def _done(self, job: Job, outcome: Outcome) -> list[Job]:
        """Take in an outcome; returns the runs it calls for."""
        from tallybook.execute.findings import differ, judge

        request = self.wanted[job.name]
        state = self.states.setdefault(job.name, _State())
        self.prints.stats.executed += 1
        self.prints.stats.warm += not outcome.cold
        if not outcome.cold and not outcome.clean and outcome.why not in ("time", "output"):
            return [replace(job, tier=None)]  # a check is at fault only if it is so cold
        if job.second:
            state.second = outcome
        else:
            state.first = outcome
            state.when = datetime.now(UTC).isoformat(timespec="seconds")
        if state.first is None or request.name in self.prints:
            return []
        findings = judge(request, state.first)
        if not findings and self.recheck:
            if state.second is None:
                return [self._job(request, None, second=True)]
            findings = judge(request, state.second, second=True)
            findings = findings or differ(request, _text(state.first), _text(state.second))
        self.settle(request, state.when, state.first, findings)
        return []

    def settle(
        self, request: CheckRequest, when: str, outcome: Outcome | None, findings: tuple[Diagnostic, ...]
    ) -> None:
        """Enter the print of a check."""
        from tallybook.execute.needs import versions

        record, text = None, ""
        if outcome is not None:
            packages = versions(request.source.text, request.own.packages if request.own else ())
            record = RunRecord(when, outcome.seconds, packages, outcome.level)
            text = _text(outcome)
        before = self.cache.before(request) if self.cache is not None else None
        made = Print(request.source, text, record, findings, before=before)
        self.prints[request.name] = made
        key = self.keys.get(request.name)
        if self.cache is not None and key is not None and outcome is not None and not findings:
            self.cache.store(request, key, made, confirmed=outcome.cold, rechecked=self.recheck)
        self.prints.stats.failed += bool(findings)
        if self.progress:
            self.progress(len(self.prints), len(self.wanted))


def _text(outcome: Outcome) -> str:
    return outcome.stdout.decode("utf-8", "replace")
