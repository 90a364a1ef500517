"""YAML documents that remember where everything stands, and refuse everything hostile.

The parser's events are walked with a stack of our own, so depth, size, aliases, tags and keys are
checked before anything is built and no file can exhaust the Python or the C stack.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from variants.errors import BadInput, Fault, show
from variants.reading import check_text, place, read_text
from variants.scalars import PREFIX, Scalar, scalar, short_tag
from variants.syntax import error_place, sentence

Key = str | int
Path = tuple[Key, ...]
Mark = tuple[int, int]

MOST_VALUES = 50_000
MOST_LEVELS = 50
_MOST_FAULTS = 20
# The C parser when PyYAML was built with it; both give the same events.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Node:
    """One value of a document with its place; `size` and `height` count aliases as if written out."""

    value: Scalar
    mark: Mark
    pairs: dict[Key, Node] | None = None
    keys: dict[Key, Mark] = field(default_factory=dict)
    items: list[Node] | None = None
    size: int = 1
    height: int = 1

    def plain(self) -> Any:
        """The value as fresh dicts, lists and scalars."""
        if self.pairs is not None:
            return {key: node.plain() for key, node in self.pairs.items()}
        return self.value if self.items is None else [node.plain() for node in self.items]

    def child(self, key: Key) -> Node | None:
        """The value under a key or index, or None."""
        if self.pairs is not None:
            return self.pairs.get(key)
        if self.items is not None and isinstance(key, int) and 0 <= key < len(self.items):
            return self.items[key]
        return None


@dataclass(frozen=True)
class Document:
    """A YAML mapping as plain data, with the place of every key and value.

    Attributes
    ----------
    file : str
        The name the text was read under.
    data : dict
        Fresh dicts, lists and scalars; keys are str or int.
    """

    file: str
    data: dict[Key, Any]
    _root: Node = field(repr=False, compare=False)

    def mark(self, path: Path) -> Mark:
        """1-based line and column of the value at `path`, or of its nearest parent that is there."""
        return self._walk(path)[0].mark

    def key_mark(self, path: Path) -> Mark:
        """1-based line and column of the key at `path`, or of the nearest parent's key that is there."""
        node, parent, key = self._walk(path)
        return node.mark if parent is None else parent.keys.get(key, node.mark)

    def has(self, path: Path) -> bool:
        """Whether there is a value at `path`."""
        node: Node | None = self._root
        for key in path:
            node = None if node is None else node.child(key)
        return node is not None

    def _walk(self, path: Path) -> tuple[Node, Node | None, Key]:
        node: Node = self._root
        parent: Node | None = None
        last: Key = ""
        for key in path:
            child = node.child(key)
            if child is None:
                break
            node, parent, last = child, node, key
        return node, parent, last


def read_document(path: str | os.PathLike[str]) -> Document:
    """The document in a UTF-8 YAML file of at most 1 MiB.

    Raises
    ------
    BadInput
        Whatever is wrong with the file: see `read_text` and `parse_document`.
    """
    return parse_document(read_text(path), os.fspath(path))


def parse_document(text: str, file: str) -> Document:
    """The document in a text; `file` names it in faults.

    YAML 1.2 core scalars; one document; keys are text or whole numbers, each once; no merge keys (`<<`), no
    tags but those of the core schema; at most 50 levels and 50 000 values once aliases are expanded.

    Raises
    ------
    BadInput
        With `file:line:column` for everything that is not so.
    """
    text = text.removeprefix("\ufeff")
    check_text(text, file)
    root = _Builder(text, file).build()
    if root is None or (root.value is None and root.pairs is None and root.items is None):
        raise BadInput(Fault(file, message="the file is empty: a mapping of keys to values is needed"))
    if root.pairs is None:
        got = "a list" if root.items is not None else show(root.value)
        raise BadInput(Fault(file, *root.mark, got=f"{got} at the top", allowed="a mapping of keys to values"))
    return Document(file, root.plain(), root)


def parse_value(text: str, label: str) -> Any:
    """A single value written as YAML 1.2 (`5`, `[1, 2]`, `{shape: ring}`); nothing at all is null.

    Raises
    ------
    BadInput
        With `label` in place of a file, and no line.
    """
    try:
        check_text(text, label)
        root = _Builder(text, label).build()
    except BadInput as error:
        raise BadInput(replace(fault, line=None, column=None) for fault in error.faults) from None
    return None if root is None else root.plain()


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is still open; `key` is the key whose value comes next."""

    node: Node
    anchor: str | None
    key: Key | None = None
    key_mark: Mark = (1, 1)
    waits: bool = False
    discard: bool = False


class _Builder:
    """Builds the nodes of one document from the parser's events."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._open: list[_Frame] = []
        self._anchors: dict[str, Node | None] = {}
        self._values = 0
        self._faults: list[Fault] = []
        self._root: Node | None = None

    def build(self) -> Node | None:
        """The top node, or None for a text without a document."""
        documents = 0
        for event in self._events():
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._stop(_mark(event), message="a second document starts here; one file holds one")
            elif isinstance(event, yaml.NodeEvent):
                self._node(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                frame = self._open.pop()
                self._put(frame.node, frame.anchor)
        if self._faults:
            raise BadInput(self._faults)
        return self._root

    def _events(self) -> Iterator[Any]:
        try:
            yield from yaml.parse(self._text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            self._stop(error_place(error, self._text), message=sentence(error, self._text))
        except yaml.reader.ReaderError as error:
            self._stop(place(self._text, error.position), message="a character that YAML does not allow")

    def _node(self, event: Any) -> None:
        if self._wants_key():
            self._key(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.ScalarEvent):
            self._count(1, _mark(event))
            self._put(Node(self._scalar(event), _mark(event)), event.anchor)
        else:
            self._start(event)

    def _wants_key(self) -> bool:
        return bool(self._open) and self._open[-1].node.pairs is not None and not self._open[-1].waits

    def _start(self, event: Any) -> None:
        where = _mark(event)
        self._count(1, where)
        if len(self._open) >= MOST_LEVELS:
            self._stop(where, message=f"more than {MOST_LEVELS} levels of nesting")
        mapping = isinstance(event, yaml.MappingStartEvent)
        if event.tag not in (None, "!", PREFIX + ("map" if mapping else "seq")):
            self._fault(where, message=f"the tag {short_tag(event.tag)} is not allowed")
        if event.anchor:
            self._anchors[event.anchor] = None
        node = Node(None, where, pairs={}) if mapping else Node(None, where, items=[])
        self._open.append(_Frame(node, event.anchor))

    def _alias(self, event: Any) -> None:
        where = _mark(event)
        if event.anchor not in self._anchors:
            self._stop(where, message=f"the alias *{event.anchor[:40]} has no anchor before it")
        target = self._anchors[event.anchor]
        if target is None:
            self._stop(where, message=f"the alias *{event.anchor[:40]} stands inside its own anchor")
            return
        self._count(target.size, where)
        if len(self._open) + target.height > MOST_LEVELS + 1:
            self._stop(where, message=f"more than {MOST_LEVELS} levels of nesting once aliases are expanded")
        copy = Node(target.value, where, target.pairs, target.keys, target.items, target.size, target.height)
        self._put(copy, None)

    def _key(self, event: Any) -> None:
        where, frame = _mark(event), self._open[-1]
        if not isinstance(event, yaml.ScalarEvent):
            sort = "an alias" if isinstance(event, yaml.AliasEvent) else "a list or mapping"
            self._stop(where, got=f"{sort} as a key", allowed="text or a whole number")
        self._count(1, where)
        value = self._scalar(event)
        frame.waits, frame.discard, frame.key, frame.key_mark = True, True, None, where
        if event.value == "<<" and event.implicit[0]:
            self._fault(where, message="merge keys (<<) are not read: use extends, or write the keys out")
        elif isinstance(value, bool) or not isinstance(value, str | int):
            self._fault(where, got=f"{show(value)} as a key", allowed="text or a whole number")
        elif value in (frame.node.pairs or {}):
            first = frame.node.keys[value][0]
            self._fault(where, key=_dotted(value), message=f"this key is already there, in line {first}")
        else:
            frame.discard, frame.key = False, value
        if event.anchor:
            self._anchors[event.anchor] = Node(value, where)

    def _scalar(self, event: Any) -> Scalar:
        try:
            return scalar(event.value, plain=event.style in (None, ""), tag=event.tag)
        except ValueError as error:
            self._fault(_mark(event), message=str(error))
            return None

    def _put(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self._anchors[anchor] = node
        if not self._open:
            self._root = node
            return
        frame = self._open[-1]
        holder = frame.node
        holder.size += node.size
        holder.height = max(holder.height, node.height + 1)
        if holder.items is not None:
            holder.items.append(node)
        elif holder.pairs is not None:
            if not frame.discard and frame.key is not None:
                holder.pairs[frame.key] = node
                holder.keys[frame.key] = frame.key_mark
            frame.waits = False

    def _count(self, values: int, where: Mark) -> None:
        self._values += values
        if self._values > MOST_VALUES:
            self._stop(where, message=f"more than {MOST_VALUES} values once aliases are expanded")

    def _fault(self, where: Mark, *, key: str = "", got: str = "", allowed: str = "", message: str = "") -> None:
        self._faults.append(Fault(self._file, *where, key=key, got=got, allowed=allowed, message=message))
        if len(self._faults) >= _MOST_FAULTS:
            raise BadInput(self._faults)

    def _stop(self, where: Mark, *, got: str = "", allowed: str = "", message: str = "") -> None:
        self._fault(where, got=got, allowed=allowed, message=message)
        raise BadInput(self._faults)


def _mark(event: Any) -> Mark:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _dotted(key: Key) -> str:
    return str(key)[:60]
