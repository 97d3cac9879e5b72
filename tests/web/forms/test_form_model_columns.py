"""Boxes and names stand below the totals of their players, in every game, whoever deals and bids."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import VINES
from scorekeeper.rules.saying import And
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from scorekeeper.web.forms.entry_form import controls
from scorekeeper.web.forms.form_model import (
    Boxes,
    Chips,
    Control,
    FigureBox,
    FigureBoxes,
    Group,
    Option,
)
from scorekeeper.web.plays.hand_form import HandForm

CAST = ("Ann", "Bea", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def setups(game: Game[Any, Any]) -> Iterator[Setup]:
    """Yield the game for the fewest players and for the most who have a name."""
    for n in {game.seats[0], min(game.seats[-1], len(CAST))}:
        yield set_up({"scoresheet": 1, "game": game.key, "players": list(CAST[:n]), "hands": []})


def every_control(setup: Setup) -> Iterator[tuple[int | None, Control]]:
    """Yield the controls of all forms, with the seat of the bidder where it is known."""
    game, table = setup.game, setup.table
    for dealer in range(table.n):
        form = HandForm(setup, setup.opening, dealer)
        for bidder in (None, *range(table.n)) if form.player else (None,):
            known = {} if bidder is None else {form.player: table.players[bidder]}
            drawing = form.drawing(MultiDict(), known)
            for control in controls(game.entries[game.hand], drawing):
                beside = control.beside if isinstance(control, FigureBoxes) else ()
                yield from ((bidder, part) for part in (control, *beside))


def every_box(setup: Setup) -> Iterator[tuple[int | None, FigureBoxes]]:
    """Yield the figure boxes of all forms, with the seat of the bidder where it is known."""
    for bidder, control in every_control(setup):
        if isinstance(control, FigureBoxes):
            yield bidder, control


@every_game
def test_whatever_is_for_each_player_is_in_the_order_of_the_totals(game: Game[Any, Any]) -> None:
    for setup in setups(game):
        seats = [seat for side in setup.sides for seat in side]
        for _, control in every_control(setup):
            chosen: Sequence[Option | FigureBox] = ()
            if isinstance(control, Chips):
                chosen = control.options
            elif isinstance(control, Boxes) and not getattr(control, "player", ""):
                chosen = control.places
            named = list(dict.fromkeys(one.seat for one in chosen if one.seat is not None))
            assert named == [seat for seat in seats if seat in named], control.name
            if isinstance(control, Group) and control.parts[0].entry.label in setup.table.players:
                assert [part.entry.label for part in control.parts] == setup.table.names(tuple(seats))


@every_game
def test_a_box_of_the_bidders_is_below_their_total_and_says_who_they_are(game: Game[Any, Any]) -> None:
    for setup in setups(game):
        for bidder, control in every_box(setup):
            if bidder is None or not control.columns or not control.player:
                continue
            columns = (
                setup.sides if len(control.columns) < setup.table.n else [(s,) for s in range(setup.table.n)]
            )
            names = [str(And(*setup.names(column))) for column in columns]
            assert [box and box.label for box in control.slots] == [
                name if bidder in column or len(control.places) > 1 else None
                for name, column in zip(names, columns, strict=True)
            ]


@every_game
def test_figures_are_entered_from_the_bidder_on_or_from_the_dealers_left(game: Game[Any, Any]) -> None:
    for setup in setups(game):
        n = setup.table.n
        for bidder, control in every_control(setup):
            places = control.places if isinstance(control, Boxes) else ()
            seats = [box.seat for box in sorted(places, key=lambda box: box.turn) if box.seat is not None]
            if getattr(control, "player", "") or len(seats) < n:
                continue
            start = seats[0] if bidder is None else bidder
            expected = [(start + step) % n for step in range(n)]
            assert list(dict.fromkeys(seats)) == expected, control.name


def test_suits_share_a_row_above_leaving_them_out() -> None:
    setup = set_up({"scoresheet": 1, "game": "coralon", "players": list(CAST[:4]), "hands": []})
    trump = next(one for _, one in every_control(setup) if isinstance(one, Chips) and one.suits)
    shown = [one for one in trump.chips if one]
    assert [one.label for one in shown] == [*VINES.values(), "Not recorded"]
    assert [trump.shape(one) for one in shown] == ["", "", "", "", "", " rest"]


def test_a_single_figure_of_a_side_is_named_after_it() -> None:
    named = {
        (game.key, control.name)
        for game in GAMES
        for setup in setups(game)
        for _, control in every_box(setup)
        if len(control.places) == 1 and control.columns
    }
    assert named >= {
        ("coralon-partners", "tricks"),
        ("thieves", "tricks"),
        ("ducks-and-geese", "tricks"),
        ("ducks-and-geese-cutthroat", "tricks"),
        ("dog", "tricks"),
        ("jeu-de-tarock", "taken"),
    }
