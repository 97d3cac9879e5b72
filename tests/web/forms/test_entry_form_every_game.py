"""Every game of the catalogue can be played on the page, as can games added later."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play, score
from scorekeeper.rules.entries import BySeat, Choice, Count, Entry, Record, Switch, Title, at
from scorekeeper.rules.games.tally import Columns
from scorekeeper.rules.games.whist import WinningSide
from scorekeeper.rules.hand import BESIDE
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.entry_form import from_json, to_json
from scorekeeper.web.forms.form_model import Typed
from tests.rules.strategies import AnyGame, hands, refused
from tests.web.phone import Phone
from tests.web.table import save, start_button, totals

GAMES = [pytest.param(game, id=key) for key, game in CATALOGUE.items()]
QUICK = settings(max_examples=settings().max_examples // 5, suppress_health_check=list(HealthCheck))


def players(game: AnyGame) -> list[str]:
    """Return as many players as the game usually has."""
    least = 4 if 4 in game.seats else game.seats[0]
    return ["Ann", "Bea", "Cal", "Dee", "Eva"][:least]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_typed_on_the_page_scores_as_on_a_scoresheet(owner: Phone, game: AnyGame) -> None:
    sheet: dict[str, Any] = {"scoresheet": 1, "game": game.key, "players": players(game), "hands": []}
    setup = set_up(sheet)
    state = play(setup, []).state

    if len(setup.table.players) > 4:
        owner.open("/nights/1").tap("Add", name="Eva")

    @QUICK
    @given(raw=hands(game, setup.table, state))
    def typed_on_the_page(raw: dict[str, Any]) -> None:
        raw = by_side(game, setup.table, typable(game, setup.table, raw))
        owner.open(f"/nights/1/games/{game.key}").tap(start_button(game.name))
        type_in(owner, game, raw, from_json(game.entries[game.kind(raw)], raw, setup.table))
        assert owner.status == 200, owner.problems
        assert list(totals(owner).values()) == expected(sheet | {"hands": [raw]})

    typed_on_the_page()


WITH_HOUSE_RULES = [pytest.param(game, id=key) for key, game in CATALOGUE.items() if game.house_rules]


@pytest.mark.parametrize("game", WITH_HOUSE_RULES)
def test_every_house_rule_can_be_chosen_on_the_page(owner: Phone, game: AnyGame) -> None:
    table: Table[Any] = Table.by_name(tuple(players(game)), None)
    if len(table.players) > 4:
        owner.open("/nights/1").tap("Add", name="Eva")
    for agreed in agreements(game, table):
        typed = from_json(game.house_rules, agreed, table)
        owner.open(f"/nights/1/games/{game.key}")
        unticked: dict[str, Any] = {name: [] for name in agreed if agreed[name] is False}
        owner.tap(start_button(game.name), **{**unticked, **{name: typed.getlist(name) for name in typed}})
        sheet = json.loads(owner.download(f"{owner.path}/scoresheet.json"))
        assert {name: sheet["options"].get(name) for name in agreed} == agreed


def agreements(game: AnyGame, table: Table[Any]) -> Iterator[dict[str, Any]]:
    """Yield house rules that may be chosen together, until each was among them."""
    sheet = {"scoresheet": 1, "game": game.key, "players": list(table.players), "hands": []}
    rules = {name: unusual(game, entry, table) for name, entry in game.house_rules.items()}
    left = [*rules]
    while left:
        agreed: dict[str, Any] = {}
        # Twice, as some are allowed only together with another one.
        for name in (*left, *left):
            if not refused(set_up, sheet | {"options": {**agreed, name: rules[name]}}):
                agreed[name] = rules[name]
        assert agreed, left
        yield agreed
        left = [name for name in left if name not in agreed]


def unusual(game: AnyGame, entry: Entry, table: Table[Any]) -> Any:
    """Return house rules that all differ from their defaults."""
    if isinstance(entry, BySeat):
        return {table.names(side)[0]: unusual(game, entry.each, table) for side in game.sides(table)}
    if isinstance(entry, Switch):
        return not entry.default
    if isinstance(entry, Choice):
        return next(value for value in entry.choices if value != entry.default)
    if isinstance(entry, Title):
        return "Carcassonne"
    if isinstance(entry, Columns):
        return [{"name": "towns"}, {"name": "penalties", "weight": -1}]
    assert isinstance(entry, Count)
    low = at(entry.low, table)
    return low + 1 if low == entry.blank(table) else low


def typable(game: AnyGame, table: Table[Any], raw: dict[str, Any]) -> dict[str, Any]:
    """Return a hand as the page asks for it: no note with what replaces one, and nobody's cards left out."""
    assume(not any(value == {} for value in raw.values()))
    raw = dict(raw)
    for name, entry in game.entries[game.kind(raw)].items():
        if name in raw and isinstance(entry, BySeat) and isinstance(entry.each, Record) and entry.everyone:
            nothing = dict.fromkeys(entry.each.entries, 0)
            raw[name] = {player: nothing | raw[name].get(player, {}) for player in table.keys}
    without = BESIDE if game.kind(raw) is not game.hand else () if game.deal.deals else ("dealer",)
    return {name: value for name, value in raw.items() if name not in without}


def by_side(game: AnyGame, table: Table[Any], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand with the first player of a side where the form offers sides."""
    sides = [[table.labels[seat] for seat in side] for side in game.sides(table)]
    first = {name: side[0] for side in sides for name in side}
    entries = game.entries[game.kind(raw)]
    whole = {name for name, entry in entries.items() if isinstance(entry, WinningSide)}
    return {name: first[value] if name in whole else value for name, value in raw.items()}


def type_in(phone: Phone, game: AnyGame, raw: dict[str, Any], typed: Typed) -> None:
    """Enter a hand with its form on the sheet."""
    fields: dict[str, Any] = {name: typed.getlist(name) for name in typed}
    mark = next((mark for mark in game.special_by_key if mark in raw), "")
    if mark:
        buttons = list(phone.page.all("button", name=mark))
        if buttons:
            phone.tap(buttons[0].text)
            return
        fields = {name: value for name, value in fields.items() if value != ["on"]}
    else:
        phone.open(f"{phone.path}?whole")
    keys = [key for name in fields for key in phone.page.all("button", name=f"{name}-now")]
    if keys:
        name = keys[0]["name"].removesuffix("-now")
        chosen = next(key for key in keys if [key["value"]] == fields[name])
        phone.tap(chosen.text, **{other: value for other, value in fields.items() if other != name})
    else:
        phone.tap(f"Save as {game.hand_noun.one} 1", **fields) if mark else save(phone, **fields)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data())
def test_a_hand_survives_its_form(game: AnyGame, data: st.DataObject) -> None:
    setup = set_up({"scoresheet": 1, "game": game.key, "players": players(game), "hands": []})
    state = play(setup, []).state
    raw = data.draw(hands(game, setup.table, state))
    raw.pop("note", "")  # blanks around it are dropped
    assume(not any(value == {} for value in raw.values()))  # an empty form means no hand
    entries = game.entries[game.kind(raw)]
    again = to_json(entries, from_json(entries, raw, setup.table), setup.table)
    assert game.read(again, setup.table, state) == game.read(raw, setup.table, state)


def expected(sheet: dict[str, Any]) -> list[int]:
    """Return the totals of the sides."""
    answer = score(sheet).as_json()
    return [answer["totals"][side[0]] for side in answer["sides"]]
