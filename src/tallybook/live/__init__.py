"""A book kept in memory while its author works on it: what a change touches is done again, nothing else."""

from tallybook.live.show import Shown, Shows
from tallybook.live.workshop import Workshop

__all__ = ["Shown", "Shows", "Workshop"]
