"""Builds the sdist, the wheel from it, and plays with the wheel alone in a fresh environment, far from the sources."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("variants", "simulate", "reports", "fairdeal")


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def check_contents(names: list[str]) -> None:
    """Fail unless the wheel holds our packages and their YAML files, and nothing of the tests or benchmarks."""
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    if tops != set(PACKAGES):
        raise SystemExit(f"the wheel installs {sorted(tops)}, expected {sorted(PACKAGES)}")
    expected = {str(file.relative_to(ROOT)) for package in PACKAGES for file in (ROOT / package).rglob("*.yaml")}
    missing = expected - set(names)
    if missing or not expected:
        raise SystemExit(f"variant files missing from the wheel: {sorted(missing) or 'all'}")


def main() -> None:
    """Build, look inside, install, play."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "build", "--outdir", place / "dist", ROOT, cwd=place)
        wheel = next((place / "dist").glob("*.whl"))
        sdist = next((place / "dist").glob("*.tar.gz"))
        check_contents(zipfile.ZipFile(wheel).namelist())
        with tarfile.open(sdist) as archive:
            inside = [name.split("/", 1)[1] for name in archive.getnames() if "/" in name]
        if any(name.startswith(("tests/", "benchmarks/")) for name in inside):
            raise SystemExit("the sdist holds tests or benchmarks")
        venv.create(place / "env", with_pip=True)
        run(place / "env/bin/pip", "install", "-q", wheel, cwd=place)
        listed = json.loads(run(place / "env/bin/fairdeal", "list", "--format", "json", cwd=place))
        games = [game["name"] for game in listed["games"]]
        if not games:
            raise SystemExit("the installed command lists no game")
        print(
            run(place / "env/bin/python", "-m", "fairdeal", "run", *games, "--games", "2000", "--seed", "1", cwd=place)
        )


if __name__ == "__main__":
    main()
