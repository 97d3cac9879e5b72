"""Reads a page of the app the way people and their browsers do."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape

VOID = {"col", "input", "link", "meta", "br", "hr", "img"}
WITHIN_A_WORD = {"b", "i", "s", "svg", "time"}
"""Elements that don't separate words."""


class Node:
    """An element of a page.

    Attributes:
        elements: those of the whole page, in order.
        first, last: where those inside this one begin and end.
    """

    def __init__(self, tag: str, attrs: Mapping[str, str], parent: "Node | None" = None) -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.inside: list[Node | str] = []
        self.elements: list[Node] = parent.elements if parent else []
        if parent:
            parent.inside.append(self)
            self.elements.append(self)
        self.first = self.last = len(self.elements)

    def __getitem__(self, attribute: str) -> str:
        return self.attrs.get(attribute, "")

    def __contains__(self, words: str) -> bool:
        return words in self.text

    def __iter__(self) -> Iterator["Node"]:
        return iter(self.elements[self.first : self.last])

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


ATTRIBUTES = r"""[^>"']*+(?:(?:"[^"]*"|'[^']*')[^>"']*+)*+"""
TOKEN = re.compile(
    rf"""([^<]+)                                                # words
    |<(script|style)\b({ATTRIBUTES})>(.*?)</\2>                 # what is not read as markup
    |<(/?)([a-zA-Z][\w-]*)({ATTRIBUTES})>                       # where an element begins or ends
    |<!--.*?-->|<![^>]*>
    |(.+)                                                       # no markup""",
    re.VERBOSE | re.DOTALL,
)
ATTRIBUTE = re.compile(r"""([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


def read(html: str) -> Node:
    """Return the page with this text; an element that is never closed is a failure.

    Python's own parser is made for pages that anyone wrote, and took a fifth of the time of all these tests.
    """
    page = here = Node("page", {})
    for words, special, its_attributes, unread, end, tag, attributes, wrong in TOKEN.findall(html):
        if words:
            here.inside.append(unescape(words))
        elif end:
            assert here.tag == tag.lower(), f"</{tag}> closes <{here.tag}>"
            assert here.parent
            here.last = len(here.elements)
            here = here.parent
        elif tag:
            node = Node(tag.lower(), named(attributes), here)
            if node.tag not in VOID and not attributes.endswith("/"):
                here = node
        elif special:
            node = Node(special, named(its_attributes), here)
            node.inside += [unread] if unread else []
        assert not wrong, f"no markup: {wrong[:80]}"
    assert here is page, f"<{here.tag}> is never closed"
    page.last = len(page.elements)
    return page


@lru_cache(20_000)
def named(attributes: str) -> Mapping[str, str]:
    """Return the values of the attributes that a tag has, by their names; most are read again and again."""
    found = ATTRIBUTE.findall(attributes.removesuffix("/"))
    return {name.lower(): unescape("".join(values)) for name, *values in found}
