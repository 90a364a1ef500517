"""A start loads neither what numba compiles with nor scipy's linear algebra, and whoever wants them later has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import sys
from simulate.kernels import jit, light
assert "numba.np.arraymath" not in sys.modules, "loaded before anything is compiled"
light.load()
assert "numba.np.arraymath" in sys.modules
assert not any(name.startswith("scipy.linalg") for name in sys.modules), "loaded"
import numba.np.linalg
numba.np.linalg.ensure_blas()
import scipy.linalg
assert scipy.linalg.det([[2.0]]) == 2.0
"""


def test_kernels_load_no_linear_algebra_and_leave_it_to_others() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
