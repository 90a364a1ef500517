"""Compiles and runs the peers: the same counts come back from plain C and from plain Python."""

import importlib
import json
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent
FLAGS = ("-std=gnu11", "-O3", "-march=native")


def build(game_file: str | Path, folder: Path) -> Path | None:
    """Give the program compiled from one of the C files, or None where there is no C compiler.

    Parameters
    ----------
    game_file : str or Path
        A C file of this folder by name (``"pecheurs.c"``), or any other by its absolute path.
    folder : Path
        Where the program is put; made if it is missing.

    Returns
    -------
    Path or None
        The program, named like its file without the ending. None: no ``cc`` on the path.

    Raises
    ------
    RuntimeError
        The compiler refused the file; its message is the text.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source = FOLDER / game_file
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / source.stem
    command = [compiler, *FLAGS, "-o", str(program), str(source), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
    return program


def run_c(binary: Path, players: int, plays: int, seed: int) -> dict[str, Any]:
    """Give the counts of `plays` plays of a compiled peer, with the seconds it took without its start.

    Parameters
    ----------
    binary : Path
        What `build` gave.
    players, plays, seed : int
        Player count (people), number of plays, and the seed of the peer's own generator (0 … 2**64 - 1).

    Returns
    -------
    dict
        ``plays``, ``seconds``, ``wins`` (``wins[seat][k - 1]``: plays in which the seat is one of k winners), and the
        histograms and sums of the game, as its Python file documents them.

    Raises
    ------
    RuntimeError
        The program failed; its message is the text.
    """
    command = [str(binary.absolute()), str(players), str(plays), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    counts: dict[str, Any] = json.loads(done.stdout)
    return counts


def run_python(module: ModuleType | str, players: int, plays: int, seed: int) -> dict[str, Any]:
    """Give the counts of `plays` plays of a Python peer, in the same form as `run_c`.

    Parameters
    ----------
    module : ModuleType or str
        One of the Python peers, or its name in this package (``"pecheurs"``).
    players, plays, seed : int
        Player count (people), number of plays, and the seed of ``random.Random``.

    Returns
    -------
    dict
        See `run_c`.

    Raises
    ------
    ValueError
        The game has no such player count.
    """
    peer = importlib.import_module(f"{__package__}.{module}") if isinstance(module, str) else module
    counts: dict[str, Any] = peer.run(players, plays, seed)
    return counts
