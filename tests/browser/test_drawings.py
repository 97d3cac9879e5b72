"""Strokes are drawn alike by the server and, below the boxes, by a script: static/plays/group.js."""

import re
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.rules.strokes import Strokes
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from tests.browser.table import CAST, Table

CASES = [(taken, bid) for taken in (None, *range(21)) for bid in (None, *range(0, 21, 3))]

DRAW = """async ([address, cases]) => {
  const { newStrokes, drawStrokes } = await import(address);
  return cases.map(([taken, bid]) => {
    const drawing = newStrokes();
    drawStrokes(drawing, taken, bid);
    const uses = (name) => [...drawing.querySelectorAll(`use.${name}`)].map((use) => [
      use.getAttribute("href").split("#")[1], Number(use.getAttribute("x")),
    ]);
    return {
      box: drawing.getAttribute("viewBox"),
      outcome: drawing.getAttribute("class").split(" ")[1],
      taken: uses("taken"),
      open: uses("open"),
      paths: [...drawing.querySelectorAll("path")].map((path) => path.getAttribute("d")),
    };
  });
}"""


def described(drawing: StrokesDrawing | None) -> dict[str, Any]:
    """Return what the template makes of a drawing."""
    assert drawing
    return {
        "box": f"{drawing.left} 0 {drawing.width} 38",
        "outcome": drawing.outcome,
        "taken": [list(group) for group in drawing.taken],
        "open": [list(group) for group in drawing.open],
        "paths": [f"M{drawing.rule[0]} 35H{drawing.rule[1]}"] if drawing.rule else [],
    }


@pytest.mark.journey
def test_a_script_draws_strokes_as_the_server_does(phone: Page, app: Flask) -> None:
    phone.goto("/help")
    drawn = phone.evaluate(DRAW, [f"{app.static_url_path}/plays/group.js", CASES])
    assert drawn == [described(draw_strokes(Strokes(*case))) for case in CASES]


def test_strokes_fill_in_below_the_boxes_and_stay_below_the_score(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.bid("Bea", 5)
    table.open_take()
    below = phone.locator(".place > .strokes")
    expect(below.nth(1)).to_have_class(re.compile("playing"))
    table.enter(6, 3, 3)
    expect(below.nth(1)).to_have_class(re.compile("over"))
    expect(below.nth(1).locator(".taken")).to_have_count(2)
    expect(below.nth(0).locator(".taken")).to_have_attribute("href", re.compile("strokes-1$"))
    table.save()
    expect(table.hands.first.locator(".scores .strokes")).to_have_count(4)
    expect(table.hands.first.locator(".scores .strokes.over")).to_have_count(1)
