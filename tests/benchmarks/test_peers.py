"""The peers play one law: plain Python against plain C, and both against exact values.

Seeds are fixed, so a passing comparison passes again; `ALPHA` leaves room for another Python's or libm's draws.
Without a C compiler the rows of C are skipped and Python is still held to the exact values.
"""

import ast
import functools
import json
import math
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from benchmarks.peers import pouet
from benchmarks.peers.build import FOLDER, build, run_c, run_python

ALPHA = 1e-5
BLOCKS = 20
C_PLAYS = 200_000
PYTHON_PLAYS = {
    ("pecheurs", 2): 2_000,
    ("pecheurs", 3): 2_000,
    ("mookies", 2): 10_000,
    ("pouet", 4): 1_000,
    ("pouet", 6): 1_000,
    ("pouet", 8): 1_000,
}
CASES = list(PYTHON_PLAYS)
LANGUAGES = ["python", "c"]
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc) on the path")

# Shares of races that finish and plane moves per race, uniform play, main variant: from the Markov chain of a race.
EXACT_RACES = {4: (0.7246466, 5.5189996), 6: (0.8065244, 3.8758982), 8: (0.8508802, 2.9859786)}

Counts = dict[str, Any]
Programs = Callable[[str], Path]
Blocks = Callable[[str, str, int], list[Counts]]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    """Give a function from a game to its compiled peer, built once; without a compiler its caller is skipped."""
    folder = tmp_path_factory.mktemp("peers")

    @functools.cache
    def program(game: str) -> Path:
        built = build(f"{game}.c", folder)
        if built is None:
            pytest.skip("no C compiler (cc) on the path")
        return built

    return program


@pytest.fixture(scope="module")
def blocks(programs: Programs) -> Blocks:
    """Give a function (language, game, players) -> the counts of `BLOCKS` blocks of plays, each played once."""

    @functools.cache
    def play(language: str, game: str, players: int) -> list[Counts]:
        if language == "python":
            plays = PYTHON_PLAYS[game, players] // BLOCKS
            return [run_python(game, players, plays, 2_000 + block) for block in range(BLOCKS)]
        return [run_c(programs(game), players, C_PLAYS // BLOCKS, 1_000 + block) for block in range(BLOCKS)]

    return play


def histograms(counts: Counts) -> dict[str, list[int]]:
    """Give all histograms of a result by name, seats apart; what a histogram leaves out of all plays comes last."""
    found: dict[str, list[int]] = {}
    for name, value in counts.items():
        if isinstance(value, list) and isinstance(value[0], list):
            found |= {f"{name}.{seat}": row for seat, row in enumerate(value)}
        elif isinstance(value, list):
            found[name] = value
    return {name: [*row, counts["plays"] - sum(row)] for name, row in found.items()}


def total(results: list[Counts]) -> dict[str, list[int]]:
    """Give the histograms of all blocks added up."""
    parts = [histograms(counts) for counts in results]
    return {name: [sum(column) for column in zip(*(part[name] for part in parts), strict=True)] for name in parts[0]}


def sum_names(counts: Counts) -> list[str]:
    return [name for name, value in counts.items() if isinstance(value, int) and name != "plays"]


def per_play(results: list[Counts], name: str) -> list[float]:
    return [counts[name] / counts["plays"] for counts in results]


def merge_small(rows: list[list[float]], least: float = 5.0) -> list[list[float]]:
    """Give the columns of a two-row table, neighbours merged until each is expected `least` times in both rows."""
    sizes = [sum(row) for row in rows]
    smaller = min(sizes) / sum(sizes)
    merged: list[list[float]] = []
    column = [0.0, 0.0]
    for pair in zip(*rows, strict=True):
        column = [a + b for a, b in zip(column, pair, strict=True)]
        if sum(column) * smaller >= least:
            merged.append(column)
            column = [0.0, 0.0]
    if merged:
        merged[-1] = [a + b for a, b in zip(merged[-1], column, strict=True)]
    return merged


def same_histogram(one: list[int], other: list[int]) -> float:
    """Give the p-value of the two-sample chi-square test."""
    table = merge_small([[float(n) for n in one], [float(n) for n in other]])
    if len(table) < 2:
        return 1.0
    return float(stats.chi2_contingency(table, correction=False).pvalue)


def same_mean(one: list[float], other: list[float]) -> float:
    """Give the p-value of Welch's test on the means of blocks; a constant must be the same constant."""
    if len(set(one)) == 1 and len(set(other)) == 1:
        return float(one[0] == other[0])
    return float(stats.ttest_ind(one, other, equal_var=False).pvalue)


@needs_compiler
@pytest.mark.parametrize(("game", "players"), CASES)
def test_python_and_c_play_the_same_law(blocks: Blocks, game: str, players: int) -> None:
    python, c = blocks("python", game, players), blocks("c", game, players)
    assert python[0].keys() == c[0].keys()
    python_total, c_total = total(python), total(c)
    p_values = {name: same_histogram(python_total[name], c_total[name]) for name in python_total}
    p_values |= {name: same_mean(per_play(python, name), per_play(c, name)) for name in sum_names(c[0])}
    assert {name: p for name, p in p_values.items() if p < ALPHA} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_mookies_length_follows_its_exact_law(blocks: Blocks, language: str) -> None:
    counts = total(blocks(language, "mookies", 2))["turns"]
    plays = sum(counts)
    law = {18 + j: Fraction(2 * math.comb(17 + j, j), 2 ** (18 + j)) for j in range(18)}
    assert sum(law.values()) == 1
    assert float(sum(length * p for length, p in law.items())) == pytest.approx(31.2458184, abs=1e-7)
    assert sum(counts[length] for length in law) == plays
    likely = [length for length, p in law.items() if p * plays >= 5]
    seen = [plays - sum(counts[length] for length in likely)] + [counts[length] for length in likely]
    expected = [float(law[length] * plays) for length in likely]
    assert stats.chisquare(seen, [plays - sum(expected), *expected]).pvalue > ALPHA


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", sorted(EXACT_RACES))
def test_pouet_races_have_the_exact_means(blocks: Blocks, language: str, players: int) -> None:
    results, teams = blocks(language, "pouet", players), players // 2
    finish, signals = EXACT_RACES[players]
    shares = [sum(n * c for n, c in enumerate(r["team_finish"])) / (r["plays"] * teams) for r in results]
    moves = [mean / teams for mean in per_play(results, "signals")]
    assert stats.ttest_1samp(shares, finish).pvalue > ALPHA
    assert stats.ttest_1samp(moves, signals).pvalue > ALPHA


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_play_is_counted_once(blocks: Blocks, language: str, game: str, players: int) -> None:
    for counts in blocks(language, game, players):
        plays = counts["plays"]
        points = sum(Fraction(n, k) for row in counts["wins"] for k, n in enumerate(row, start=1))
        assert points == plays
        whole = {name: row for name, row in histograms(counts).items() if not name.startswith("wins")}
        assert {name for name, row in whole.items() if row[-1] != 0} == set()
        if game == "pecheurs":  # every turn but a swap takes one of the 37 tiles
            taken = sum((37 - left) * n for left, n in enumerate(counts["tiles_left"]))
            assert sum(turns * n for turns, n in enumerate(counts["turns"])) == taken + counts["swaps"]
        if game == "mookies":  # the tie-break is won by the youngest
            assert counts["equal_stars"] <= counts["wins"][0][0]
        if game == "pouet":  # a grid of 16 cells with at most 6 seagulls leaves a safe signal everywhere
            assert counts["trapped"] == 0
            assert counts["ended_by_finish"] <= plays - counts["team_finish"][0]


@pytest.mark.parametrize("game", ["pecheurs", "mookies", "pouet"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seed_gives_its_plays_again(programs: Programs, language: str, game: str) -> None:
    players = 4 if game == "pouet" else 2
    play = functools.partial(run_c, programs(game)) if language == "c" else functools.partial(run_python, game)
    results = [play(players, 50, seed) for seed in (7, 7, 8)]
    for counts in results:
        assert counts.pop("seconds") > 0
    assert results[0] == results[1] != results[2]


@pytest.mark.parametrize(("game", "players"), [("pecheurs", 4), ("mookies", 3), ("pouet", 2)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_player_counts_are_refused(programs: Programs, language: str, game: str, players: int) -> None:
    play = functools.partial(run_c, programs(game)) if language == "c" else functools.partial(run_python, game)
    with pytest.raises((ValueError, RuntimeError), match=f"players: got {players}, allowed"):
        play(players, 1, 1)


def test_without_a_compiler_there_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build("mookies.c", tmp_path) is None


@needs_compiler
def test_a_file_that_does_not_compile_is_told(tmp_path: Path) -> None:
    source = tmp_path / "broken.c"
    source.write_text("int main(void) { return nothing; }\n", encoding="utf-8")
    with pytest.raises(RuntimeError, match="nothing"):
        build(source, tmp_path / "out")


def run_source(text: str, folder: Path) -> Counts:
    """Give what a C program of this text prints, as JSON."""
    source = folder / "draws.c"
    source.write_text(text, encoding="utf-8")
    program = build(source, folder)
    assert program is not None
    drawn: Counts = json.loads(subprocess.run([str(program)], capture_output=True, check=True).stdout)
    return drawn


N_DRAWS = 300_000

DRAWS = """
#include "%s/common.h"
int main(void)
{
    rng_t rng = {{1, 2, 3, 4}, 0, 0};
    uint64_t thirds[3] = {0}, below[6] = {0}, orders[9] = {0};
    double sum = 0, squares = 0;
    printf("{\\"plays\\": 0");
    uint64_t words[4];
    for (int i = 0; i < 4; i++)
        words[i] = rng_next(&rng);
    for (int i = 0; i < 300000; i++) {
        thirds[rng_below(&rng, 3u << 30) %% 3]++;
        below[rng_below(&rng, 6)]++;
        uint8_t items[3] = {0, 1, 2};
        shuffle(&rng, items, 3);
        orders[3 * items[0] + items[1]]++;
        const double x = rng_normal(&rng);
        sum += x;
        squares += x * x;
    }
    print_histogram("words", words, 4);
    print_histogram("thirds", thirds, 3);
    print_histogram("below", below, 6);
    print_histogram("orders", orders, 9);
    printf(", \\"sum\\": %%f, \\"squares\\": %%f}", sum, squares);
    return 0;
}
"""


@needs_compiler
def test_the_generator_of_c_is_xoshiro_and_its_draws_are_unbiased(tmp_path: Path) -> None:
    drawn = run_source(DRAWS % FOLDER, tmp_path)
    # The first words from the state 1, 2, 3, 4, as every implementation of xoshiro256++ gives them.
    assert drawn["words"] == [41943041, 58720359, 3588806011781223, 3591011842654386]
    # Without rejection the remainders of draws below 3 * 2**30 would stand 2 : 1 : 1.
    assert stats.chisquare(drawn["thirds"]).pvalue > ALPHA
    assert stats.chisquare(drawn["below"]).pvalue > ALPHA
    orders = [count for code, count in enumerate(drawn["orders"]) if code // 3 != code % 3]
    assert sum(orders) == N_DRAWS
    assert stats.chisquare(orders).pvalue > ALPHA
    assert abs(drawn["sum"]) < 4.5 * math.sqrt(N_DRAWS)
    assert abs(drawn["squares"] - N_DRAWS) < 4.5 * math.sqrt(2 * N_DRAWS)


# Mean times of a race, in milliseconds: look, lay, signal, perceive, move, lay after a move.
STAGES = [600, 300, 1070, 500, 1100, 400]

DURATIONS = """
#define main peer_main
#include "%s/pouet.c"
#undef main
int main(void)
{
    rng_t rng;
    rng_seed(&rng, 1);
    make_durations();
    printf("{\\"stages\\": [");
    for (int stage = 0; stage < STAGES; stage++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < 300000; i++) {
            const double x = (double)duration(&rng, stage);
            sum += x;
            squares += x * x;
        }
        printf("%%s[%%f, %%f]", stage ? ", " : "", sum, squares);
    }
    printf("]}");
    return 0;
}
"""


def check_duration(mean: float, n: int, total_time: float, squares: float) -> None:
    """Hold n durations to their mean and to a coefficient of variation of 0.30, up to 4.5 standard errors or so."""
    assert total_time / n == pytest.approx(mean, rel=4.5 * 0.30 / math.sqrt(n))
    assert math.sqrt(squares / n - (total_time / n) ** 2) / (total_time / n) == pytest.approx(
        0.30, rel=6 / math.sqrt(n)
    )


@needs_compiler
def test_durations_of_c_have_their_mean_and_variation(tmp_path: Path) -> None:
    drawn = run_source(DURATIONS % FOLDER, tmp_path)
    for mean, (total_time, squares) in zip(STAGES, drawn["stages"], strict=True):
        check_duration(mean, N_DRAWS, total_time, squares)


def test_durations_of_python_have_their_mean_and_variation(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, n = random.Random(1), 30_000
    for mean in (300, 1070):
        times = [pouet.duration(rng, mean) for _ in range(n)]
        check_duration(mean, n, sum(times), sum(time * time for time in times))
    asked: set[float] = set()

    def record(_: random.Random, mean: float) -> int:
        asked.add(mean)
        return round(mean)

    monkeypatch.setattr(pouet, "duration", record)
    run_python(pouet, 4, 50, 1)
    assert asked == set(STAGES)


@pytest.mark.parametrize("game", ["pecheurs", "mookies", "pouet"])
def test_python_peers_need_the_standard_library_only(game: str) -> None:
    tree = ast.parse((FOLDER / f"{game}.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "random" in imported
    assert imported <= set(sys.stdlib_module_names)


def test_the_comparison_sees_a_small_difference() -> None:
    assert same_histogram([500, 300, 200], [50_000, 30_000, 20_000]) == pytest.approx(1.0)
    assert same_histogram([600, 300, 100], [50_000, 30_000, 20_000]) < ALPHA
    assert same_mean([0.0] * 3, [0.0] * 4) == 1.0
    assert same_mean([0.0] * 3, [1.0] * 4) == 0.0
