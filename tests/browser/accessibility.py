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
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},  # the one of WCAG 2.2, off unless asked for
}

CONTRAST = {**ONLY_VIOLATIONS, "runOnly": {"type": "rule", "values": ["color-contrast"]}}

# What passes stays in the browser: it is far longer.
RUN = "options => axe.run(options).then(({ violations }) => violations)"

# Whether an open menu lies over part of this element. What it covers is tapped once the menu is closed.
UNDER_MENU = """
([selector]) => {
  const element = document.querySelector(selector);
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [...document.querySelectorAll("details.menu[open] > :not(summary)")].some((menu) => {
    const over = menu.getBoundingClientRect();
    const apart = over.right <= left || right <= over.left || over.bottom <= top || bottom <= over.top;
    return !menu.contains(element) && !apart;
  });
}
"""


def check_accessibility(page: Page) -> None:
    """Fail with every violation of WCAG 2.0 to 2.2, levels A and AA, that axe finds, in light and dark.

    The check is JavaScript itself: a phone that runs none fails after five seconds.
    """
    __tracebackhide__ = True
    page.wait_for_function("new Promise(done => setTimeout(done, 0, true))", timeout=5000)
    page.evaluate(AXE_SCRIPT)
    violations = page.evaluate(RUN, OPTIONS)
    violations = [shown for violation in violations if (shown := without_covered_targets(page, violation))]
    # Dark mode changes the colours and nothing else.
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)")
    violations += page.evaluate(RUN, CONTRAST)
    page.emulate_media(color_scheme="null")
    if violations:
        listed = "\n".join(described(violation) for violation in violations)
        pytest.fail(f"{page.url} is not accessible:\n{listed}", pytrace=False)


def check_page(page: Page, shown: str = "") -> None:
    """Fail if a page is not accessible, wider than the phone, too small for a thumb, or has odd words."""
    __tracebackhide__ = True
    wrong = [*small_targets(page), *odd_text(page)]
    if pixels := overhang(page):
        wrong.append(f"{pixels} pixels are beside the phone")
    assert not wrong, "\n".join([shown or page.url, *wrong])
    check_accessibility(page)


def without_covered_targets(page: Page, violation: dict[str, Any]) -> dict[str, Any] | None:
    """Return a violation without the targets that are small only because a menu covers them, or None."""
    if violation["id"] != "target-size":
        return violation
    nodes = [node for node in violation["nodes"] if not page.evaluate(UNDER_MENU, node["target"])]
    return {**violation, "nodes": nodes} if nodes else None


def described(violation: dict[str, Any]) -> str:
    """Return what is wrong, with every element where it is."""
    lines = [f"- {violation['id']} ({violation['impact']}): {violation['help']}"]
    for node in violation["nodes"]:
        lines.append(f"    {' '.join(map(str, node['target']))}  {node['html']}")
        lines += [f"      {line}" for line in node["failureSummary"].splitlines()]
    return "\n".join(lines)
