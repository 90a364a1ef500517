"""The first plays of a run, played again from its document: what the document does not count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Sample:
    """The first plays of a run, in the order of their index.

    Attributes
    ----------
    winners : int64[plays]
        Bit s is set when seat s shares first place; 0 for a play that was stopped at the limit of decisions.
    scores : int64[plays, seats]
        Final points, as the tally counts them.
    """

    winners: NDArray[np.int64]
    scores: NDArray[np.int64]

    @property
    def plays(self) -> int:
        """How many."""
        return len(self.winners)

    @property
    def whole(self) -> bool:
        """True when no play of it was stopped."""
        return bool((self.winners != 0).all())
