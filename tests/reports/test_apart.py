"""Plots drawn by other processes: every plot can be sent, comes back the same, and only a fresh process asks."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys

import numba  # noqa: F401  # so that this process is none of the fresh ones
import pytest

from fairdeal.cli.main import main
from fairdeal.reporting import page_of
from reports.languages import language
from reports.plots import apart
from reports.plots.canvas import drawn
from tests.reports import studies
from tests.reports.documents import document, entry

EN = language("en")
DOCUMENTS = {"run": document(entry([300, 330, 370])), **{name: studies.of(name) for name in studies.NAMES}}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_plot_can_be_sent(name):
    for plot in page_of(DOCUMENTS[name], EN).page.plots():
        sent = pickle.loads(pickle.dumps(plot))
        assert (sent.name, sent.title, sent.caption, sent.alt) == (plot.name, plot.title, plot.caption, plot.alt)


def test_a_sent_plot_is_drawn_the_same():
    (plot, *_) = page_of(DOCUMENTS["run"], EN).page.plots()
    sent = pickle.loads(pickle.dumps(plot))
    made = drawn(plot)
    assert (made.svg, made.inline) == apart._pages(sent)
    assert made.png == apart._png(sent)


def test_a_process_that_has_begun_draws_by_itself():
    with apart.helpers() as found:
        assert found is None


def test_a_fresh_process_writes_the_same_files(tmp_path):
    result = tmp_path / "result.json"
    result.write_text(json.dumps(document()), encoding="utf-8")
    line = ["report", str(result), "--lang", "en", "--out"]
    done = subprocess.run(
        [sys.executable, "-m", "fairdeal", *line, str(tmp_path / "fresh")], capture_output=True, text=True, check=False,
        env={**os.environ},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert main([*line, str(tmp_path / "here")]) == 0
    files = {path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*") if path.is_file()}
    assert len(files) > 8
    for name in files:
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "fresh" / name).read_bytes(), name
