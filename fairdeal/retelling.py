"""One play of a run told again, and proof that it is the play that the run counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simulate.games.contract import Recorded, Story
from simulate.runs.errors import FailedRun
from simulate.runs.result import Result, run
from simulate.runs.spec import RunSpec
from simulate.runs.tally import Tally


@dataclass(frozen=True)
class Replay:
    """One play.

    Attributes
    ----------
    story : Story
        Told turn by turn.
    recorded : Recorded
        Its states, seats and actions.
    result : Result
        What the run counted for its index: a run of this one play.
    """

    story: Story
    recorded: Recorded
    result: Result


def retell(spec: RunSpec) -> Replay:
    """The play number ``spec.first``, told and counted.

    Raises
    ------
    FailedRun
        The recorded play is not the counted one: a fault of the game's code.
    """
    prepared = spec.prepared()
    recorded = prepared.record(spec.seed, spec.first)
    result = run(spec, jobs=1)
    if result.played.interrupted:
        raise KeyboardInterrupt
    different = sorted(_differences(recorded, result.tally))
    if different:
        raise FailedRun(
            f"{spec.game.title}: play {spec.first} of seed {spec.seed} was told differently from how it was counted "
            f"({', '.join(different)}). This is a fault of the game's code: please report it with this line."
        )
    return Replay(spec.game.tell(prepared.rules, prepared.players, recorded), recorded, result)


def _differences(recorded: Recorded, tally: Tally) -> Iterator[str]:
    """Yield the names of what the recorded play ended with otherwise than the tally of that play says."""
    if recorded.capped or tally.capped:
        if not (recorded.capped and tally.capped):
            yield "capped"
        return
    k = recorded.winners.bit_count()
    for seat, counts in enumerate(tally.wins):
        if counts[k - 1] != recorded.winners >> seat & 1:
            yield f"win of {seat}"
    for name, value in recorded.values.items():
        counted = tally.histograms[name] if name in tally.histograms else tally.sums[name]
        if name in tally.sums and counted != (value, value * value):
            yield name
        if name in tally.histograms and not (value < len(counted) and counted[value] == 1):
            yield name
