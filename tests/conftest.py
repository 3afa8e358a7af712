"""For all tests."""

from __future__ import annotations

import signal

# Started in the background by a shell, the tests and every program they start would ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
