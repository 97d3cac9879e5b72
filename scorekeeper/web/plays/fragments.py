"""Parts of the sheet that are drawn again only when something in them has changed: they have no forms."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import current_app, request
from markupsafe import Markup

from scorekeeper.rules.saying import Say
from scorekeeper.store.plays.sheet import digest
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.scores import newest_rows
from scorekeeper.web.plays.sheet_page import SheetPage

MOST_FRAGMENTS = 4_000_000
"""Characters of fragments that each process caches."""

PARTS = "Scorekeeper-Parts"
"""The header with the parts that this page shows, each with the digest of what it was drawn from."""

_fragments: RecentCache[Markup] = RecentCache(MOST_FRAGMENTS, len)


def is_shown(part: str, digest: str) -> bool:
    """Return whether the page that asks shows this part as it was drawn from what has this digest."""
    return f" {part}={digest} " in f" {request.headers.get(PARTS, '')} "


def shown_already(*parts: str) -> Markup:
    """Return the places of parts that the page fills with what it shows."""
    return Markup("").join(Markup(f'<div data-part="{part}" data-same></div>') for part in parts)


def draw(template: str, context: Mapping[str, Any]) -> Markup:
    """Return a drawn template, which knows its context and what all templates know, but not the request."""
    return Markup(current_app.jinja_env.get_template(template).render(context))


def draw_cached(template: str, key: tuple[object, ...], make: Callable[[], Mapping[str, Any]]) -> Markup:
    """Return a drawn template. The key must name everything that the context depends on."""
    return cached((template, *key), lambda: draw(template, make()))


def cached(key: tuple[object, ...], draw: Callable[[], Markup]) -> Markup:
    """Return what was drawn under this key before, or draw it."""
    drawn = _fragments.get(key)
    return _fragments.keep(key, draw()) if drawn is None else drawn


def draw_board(page: SheetPage, here: str, room: bool = False) -> Markup:
    """Return the scoreboard, on which this phone's owner is marked; for the ``room`` with who leads."""
    own = access.own_seat(page.sheet.play)
    key = (here, room, *page.sheet.drawn_from, page.dealer, own, *page.sheet.play.person_ids)
    drawn_from = digest(map(repr, key))
    if is_shown("board", drawn_from):
        return shown_already("board", *(["on-table"] if page.on_table else []))
    make = {
        "view": page,
        "seats": page.sheet.play.seats,
        "own_seat": own,
        "drawn_from": drawn_from,
        "room": room,
    }
    return draw_cached("plays/_board.html", key, lambda: make)


Flags = Mapping[int, tuple[Say, ...]]
"""What players say of hands that aren't right, by their numbers."""


def draw_hands(page: SheetPage, here: str, correctable: bool, flags: Flags) -> Markup:
    """Return the section with all hands, newest first, each to be corrected, or only looked at.

    A phone that shows all but the last hand gets only that one.
    """
    own, ids = access.own_seat(page.sheet.play), page.sheet.play.person_ids
    rules, played = page.sheet.key
    flagged = tuple(flags.items())
    key = (here, correctable, rules, played, flagged, own, *ids)
    drawn_from = digest(map(repr, key))
    if is_shown("hands", drawn_from):
        return shown_already("hands")
    make = {"view": page, "own_seat": own, "drawn_from": drawn_from}
    before = (here, correctable, rules, played[:-1], flagged, own, *ids)
    if len(played) > 1 and is_shown("hands", digest(map(repr, before))):
        row = _draw_rows(page, here, correctable, 1, Markup("<div data-earlier></div>"), flags)
        return draw("plays/_hand_list.html", {"hands": row, **make})
    return draw_cached(
        "plays/_hand_list.html",
        key,
        lambda: {"hands": _draw_all_rows(page, here, correctable, flags), **make},
    )


def _draw_all_rows(page: SheetPage, here: str, correctable: bool, flags: Flags) -> Markup:
    """Return every hand. One more hand is drawn above those that were drawn before."""
    rules, played = page.sheet.key
    key = ("rows", here, correctable, tuple(flags.items()), rules)
    earlier = _fragments.get((*key, played[:-1])) if played else None
    new = len(played) if earlier is None else 1
    return cached((*key, played), lambda: _draw_rows(page, here, correctable, new, earlier, flags))


def _draw_rows(
    page: SheetPage, here: str, correctable: bool, new: int, earlier: Markup | None, flags: Flags
) -> Markup:
    """Return the newest hands above earlier ones."""
    context = {
        "rows": newest_rows(page.result, new),
        "earlier": earlier,
        "suits": page.suits,
        "dealt": page.game.deal.dealt,
        "noun": page.noun,
        "here": here,
        "correctable": correctable,
        "flags": flags,
    }
    return draw("plays/_hands.html", context)
