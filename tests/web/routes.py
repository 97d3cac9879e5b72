"""Every address of the app: who may use it, and what an evening's phones send to it.

``tests/web/clubs/test_access.py`` holds the app to this table, and the table to the app.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.routing import Rule

from tests.web.phone import Phone

AT_TABLES = ("at its table", "at another table")
PHONES = (
    "stranger",
    "viewer",
    "keeper",
    "keeper elsewhere",
    "member",
    "neighbour",
    "host",
    "revoked",
    *AT_TABLES,
)
"""The phones that try every address.

The viewer and the keeper came by the links of the night that the table is about, the keeper elsewhere by one
of another night of the same club. The neighbour is the host of another club; the revoked phone was removed.
Two came by the links of tables of the night, at the first of which all of its games are played.
"""

OK, REFUSED, NOTHING_THERE = 200, 403, 404


def answers(text: str) -> dict[str, int]:
    """Return the answer to each of PHONES; "ok" is for what a page or a form answers when all is well.

    Those at a table are viewers, but for what is about it: see ``at_tables``.
    """
    found = dict(zip(PHONES, (OK if word == "ok" else int(word) for word in text.split()), strict=False))
    return found | dict.fromkeys(AT_TABLES, found["viewer"])


#                         stranger viewer keeper elsewhere member neighbour host revoked
EVERYONE = answers("      ok       ok     ok     ok        ok     ok        ok   ok")
CAN_WATCH = answers("     404      ok     ok     404       ok     404       ok   404")
CAN_KEEP_SCORE = answers("404      403    ok     404       ok     404       ok   404")
MEMBERS_NIGHT = answers(" 404      403    403    404       ok     404       ok   404")
HOSTS_NIGHT = answers("   404      403    403    404       403    404       ok   404")
MEMBERS = answers("       404      404    404    404       ok     404       ok   404")
WITH_A_CLUB = answers("   404      404    404    404       ok     ok        ok   404")
HOSTS = answers("         404      404    404    404       403    404       ok   404")
# What programs read: a phone has no token, and the secret of a link is none.
BY_TOKEN = answers("      401      401    401    401       401    401       401  401")
BY_ADDRESS = answers("    404      404    404    404       404    404       404  404")


class Route(NamedTuple):
    """Who may use an address, and how the phones of the evening use it.

    Attributes:
        allowed: the answer to each phone.
        form: what is sent.
        ids: which things it is about, where they are not those of THERE.
        status: the answer when all is well, or several; None for a page or a saved form.
        stream: whether the answer goes on until it is closed.
    """

    allowed: Mapping[str, int]
    form: Mapping[str, Any] = {}
    ids: Mapping[str, Any] = {}
    status: int | tuple[int, ...] | None = None
    stream: bool = False


THERE = {
    "uid": "0" * 32,
    "club_id": 1,
    "night_id": 1,
    "play_id": 1,
    "table_id": 1,
    "player_id": 1,
    "person": 1,
    "number": 1,
    "own_id": 1,
    "season_id": 1,
    "import_id": 1,
    "key": "coralon",
}
"""What the addresses are about, unless their row says otherwise: all of it is really there."""

OVER, SHORTENED, DELETED_GAME = {"play_id": 2}, {"play_id": 3}, {"play_id": 4}
DELETED_NIGHT, SPARE_PLAYER, SPARE_PHONE = {"night_id": 3}, {"player_id": 5}, {"phone_id": 2}
FREE_TABLE, REMOVED_TABLE = {"table_id": 2}, {"table_id": 3}
READER = {"reader_id": 1}
SEASON = {"name": "Autumn", "since": "2020-01-01", "until": "2999-12-31", "points": "3-2-1"}
"""What the form of a season sends."""
PREVIEW = 200
"""The answer to a change of a whole game whose preview was not seen yet: nothing is saved."""
SWAP, REMOVED_HAND = {"change": "swap"}, {**SHORTENED, "hand_id": 4}
RECIPE = """{"recipe": 1, "name": "High score", "players": [2, 8],
"ask": [{"key": "points", "label": "Points", "of": "each"}],
"score": [{"why": "as entered", "points": "points"}]}"""
LISTED, OWN_RECIPE = {"key": "wizard"}, {"own_id": 2}
TRICKS = {"tricks-0": 3, "tricks-1": 5, "tricks-2": 3, "tricks-3": 2}

ROUTES = {
    # What shows nothing of a club
    "GET /": Route(EVERYONE),
    "GET /help": Route(EVERYONE),
    "GET /help/app": Route(EVERYONE),
    "GET /help/hosts": Route(EVERYONE),
    "GET /help/api": Route(EVERYONE),
    "GET /help/new": Route(EVERYONE),
    "GET /offline": Route(EVERYONE),
    "GET /manifest.webmanifest": Route(EVERYONE),
    "GET /service-worker.js": Route(EVERYONE),
    "GET /health": Route(EVERYONE),
    "GET /engine": Route(EVERYONE),
    # No files are prepared here.
    "GET /engine/<version>/<name>": Route(
        dict.fromkeys(PHONES, NOTHING_THERE), ids={"version": "none", "name": "pyodide.mjs"}
    ),
    "GET /games": Route(EVERYONE),
    "GET /games/<key>": Route(EVERYONE),
    "GET /games/<key>/share": Route(EVERYONE, ids=LISTED),
    "GET /games/<key>/recipe.json": Route(EVERYONE, ids=LISTED),
    "GET /games/add": Route(EVERYONE),
    "POST /games/add": Route(EVERYONE, {"recipe": RECIPE}, status=200),
    "GET /games/make": Route(WITH_A_CLUB),
    "GET /games/make?night=1": Route(MEMBERS_NIGHT),
    "POST /games/make": Route(WITH_A_CLUB, {"recipe": "{}"}, status=422),
    "POST /games/make?night=1": Route(MEMBERS_NIGHT, {"recipe": "{}"}, status=422),
    "GET /games/try": Route(EVERYONE, status=302),
    "POST /games/try": Route(WITH_A_CLUB, {"recipe": RECIPE}, status=PREVIEW),
    "POST /games/try?night=1": Route(MEMBERS_NIGHT, {"recipe": RECIPE}, status=PREVIEW),
    "GET /reference/vines-deck": Route(EVERYONE),
    "GET /reference/poker-hands": Route(EVERYONE),
    "GET /import": Route(EVERYONE),
    "POST /import": Route(EVERYONE, status=422),
    "POST /nights": Route(EVERYONE),
    "POST /device": Route(EVERYONE, {"name": "Phone of Eve"}),
    "GET /join": Route(EVERYONE),
    "POST /join": Route(EVERYONE, {"code": "12345"}, status=422),
    # A phone that may do as much already is led on.
    "GET /join/<secret>": Route(EVERYONE, status=(200, 302)),
    "POST /join/<secret>": Route(EVERYONE, {"player": 1}),
    # A night
    "GET /nights/<int:night_id>": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/board": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/recap": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/recap.svg": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/live": Route(CAN_WATCH, stream=True),
    "GET /nights/<int:night_id>/version": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/invite": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/invite?link=keep": Route(CAN_KEEP_SCORE),
    "GET /nights/<int:night_id>/invite?link=club": Route(HOSTS_NIGHT),
    "POST /nights/<int:night_id>/invite": Route(MEMBERS_NIGHT),
    "POST /nights/<int:night_id>/invite?link=club": Route(HOSTS_NIGHT),
    "POST /nights/<int:night_id>/invite/renew": Route(HOSTS_NIGHT),
    "GET /nights/<int:night_id>/invite?table=1": Route(CAN_KEEP_SCORE),
    "GET /nights/<int:night_id>/tables": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/tables": Route(CAN_KEEP_SCORE, {"name": "Window"}),
    "GET /nights/<int:night_id>/tables/<int:table_id>": Route(CAN_WATCH),
    "POST /nights/<int:night_id>/tables/<int:table_id>": Route(CAN_KEEP_SCORE, {"name": "Window"}),
    "POST /nights/<int:night_id>/tables/<int:table_id>/remove": Route(CAN_KEEP_SCORE, ids=FREE_TABLE),
    "POST /nights/<int:night_id>/tables/<int:table_id>/restore": Route(CAN_KEEP_SCORE, ids=REMOVED_TABLE),
    "POST /nights/<int:night_id>/tables/<int:table_id>/games": Route(
        CAN_KEEP_SCORE, {"play": 1}, ids=FREE_TABLE
    ),
    "GET /nights/<int:night_id>/me": Route(CAN_WATCH),
    "POST /nights/<int:night_id>/me": Route(CAN_WATCH, {"player": 1}),
    "GET /nights/<int:night_id>/ending": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/ending": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/note": Route(CAN_KEEP_SCORE, {"note": "Late"}),
    "POST /nights/<int:night_id>/keep": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/players": Route(CAN_KEEP_SCORE, {"name": "Fay"}),
    "POST /nights/<int:night_id>/players/<int:player_id>/leave": Route(CAN_KEEP_SCORE),
    "GET /nights/<int:night_id>/seating": Route(CAN_WATCH, status=302),
    "POST /nights/<int:night_id>/seating": Route(CAN_KEEP_SCORE),
    "GET /nights/<int:night_id>/games": Route(CAN_KEEP_SCORE),
    "GET /nights/<int:night_id>/games/<key>": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/games/<key>": Route(
        CAN_KEEP_SCORE, {f"seat-{player}": player for player in (1, 2, 3, 4)}
    ),
    "GET /nights/<int:night_id>/games?table=1": Route(CAN_KEEP_SCORE),
    "GET /nights/<int:night_id>/games/<key>?table=1": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/games/<key>?table=1": Route(
        CAN_KEEP_SCORE, {f"seat-{player}": player for player in (1, 2, 3, 4)}
    ),
    "GET /games/own/<int:own_id>": Route(MEMBERS),
    "GET /nights/<int:night_id>/games/own/<int:own_id>": Route(MEMBERS_NIGHT),
    "POST /nights/<int:night_id>/games/own/<int:own_id>": Route(MEMBERS_NIGHT, {"title": "Go"}),
    "POST /nights/<int:night_id>/games/own/<int:own_id>/remove": Route(MEMBERS_NIGHT),
    "POST /nights/<int:night_id>/games/own/<int:own_id>/restore": Route(MEMBERS_NIGHT),
    "POST /games/own/<int:own_id>": Route(MEMBERS, {"title": "Go"}),
    "POST /games/own/<int:own_id>/remove": Route(MEMBERS),
    "POST /games/own/<int:own_id>/restore": Route(MEMBERS),
    "GET /games/own/<int:own_id>/share": Route(MEMBERS, ids=OWN_RECIPE),
    "GET /nights/<int:night_id>/games/own/<int:own_id>/share": Route(MEMBERS_NIGHT, ids=OWN_RECIPE),
    "GET /games/own/<int:own_id>/recipe.json": Route(MEMBERS, ids=OWN_RECIPE),
    "GET /games/keep": Route(EVERYONE, status=302),
    "POST /games/keep?night=1": Route(MEMBERS_NIGHT, {"recipe": RECIPE}),
    "POST /games/keep?own=1": Route(MEMBERS, {"recipe": RECIPE}),
    "POST /nights/<int:night_id>/delete": Route(HOSTS_NIGHT),
    "POST /nights/<int:night_id>/restore": Route(HOSTS_NIGHT),
    "GET /nights/<int:night_id>/night.json": Route(MEMBERS_NIGHT),
    "GET /nights/<int:night_id>/coins.csv": Route(MEMBERS_NIGHT),
    # The coins of a night
    "GET /nights/<int:night_id>/bank": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/bank/players/<int:person>": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/bank/settle": Route(CAN_WATCH),
    "GET /nights/<int:night_id>/bank/count": Route(CAN_WATCH),
    # What others have changed explains nothing any more.
    "POST /nights/<int:night_id>/bank/count/correct": Route(CAN_KEEP_SCORE, status=409),
    "POST /nights/<int:night_id>/bank/count/accept": Route(CAN_KEEP_SCORE, status=409),
    "POST /nights/<int:night_id>/bank": Route(
        CAN_KEEP_SCORE, {"kind": "loan", "giver": "house", "taker": 1, "coins": 5}
    ),
    "POST /nights/<int:night_id>/bank/stakes": Route(CAN_KEEP_SCORE, {"to": 1, "stake": 10}),
    "GET /nights/<int:night_id>/bank/cost": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/bank/cost": Route(
        CAN_KEEP_SCORE, {"payer": 1, "unit": "coins", "amount": 8, "to": [1, 2]}
    ),
    "POST /nights/<int:night_id>/bank/take-back": Route(CAN_KEEP_SCORE, {"posting": 1}),
    "POST /nights/<int:night_id>/bank/bring-back": Route(CAN_KEEP_SCORE, {"posting": 3}),
    "POST /nights/<int:night_id>/bank/pay": Route(
        CAN_KEEP_SCORE, {"since": 0, "debtor": 1, "creditor": 2, "amount": 5}
    ),
    "POST /nights/<int:night_id>/bank/give-back": Route(CAN_KEEP_SCORE, {"debt": "3-house-4"}),
    "POST /nights/<int:night_id>/bank/tab": Route(MEMBERS_NIGHT),
    "POST /nights/<int:night_id>/bank/leave": Route(CAN_KEEP_SCORE),
    "POST /nights/<int:night_id>/bank/banker": Route(CAN_KEEP_SCORE, {"banker": 1}),
    "POST /nights/<int:night_id>/bank/value": Route(CAN_KEEP_SCORE, {"value": "0.10", "currency": "€"}),
    # A game. Anyone who keeps score may also delete and restore one: deleting hides it, and nothing is lost.
    "GET /plays/<int:play_id>": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/hands/<int:number>": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/engine.json": Route(CAN_KEEP_SCORE),
    "GET /plays/<int:play_id>/recap": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/recap.svg": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/board": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/chart": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/said": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/rules": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/what-if": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/live": Route(CAN_WATCH, stream=True),
    "GET /plays/<int:play_id>/version": Route(CAN_WATCH),
    "GET /plays/<int:play_id>/blank": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/bid": Route(CAN_KEEP_SCORE, {"bidder": 1, "bid": 6}),
    "POST /plays/<int:play_id>/trump": Route(CAN_KEEP_SCORE, {"trump": "cups"}),
    "POST /plays/<int:play_id>/hands": Route(CAN_KEEP_SCORE, TRICKS),
    "POST /plays/<int:play_id>/hands/<int:number>": Route(CAN_KEEP_SCORE, {"bidder": 1, "bid": 6, **TRICKS}),
    # Everyone is Bea, who plays.
    "POST /plays/<int:play_id>/hands/<int:number>/objections": Route(CAN_KEEP_SCORE, {"tricks-1": 4}),
    "POST /plays/<int:play_id>/hands/<int:number>/objections/settled": Route(CAN_KEEP_SCORE),
    "GET /plays/<int:play_id>/hands/<int:number>/insert": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/hands/<int:number>/insert": Route(
        CAN_KEEP_SCORE, {"bidder": 1, "bid": 6, **TRICKS}, status=PREVIEW
    ),
    "GET /plays/<int:play_id>/hands/<int:number>/<any(move, swap, remove):change>": Route(
        CAN_KEEP_SCORE, ids=SWAP
    ),
    "POST /plays/<int:play_id>/hands/<int:number>/<any(move, swap, remove):change>": Route(
        CAN_KEEP_SCORE, {"players": [1, 2]}, ids=SWAP, status=PREVIEW
    ),
    "GET /plays/<int:play_id>/removed/<int:hand_id>": Route(CAN_KEEP_SCORE, ids=REMOVED_HAND),
    "POST /plays/<int:play_id>/removed/<int:hand_id>": Route(
        CAN_KEEP_SCORE, ids=REMOVED_HAND, status=PREVIEW
    ),
    "GET /plays/<int:play_id>/settings": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/settings": Route(
        CAN_KEEP_SCORE, {"dealer": 3, **{f"seat-{player}": player for player in (1, 2, 3, 4)}}, status=PREVIEW
    ),
    "GET /plays/<int:play_id>/presence": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/presence": Route(CAN_KEEP_SCORE, {"who": 1}, status=422),
    "GET /plays/<int:play_id>/history": Route(CAN_WATCH),
    "POST /plays/<int:play_id>/keep": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/ask": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/claims": Route(CAN_KEEP_SCORE, {"number": 1, "tricks-0-now": 3}),
    "POST /plays/<int:play_id>/claims/settled": Route(CAN_KEEP_SCORE, {"shown": ""}),
    "POST /plays/<int:play_id>/undo": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/take-back": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/bring-back": Route(CAN_KEEP_SCORE, ids=SHORTENED),
    "POST /plays/<int:play_id>/needs": Route(CAN_WATCH, {"hide": "yes"}),
    "POST /plays/<int:play_id>/stop": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/go-on": Route(CAN_KEEP_SCORE, ids=OVER),
    # Today's rules accept these games, and don't end them.
    "POST /plays/<int:play_id>/remove-refused": Route(CAN_KEEP_SCORE, status=409),
    "POST /plays/<int:play_id>/end-there": Route(CAN_KEEP_SCORE, status=409),
    "POST /plays/<int:play_id>/play-on": Route(CAN_KEEP_SCORE, status=409),
    "POST /plays/<int:play_id>/counting": Route(CAN_KEEP_SCORE, {"aside": "yes"}),
    "POST /plays/<int:play_id>/again": Route(CAN_KEEP_SCORE, ids=OVER),
    "GET /plays/<int:play_id>/note": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/note": Route(CAN_KEEP_SCORE, {"note": "Close"}),
    "POST /plays/<int:play_id>/delete": Route(CAN_KEEP_SCORE),
    "POST /plays/<int:play_id>/restore": Route(CAN_KEEP_SCORE, ids=DELETED_GAME),
    "GET /plays/<int:play_id>/scoresheet.json": Route(MEMBERS_NIGHT),
    "GET /plays/<int:play_id>/hands.csv": Route(MEMBERS_NIGHT),
    "GET /plays/<int:play_id>/game.bgsplay": Route(MEMBERS_NIGHT, ids=OVER),
    # The club: looking back
    "GET /clubs/<int:club_id>/nights": Route(MEMBERS),
    "GET /clubs/<int:club_id>/archive": Route(MEMBERS),
    "GET /clubs/<int:club_id>/tab": Route(MEMBERS),
    "POST /clubs/<int:club_id>/tab": Route(MEMBERS, {"unit": "coins "}),
    "GET /clubs/<int:club_id>/bin": Route(MEMBERS),
    "GET /clubs/<int:club_id>/earlier-rules": Route(HOSTS),
    "POST /clubs/<int:club_id>/earlier-rules/keep": Route(HOSTS),
    "POST /clubs/<int:club_id>/earlier-rules/score-again": Route(HOSTS),
    "GET /clubs/<int:club_id>/recap": Route(MEMBERS, status=302),
    "GET /clubs/<int:club_id>/recap.svg": Route(MEMBERS),
    "GET /clubs/<int:club_id>/statistics": Route(MEMBERS),
    "GET /clubs/<int:club_id>/statistics/records": Route(MEMBERS),
    "GET /clubs/<int:club_id>/statistics/games/<key>": Route(MEMBERS),
    "GET /clubs/<int:club_id>/statistics/players/<int:player_id>": Route(MEMBERS),
    "GET /clubs/<int:club_id>/seasons": Route(MEMBERS),
    "GET /clubs/<int:club_id>/seasons/new": Route(HOSTS),
    "POST /clubs/<int:club_id>/seasons/new": Route(HOSTS, {**SEASON, "name": "Winter"}),
    "GET /clubs/<int:club_id>/seasons/<int:season_id>": Route(MEMBERS),
    "GET /clubs/<int:club_id>/seasons/<int:season_id>/season.svg": Route(MEMBERS),
    "GET /clubs/<int:club_id>/seasons/<int:season_id>/players/<int:player_id>": Route(MEMBERS),
    "GET /clubs/<int:club_id>/seasons/<int:season_id>/change": Route(HOSTS),
    "POST /clubs/<int:club_id>/seasons/<int:season_id>/change": Route(HOSTS, SEASON),
    "POST /clubs/<int:club_id>/seasons/<int:season_id>/<any(close, reopen, remove, restore):deed>": Route(
        HOSTS, ids={"deed": "close"}
    ),
    "GET /clubs/<int:club_id>/exchange": Route(MEMBERS),
    "GET /clubs/<int:club_id>/games.csv": Route(MEMBERS),
    "GET /clubs/<int:club_id>/games.bgsplay": Route(MEMBERS),
    "POST /clubs/<int:club_id>/backup": Route(HOSTS, status=200),
    "POST /clubs/<int:club_id>/import": Route(HOSTS, status=422),
    "POST /clubs/<int:club_id>/imports/<int:import_id>/undo": Route(HOSTS),
    # The club: its players and phones
    "POST /clubs/<int:club_id>": Route(HOSTS, {"name": "Friday club"}),
    "GET /clubs/<int:club_id>/players": Route(MEMBERS),
    "GET /players/<int:player_id>": Route(MEMBERS),
    "POST /players/<int:player_id>/pay-me": Route(HOSTS, {"pay_me": "@ann"}),
    "POST /players/<int:player_id>/rename": Route(HOSTS, {"name": "Anna"}),
    "POST /players/<int:player_id>/merge": Route(HOSTS, {"person": 5}),
    "POST /players/<int:player_id>/part": Route(HOSTS, ids={"player_id": 6}),
    "POST /players/<int:player_id>/retire": Route(HOSTS),
    "POST /players/<int:player_id>/come-back": Route(HOSTS, ids=SPARE_PLAYER),
    "GET /players/<int:player_id>/erase": Route(HOSTS),
    "POST /players/<int:player_id>/erase": Route(HOSTS),
    "GET /clubs/<int:club_id>/phones": Route(MEMBERS),
    "POST /clubs/<int:club_id>/phones/this": Route(MEMBERS, {"name": "Kitchen", "owner": 1}),
    "POST /clubs/<int:club_id>/phones/leave": Route(MEMBERS),
    "GET /clubs/<int:club_id>/delete": Route(HOSTS),
    "POST /clubs/<int:club_id>/delete": Route(HOSTS, {"name": "Ann’s table"}),
    "POST /clubs/<int:club_id>/phones/answers": Route(HOSTS, {"yes": "yes"}),
    "POST /clubs/<int:club_id>/phones/<int:phone_id>/host": Route(HOSTS, ids=SPARE_PHONE),
    "POST /clubs/<int:club_id>/phones/<int:phone_id>/member": Route(HOSTS, ids=SPARE_PHONE),
    "POST /clubs/<int:club_id>/phones/<int:phone_id>/remove": Route(HOSTS, ids=SPARE_PHONE),
    "POST /clubs/<int:club_id>/phones/links/<int:invitation_id>": Route(HOSTS, ids={"invitation_id": 2}),
    "GET /clubs/<int:club_id>/phones/readers": Route(HOSTS),
    "POST /clubs/<int:club_id>/phones/readers": Route(HOSTS, {"name": "Dashboard"}),
    "POST /clubs/<int:club_id>/phones/readers/<int:reader_id>/renew": Route(HOSTS, ids=READER),
    "POST /clubs/<int:club_id>/phones/readers/<int:reader_id>/remove": Route(HOSTS, ids=READER),
    # What other programs read
    "GET /api/v1/openapi.json": Route(EVERYONE),
    "GET /api/v1/club": Route(BY_TOKEN),
    "GET /api/v1/players": Route(BY_TOKEN),
    "GET /api/v1/players/<uid>/statistics": Route(BY_TOKEN),
    "GET /api/v1/bids": Route(BY_TOKEN),
    "GET /api/v1/nights": Route(BY_TOKEN),
    "GET /api/v1/nights/<uid>": Route(BY_TOKEN),
    "GET /api/v1/games": Route(BY_TOKEN),
    "GET /api/v1/games/<uid>": Route(BY_TOKEN),
    "GET /api/v1/standings": Route(BY_TOKEN),
    "GET /api/v1/seasons": Route(BY_TOKEN),
    "GET /api/v1/seasons/<uid>": Route(BY_TOKEN),
    "GET /api/v1/now": Route(BY_TOKEN),
    "POST /api/v1/nights": Route(BY_TOKEN),
    "POST /api/v1/nights/<uid>/end": Route(BY_TOKEN),
    "POST /api/v1/nights/<uid>/games": Route(BY_TOKEN),
    "POST /api/v1/games/<uid>/hands/<int:number>": Route(BY_TOKEN),
    "GET /api/v1/now/changes": Route(BY_TOKEN),
    "GET /feeds/<secret>/games.atom": Route(BY_ADDRESS),
    "GET /feeds/<secret>/games.csv": Route(BY_ADDRESS),
    "GET /feeds/<secret>/nights.ics": Route(BY_ADDRESS),
}
"""The rows, by method and address; one with a query is for a use of the address that needs another role."""


def at_tables(name: str, row: Route) -> Route:
    """Return a row in which the phone at the games' table is a keeper, if it is about them or the table."""
    if not name.split()[1].startswith("/plays/") and not name.endswith("table=1"):
        return row
    return row._replace(allowed={**row.allowed, "at its table": row.allowed["keeper"]})


ROUTES = {name: at_tables(name, row) for name, row in ROUTES.items()}


def rules_of(app: Flask) -> dict[str, Rule]:
    """Return the app's rules by method and address; HEAD is GET, and OPTIONS shows nothing."""
    found = {}
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            if rule.endpoint != "static":
                found[f"{method} {rule.rule}"] = rule
    return found


def path_of(app: Flask, name: str, **known: Any) -> str:
    """Return the address of a row, with the ids in THERE, in the row and those ``known``."""
    address, mark, query = name.partition("?")
    rule, ids = rules_of(app)[address], {**THERE, **ROUTES[name].ids, **known}
    built = rule.build({argument: ids[argument] for argument in rule.arguments})
    assert built
    return built[1] + mark + query


def paths_of_club(app: Flask, method: str) -> list[str]:
    """Return the addresses that answer a method with something of a club, and then end."""
    rows = {name: row for name, row in ROUTES.items() if name.split()[0] == method}
    not_of_a_club = (EVERYONE, BY_TOKEN, BY_ADDRESS)
    of_a_club = [name for name, row in rows.items() if row.allowed not in not_of_a_club and not row.stream]
    return sorted(path_of(app, name) for name in of_a_club)


def everything(phone: Phone, app: Flask) -> list[str]:
    """Return everything that is written on the pages of the club; a version only counts what was changed."""
    pages = (path for path in paths_of_club(app, "GET") if "." not in path and not path.endswith("/version"))
    return [phone.open(path).page.text for path in pages]
