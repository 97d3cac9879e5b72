"""A picture to send, as someone reads it."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

from scorekeeper.rules.words import text_width
from scorekeeper.web.drawings.picture import HEIGHT, LETTER, MARGIN, WIDTH
from tests.web.phone import Phone

SVG = "{http://www.w3.org/2000/svg}"


class Placed(NamedTuple):
    """A text on the paper: what it says, and where it is by the estimated width of its letters."""

    words: str
    left: float
    right: float
    y: float


class View(NamedTuple):
    """What lengths of a drawing are measured by: an origin, a size for percentages, a scale, a type size."""

    x: float = 0
    y: float = 0
    width: float = WIDTH
    height: float = HEIGHT
    scale: float = 1
    size: float = 16

    def measure(self, written: str | None, whole: float) -> float:
        """Return a length on the paper; percentages are of the whole."""
        number = written or "0"
        return whole * float(number[:-1]) / 100 if number[-1] == "%" else self.scale * float(number)

    def within(self, one: Element) -> "View":
        """Return the same for what an element contains."""
        size = one.get("font-size") or ""
        inner = self
        if size:
            inner = inner._replace(
                size=self.size * float(size[:-2]) if size.endswith("em") else self.scale * float(size)
            )
        if one.tag != f"{SVG}svg":
            return inner
        width = self.measure(one.get("width") or "100%", self.width)
        height = self.measure(one.get("height") or "100%", self.height)
        x = self.x + self.measure(one.get("x"), self.width)
        y = self.y + self.measure(one.get("y"), self.height)
        box = [float(part) for part in (one.get("viewBox") or f"0 0 {width} {height}").split()]
        scale = self.scale * (width / box[2]) if one.get("viewBox") else self.scale
        return inner._replace(
            x=x - box[0] * scale, y=y - box[1] * scale, width=width, height=height, scale=scale
        )


def read(phone: Phone, path: str) -> Element:
    """Return the picture at an address; fail unless it has every mark that it draws."""
    drawing = fromstring(phone.client.get(path).text)
    marks = {symbol.get("id") for symbol in drawing.iter(f"{SVG}symbol")}
    assert {(use.get("href") or "")[1:] for use in drawing.iter(f"{SVG}use")} <= marks
    assert (drawing.get("width"), drawing.get("height")) == ("1080", "1350")
    return drawing


def words(drawing: Element) -> list[str]:
    """Return the texts of a picture."""
    return ["".join(text.itertext()) for text in drawing.iter(f"{SVG}text")]


def texts(drawing: Element) -> Iterator[Placed]:
    """Yield the texts of a picture with their places."""
    yield from _texts(drawing, View(scale=1))


def _texts(one: Element, view: View) -> Iterator[Placed]:
    inner = view.within(one) if one.get("viewBox") != f"0 0 {WIDTH} {HEIGHT}" else view
    if one.tag == f"{SVG}text":
        said = "".join(one.itertext())
        wide = text_width(said) * inner.size * LETTER
        before = {"end": wide, "middle": wide / 2}.get(one.get("text-anchor") or "", 0)
        left = view.x + view.measure(one.get("x"), view.width) - before
        yield Placed(said, left, left + wide, view.y + view.measure(one.get("y"), view.height))
    for child in one:
        yield from _texts(child, inner)


def assert_on_paper(drawing: Element) -> None:
    """Fail if a text is in the margin or below the sheet."""
    outside = [
        text
        for text in texts(drawing)
        if text.left < MARGIN - 1 or text.right > WIDTH - MARGIN + 1 or not 0 < text.y < HEIGHT
    ]
    assert not outside, outside
