"""Reads a page of the app the way people and their browsers do."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

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


TOKEN = re.compile(
    r"""(?P<words>[^<]+)
    |<(?P<end>/?)(?P<tag>[a-zA-Z][\w-]*)(?P<attributes>(?:[^>"']|"[^"]*"|'[^']*')*?)(?P<closed>/?)>
    |<!--.*?-->|<![^>]*>""",
    re.VERBOSE | re.DOTALL,
)
ATTRIBUTE = re.compile(r"""([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")
NOT_MARKUP = ("script", "style")
"""Elements whose text is not read as markup."""


def read(html: str) -> Node:
    """Return the page with this text; an element that is never closed is a failure.

    Python's own parser is made for pages that anyone wrote, and took a fifth of the time of all these tests.
    """
    page = here = Node("page", {})
    at = 0
    while at < len(html):
        token = TOKEN.match(html, at)
        assert token, f"no markup: {html[at : at + 80]}"
        at = token.end()
        words, end, tag, attributes, closed = token.groups()
        if words is not None:
            here.inside.append(unescape(words))
        elif end:
            assert here.tag == tag.lower(), f"</{tag}> closes <{here.tag}>"
            assert here.parent
            here = here.parent
        elif tag:
            node = Node(tag.lower(), named(attributes).copy(), here)
            here.inside.append(node)
            if closed or node.tag in VOID:
                continue
            here = node
            if node.tag in NOT_MARKUP:
                start, at = at, html.index(f"</{tag}>", at)
                node.inside += [html[start:at]] if start < at else []
    assert here is page, f"<{here.tag}> is never closed"
    return page


@lru_cache(20_000)
def named(attributes: str) -> dict[str, str]:
    """Return the values of the attributes that a tag has, by their names; most are read again and again."""
    return {name.lower(): unescape("".join(values)) for name, *values in ATTRIBUTE.findall(attributes)}
