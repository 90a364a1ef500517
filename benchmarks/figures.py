"""One measured figure and what is asked of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measured figure and what is asked of it.

    Attributes
    ----------
    what, value : str
        The question, and the answer in words.
    number : float
        The answer as a number.
    wanted : str
        What is asked, in words; empty when nothing is.
    met : bool or None
        Whether it is met; None when nothing is asked or the machine cannot tell.
    """

    what: str
    value: str
    number: float
    wanted: str = ""
    met: bool | None = None

    def document(self) -> dict[str, Any]:
        """The figure for JSON."""
        return asdict(self)
