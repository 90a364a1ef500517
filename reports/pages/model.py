"""What a page is made of, before it becomes HTML, Markdown or text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from reports.languages.language import Language
from reports.pages.sample import Sample
from reports.pictures.film import Film
from reports.plots.plot import Plot
from reports.terms import Terms

if TYPE_CHECKING:
    from reports.pages.assumed import Study


@dataclass(frozen=True)
class Paragraph:
    """Running text; `tone` is one of "", "note", "warning", "lead"."""

    kind: ClassVar[str] = "paragraph"
    text: str
    tone: str = ""


@dataclass(frozen=True)
class Verdict:
    """The sentence that a page is about; `tone` is "green", "yellow", "red" or "", `word` the judgement in short."""

    kind: ClassVar[str] = "verdict"
    text: str
    word: str
    tone: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of text under a header.

    Attributes
    ----------
    caption : str
    header : sequence of str
    rows : sequence of sequence of str
    align : str
        One letter a column, ``l`` or ``r``; upper case: running text that may wrap.
    marked : frozenset of int
        Numbers of the rows that stand out.
    foreign : frozenset of int
        Numbers of the columns whose text is English, whatever the page's language.
    """

    kind: ClassVar[str] = "table"
    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str
    marked: frozenset[int] = frozenset()
    foreign: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Figure:
    """A plot; its file's name is that of the plot."""

    kind: ClassVar[str] = "figure"
    plot: Plot


@dataclass(frozen=True)
class Picture:
    """A drawing that stands still: SVG, its text alternative, a caption; the stem of its file's name, if it has one."""

    kind: ClassVar[str] = "picture"
    svg: str
    alt: str
    caption: str
    name: str = ""


@dataclass(frozen=True)
class Replay:
    """A play to step through, folded away under its `summary`.

    Attributes
    ----------
    summary, lead : str
        The heading of the fold; one sentence on why this play.
    film : Film
        The pictures.
    setup : sequence of str
        Lines told before the first turn.
    steps : sequence of str
        A sentence for each turn.
    end : sequence of str
        Lines told after the last turn.
    counted : Table
        What the run counted for this play.
    command : str
        The command that tells it.
    foreign : bool
        True when the story is in English on a page in another language.
    """

    kind: ClassVar[str] = "replay"
    summary: str
    lead: str
    film: Film | None
    setup: Sequence[str]
    steps: Sequence[str]
    end: Sequence[str]
    counted: Table
    command: str = ""
    foreign: bool = False


@dataclass(frozen=True)
class Facts:
    """Terms with what is to be said of each."""

    kind: ClassVar[str] = "facts"
    items: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Listing:
    """Lines below one another; `foreign` when they are in English on a page in another language."""

    kind: ClassVar[str] = "listing"
    lines: Sequence[str]
    foreign: bool = False


@dataclass(frozen=True)
class Command:
    """A command line to copy, after a few words on what it does."""

    kind: ClassVar[str] = "command"
    text: str
    line: str


Block = Paragraph | Verdict | Table | Figure | Picture | Replay | Facts | Listing | Command


@dataclass(frozen=True)
class Section:
    """A heading, blocks, then sections below it; `anchor` is unique on the page."""

    anchor: str
    heading: str
    blocks: Sequence[Block] = ()
    sections: Sequence[Section] = ()
    boxed: bool = False

    def walk(self) -> Iterator[Block]:
        """Every block, in reading order."""
        yield from self.blocks
        for section in self.sections:
            yield from section.walk()


@dataclass(frozen=True)
class Page:
    """A whole page: title, opening blocks, sections."""

    title: str
    language: Language
    blocks: Sequence[Block]
    sections: Sequence[Section]

    def walk(self) -> Iterator[Block]:
        """Every block, in reading order."""
        yield from self.blocks
        for section in self.sections:
            yield from section.walk()

    def plots(self) -> list[Plot]:
        """Every plot, in reading order."""
        return [block.plot for block in self.walk() if isinstance(block, Figure)]

    def pictures(self) -> list[Picture]:
        """Every drawing that is a file, too, in reading order."""
        return [block for block in self.walk() if isinstance(block, Picture) and block.name]


@dataclass(frozen=True)
class Shown:
    """One entry of a document, with what the document does not carry.

    Attributes
    ----------
    result : mapping
        The entry.
    terms : Terms
        The game's words, in the page's language.
    command : str
        The command line that makes the entry again; empty when it is not known.
    dials : mapping of str to (unit, meaning)
        What is known of each rule value, by dotted key.
    setup : Picture or None
        The set-up drawn.
    replays : sequence of Replay
        Plays worth looking at.
    course : mapping
        Figures on the course of plays (see `reports.pages.course`); empty when they are not known.
    said : str
        Why plays or the course are not shown; empty otherwise.
    words : mapping of str to str
        The game's words in the page's language, by the English ones.
    sample : Sample or None
        Its first plays; None when they are not known or not to be shown.
    worth : Picture or None
        The components drawn with what one more of each is worth, where the run counted that and the game can draw it.
    study : Study or None
        What a sensitivity study says of the assumed values, where one was given.
    """

    result: Mapping[str, Any]
    terms: Terms
    command: str = ""
    dials: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    setup: Picture | None = None
    replays: Sequence[Replay] = ()
    course: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    sample: Sample | None = None
    worth: Picture | None = None
    study: Study | None = None

    def word(self, english: str) -> str:
        """A word of the game in the page's language."""
        return self.words.get(english, english)
