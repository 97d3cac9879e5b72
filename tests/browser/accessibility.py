"""Checks a page as it is shown for what keeps people from using it."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},  # the one of WCAG 2.2, off unless asked for
}


CONTRAST = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}


def check_accessibility(page: Page) -> None:
    """Fail with every violation of WCAG 2.0 to 2.2, levels A and AA, that axe finds, by day and by night.

    It is JavaScript itself, and would wait for ever in a phone that runs none.
    """
    __tracebackhide__ = True
    page.wait_for_function("new Promise(done => setTimeout(done, 0, true))", timeout=5000)
    violations = Axe().run(page, options=OPTIONS).response["violations"]
    # Night changes the colours and nothing else.
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)")
    violations += page.evaluate("options => axe.run(options)", CONTRAST)["violations"]
    page.emulate_media(color_scheme="null")
    if violations:
        listed = "\n".join(described(violation) for violation in violations)
        pytest.fail(f"{page.url} is not accessible:\n{listed}", pytrace=False)


def described(violation: dict[str, Any]) -> str:
    lines = [f"- {violation['id']} ({violation['impact']}): {violation['help']}"]
    for node in violation["nodes"]:
        lines.append(f"    {' '.join(map(str, node['target']))}  {node['html']}")
        lines += [f"      {line}" for line in node["failureSummary"].splitlines()]
    return "\n".join(lines)
