"""``--plays-out``: one row a play, as CSV or Parquet, written in constant memory and in the order of the plays.

Columns: ``variant``, ``players``, ``seed``, ``play`` (its index), ``capped`` (1 when it was stopped at the limit of
decisions), ``winners`` (the seats that share first place, as in ``0`` or ``0+2``; empty when capped), then every value
that a play is counted for, as the whole number that the tally counts (``docs/reports.md`` lists them). Values that a
variant or player count does not have, and those of capped plays, are empty.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simulate.runs.engine import Jobs
from simulate.runs.errors import FailedRun
from simulate.runs.local import threads_of
from simulate.runs.prepared import Prepared
from variants.errors import BadInput

if TYPE_CHECKING:
    from simulate.runs.result import Result

BLOCK = 16_384
"""Plays in memory for each thread, and rows of a row group."""

HEAD = ("variant", "players", "seed", "play", "capped", "winners")
FORMATS = (".csv", ".parquet")


@dataclass(frozen=True)
class Rows:
    """Some consecutive plays of one run: the first index; winners and values as `Prepared.each` gives them."""

    result: Result
    columns: tuple[str, ...]
    first: int
    winners: NDArray[np.int64]
    values: NDArray[np.int64]


class Writer(Protocol):
    """Writes rows to an open file."""

    def write(self, rows: Rows) -> None:
        """Append the rows."""

    def close(self) -> None:
        """Finish the file."""


def check(path: Path) -> None:
    """See that a table can be written to `path`, before anything is played.

    Raises
    ------
    BadInput
        It is neither ``.csv`` nor ``.parquet``, its folder is missing or closed, or pyarrow is not installed.
    """
    if path.suffix not in FORMATS:
        raise BadInput.of(f"--plays-out {path}: got {path.suffix or 'no ending'!r}, allowed: {' or '.join(FORMATS)}")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK) or path.is_dir():
        raise BadInput.of(f"--plays-out {path}: this place cannot be written")
    if path.suffix == ".parquet":
        try:
            from pyarrow import parquet  # noqa: F401  # only whether it is there
        except ImportError:
            raise BadInput.of("--plays-out: Parquet needs pyarrow: pip install 'fairdeal[parquet]'") from None


def write_plays(path: Path, results: Sequence[Result], jobs: Jobs = None) -> int:
    """Write a row for every play of the results and return their number. The plays are played a second time.

    Raises
    ------
    FailedRun
        The file could not be written; what was there before is untouched.
    """
    each = sorted((one.spec.prepared().columns for one in results), key=len, reverse=True)
    columns = tuple(dict.fromkeys(name for names in each for name in names))
    written = 0
    try:
        with _whole(path) as temporary:
            writer: Writer = (_Csv if path.suffix == ".csv" else _Parquet)(temporary, columns)
            try:
                for result in results:
                    for rows in _played(result, threads_of(jobs)):
                        writer.write(rows)
                        written += len(rows.winners)
            finally:
                writer.close()
    except OSError as error:
        raise FailedRun(f"--plays-out {path}: {error.strerror or error}") from error
    return written


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file beside `path` that takes its place at the end, or is removed."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        yield Path(name)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _played(result: Result, threads: int) -> Generator[Rows]:
    """Yield the plays of a result in order, block by block; at most two blocks a thread are under way."""
    spec = result.spec
    prepared = spec.prepared()
    first, end = spec.first, spec.first + result.tally.plays
    pending: deque[Future[Rows]] = deque()
    starts = iter(range(first, end, BLOCK))
    pool = ThreadPoolExecutor(threads, thread_name_prefix="rows")
    try:
        for start in starts:
            pending.append(pool.submit(_block, result, prepared, start, min(BLOCK, end - start)))
            if len(pending) >= 2 * threads:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _block(result: Result, prepared: Prepared, first: int, count: int) -> Rows:
    winners, values = prepared.each(result.spec.seed, first, count)
    return Rows(result, prepared.columns, first, winners, values)


def winners_text(bits: int) -> str:
    """The seats of a set of winners: ``0`` or ``0+2``."""
    return "+".join(str(seat) for seat in range(bits.bit_length()) if bits >> seat & 1)


class _Csv:
    """Rows as CSV with a header line."""

    def __init__(self, path: Path, columns: tuple[str, ...]) -> None:
        self._columns = columns
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow([*HEAD, *columns])

    def write(self, rows: Rows) -> None:
        """Append the rows."""
        spec = rows.result.spec
        at = [rows.columns.index(name) if name in rows.columns else -1 for name in self._columns]
        empty = [""] * len(self._columns)
        seats = {bits: winners_text(bits) for bits in set(rows.winners.tolist())}
        for i, (bits, values) in enumerate(zip(rows.winners.tolist(), rows.values.tolist(), strict=True)):
            shown = [values[column] if column >= 0 else "" for column in at] if bits else empty
            head = (spec.variant.name, spec.players, spec.seed, rows.first + i, int(not bits), seats[bits])
            self._writer.writerow([*head, *shown])

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class _Parquet:
    """Rows as Parquet, a row group a block."""

    def __init__(self, path: Path, columns: tuple[str, ...]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._columns = columns
        kinds: dict[str, Any] = {
            "variant": pa.dictionary(pa.int32(), pa.string()), "players": pa.int16(), "seed": pa.uint64(),
            "play": pa.int64(), "capped": pa.bool_(), "winners": pa.dictionary(pa.int32(), pa.string()),
        }  # fmt: skip
        fields = [*kinds.items(), *((name, pa.int64()) for name in columns)]
        self._schema = pa.schema(fields)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: Rows) -> None:
        """Append the rows."""
        import pyarrow as pa

        spec, n = rows.result.spec, len(rows.winners)
        capped = rows.winners == 0
        names, codes = np.unique(rows.winners, return_inverse=True)
        seats = pa.DictionaryArray.from_arrays(
            pa.array(codes.astype(np.int32), mask=capped), pa.array([winners_text(int(bits)) for bits in names])
        )
        variant = pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int32)), pa.array([spec.variant.name]))
        arrays = [
            variant, pa.array(np.full(n, spec.players, np.int16)), pa.array(np.full(n, spec.seed, np.uint64)),
            pa.array(np.arange(rows.first, rows.first + n)), pa.array(capped), seats,
        ]  # fmt: skip
        for name in self._columns:
            known = name in rows.columns
            values = rows.values[:, rows.columns.index(name)] if known else np.zeros(n, np.int64)
            arrays.append(pa.array(values, mask=capped if known else np.ones(n, bool)))
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=BLOCK)

    def close(self) -> None:
        """Finish the file."""
        self._writer.close()
