"""Hypothesis strategies: whole variants of the game, small and large."""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from simulate.games.ile_des_mookies.faces import all_faces
from simulate.games.ile_des_mookies.lanes import MOST_CARDS, MOST_IN_LANE
from simulate.games.ile_des_mookies.variant import Rules


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Any rules that can be played."""
    families = draw(st.integers(2, 6))
    room = 2 * MOST_CARDS // families
    size = draw(st.one_of(st.integers(0, 3), st.integers(0, min(room, 25)), st.just(room)))
    legendary = draw(st.integers(0, size))
    least = max(0, 4 - families * size)
    spare = 2 * MOST_CARDS - families * size
    spiders = draw(st.one_of(st.integers(least, max(least, min(8, spare))), st.integers(least, spare)))
    spiders -= (families * size + spiders) % 2
    if spiders < least:
        spiders += 2
    assume(families * size + spiders <= 2 * MOST_CARDS)
    cards = (families * size + spiders) // 2
    value = draw(st.integers(0, 4))
    assume(size - legendary + legendary * value <= MOST_IN_LANE)
    dials: dict[str, Any] = {
        "cards": cards,
        "faces": {"families": families, "per_family": size - legendary, "legendary": legendary, "spiders": spiders},
        "legendary_value": value,
        "stars": draw(st.lists(st.integers(0, 20), min_size=families, max_size=families)),
        "end": draw(st.sampled_from(["first_pile", "both_piles"])),
        "tie_break": draw(st.sampled_from(["youngest", "shared", "fewest_spiders", "most_mookies"])),
        "retention": draw(st.sampled_from([1.0, 0.8, 0.5, 0.0])),
        "piles": draw(_piles(cards)),
        "pairing": draw(_pairing(all_faces(families, size - legendary, legendary, spiders), size <= cards)),
    }
    rules = Rules.model_validate(dials)
    assert Rules.cross_check_all(rules) == []
    return rules


def _piles(cards: int) -> st.SearchStrategy[dict[str, Any]]:
    kinds: list[st.SearchStrategy[dict[str, Any]]] = [
        st.just({"kind": "even"}),
        st.integers(1, cards - 1).map(lambda first: {"kind": "split", "sizes": [first, cards - first]}),
    ]
    if cards >= 4:
        kinds.append(st.integers(1, cards // 2 - 1).map(lambda by: {"kind": "uneven", "by": by}))
    return st.one_of(kinds)


def _pairing(faces: list[Any], pairable: bool) -> st.SearchStrategy[dict[str, Any]]:
    texts = [str(face) for face in faces]
    listed = st.permutations(texts).map(
        lambda row: {"kind": "list", "cards": [list(row[n : n + 2]) for n in range(0, len(row), 2)]}
    )
    kinds: list[st.SearchStrategy[dict[str, Any]]] = [st.just({"kind": "uniform"}), listed]
    if pairable:
        kinds.append(st.integers(0, 99).map(lambda seed: {"kind": "distinct_families", "seed": seed}))
    return st.one_of(kinds)
