"""Parts of the sheet that are drawn again only when something in them has changed.

What differs each time, such as the ids of forms, is not in them: marks stand for it until they are shown.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import current_app
from markupsafe import Markup

from scorekeeper.domain import Role
from scorekeeper.rules.table import Seat
from scorekeeper.store.database import new_uid
from scorekeeper.store.models import Chair
from scorekeeper.store.plays.sheet import Sheet, digest
from scorekeeper.store.recent_cache import RecentCache
from scorekeeper.web.clubs import access
from scorekeeper.web.live.in_place import is_shown, shown_already
from scorekeeper.web.plays.scores import newest_rows
from scorekeeper.web.plays.sheet_page import SheetPage

MOST_FRAGMENTS = 4_000_000
"""Characters of fragments that each process caches."""

_fragments: RecentCache[Markup] = RecentCache(MOST_FRAGMENTS, len)

FORM = "<!--form-"

FIELDS = Markup(f"{FORM}fields-->")
"""Stands for the hidden fields of a form."""

CSRF = Markup(f"{FORM}csrf-->")
"""Stands for those of a form that is not about a version of the play."""

UID = Markup("<!--uid-->")
"""Stands for the id of a form."""

HERE, NUMBER, LAST = Markup("<!--here-->"), Markup("<!--number-->"), Markup("<!--last-->")
"""Stand for the address of the sheet, and for the numbers of the next hand and of the last one.

No name looks like a mark: names are escaped.
"""

REMOVES = Markup('<input type="hidden" name="removes" value="{}">').format(LAST)
"""The field of the form that removes the last hand, or the bid of the one in progress."""


def draw(template: str, context: Mapping[str, Any]) -> Markup:
    """Return a drawn template, which knows its context and what all templates know, but not the request."""
    return Markup(current_app.jinja_env.get_template(template).render(context))


def draw_cached(template: str, key: tuple[object, ...], make: Callable[[], Mapping[str, Any]]) -> Markup:
    """Return a drawn template. The key must name everything that the context depends on."""
    return cached((template, *key), lambda: draw(template, make()))


def fill_in(fragment: Markup, sheet: Sheet, here: str) -> Markup:
    """Return a fragment with the address and the numbers that its marks stand for."""
    text = str(fragment).replace(HERE, here)
    return Markup(text.replace(NUMBER, str(sheet.number)).replace(LAST, str(sheet.last)))


def add_fields(page: str, sheet: Sheet) -> str:
    """Return a page with the hidden fields of its forms, each of which gets an id of its own."""
    first, *others = page.split(FORM)
    if not others:
        return first
    parts: Any = current_app.jinja_env.get_template("parts.html").module
    csrf = str(parts.csrf(UID))
    fields = {CSRF: csrf, FIELDS: f"{parts.play_version(sheet)}{csrf}"}
    filled = [first]
    for part in others:
        mark, end, rest = part.partition("-->")
        filled += fields[Markup(FORM + mark + end)].replace(UID, new_uid()), rest
    return "".join(filled)


def cached(key: tuple[object, ...], draw: Callable[[], Markup]) -> Markup:
    """Return what was drawn under this key before, or draw it."""
    drawn = _fragments.get(key)
    return _fragments.keep(key, draw()) if drawn is None else drawn


def draw_board(page: SheetPage, here: str) -> Markup:
    """Return the scoreboard, on which this phone's owner is marked."""
    own = own_seat(page.sheet.play.seats)
    key = (here, *page.sheet.drawn_from, page.dealer, own)
    drawn_from = digest(map(repr, key))
    if is_shown("board", drawn_from):
        return shown_already("board", *(["on-table"] if page.on_table else []))
    make = {"view": page, "seats": page.sheet.play.seats, "own_seat": own, "drawn_from": drawn_from}
    return draw_cached("plays/_board.html", key, lambda: make)


def own_seat(seats: Sequence[Chair]) -> Seat | None:
    """Return the seat of this phone's owner; None if they said nothing or are not playing."""
    owner_id = access.me()
    return next((place for place, seat in enumerate(seats) if seat.player_id == owner_id), None)


def draw_due(page: SheetPage, here: str) -> Markup:
    """Return the heading of the panel that asks: which hand is due, and who begins."""
    context = {"view": page, "number": page.sheet.number}
    return draw_cached("plays/_due.html", (here, *page.sheet.drawn_from, page.dealer), lambda: context)


def draw_menu(page: SheetPage, here: str, panel: str, needs_hidden: bool) -> Markup:
    """Return the menu of the sheet."""
    sheet, own = page.sheet, own_seat(page.sheet.play.seats)
    removable = page.game.bid_noun if sheet.bidding else Markup("{} {}").format(page.noun, LAST)
    context = {
        "here": here,
        "play_id": sheet.play.id,
        "night_id": sheet.play.night_id,
        "game": page.game.key,
        "title": page.setup.title,
        "hands": page.game.hand_noun.many,
        "me": "" if own is None else sheet.play.seats[own].name,
        "needs_hidden": needs_hidden,
        "over": panel == "over",
        "may_change": access.may(Role.KEEPER),
        "may_export": access.may(Role.MEMBER),
        "restorable": sheet.hand_to_restore and Markup("{} {}").format(page.noun, NUMBER),
        "removable": removable if sheet.last else "",
        "fields": FIELDS,
        "removes": REMOVES,
    }
    return fill_in(draw_cached("plays/_menu.html", tuple(context.values()), lambda: context), sheet, here)


def draw_hands(page: SheetPage, here: str, correctable: bool) -> Markup:
    """Return the section with all hands, newest first, each to be corrected, or only looked at.

    A phone that shows all but the last hand gets only that one.
    """
    own = own_seat(page.sheet.play.seats)
    rules, played = page.sheet.key
    key = (here, correctable, rules, played, own)
    drawn_from = digest(map(repr, key))
    if is_shown("hands", drawn_from):
        return shown_already("hands")
    make = {"view": page, "own_seat": own, "drawn_from": drawn_from}
    if len(played) > 1 and is_shown("hands", digest(map(repr, (here, correctable, rules, played[:-1], own)))):
        row = _draw_rows(page, here, correctable, 1, Markup("<div data-earlier></div>"))
        return draw("plays/_hand_list.html", {"hands": row, **make})
    return draw_cached(
        "plays/_hand_list.html", key, lambda: {"hands": _draw_all_rows(page, here, correctable), **make}
    )


def _draw_all_rows(page: SheetPage, here: str, correctable: bool) -> Markup:
    """Return every hand. One more hand is drawn above those that were drawn before."""
    rules, played = page.sheet.key
    earlier = _fragments.get(("rows", here, correctable, rules, played[:-1])) if played else None
    new = len(played) if earlier is None else 1
    return cached(
        ("rows", here, correctable, rules, played), lambda: _draw_rows(page, here, correctable, new, earlier)
    )


def _draw_rows(page: SheetPage, here: str, correctable: bool, new: int, earlier: Markup | None) -> Markup:
    """Return the newest hands above earlier ones."""
    context = {
        "rows": newest_rows(page.result, new),
        "earlier": earlier,
        "suits": page.suits,
        "dealt": page.game.deal.dealt,
        "noun": page.noun,
        "here": here,
        "correctable": correctable,
    }
    return draw("plays/_hands.html", context)
