"""The version of the containment, part of the key of every cached print."""

SANDBOX_VERSION = 1
"""To be raised whenever a change to the containment could change what a check prints."""
