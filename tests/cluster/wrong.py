"""Makes a worker that loads this file count one win too many: a machine whose memory cannot be trusted."""

from __future__ import annotations

from simulate.runs.prepared import Prepared

_right = getattr(Prepared.count_plays, "right", Prepared.count_plays)


def _wrong(self, seed, first, count):
    row = _right(self, seed, first, count)
    row[3] += count > 0
    return row


_wrong.right = _right  # Dask may load this file twice
Prepared.count_plays = _wrong
