"""Checks a page, as it is shown, for barriers to anyone using it."""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.layout import odd_text, overhang, small_targets

# Nothing is fetched: no page has media, and no rule that is checked reads style sheets.
ONLY_VIOLATIONS = {"resultTypes": ["violations"], "preload": False}
OPTIONS = {
    **ONLY_VIOLATIONS,
    # Whether a target is large enough, which is the one rule of WCAG 2.2, small_targets() finds out.
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "rules": {"color-contrast": {"enabled": False}},
}

CONTRAST = {**ONLY_VIOLATIONS, "runOnly": {"type": "rule", "values": ["color-contrast"]}}

# What passes stays in the browser: it is far longer.
RUN = "options => axe.run(options).then(({ violations }) => violations)"

# The contrast of a text takes long to find out. It's the same for texts of one kind and style that are inside
# others of the same kinds and styles, such as the rows of a table, or the bar of another page.
KINDS = """() => {
  const colors = ["color", "backgroundColor", "backgroundImage", "opacity", "visibility"];
  const hashed = (text) => {
    let [one, other] = [1, 2];
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x9e3779b1);
      other = Math.imul(other ^ text.charCodeAt(at), 0x5f356495);
    }
    return `${one} ${other}`;
  };
  const known = new Map();
  const kindOf = (element) => {
    if (!element) return "";
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const own = [element.tagName, element.getAttribute("class"), element.matches(":disabled")];
      const drawn = [...own, ...[...colors, "fontSize", "fontWeight"].map((name) => style[name])];
      known.set(element, hashed(`${kindOf(element.parentElement)} > ${drawn}`));
    }
    return known.get(element);
  };
  const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
  const texts = [...document.body.querySelectorAll("*")].filter((element) =>
    [...element.childNodes].some(isText) || element.matches("input, select, textarea"));
  window.kinds = new Map(texts.map((element) => [kindOf(element), element]));
  return [...window.kinds.keys()];
}"""
"""Returns the kinds of the texts of a page."""

RUN_ON_KINDS = """([kinds, options]) => {
  const include = kinds.map((kind) => window.kinds.get(kind));
  return axe.run({ include }, options).then(({ violations }) => violations);
}"""

READABLE: set[str] = set()
"""The kinds of texts that were found to have enough contrast, on any page so far."""


def unreadable(page: Page) -> list[dict[str, Any]]:
    """Return the violations of the contrast of texts, as they are drawn now."""
    if not (new := [kind for kind in page.evaluate(KINDS) if kind not in READABLE]):
        return []
    violations: list[dict[str, Any]] = page.evaluate(RUN_ON_KINDS, [new, CONTRAST])
    if not violations:
        READABLE.update(new)
    return violations


def check_accessibility(page: Page) -> None:
    """Fail if something is too small for a thumb, or axe finds a violation of WCAG, levels A and AA.

    It looks in light for all of them, and in dark for what can't be read.

    The check is JavaScript itself: a phone that runs none fails after five seconds.
    """
    __tracebackhide__ = True
    page.wait_for_function("new Promise(done => setTimeout(done, 0, true))", timeout=5000)
    small = small_targets(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate(RUN, OPTIONS) + unreadable(page)
    # Dark mode changes the colours and nothing else.
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)")
    violations += unreadable(page)
    page.emulate_media(color_scheme="null")
    if small or violations:
        listed = "\n".join([*small, *map(described, violations)])
        pytest.fail(f"{page.url} is not accessible:\n{listed}", pytrace=False)


def check_page(page: Page, shown: str = "") -> None:
    """Fail if a page is not accessible, wider than the phone, or has odd words."""
    __tracebackhide__ = True
    wrong = odd_text(page)
    if pixels := overhang(page):
        wrong.append(f"{pixels} pixels are beside the phone")
    assert not wrong, "\n".join([shown or page.url, *wrong])
    check_accessibility(page)


def described(violation: dict[str, Any]) -> str:
    """Return what is wrong, with every element where it is."""
    lines = [f"- {violation['id']} ({violation['impact']}): {violation['help']}"]
    for node in violation["nodes"]:
        lines.append(f"    {' '.join(map(str, node['target']))}  {node['html']}")
        lines += [f"      {line}" for line in node["failureSummary"].splitlines()]
    return "\n".join(lines)
