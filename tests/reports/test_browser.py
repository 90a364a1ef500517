"""Pages in a real browser: nothing fails, no request leaves them, everything can be read and stepped."""

from __future__ import annotations

import re

import pytest

from fairdeal.reporting import Made, page_of
from reports.html import page_html, replay_html
from reports.languages import language
from reports.pages.model import Page, Replay
from reports.plots.canvas import drawn
from simulate.games.registry import games
from simulate.runs.result import document, run
from simulate.runs.spec import make_spec
from tests.reports.browser import ask, needs_chromium, pdf
from variants.catalog import Catalog
from variants.loader import load_variant

pytestmark = needs_chromium

GAMES = list(games())


def made(name: str, code: str = "en") -> Made:
    game = games()[name]
    catalog = Catalog({name: game.variants_folder}, {name: game.main_variant})
    variant = load_variant(name, catalog=catalog, models={name: game.model})
    players = min(game.player_counts)
    result = run(make_spec(game, variant, players, seed=5, count=500), jobs=1)
    return page_of(document([result]), language(code))


@pytest.fixture(scope="module", params=GAMES)
def report(request) -> tuple[Made, str]:
    one = made(request.param, "fr" if request.param == GAMES[0] else "en")
    plots = {plot.name: drawn(plot) for plot in one.page.plots()}
    return one, page_html(one.page, plots, one.digest)


def replays(one: Made) -> list[Replay]:
    return [block for block in one.page.walk() if isinstance(block, Replay)]


@pytest.mark.parametrize("width", [360, 1280])
def test_a_report_holds_at_this_width_without_errors_or_requests(report, width):
    _, page = report
    assert len(page.encode()) < 1_000_000
    found = ask(page, "document.querySelectorAll('details').forEach(one => one.open = true)", width=width)
    assert found["noted"] == []
    assert found["requests"] == []
    assert found["inner"] == width
    assert found["wide"] <= width


def test_the_browser_would_notice(report):
    """What the other tests look for is found when it is there."""
    _, page = report
    wrong = page.replace(
        "</main>",
        '<img src="https://fairdeal.invalid/x.png"><div style="width:3000px">x</div><script>nothing()</script></main>',
    )
    found = ask(wrong)
    assert any("fairdeal.invalid" in one for one in found["noted"])
    assert any("nothing is not defined" in one for one in found["noted"])
    assert found["wide"] > 1280


def test_a_report_can_be_read_without_eyes(report):
    _, page = report
    script = """
      const named = one => one.getAttribute('aria-label') || one.alt;
      const bare = [...document.querySelectorAll('svg, img')].filter(one => !named(one));
      const levels = [...document.querySelectorAll('h1,h2,h3,h4,h5')].map(one => Number(one.tagName[1]));
      return {
        bare: bare.length, pictures: document.querySelectorAll('svg').length, lang: document.documentElement.lang,
        first: levels[0], jumps: levels.filter((level, i) => i && level > levels[i - 1] + 1).length,
        headless: [...document.querySelectorAll('table')].filter(one => !one.querySelector('th[scope=col]')
                   || !one.caption.textContent).length,
        twice: [...document.querySelectorAll('[id]')].map(one => one.id).filter((id, i, all) => all.indexOf(id) !== i),
        unlabelled: [...document.querySelectorAll('button, input')].filter(one => !one.textContent.trim()
                   && !(one.labels && one.labels.length)).length,
      }"""
    found = ask(page, script)["answer"]
    assert found["pictures"] >= 5
    assert (found["bare"], found["first"], found["jumps"], found["headless"]) == (0, 1, 0, 0)
    assert found["twice"] == []
    assert found["unlabelled"] == 0
    assert found["lang"] == report[0].page.language.code


def test_a_replay_steps_by_keyboard_to_the_counted_result(report):
    one, _ = report
    replay = replays(one)[0]
    page = replay_html("Play", replay, Page("Play", one.page.language, (), ()))
    script = """
      const root = document.querySelector('.replay'), turns = Number(root.dataset.turns), seen = [];
      const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
      const hidden = [root.querySelector('.end').hidden];
      for (let i = 0; i < turns; i++) {
        hidden.push(root.querySelector('.end').hidden);
        press('ArrowRight');
        seen.push(root.querySelector('.now').textContent);
      }
      const end = root.querySelector('.end');
      const state = {turn: root.dataset.turn, shown: !end.hidden, text: end.textContent};
      const last = root.querySelector('.board').innerHTML;
      press('ArrowLeft'); const back = root.dataset.turn;
      press('Home'); const home = root.dataset.turn; press('End'); const again = root.querySelector('.board').innerHTML;
      root.querySelector('[data-go=first]').click(); root.querySelector('[data-go=next]').click();
      return {turns, seen, hidden, state, back, home, same: last === again, clicked: root.dataset.turn,
              label: root.querySelector('.board svg').getAttribute('aria-label'), drawn: last.length};
    """
    found = ask(page, script)
    answer = found["answer"]
    assert found["noted"] == []
    assert answer["turns"] == len(replay.steps) > 0
    assert answer["seen"] == [f"{i}. {step}" for i, step in enumerate(replay.steps, start=1)]
    assert all(answer["hidden"])
    assert answer["state"]["turn"] == str(len(replay.steps))
    assert answer["state"]["shown"]
    for row in replay.counted.rows:
        assert row[0] in answer["state"]["text"]
        assert row[1] in answer["state"]["text"]
    assert (answer["back"], answer["home"], answer["clicked"]) == (str(len(replay.steps) - 1), "0", "1")
    assert answer["same"]
    assert "1" in answer["label"]
    assert answer["drawn"] > 1000


@pytest.mark.parametrize("width", [360, 1280])
def test_a_replay_holds_at_this_width(report, width):
    one, _ = report
    page = replay_html("Play", replays(one)[0], Page("Play", one.page.language, (), ()))
    found = ask(page, "document.querySelector('[data-go=last]').click()", width=width)
    assert found["noted"] == []
    assert found["requests"] == []
    assert found["wide"] <= width


def test_a_report_prints_on_a4(report):
    _, page = report
    printed = pdf(page)
    assert printed.startswith(b"%PDF")
    boxes = {
        tuple(round(float(one)) for one in found.split()) for found in re.findall(rb"/MediaBox ?\[([^\]]*)\]", printed)
    }
    assert boxes == {(0, 0, 595, 842)}


def test_a_page_can_be_read_without_scripts(report):
    """Without scripts the last position, every turn and the counted result are there."""
    one, page = report
    replay = replays(one)[0]
    assert all(step.split("'")[0][:20] in page for step in replay.steps[:3])
    assert "controls" in page
    assert '<div class="controls" hidden>' in page
