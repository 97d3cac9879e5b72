"""Everything that pages say is a literal of a template, a message, or what people wrote."""

import gzip
import json
import re
from calendar import month_abbr
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import pass_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from markupsafe import Markup

from scorekeeper.gallery.gallery import gallery
from scorekeeper.hosting.demo import RECORDED, make_demo
from scorekeeper.rules import spoken
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.saying import And, Say, english
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.plays import sheet
from tests.web.markup import Node, read
from tests.web.phone import Phone

TEMPLATES = Path(__file__).parents[3] / "templates"

BESIDE_ELEMENTS = ("and",)
"""What a message says between elements that fill its blanks."""

SPOKEN = ("alt", "aria-label", "placeholder", "title")
"""The attributes that people hear or see."""

PLACES = re.compile(rf'([<>"]| (?:{"|".join(SPOKEN)})=")')
AFTER = {
    ("text", "<"): "tag",
    ("tag", ">"): "text",
    ("tag", "spoken"): "spoken",
    ("spoken", '"'): "tag",
}
"""Where a template is after what begins or ends a tag, or an attribute that people hear or see."""

MESSAGE = re.compile("⟦[^⟦⟧]*⟧|^[^⟦⟧]*⟧|⟦[^⟦⟧]*$")
"""A message without others in it, or the part of one that is beside an element."""

VALUE = re.compile("\ue000([^\ue001]*)\ue001([^\ue002]*)\ue002")
LETTER = re.compile(r"[^\W\d_]")
DATE = re.compile(rf"(\w+day )?\d{{1,2}} \w+( \d{{4}})?|{'|'.join(month_abbr[1:])}|\w+day night|http\S+")
"""What is written like a figure: a date, a month, the name of a night, and an address."""


class WithoutLiterals(Extension):
    """Leaves out what a template says outside of its tags: the letters that remain were said elsewhere."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield what a template consists of."""
        place = "text"
        for token in stream:
            if token.type == "data":
                kept = []
                for part in PLACES.split(token.value):
                    kept.append(part if place == "tag" else LETTER.sub("·", part))
                    if PLACES.fullmatch(part):
                        kept[-1] = part
                        place = AFTER.get((place, part[-1:] if part in ("<", ">", '"') else "spoken"), place)
                yield Token(token.lineno, "data", "".join(kept))
            else:
                yield token


def in_brackets(one: str, several: str, number: int) -> str:
    """Return a message in a language that differs from English in its brackets."""
    return f"⟦{english(one, several, number)}⟧"


@pass_context
def with_template(context: Context, value: Any) -> Any:
    """Return what a template writes; a text that is neither HTML nor a message names the template."""
    if isinstance(value, Markup) or not isinstance(value, str | And) or not value:
        return value
    return f"\ue000{context.name}\ue001{value}\ue002"


@pytest.fixture
def demo(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return a host's phone in the club of the demo, whose pages are in brackets."""
    phone = Phone(app).open(make_demo(app)).tap("I’m Nora")
    for write in (Say.write, And.write, spoken.aloud):
        monkeypatch.setattr(write, "__defaults__", (in_brackets,))
    monkeypatch.setattr(sheet, "_fragments", RecentCache(sheet.MOST_FRAGMENTS, len))
    monkeypatch.setattr(app.jinja_env, "finalize", with_template)
    monkeypatch.setattr(app.jinja_env, "bytecode_cache", None)
    monkeypatch.setattr(app.jinja_env, "cache", {})
    monkeypatch.setitem(app.jinja_env.extensions, "literals", WithoutLiterals(app.jinja_env))
    monkeypatch.setitem(app.jinja_env.globals, "parts", app.jinja_env.get_template("parts.html").module)
    return phone


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a piece of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def written_by_people() -> set[str]:
    """Return the names and notes of the demo, and the names of games, which are the same in any language."""
    lines = gzip.decompress(RECORDED.read_bytes()).decode().splitlines()
    names = {game.name for game in CATALOGUE.values()} | {
        *texts_in([game.recipe for game in gallery().values()])
    }
    return (
        names
        | {text for line in lines for text in texts_in(json.loads(line))}
        | {"Linux computer", *BESIDE_ELEMENTS}
    )


def strings_of_templates(app: Flask) -> set[str]:
    """Return the texts in the expressions of all templates."""
    tokens = (app.jinja_env.lex(file.read_text("utf-8")) for file in TEMPLATES.rglob("*.*"))
    return {value[1:-1].strip() for each in tokens for _, kind, value in each if kind == "string"}


def texts_on(page: Node) -> Iterator[tuple[str, str]]:
    """Yield every text of a page with the tag around it, without moments."""
    for node in page:
        if node.tag not in ("script", "style", "time") and all(one.tag != "time" for one in node.around):
            yield from ((node.tag, text) for text in node.inside if isinstance(text, str))
            yield from ((f"{node.tag} {name}", node[name]) for name in SPOKEN if node[name])


def faults_of(page: Node, known: set[str]) -> Iterator[tuple[str, str]]:
    """Yield what a page says besides: the template, or the tag of what is HTML already, and the words."""
    for tag, text in texts_on(page):
        while text != (text := MESSAGE.sub("", text)):
            pass
        said = [*VALUE.findall(text), *((f"<{tag}>", part) for part in re.split("\0", VALUE.sub("\0", text)))]
        for name, words in said:
            words = " ".join(words.split()).strip(" ,;:")
            if LETTER.search(words) and words not in known and not DATE.fullmatch(words):
                yield name, words


CLUB = "players archive nights tab bin exchange phones statistics statistics/records statistics/players/1"
NIGHT = "/board /recap /ending /bank /games /bank/settle /bank/count /bank/cost /bank/players/1"
GAME = "/recap /history /board /settings /presence /hands/1 /hands/1/insert /hands/2/move ?whole"

FORMS: dict[str, dict[str, Any]] = {
    "/plays/140/hands/1/remove": {"look": "page"},
    "/plays/141/hands/2/move": {"look": "page", "to": 1},
    "/plays/142/hands": {"number": 99, "version": "0"},
    "/nights/40/players": {"name": "Nora"},
    "/nights/40/bank": {"kind": "gift", "giver": 1, "taker": 1, "coins": 2},
    "/nights/40/bank/stakes": {"to": 1, "stake": "many"},
    "/nights/40/bank/tab": {"amount": "1-tab-1-2-3"},
}
"""Previews of changes, and what is refused."""


def pages_of(demo: Phone) -> Iterator[str]:
    """Yield pages of the club, and of some nights and games of the demo."""
    paths = ["/", "/games", "/help", "/clubs/1/statistics/games/coralon", "/clubs/1/recap?since="]
    paths += [f"/clubs/1/{page}" for page in CLUB.split()]
    paths += [f"/nights/{night}{page}" for night in (1, 39, 40) for page in ("", *NIGHT.split())]
    paths += [f"/plays/{play}{page}" for play in (1, 2, 3, 140, 141, 142) for page in ("", *GAME.split())]
    for path in paths:
        yield demo.client.get(path, follow_redirects=True).text
    for path, form in FORMS.items():
        fields = {"csrf_token": demo.token, **form}
        yield demo.client.post(path, data=fields, follow_redirects=True).text


def test_everything_said_is_a_literal_a_message_or_what_people_wrote(demo: Phone) -> None:
    app = demo.client.application
    known, faults = written_by_people() | strings_of_templates(app), set()
    for html in pages_of(demo):
        faults |= set(faults_of(read(html), known))
    assert not faults, "\n".join(f"{name}: {words}" for name, words in sorted(faults))
