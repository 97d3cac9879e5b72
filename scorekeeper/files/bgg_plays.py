"""Plays as BoardGameGeek itself has them (``/xmlapi2/plays``), as a table for ``files/plays_csv.py``."""

import csv
from collections.abc import Mapping
from io import StringIO
from typing import NoReturn
from xml.parsers.expat import ExpatError, ParserCreate

from scorekeeper.files.foreign import LONGEST_TEXT
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.saying import Say

OF_PLAY = ("id", "xml", "date", "length", "quantity", "incomplete", "location", "game", "counts", "comments")

MOST_PLAYERS, DEEPEST = 50, 10
"""Players of a play that are looked at, and the elements that an element may be in."""


def table_of_bgg(text: str) -> str:
    """Return the plays of an XML document as a table. Raises BadFile if it is damaged or of another kind."""
    table, play, players = StringIO(), dict[str, str](), dict[str, Mapping[str, str]]()
    rows, parser, within = csv.writer(table), ParserCreate(), list[str]()
    rows.writerow((*OF_PLAY, "player", "score", "win"))

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        within.append(tag)
        if len(within) > DEEPEST:
            _refuse()
        if tag == "play":
            players.clear()
            play.clear()
            play.update(attributes, xml=attributes.get("id", "?"))
            play["counts"] = "no" if attributes.get("nowinstats") == "1" else ""
        elif tag == "item":
            play["game"] = attributes.get("name", "")
        elif tag == "player" and len(players) < MOST_PLAYERS:
            name = attributes.get("name") or attributes.get("username") or "Anonymous player"
            players[f"{name} ({len(players) + 1})" if name in players else name] = attributes

    def comment(words: str) -> None:
        if within[-1:] == ["comments"]:
            play["comments"] = (play.get("comments", "") + words)[:LONGEST_TEXT]

    def end(tag: str) -> None:
        within.pop()
        about = [play.get(key, "") for key in OF_PLAY]
        for name, player in (players or {"": {}}).items() if tag == "play" else ():
            rows.writerow((*about, name, player.get("score", ""), player.get("win", "")))
            about = [""] * len(OF_PLAY)
        if tag == "play":
            rows.writerow(())

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = comment, _refuse
    try:
        parser.Parse(text, True)
    except ExpatError as error:
        words = "The file is damaged or isn’t plays of BoardGameGeek: it can’t be read from line {line} on."
        raise BadFile.because(Say(words, line=error.lineno)) from None
    return table.getvalue()


def _refuse(*_: object) -> NoReturn:
    """Refuse a document that is like none of theirs, and may grow while it is read."""
    raise BadFile.because(Say("The file is XML, but not as BoardGameGeek writes plays."))
