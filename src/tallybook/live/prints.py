"""Prints in memory: only what a change touches is executed, in interpreters that stay alive."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from tallybook.execute import Cache, CheckRequest, Kept, run_checks
from tallybook.live.shelf import OF_BOOK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tallybook.build import Settings
    from tallybook.config import Limits
    from tallybook.model import Print
    from tallybook.span import Source


class Prints(dict[str, "Print"]):
    """The prints so far, by the name of the check. Use it from one thread, and close it."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self._cache = Cache.of_book(settings.root) if settings.cache else None
        self._kept = Kept()
        self._limits: dict[str, Limits] = {}
        self._doubted: set[str] = set()
        self.once: set[str] = set()
        """The checks that ran, and are still to be run a second time."""

    def doubt(self, paths: Iterable[Path], modules: Iterable[Source]) -> frozenset[str]:
        """Files have changed: what may rest on them is to be looked at again; the cache knows what does.

        ``modules`` are the scripts that are no check of a page. Returns the names of the checks in doubt.
        """
        root, words = self.settings.root, set[str]()
        for path in paths:
            parts = path.relative_to(root).parts if path.is_relative_to(root) else ()
            if parts and parts[0] not in (OF_BOOK[0], "templates"):
                words |= {path.stem, *parts[1:-1]}
        if not words:
            return frozenset()
        waiting = dict.fromkeys(modules)
        while found := [module for module in waiting if any(word in module.text for word in words)]:
            for module in found:
                del waiting[module]
                words.add(PurePosixPath(module.path).stem)
        doubted = {name for name, made in self.items() if any(word in made.check.text for word in words)}
        self._doubted |= doubted
        return frozenset(doubted)

    def stand(self, requests: Iterable[CheckRequest]) -> bool:
        """Whether the prints of some checks are known as they stand now."""
        return all(map(self._stands, requests))

    def ensure(
        self, requests: Iterable[CheckRequest], broken: Callable[[str], bool], once: bool = False
    ) -> None:
        """Have the prints of some checks. ``broken`` tells of a check whether a page fails for its print now;
        the last print that it held is what a new one is told apart from. Those that are run only ``once``
        for now are to be asked for again."""
        wanted = [one for one in requests if not self._stands(one) or (one.name in self.once and not once)]
        if not wanted:
            return
        chosen = self.settings
        once = once and chosen.recheck
        made = run_checks(
            wanted,
            cache=self._cache,
            jobs=chosen.jobs,
            cold=chosen.cold,
            sandbox=chosen.sandbox,
            recheck=chosen.recheck and not once,
            farm=chosen.farm,
            install=chosen.install,
            kept=self._kept,
        )
        for request in wanted:
            fresh, old = made[request.name], self.get(request.name)
            self._doubted.discard(request.name)
            self.once.discard(request.name)
            if once:
                self.once.add(request.name)
            self._limits[request.name] = request.limits
            if old is not None and _alike(old, fresh):
                continue
            if old is not None:
                last = old.stdout if old.ok and not broken(request.name) else old.before
                last = last if last is not None else old.stdout or None
                fresh = replace(fresh, before=last if last != fresh.stdout else None)
            self[request.name] = fresh

    def close(self) -> None:
        """End the interpreters and let go of the cache."""
        self._kept.close()
        if self._cache is not None:
            self._cache.close()

    def _stands(self, request: CheckRequest) -> bool:
        made = self.get(request.name)
        return (
            made is not None
            and request.name not in self._doubted
            and made.check is request.source
            and self._limits[request.name] == request.limits
        )


def _alike(old: Print, fresh: Print) -> bool:
    return (old.check, old.stdout, old.findings) == (fresh.check, fresh.stdout, fresh.findings)
