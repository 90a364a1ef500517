"""Hostile files, loaded in a process of their own under limits that are bounds of safety, not speed."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from variants import reading
from variants.errors import BadInput
from variants.reading import read_text

SECONDS = 60
MEGABYTES = 300
PROGRAM = f"""
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000, 2_000_000_000))
from tests.variants.toys import MODELS
from variants.catalog import Catalog
from variants.errors import BadInput
from variants.loader import load_variant
for path in sys.argv[1:]:
    try:
        load_variant(path, catalog=Catalog({{}}), models=MODELS)
        told = "loaded"
    except BadInput as error:
        told = str(error)
    print(json.dumps([path, told]), flush=True)
status = Path("/proc/self/status").read_text()  # getrusage would count what the parent used before the fork
peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
sys.exit(0 if peak < {MEGABYTES} else f"{{peak:.0f}} MB")
"""
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
MANY = 24_000


def loaded(*paths: Path) -> dict[str, str]:
    """What loading each file tells, by the file's name; a crash shows how far it came."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, paths)],
        capture_output=True, text=True, timeout=SECONDS, cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    told = dict(json.loads(line) for line in done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (0, ""), f"after {list(told)}"
    return {Path(path).name: words for path, words in told.items()}


TEXTS = {
    "alias bomb": (BOMB, "more than 50000 values"),
    "wide aliases": ("a: &a [" + "1, " * 10_000 + "1]\nb: [" + "*a, " * 10_000 + "*a]\n", "more than 50000 values"),
    "flow levels": ("game: " + "[" * 10_000 + "]" * 10_000, "levels of nesting"),
    "flow levels of mappings": ("game: " + "{a: " * 10_000 + "}" * 10_000, "levels of nesting"),
    "list levels": ("game:\n  " + "- " * 10_000 + "1\n", "more than 50 levels"),
    "block levels": ("".join(" " * n + "a:\n" for n in range(1_400)), "more than 50 levels"),
    "key levels": ("? " * 10_000 + "1\n", "as a key"),
    "unknown keys": ("game: dice\n" + "".join(f"k{n}: 1\n" for n in range(MANY)), "more faults"),
    "wrong table": ("game: dice\ndeck:\n  dealt:\n" + "".join(f"    {n}: x\n" for n in range(MANY)), "more faults"),
    "long list": ("game: dice\nstars: [" + "99, " * MANY + "1]\n", "stars: got [99, 99"),
    "wrong players": ("game: dice\nplayers: [" + "4, " * MANY + "5]\n", "4 is listed twice"),
    "wrong player counts": ("game: dice\nplayers:\n" + "".join(f"  {n}:\n" for n in range(9, MANY)), "player count"),
    "wrong origins": ("game: dice\norigins:\n" + "".join(f"  deck.{n}: printed\n" for n in range(MANY)), "a dial"),
    "big table, many origins": (
        "game: dice\nmisread: 2\nplayers: {6: {misread: 0.5}}\ndeck:\n  dealt:\n"
        + "".join(f"    {n}: 1\n" for n in range(10_000))
        + "origins:\n"
        + "".join(f"  players.6.deck.dealt.{n}: printed\n" for n in range(10_000)),
        "misread: got 2",
    ),
    "long key": ("game: dice\n? " + "k" * 900_000 + "\n: 1\n", "got the key"),
    "long word": ("game: dice\ntie_break: " + "k" * 900_000 + "\n", "tie_break: got"),
    "object": ("game: !!python/object/apply:os.system [touch pwned]\n", "is not allowed"),
    "name": ("game: !!python/name:os.system\n", "is not allowed"),
    "huge number": ("game: dice\ndeck: {size: " + "9" * 900_000 + "}\n", "900000 digits"),
    "control": ("game: dice\ntitle: \x1b]0;x\x07\n", "control character U+001B"),
    "unclosed quotes": ('game: "' + "x\n" * 400_000, "quote"),
    "open brackets": ("a: [" * 100_000, "f"),
}  # fmt: skip


RAW = {
    "UTF-16": ("game: dice\n".encode("utf-16"), "got UTF-16"),
    "UTF-16 without a mark": ("game: dice\n".encode("utf-16-le"), "got UTF-16"),
    "UTF-32": ("game: dice\n".encode("utf-32"), "got UTF-32"),
    "Latin-1": ("game: dice\ntitle: P\xeacheurs\n".encode("latin-1"), ".yaml:2:9: got the byte 0xEA, as in Latin-1"),
    "NUL": (b"game: dice\ntitle: \0\n", ".yaml:2:8: got a NUL byte"),
    "binary": (bytes(range(256)) * 100, ".yaml:1:1: got a NUL byte"),
    "empty": (b"", "the file is empty"),
    "50 MB": (b"# comment\n" * 5_000_000, "got 50.0 MB of text, allowed at most 1.0 MB"),
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("hostile")
    for name, (text, _) in TEXTS.items():
        (folder / f"{name}.yaml").write_text(text)
    for name, (raw, _) in RAW.items():
        (folder / f"{name}.yaml").write_bytes(raw)
    return loaded(*sorted(folder.iterdir()))


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text(told: dict[str, str], name: str):
    words = told[f"{name}.yaml"]
    assert TEXTS[name][1] in words
    assert len(words) < 60_000
    assert all(f"{name}.yaml" in line for line in words.splitlines())


@pytest.mark.parametrize("name", RAW)
def test_hostile_bytes(told: dict[str, str], name: str):
    words = told[f"{name}.yaml"]
    assert RAW[name][1] in words
    assert "\n" not in words


def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    Path("folder.yaml").mkdir()
    os.mkfifo("pipe.yaml")
    Path("zero.yaml").symlink_to("/dev/zero")
    Path("loop.yaml").symlink_to("loop.yaml")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.yaml")
        told = loaded(*tmp_path.iterdir())
    assert "got a folder, allowed a YAML file" in told["folder.yaml"]
    assert "got a pipe" in told["pipe.yaml"]
    assert "got a device" in told["zero.yaml"]
    assert "cannot be read" in told["loop.yaml"]
    assert "got a socket" in told["socket.yaml"]


def test_a_missing_file_names_the_nearest_of_its_folder(tmp_path: Path):
    (tmp_path / "classic.yaml").write_text("game: dice\n")
    names = ["clasic.yaml", "none/other.yaml", "x" * 300 + ".yaml", "classic.yaml/more.yaml"]
    told = loaded(*(tmp_path / name for name in names))
    assert f"there is no such file, did you mean {tmp_path}/classic.yaml?" in told["clasic.yaml"]
    assert f"there is no folder {tmp_path}/none" in told["other.yaml"]
    assert "cannot be read" in told["x" * 300 + ".yaml"]
    assert "cannot be read" in told["more.yaml"]


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "f.yaml"
    path.write_text("game: dice\n")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # root, as whom tests may run, can read everything
    with pytest.raises(BadInput, match=r"f\.yaml: this file cannot be read \(permission denied\)"):
        read_text(path)


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "f.yaml"
    path.write_text("# comment\n" * 20)
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    monkeypatch.setattr(reading, "_refuse_irregular", lambda *_: None)
    with pytest.raises(BadInput, match="of text, allowed at most"):
        read_text(path)
