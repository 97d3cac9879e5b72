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
