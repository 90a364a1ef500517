"""``python -m fairdeal``."""

from __future__ import annotations

import sys

from fairdeal.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
