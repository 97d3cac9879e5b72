"""The page “What's new”: the changelog, whose few marks are headings, items, code and bold type."""

import re
from collections.abc import Iterator
from itertools import groupby

from flask import Blueprint, current_app, render_template
from markupsafe import Markup, escape

from scorekeeper.web.declared import declares

bp = Blueprint("whats_new", __name__)

TAGS = {"##": "h2", "###": "h3", "-": "li"}
"""The HTML tag of a block by the mark with which it begins; others are left out."""


@bp.get("/help/new")
@declares(offline_copy="everyone")
def whats_new() -> str:
    """Show what each version has changed, the newest first."""
    return render_template("app/whats_new.html", blocks=read_changelog())


def read_changelog() -> list[tuple[str, list[Markup]]]:
    """Return each heading, and the items of each list, with their tag."""
    blocks = _blocks(current_app.config["CHANGELOG"].read_text("utf-8"))
    return [(tag, [html for _, html in some]) for tag, some in groupby(blocks, key=lambda block: block[0])]


def _blocks(text: str) -> Iterator[tuple[str, Markup]]:
    for block in re.split(r"\n(?=#|-|\n)", text):
        mark, _, words = " ".join(block.split()).partition(" ")
        if tag := TAGS.get(mark):
            html = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words.replace("'", "’"))))
            yield tag, Markup(re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", html))
