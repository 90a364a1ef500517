"""The workloads for pytest-benchmark: ``pytest benchmarks --benchmark-only``, with its history and comparisons."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.workloads import Workload, workloads

pytest.importorskip("pytest_benchmark", reason="pip install 'fairdeal[benchmark]'")

SHORT = 5
"""Rounds of a workload that is a whole process."""


@pytest.mark.parametrize("workload", workloads(), ids=lambda one: one.name)
def test_workload(benchmark: Any, workload: Workload) -> None:
    ready = workload.make(1.0)
    benchmark.group = workload.name.partition("/")[0]
    benchmark.extra_info["units of one call"] = ready.amount
    if workload.reference == "process":
        benchmark.pedantic(ready.run, rounds=SHORT)
    else:
        benchmark(ready.run)
