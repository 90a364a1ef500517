"""The thrown dice as SVG."""

from simulate.games.drawing import picture, text


def draw(rules, players, recorded, step):
    """The number of throws so far."""
    return picture(40, 20, [text(20, 10, str(step))])


def draw_setup(rules, players):
    """The number of sides."""
    return picture(40, 20, [text(20, 10, str(players))])
