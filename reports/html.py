"""Pages as HTML: one file that needs nothing else, neither network nor fonts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.pages.model import Page, Replay
from reports.pictures.film import named

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from reports.plots.plot import Inked

_JOINT = re.compile(r"[._](?=\w)")


def environment() -> Environment:
    """The templates, which escape everything that is not marked as HTML.

    Raises
    ------
    ImportError
        Jinja2 is not installed.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("reports", "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.filters["soft"] = soft
    return made


def soft(text: str) -> Markup:
    """A cell in which the name of a dial may be cut behind its dots and underscores, and nowhere else."""
    from markupsafe import Markup, escape

    kept = escape(text)
    return kept if " " in text else Markup(_JOINT.sub(r"\g<0><wbr>", str(kept)))  # noqa: S704  # escaped above


def page_html(page: Page, plots: Mapping[str, Inked], digest: str = "") -> str:
    """The page as HTML text.

    Parameters
    ----------
    plots : mapping of str to Inked
        The page's plots by name; those that are missing are told in words.
    digest : str
        Of the document, for the footer.
    """
    return _render("page.html", page=page, plots=plots, digest=digest, lang=page.language)


def replay_html(title: str, replay: Replay, page: Page) -> str:
    """One play as a page to step through by keyboard and buttons."""
    return _render("replay.html", title=title, block=replay, page=page, plots={}, lang=page.language)


def _render(template: str, **values: Any) -> str:
    from markupsafe import Markup

    made = environment()
    made.globals["svg"] = lambda text, label="": Markup(named(text, label) if label else text)  # noqa: S704  # drawn by our own code, with its texts escaped
    text: str = made.get_template(template).render(**values)
    return text
