"""Reads a page of the app the way people and their browsers do."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"input", "link", "meta", "br", "hr", "img"}
WITHIN_A_WORD = {"b", "i", "s", "svg"}
"""Elements that don't separate words."""


class Node:
    """An element of a page."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: "Node | None" = None) -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.inside: list[Node | str] = []

    def __getitem__(self, attribute: str) -> str:
        return self.attrs.get(attribute, "")

    def __contains__(self, words: str) -> bool:
        return words in self.text

    def __iter__(self) -> Iterator["Node"]:
        for child in self.inside:
            if isinstance(child, Node):
                yield child
                yield from child

    @property
    def text(self) -> str:
        """Its words, as one line."""
        return " ".join("".join(self._words()).split())

    @property
    def around(self) -> Iterator["Node"]:
        """The elements that it is in, from the inside out."""
        if self.parent:
            yield self.parent
            yield from self.parent.around

    def all(self, tag: str = "", kind: str = "", **attrs: str) -> list["Node"]:
        """Return every element inside with this tag, class and attributes."""
        return [
            node
            for node in self
            if (not tag or node.tag == tag)
            and (not kind or kind in node["class"].split())
            and all(node.attrs.get(name) == value for name, value in attrs.items())
        ]

    def one(self, tag: str = "", kind: str = "", **attrs: str) -> "Node":
        """Return the only such element inside."""
        found = self.all(tag, kind, **attrs)
        assert len(found) == 1, f"{len(found)} of {tag} {kind} {attrs} on this page:\n{self.text}"
        return found[0]

    def texts(self, tag: str = "", kind: str = "", **attrs: str) -> list[str]:
        """Return the words of every such element."""
        return [node.text for node in self.all(tag, kind, **attrs)]

    def _words(self) -> Iterator[str]:
        for child in self.inside:
            if isinstance(child, str):
                yield child
            else:
                apart = "" if child.tag in WITHIN_A_WORD else " "
                yield from (apart, *child._words(), apart)


class Reader(HTMLParser):
    """Parses the text of a page; an element that is never closed is a failure."""

    def __init__(self) -> None:
        super().__init__()
        self.here = self.page = Node("page", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.inside.append(node)
        if tag not in VOID:
            self.here = node

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"</{tag}> closes <{self.here.tag}>"
        assert self.here.parent
        self.here = self.here.parent

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.inside.append(Node(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_data(self, data: str) -> None:
        self.here.inside.append(data)


def read(html: str) -> Node:
    """Return the page with this text."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.here is reader.page, f"<{reader.here.tag}> is never closed"
    return reader.page
