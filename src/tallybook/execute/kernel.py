"""What the kernel offers to contain checks with."""

from __future__ import annotations

from dataclasses import dataclass

from tallybook.execute.child import landlock, seccomp


@dataclass(frozen=True, slots=True)
class Kernel:
    """Whether it knows Landlock, and whether it filters system calls."""

    landlock: bool
    seccomp: bool

    @property
    def whole(self) -> bool:
        """Whether it offers all that the level ``full`` takes."""
        return self.landlock and self.seccomp


NOTHING = Kernel(landlock=False, seccomp=False)


def probe() -> Kernel:
    """Ask the kernel."""
    return Kernel(landlock.version() > 0, seccomp.available())
