"""Bold, dim and coloured text where a terminal shows it, plain text everywhere else."""

from __future__ import annotations

from dataclasses import dataclass

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}


@dataclass(frozen=True)
class Style:
    """How text is marked; with `on` false not at all."""

    on: bool = False

    def mark(self, text: str, *names: str) -> str:
        """`text` in bold, dim, red, green or yellow; each line for itself, empty names ignored."""
        codes = ";".join(_CODES[name] for name in names if name)
        if not self.on or not codes or not text:
            return text
        return "\n".join(f"\x1b[{codes}m{line}\x1b[0m" if line else line for line in text.split("\n"))


PLAIN = Style()
