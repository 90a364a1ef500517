"""The command ``fairdeal``: its table of commands, and the one place where errors become text and exit codes.

Exit codes: 0 done; 1 failed run; 2 bad input; 130 interrupted; 141 the reader of stdout went away.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from fairdeal.cli import streams
from fairdeal.cli.command import SETTINGS, LazyGroup
from simulate.version import VERSION

FAILED, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141
COMPLETE = "_FAIRDEAL_COMPLETE"
"""The variable by which a shell's completion script asks for completions."""

COLLECT_AFTER = 50_000
"""Objects between two searches for garbage: loading modules and compiling make many that stay."""

COMMANDS = {
    "run": ("fairdeal.cli.run:run", "Play variants and say whether they are fair."),
    "list": ("fairdeal.cli.list:list_", "Games and their variants."),
    "show": ("fairdeal.cli.show:show", "A variant's rules, where each comes from; or how two differ."),
    "compare": ("fairdeal.cli.compare:compare", "What a change of rules, policies or player count does."),
    "sweep": ("fairdeal.cli.sweep:sweep", "What every combination of rule values does."),
    "tune": ("fairdeal.cli.tune:tune", "The rule values nearest to a variant's goals."),
    "sensitivity": ("fairdeal.cli.sensitivity:sensitivity", "Which assumptions could overturn the verdict."),
    "ladder": ("fairdeal.cli.ladder:ladder", "Does better play win, and who is favoured at each skill."),
    "solve": ("fairdeal.cli.solve:solve", "What is known exactly, beside what is simulated; best play of a deal."),
    "plan": ("fairdeal.cli.plan:plan", "What can be seen with which budget on this machine."),
    "gate": ("fairdeal.cli.gate:gate", "A lock on a variant's balance, for version control."),
    "metrics": ("fairdeal.cli.metrics:metrics", "What each metric means and how its values are called."),
    "check": ("fairdeal.cli.check:check", "Look for faults in variant files."),
    "new": ("fairdeal.cli.new:new", "A commented starter file for a variant of your own."),
    "schema": ("fairdeal.cli.schema:schema", "JSON Schema of a game's variant files, for editors."),
    "replay": ("fairdeal.cli.replay:replay", "Tell one play of a run, turn by turn."),
    "batch-script": ("fairdeal.cli.batch_script:batch_script", "A job script that plays shards on a cluster."),
    "merge": ("fairdeal.cli.merge:merge", "The result of all shards of a run or study."),
    "report": ("fairdeal.cli.report:report", "Pages and plots from result documents."),
    "warmup": ("fairdeal.cli.warmup:warmup", "Compile every game now, so that runs start at once."),
    "completion": ("fairdeal.cli.completion:completion", "Shell completion for bash, zsh or fish."),
}

EXAMPLES = [
    ("run {game} --games 20k", "play the main variant and see whether it is fair"),
    ("list", "what there is to play"),
    ("new {game} --output my_variant.yaml", "start a variant of your own"),
]


@click.group(
    "fairdeal", cls=LazyGroup, table=COMMANDS, examples=EXAMPLES, context_settings=SETTINGS, no_args_is_help=True,
    help="Play a board game's rule variants many thousand times and see whether they are fair.",
)  # fmt: skip
@click.version_option(VERSION, prog_name="fairdeal", message="%(prog)s %(version)s")
def cli() -> None:
    """The group itself does nothing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of the command line `arguments` (by default the process's own)."""
    gc.set_threshold(COLLECT_AFTER)
    streams.prepare()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _invoke(given)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        streams.note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        streams.silence_stdout()
        return PIPE_CLOSED
    except OSError as error:
        streams.flush_or_silence()
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except Exception as error:  # the one place: a person gets a sentence, never a traceback
        return _told(error)
    return code


def _invoke(arguments: list[str]) -> int:
    if os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "fairdeal", COMPLETE, os.environ[COMPLETE])
    try:
        with cli.make_context("fairdeal", arguments) as context:
            return int(cli.invoke(context) or 0)
    except click.exceptions.Exit as done:
        return done.exit_code


def _told(error: Exception) -> int:
    from simulate.runs.errors import FailedRun
    from variants.errors import BadInput

    if isinstance(error, BadInput):
        for fault in error.faults:
            streams.note(f"error: {fault}")
        return BAD_INPUT
    if isinstance(error, FailedRun):
        return _fail(str(error))
    if os.environ.get("FAIRDEAL_DEBUG"):
        raise error
    return _fail(
        f"{type(error).__name__}: {error}\nThis is a fault of fairdeal: please report it with the command line. "
        "With FAIRDEAL_DEBUG=1 it shows where it happened."
    )


def _fail(message: str) -> int:
    streams.note(f"error: {message}")
    return FAILED
