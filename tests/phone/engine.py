"""The engine in a browser: what it answers to many questions at once."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from scorekeeper.settings import read_environment

FOLDER = read_environment().offline
"""Where the files that phones fetch are."""

OPEN = """async () => {
  const script = document.querySelector("script[type=module][src*='/app.js']").src;
  window.engine = await import(script.replace("app.js", "engine/engine.js"));
  return engine.load();
}"""
ASK = """async (all) => {
  const answers = [];
  for (const question of all) answers.push(await engine.ask(...question).catch(({ message }) => message));
  return answers;
}"""

SLOW = 180_000
"""Milliseconds: the first time Python starts afresh, which a busy machine takes long for."""


def open_engine(page: Page) -> None:
    """Load the engine on the page that is open."""
    page.set_default_timeout(SLOW)
    assert page.evaluate(OPEN)


def ask_engine(page: Page, questions: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the answer to each question, which is the name of a function and its arguments."""
    answers: list[Any] = page.evaluate(ASK, questions)
    return answers
