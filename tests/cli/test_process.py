"""The command as a process: pipes, terminals, signals, encodings, working folders."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from simulate.games.registry import games
from tests.cli.conftest import ROOT, environment, shell

GAME = next(iter(games()))
SMALL = ("run", GAME, "--games", "500", "--seed", "1")


def test_any_working_folder_will_do(tmp_path):
    said = shell(*SMALL, "--format", "json", cwd=tmp_path)
    assert said.code == 0, said.err
    assert json.loads(said.out)["schema"] == "fairdeal.run/1"
    assert list(tmp_path.iterdir()) == []


def test_pipes_get_no_escape_codes_and_no_progress():
    said = shell(*SMALL, FORCE_COLOR="1")
    assert said.code == 0
    assert "\x1b" not in said.out + said.err
    assert "\r" not in said.out + said.err
    assert said.err == ""


def on_terminal(*arguments: str, keys: bytes = b"", wait_for: bytes = b"", **changes: str) -> tuple[int, str]:
    """The exit code and all that a terminal showed; `keys` are typed once it showed `wait_for`."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "-m", "fairdeal", *arguments], environment(**changes))  # the test
    shown, typed, end = b"", False, time.monotonic() + 100
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 1)
        if not ready:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        if keys and not typed and wait_for in shown:
            typed = True
            os.write(terminal, keys)
    else:
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace")


def test_terminals_get_marks_unless_they_ask_for_none():
    assert "\x1b[1" in on_terminal(*SMALL)[1]
    assert "\x1b" not in on_terminal(*SMALL, NO_COLOR="1")[1]
    assert "\x1b" not in on_terminal(*SMALL, TERM="dumb")[1]


def test_long_runs_show_progress_and_end_validly_on_ctrl_c():
    run = ("run", GAME, "--games", "1e12", "--seed", "1")
    code, shown = on_terminal(*run, keys=b"\x03", wait_for=b" a second", COLUMNS="140")
    assert code == 130
    assert re.search(r"\[1/\d\] .*: [\d ]+ of 1 000 000 000 000 games, [\d ]+ a second, .* left", shown)
    assert "The intervals remain valid" in " ".join(shown.split())
    assert f"fairdeal run {GAME} --policy random --games 1000000000000 --seed 1" in shown
    assert "Traceback" not in shown


def test_quiet_runs_show_no_progress():
    code, shown = on_terminal(
        "run", GAME, "--games", "300k", "--quiet", "--players", str(games()[GAME].player_counts[0])
    )
    assert code == 0
    assert "a second" not in shown
    assert "ready (compiled" not in shown


def test_an_interrupt_leaves_a_valid_document():
    process = subprocess.Popen(
        [sys.executable, "-m", "fairdeal", "run", GAME, "--games", "1e12", "--seed", "1", "--format", "json"],
        cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    if out:  # a cold compilation may have taken all the time
        assert json.loads(out)["results"][0]["plays"]["count"] > 0


@pytest.mark.parametrize(
    "arguments", [["list"], ["--help"], [*SMALL, "--format", "json"], ["show", GAME], ["schema", GAME]]
)
def test_a_closed_pipe_is_quiet(arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "fairdeal", *arguments],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=300) in (0, 141)
    assert err == ""


def test_a_full_disk_is_a_failed_run():
    with open("/dev/full", "wb") as full:  # noqa: PTH123  # as a shell does
        said = shell("list", stdout=full)
    assert said.code == 1
    assert said.err == "error: output: No space left on device\n"


def test_closed_standard_streams_do_no_harm():
    done = subprocess.run(
        f"{sys.executable} -m fairdeal list >&- 2>&-", shell=True, cwd=ROOT, env=environment(), timeout=300, check=False
    )
    assert done.returncode in (0, 1)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_other_encodings_get_look_alikes(encoding):
    for arguments in (("list", GAME), ("list", "--format", "json"), ("run", "--help"), ("run", "é€")):
        done = subprocess.run(
            [sys.executable, "-m", "fairdeal", *arguments],
            cwd=ROOT, env=environment(PYTHONIOENCODING=encoding), capture_output=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode in (0, 2), done.stderr
        assert b"Traceback" not in done.stderr
    text = subprocess.run(
        [sys.executable, "-m", "fairdeal", *SMALL],
        cwd=ROOT, env=environment(PYTHONIOENCODING="ascii"), capture_output=True, timeout=300, check=False,
    ).stdout.decode("ascii")  # fmt: skip
    assert re.search(r"\(95 %:\s\d+(\.\d+)?-\d+", text)


def test_arguments_that_are_no_text_are_told(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "fairdeal", "run", b"\xff\xfe.yaml"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_light_import():
    code = "import sys, fairdeal; sys.exit(bool({'numpy', 'click', 'pydantic'} & set(sys.modules)))"
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment(), cwd=ROOT, timeout=300, check=False).returncode
        == 0
    )


def test_run_imports_neither_matplotlib_nor_scipy_stats():
    code = (
        "import sys\nfrom fairdeal.cli.main import main\n"
        f"code = main({list(SMALL)!r})\n"
        "heavy = {'matplotlib', 'scipy.stats', 'scipy.special', 'scipy.optimize'}\n"
        "sys.exit(code or 10 * bool(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), cwd=ROOT, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0


@pytest.mark.parametrize("name", games())
def test_every_game_runs_replays_and_draws_one_seed(name):
    said = shell("run", name, "--games", "300", "--format", "json")
    assert said.code == 0, said.err
    first = json.loads(said.out)["results"][0]
    told = shell("replay", name, "--players", str(first["players"]), "--seed", str(first["seed"]), "--play", "7")
    assert told.code == 0, told.err
    assert told.out.count("\n") > 20
