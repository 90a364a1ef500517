"""``fairdeal completion``: the script that teaches a shell to complete command lines."""

from __future__ import annotations

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command

EXAMPLES = [
    ("completion bash", "then put its output where bash reads it: … >> ~/.bashrc"),
    ("completion fish", "for fish: … > ~/.config/fish/completions/fairdeal.fish"),
]


@command("completion", EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the script by which bash, zsh or fish completes commands, options, variants and policies."""
    from click.shell_completion import get_completion_class

    from fairdeal.cli.main import COMPLETE, cli

    kind = get_completion_class(shell)
    if kind is None:  # pragma: no cover  # the choice above lists what click has
        raise click.UsageError(f"click knows no completion for {shell}")
    streams.out(kind(cli, {}, "fairdeal", COMPLETE).source() + "\n")
    return 0
