"""The error family "failed run" (exit code 1): the input was fine, the run was not."""

from __future__ import annotations


class FailedRun(Exception):
    """A run could not be finished; the message says why and what to do."""
