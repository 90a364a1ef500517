"""Opens pages in headless Chromium and asks them questions, without a driver: the answers come back in a dumped page.

The page is opened in a frame of the width asked for. A script before its own ones notes every error and whatever the
console says; a script after them runs the test's expression and hands all of it to the page around the frame.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--allow-file-access-from-files",
    "--hide-scrollbars",
)  # fmt: skip

BINARY = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

needs_chromium = pytest.mark.skipif(
    BINARY is None and not os.environ.get("CI"), reason="Chromium is not installed (in CI it must be)"
)

BEFORE = """<script>
window.noted = [];
for (const kind of ["error", "warn"]) {
  const said = console[kind]; console[kind] = (...all) => { noted.push(kind + ": " + all.join(" ")); said(...all); };
}
addEventListener("error", event => noted.push("error: " + (event.message || "not loaded")), true);
addEventListener("unhandledrejection", event => noted.push("rejected: " + event.reason));
document.addEventListener("securitypolicyviolation", event => noted.push("refused: " + event.blockedURI));
</script>"""

AFTER = """<script>
addEventListener("load", () => {
  let answer;
  try { answer = (() => { %s })(); } catch (error) { noted.push("test: " + error); }
  const requests = performance.getEntriesByType("resource").map(one => one.name);
  parent.postMessage(JSON.stringify({answer, noted, requests, wide: document.documentElement.scrollWidth,
    inner: innerWidth}), "*");
});
</script>"""

AROUND = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
<script>addEventListener("message", event => { const out = document.createElement("pre"); out.id = "out";
out.textContent = event.data; document.body.append(out); });</script>
<iframe src="page.html" style="width:%dpx;height:900px;border:0"></iframe>"""


def ask(page: str, script: str = "return null", *, width: int = 1280) -> dict[str, Any]:
    """What a page of `width` pixels answers: ``answer``, ``noted``, ``requests``, ``wide`` and ``inner``.

    `script` is the body of a JavaScript function.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        head = page.replace("<head>", f"<head>{BEFORE}", 1)
        assert head != page
        (place / "page.html").write_text(head.replace("</body>", f"{AFTER % script}</body>"), encoding="utf-8")
        (place / "around.html").write_text(AROUND % width, encoding="utf-8")
        dumped, told = run(
            "--dump-dom", "--virtual-time-budget=4000", f"--window-size={width + 40},1000", place / "around.html"
        )
    found = re.search(r'<pre id="out">(.*?)</pre>', dumped, re.DOTALL)
    assert found, told[-2000:]
    answer: dict[str, Any] = json.loads(html.unescape(found[1]))
    answer["noted"] += [line for line in told.splitlines() if ":CONSOLE(" in line or ":CONSOLE:" in line]
    return answer


MANY = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
<script>
const said = {}, frames = %s;
addEventListener("message", event => {
  said[[...document.querySelectorAll("iframe")].findIndex(one => one.contentWindow === event.source)] = event.data;
  if (Object.keys(said).length < frames) { return; }
  const out = document.createElement("pre"); out.id = "out"; out.textContent = JSON.stringify(said);
  document.body.append(out);
});
</script>
%s"""


def ask_all(pages: dict[str, str], script: str = "return null", *, width: int = 1280) -> dict[str, dict[str, Any]]:
    """What each of several pages answers, as `ask` gives it, with a single start of the browser."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        frames = []
        for number, page in enumerate(pages.values()):
            head = page.replace("<head>", f"<head>{BEFORE}", 1)
            assert head != page
            text = head.replace("</body>", f"{AFTER % script}</body>")
            (place / f"page{number}.html").write_text(text, encoding="utf-8")
            frames.append(f'<iframe src="page{number}.html" style="width:{width}px;height:900px;border:0"></iframe>')
        (place / "around.html").write_text(MANY % (len(frames), "\n".join(frames)), encoding="utf-8")
        size = f"--window-size={width + 40},1000"
        dumped, told = run("--dump-dom", "--virtual-time-budget=8000", size, place / "around.html")
    found = re.search(r'<pre id="out">(.*?)</pre>', dumped, re.DOTALL)
    assert found, told[-2000:]
    answers = json.loads(html.unescape(found[1]))
    loud = [line for line in told.splitlines() if ":CONSOLE(" in line or ":CONSOLE:" in line]
    assert loud == []
    return {name: json.loads(answers[str(number)]) for number, name in enumerate(pages)}


def run(*arguments: object) -> tuple[str, str]:
    """What Chromium writes to stdout and stderr, with a profile of its own."""
    assert BINARY, "Chromium is not installed: apt-get install -y chromium"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        *options, page = arguments
        line = [BINARY, *FLAGS, f"--user-data-dir={profile}", *map(str, options), Path(str(page)).as_uri()]
        done = subprocess.run(line, capture_output=True, text=True, timeout=90, check=False)
    return done.stdout, done.stderr


def pdf(page: str) -> bytes:
    """The page as Chromium prints it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "page.html").write_text(page, encoding="utf-8")
        run("--no-pdf-header-footer", f"--print-to-pdf={place / 'page.pdf'}", place / "page.html")
        return (place / "page.pdf").read_bytes()
