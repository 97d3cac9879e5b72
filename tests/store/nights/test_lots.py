"""Lots: what is drawn for the next game of a night, and how long it is kept."""

from collections import Counter

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.lots import DEALER, PARTNERS, SEATS, draw_lots, lots_of
from scorekeeper.store.plays.plays import start_play

CORALON = CATALOGUE["coralon"]


def test_everyone_can_be_drawn_as_dealer_and_seats_stay(cast: dict[str, Player], night: Night) -> None:
    players = list(cast.values())
    drawn: Counter[int] = Counter()
    for times in range(1, 101):
        draw_lots(night, DEALER, CORALON, players)
        lots = lots_of(night)
        assert lots
        assert (lots.players, lots.times) == (players, times)
        drawn[lots.dealer.id] += 1
    assert set(drawn) == {player.id for player in players}


def test_every_order_of_seats_can_be_drawn_and_the_first_deals(cast: dict[str, Player], night: Night) -> None:
    players = list(cast.values())[:3]
    orders = set()
    for _ in range(200):
        draw_lots(night, SEATS, CORALON, players)
        lots = lots_of(night)
        assert lots
        assert lots.dealer == lots.players[0]
        orders.add(tuple(player.id for player in lots.players))
    assert len(orders) == 6


def test_draws_of_something_else_are_counted_anew(cast: dict[str, Player], night: Night) -> None:
    players = list(cast.values())
    times = []
    for what, game in [(SEATS, "coralon"), (SEATS, "coralon"), (DEALER, "coralon"), (PARTNERS, "whist")]:
        draw_lots(night, what, CATALOGUE[game], players)
        lots = lots_of(night)
        times.append(lots and lots.times)
    assert times == [1, 2, 1, 1]


def test_lots_are_forgotten_once_a_game_begins(cast: dict[str, Player], night: Night) -> None:
    players = list(cast.values())[:3]
    draw_lots(night, DEALER, CORALON, players)
    start_play(night.id, "coralon", {}, [player.id for player in players], 0)
    assert lots_of(night) is None
