"""Checks whether anything on a page jumps, or is too small or too wide."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page

# Also the shifts right after a tap, which browsers forgive when they rate a page: a thumb does not.
# They are described when they are first asked for: what has moved may be gone later.
SHIFTS = """
new Promise((done) => {
  const describe = (list) => {
    for (const shift of list.getEntries()) {
      if (shift.value < 0.0005) continue; // a word that grew by a letter
      const moved = shift.sources.map(({ node, previousRect: was, currentRect: is }) =>
        `${node?.nodeName} ${node?.className ?? node?.textContent}: ${was.x},${was.y} to ${is.x},${is.y}`);
      shifts.push(`${shift.value.toFixed(4)} ${moved.join("; ")}`);
    }
  };
  if (!window.shifts) {
    window.shifts = [];
    new PerformanceObserver(describe).observe({ type: "layout-shift", buffered: true });
  }
  // Shifts are reported with a frame; after two, those of everything before are known.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(shifts))));
})
"""


def allow_motion(page: Page) -> None:
    """Let totals count up in pages opened from now on: as they become wider, they could shift others."""
    page.emulate_media(reduced_motion="no-preference")


def shifts(page: Page) -> list[str]:
    """Return what has shifted since this page was opened."""
    found: list[str] = page.evaluate(SHIFTS)
    return found


@contextmanager
def unmoved(what: Locator) -> Iterator[None]:
    """Check that an element keeps its place and size during what happens inside.

    A page scrolls by whole pixels, so that less than one may be missing.
    """
    before = what.bounding_box()
    yield
    after = what.bounding_box()
    assert after == pytest.approx(before, abs=0.99)


SMALL = """
(least) => [...document.querySelectorAll("a, button, summary, input, select, textarea")]
  .filter((target) => target.type !== "hidden")
  // Old browsers draw nothing of what a fold hides.
  .filter((target) => target.checkVisibility?.({ visibilityProperty: true })
    ?? (target.getClientRects().length > 0 && getComputedStyle(target).visibility === "visible"))
  // A link inside a sentence is as high as its line.
  .filter((target) => getComputedStyle(target).display !== "inline")
  .map((target) => (["radio", "checkbox"].includes(target.type) ? target.closest("label") : target))
  .map((target) => [target, target.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least || height < least)
  .map(([target, { width, height }]) => `${target.outerHTML.slice(0, 120)} is ${width} by ${height}`)
"""


def small_targets(page: Page, least: int = 44) -> list[str]:
    """Return what can be tapped on a page but is too small for a thumb."""
    found: list[str] = page.evaluate(SMALL, least)
    return found


def overhang(page: Page) -> int:
    """Return by how many pixels a page is wider than the phone."""
    pixels: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return pixels


ODD = """
({ sizes, weights, fitted, icons }) => {
  // In larger text, everything grows with it.
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const drawn = (words) => [...icons].some((icon) => words.includes(icon));
  const shown = (element) => element.checkVisibility?.({ visibilityProperty: true })
    ?? (element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible");
  const found = [];
  for (const element of document.querySelectorAll("body, body *:not(script, style, option)")) {
    const note = (what) => found.push(`${element.outerHTML.slice(0, 100)} ${what}`);
    for (const pseudo of ["::before", "::after"]) {
      const { content } = getComputedStyle(element, pseudo);
      if (drawn(content) || content.includes("×")) note(`has ${content} ${pseudo}`);
    }
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const words = own.map(({ data }) => data).join("").trim();
    if (!words || !shown(element)) continue;
    // Beside words and figures, or as a key among them, × is arithmetic.
    const tapped = element.closest("button, a, summary") && !element.closest(".pad");
    if (drawn(words) || (tapped && words === "×")) note("is an icon of letters");
    const { fontSize, fontWeight } = getComputedStyle(element);
    if (!weights.includes(fontWeight)) note(`has the weight ${fontWeight}`);
    const usual = sizes.some((size) => Math.abs(size * unit - parseFloat(fontSize)) < 0.01);
    if (!usual && !element.closest(fitted)) note(`has ${fontSize}`);
  }
  return found;
}
"""

ICONS = "‹›⌄✓⌫⋯◉◌✎☰✕★●○▸▾←→↑↓"
"""Letters that look like icons, and look different on every phone."""

SIZES = [13, 15, 17, 22, 28, 44]
"""The sizes of text in pixels, as app.css has them."""

FITTED = (
    ".total, .place, .cols, .scores, .names, .standings, body:has(.board), .sample, .sign, .connection, "
    ".over h2, .called, .menu > div"
)
"""What is as large as fits."""


def odd_text(page: Page) -> list[str]:
    """Return the words of a page in a size or weight that no others have, and letters used as icons."""
    wanted = {"sizes": SIZES, "weights": ["400", "600"], "fitted": FITTED, "icons": ICONS}
    found: list[str] = page.evaluate(ODD, wanted)
    return found
