"""Nothing for the browser needs a newer one than the help page names, except where it may be missing.

Scripts run from Chrome 92, Firefox 90 and Safari 15.4 on: app.js stops in older browsers.
"""

import re
from pathlib import Path

import pytest

STATIC = Path("static")
SCRIPTS = [str(file) for file in sorted(STATIC.rglob("*.js"))]
STYLES = [str(file) for file in sorted(STATIC.rglob("*.css"))]

NEWER = (
    r"\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|withResolvers|isWellFormed|fromAsync)\(",
    r"\b(Object|Map)\.groupBy\(|\bObject\.hasOwn\(|\.getOrInsert\(|\bPromise\.try\(|\bIterator\b|\bTemporal\b",
    # May be missing, and is asked for with ?.( then.
    r"\b(structuredClone|AbortSignal\.(timeout|any)|checkVisibility|randomUUID|showPicker)\(",
    # Safari sends no form from a script before version 16.
    r"\.requestSubmit\b",
    r"\.(showPopover|showModal|startViewTransition|setHTML|moveBefore)\b|\.inert\b",
    r":has\(|:user-(in)?valid|:modal|:popover-open|:open\b",
    # Such a module can't even be read.
    r"\(\?<[=!]|\bstatic \{|#\w+ in |\) with \{|\bwith \{ *type|\busing [a-z]\w* =|\bimport defer\b",
    r"/[dgimsuy]*v[dgimsuy]*[.,;)]",
)
"""What a script can't have: each throws, or stops its whole module, in a browser that it should run in."""

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
RULE = re.compile(r"([^{};]*)\{([^{}]*)\}")
SUPPORTS = re.compile(r"@supports[^{}]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
INNERMOST = re.compile(r"\(([^()]*)\)")


def text_of(file: str) -> str:
    """Return a script or a style sheet without comments, and without what not all browsers apply."""
    return SUPPORTS.sub("", COMMENT.sub("", Path(file).read_text("utf-8")))


def selectors(selector: str) -> list[str]:
    """Return the selectors of a list, with what is in parentheses left out but for ``:has``."""
    while INNERMOST.search(selector):
        selector = INNERMOST.sub(lambda found: ":has" if ":has" in found[1] else "", selector)
    return selector.split(",")


@pytest.mark.parametrize("file", SCRIPTS)
def test_a_script_runs_in_the_oldest_browser(file: str) -> None:
    text = text_of(file)
    assert [found[0] for newer in NEWER for found in re.finditer(newer, text)] == []


@pytest.mark.parametrize("file", STYLES)
def test_rules_are_nested_only_where_a_browser_knows_that(file: str) -> None:
    rest = RULE.sub("", text_of(file))
    around = [outer.strip() for outer in re.findall(r"([^{};]+)\{", rest)]
    assert [outer for outer in around if not outer.startswith("@")] == []


@pytest.mark.parametrize("file", STYLES)
def test_a_selector_that_a_browser_may_not_know_takes_no_other_with_it(file: str) -> None:
    rules = [selectors(rule[1]) for rule in RULE.finditer(text_of(file))]
    assert [each for each in rules if len({":has" in one for one in each}) > 1] == []


@pytest.mark.parametrize("file", STYLES)
def test_a_length_that_a_browser_may_not_know_has_another_before_it(file: str) -> None:
    for _, declarations in RULE.findall(text_of(file)):
        known: set[str] = set()
        for name, _, value in (each.strip().partition(":") for each in declarations.split(";")):
            if re.search(r"\d(cq[whib]|cqmin|cqmax|[dsl]v[hwib])\b|color-mix\(|light-dark\(", value):
                # One with a variable is not refused before it is too late for the other.
                assert name in known, f"{name}:{value}"
                assert "var(" not in value, f"{name}:{value}"
            known.add(name)
