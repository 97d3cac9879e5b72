"""In every form, what must be answered is in sight, above the tap that saves."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.declare import Entries
from scorekeeper.rules.entries import Choice, Dealer, Entry
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.form_model import Chips, Option
from scorekeeper.web.forms.widgets import draw_control
from tests.web.forms.invented import GAMES, NamedTrump, RollAndBonus, RollsAndLoot, Wishes
from tests.web.markup import Node
from tests.web.phone import Phone
from tests.web.table import start_button

AnyGame = Game[Any, Any]
FIELDS = ("input", "select", "textarea", "button")


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        monkeypatch.setitem(CATALOGUE, game.key, game)


EVERY_GAME = [pytest.param(game, id=game.key) for game in (*CATALOGUE.values(), *GAMES)]


def begin(phone: Phone, game: AnyGame) -> Table[Any]:
    """Start a game with as many players as fit, and return its table."""
    players = ["Ann", "Bea", "Cal", "Dee", "Eva"][: 4 if 4 in game.seats else game.seats[0]]
    if len(players) > 4:
        phone.open("/nights/1").tap("Add", name="Eva")
    phone.open(f"/nights/1/games/{game.key}").tap(start_button(game.name))
    return set_up({"scoresheet": 1, "game": game.key, "players": players, "hands": []}).table


def steps(phone: Phone, game: AnyGame) -> Iterator[tuple[Node, Entries]]:
    """Yield each form that the sheet of a new game has, with the entries it should ask."""
    sheet = phone.path.split("?")[0]
    if game.bidding:
        yield phone.page.all("form", action=f"{sheet}/bid")[0], game.entries[game.bidding]
    for form in phone.open(f"{sheet}?whole").page.all("form", action=f"{sheet}/hands"):
        marks = [node["value"] for node in form.all("input", name="alone")]
        kind = game.special_by_key[marks[0]] if marks else game.hand
        yield form, {name: entry for name, entry in game.entries[kind].items() if not (marks and entry.aside)}


def fields(form: Node, name: str) -> list[Node]:
    """Return the fields of an entry."""
    return [
        node
        for node in form
        if node.tag in FIELDS and (node["name"] == name or node["name"].startswith(f"{name}-"))
    ]


def saves(node: Node) -> bool:
    """Return whether a tap on the field saves: a key of the last answer, or the form's button."""
    return node.tag == "button" and (node["name"].endswith("-now") or "primary" in node["class"].split())


def folded(node: Node, form: Node) -> bool:
    """Return whether a field is behind a fold of the form."""
    within = list(form)
    return any(around.tag == "details" and around in within for around in node.around)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_entry_has_a_field_and_what_must_be_answered_is_in_sight_above_the_tap_that_saves(
    owner: Phone, game: AnyGame
) -> None:
    table = begin(owner, game)
    for form, entries in steps(owner, game):
        nodes = list(form)
        typed = [node for node in nodes if node.tag == "input" and node["type"] in ("number", "text")]
        if typed:
            assert form.all(kind="keypad"), "figures without a keypad"
            assert form.all("button", "primary"), "figures without a button to save them"
        first = next((at for at, node in enumerate(nodes) if saves(node)), len(nodes))
        for name, entry in entries.items():
            drawn = fields(form, name)
            dealt = not isinstance(entry, Dealer) or game.deal.dealer
            assert bool(drawn) == bool(entry.offered(table) and dealt), name
            if not entry.needed or not entry.offered(table) or entry.only_if or entry.unless:
                continue
            assert not any(folded(node, form) for node in drawn), f"{name} is behind a fold"
            assert nodes.index(drawn[0]) <= first, f"{name} is below the tap that saves"


def kinds(entry: type[Entry] = Entry) -> Iterator[type[Entry]]:
    """Yield every kind of entry that a game can declare; those of recipes read what no form asks."""
    for kind in entry.__subclasses__():
        if kind.__module__.startswith(("scorekeeper.rules.entries", "scorekeeper.rules.games")):
            yield kind
        yield from kinds(kind)


def test_every_kind_of_entry_has_a_widget() -> None:
    none = draw_control.dispatch(Entry)
    assert not [kind.__name__ for kind in kinds() if draw_control.dispatch(kind) is none]


# The traps that invented games once fell into


def test_a_required_trump_is_picked_before_the_bid_saves(owner: Phone) -> None:
    begin(owner, NamedTrump())
    owner.tap("4", bidder="Bea", trump="cups")
    assert owner.status == 200, owner.problems
    assert "Bea" in owner.page.one(id="due")
    assert "Cups" in owner.page.one("div", "at-play")


def test_a_roll_with_figures_beside_it_has_the_keypad_and_a_button(owner: Phone) -> None:
    begin(owner, RollAndBonus())
    form = next(steps(owner, RollAndBonus()))[0]
    assert not [node for node in form.all("button") if node["name"].endswith("-now")]
    typed: dict[str, Any] = {"roll": 7, "bonus-1": 3}
    owner.tap("Save hand 1", **typed)
    assert owner.status == 200, owner.problems


def test_rolls_with_a_fold_of_figures_have_their_keypad(owner: Phone) -> None:
    begin(owner, RollsAndLoot())
    typed: dict[str, Any] = {"rolls": "3 4", "loot-2-gold": 5}
    owner.tap("Save hand 1", **typed)
    assert owner.status == 200, owner.problems


def test_lists_of_choices_and_mixed_records_can_be_entered(owner: Phone) -> None:
    begin(owner, Wishes())
    wish = {"wish-who": "Bea", "wish-what": "wine", "wish-much": 2, "wish-word": "please"}
    more = {"wishes-1-who": "Ann", "wishes-1-what": "cake", "gifts-3-who": "Cal", "gifts-3-what": "wine"}
    owner.tap("Save hand 1", **{"orders-0": "cake", "orders-2": "wine", "hats-2": "on", **wish, **more})
    assert owner.status == 200, owner.problems
    assert owner.open("/plays/1/hands/1").value("orders-1") == "wine"
    assert [owner.value(name) for name in ("wish-word", "wishes-0-who", "gifts-3-what")] == [
        "please",
        "0",
        "wine",
    ]


@pytest.mark.parametrize(
    ("labels", "are_keys"),
    [
        ("80 90 100 110 120 130 140 Capot", True),
        ("Diamonds Hearts Spades Clubs Grand Null Ramsch Bock", False),
        ("1 2 3", False),
    ],
)
def test_answers_are_keys_of_one_width_only_if_there_are_many_numbers(labels: str, are_keys: bool) -> None:
    options = [Option(label, label) for label in labels.split()]
    assert Chips("bid", Choice("Bid", {}), options).gridded == are_keys
