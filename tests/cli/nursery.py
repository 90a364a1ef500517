"""Starts the command line in processes of their own without the seconds that Python and the kernels take to be ready.

A process that has imported and compiled everything forks a child for each line of its input (JSON: a list of words) and
writes a line with the child's number, then one with its exit status. Children may be killed by anybody.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    """Serve until the input ends."""
    import fairdeal.cli.report
    from fairdeal.cli.main import main as command
    from simulate.games import registry
    from tests.cli.dice import GAME

    registry.games = lambda: {GAME.name: GAME}
    # Pages and plots take longer than the plays and are no part of what is kept.
    fairdeal.cli.report.write_report = fairdeal.cli.report.write = lambda *given: []
    for words in (["--games", "9"], ["--games", "9", "--format", "json"], ["--precision", "20%", "--max-games", "300"]):
        assert command(["run", "dice", *words, "--quiet"]) == 0
    assert command(["sweep", "dice", "--vary", "target=9,10", "--games", "9", "--quiet"]) == 0
    sys.stdout.flush()
    print("\nready", flush=True)
    for line in sys.stdin:
        words, err = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(command, words, err)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(command, words, err: str) -> None:
    """Be the command line; never returns."""
    with open(err, "w", encoding="utf-8") as file, open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123
        os.dup2(file.fileno(), 2)
        os.dup2(nowhere.fileno(), 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")
        code = command(words)
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
