"""What each outcome of a bid brings is compared with scoring hands that end so."""

import re
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from scorekeeper.rules import declare
from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import read_bidding, score_hand
from scorekeeper.rules.entries import Sides
from scorekeeper.rules.hand import Call, Hand, Played
from scorekeeper.rules.outcome import EXACT, MADE, OVER
from scorekeeper.rules.prospects import IfMade, Prospect, prospects, totals_if_made
from scorekeeper.rules.strokes import most_strokes, strokes
from scorekeeper.rules.table import PerSeat, Seat, Setup, State
from tests.rules.cast import ANN, BEA
from tests.rules.drawn_hands import draw_hand
from tests.rules.sheets import cases, table_of

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "Coralon": ("coralon", {"n": 4}),
    "Coralon with six players and zero bids": ("coralon", {"n": 6, "zero_bids": True}),
    "Coralon, Partners": ("coralon-partners", {"zero_bids": True}),
    "Thief": ("thief", {"n": 4}),
    "Thief, bidding tricks only": ("thief", {"n": 4, "bid_tricks_only": True}),
    "Thieves": ("thieves", {}),
    "Ducks and Geese": ("ducks-and-geese", {}),
    "Ducks and Geese with every bid": ("ducks-and-geese", {"zero_bids": True, "blind_bids": True}),
    "Dog": ("dog", {"zero_bids": True}),
    "Cutthroat": ("ducks-and-geese-cutthroat", {"n": 4}),
    "Cutthroat with blind bids": ("ducks-and-geese-cutthroat", {"n": 5, "blind_bids": True}),
    "Cutthroat with capped bids": ("ducks-and-geese-cutthroat", {"n": 4, "cap_at_bid": True}),
    "Bishop": ("bishop", {"n": 4}),
    "Bishop with five players": ("bishop", {"n": 5}),
    "Baronet": ("baronet", {"n": 4}),
    "Chevalier": ("chevalier", {}),
    "Up and Down, Points": ("up-and-down-points", {"n": 5}),
}

every_table = pytest.mark.parametrize("name", TABLES)

HANDS = 150


class Case(NamedTuple):
    """A hand that was played, and what was foretold of its outcome."""

    setup: Setup
    state: State
    played: Played
    foretold: Prospect

    @property
    def call(self) -> Call:
        assert self.played.hand.call
        return self.played.hand.call

    @property
    def own(self) -> int:
        return self.played.scores[self.call.player]

    @property
    def others(self) -> list[int]:
        """The seats of the bidder's opponents."""
        (side,) = (side for side in self.setup.sides if self.call.player in side)
        return [seat for seat in range(self.setup.table.n) if seat not in (*side, self.call.partner)]


def at_table(name: str) -> Setup:
    game, options = TABLES[name]
    return table_of(CATALOGUE[game], **options)


def near_the_end(setup: Setup, random: Random) -> State:
    """Return a state in which many sides may win with the next hand."""
    totals = [0] * setup.table.n
    for side in setup.sides:
        for seat, total in product(side, [(setup.target or 50) - random.randint(1, 12)]):
            totals[seat] = total
    return replace(setup.opening, totals=tuple(totals))


@cache
def drawn_cases(name: str) -> list[Case]:
    found = []
    setup, random = at_table(name), Random(name)
    game = setup.game
    assert game.bidding
    for _ in range(HANDS):
        state = near_the_end(setup, random)
        raw = draw_hand(random, setup, state)
        hand = game.read(raw, setup.table, state)
        if not isinstance(hand, game.hand):
            continue
        bidding = {key: value for key, value in raw.items() if key in game.entries[game.bidding]}
        foretold = prospects(setup, state, read_bidding(setup, state, bidding, 1))
        _, played = score_hand(setup, state, hand)
        if foretold:
            found.append(Case(setup, state, played, the_one_that_came(setup, foretold, played)))
    return found


def the_one_that_came(setup: Setup, foretold: list[Prospect], played: Played) -> Prospect:
    """Return which outcome came."""
    result, bid = setup.game.outcomes[played.outcome].result, foretold[0].bid
    first, *others = foretold
    if result in (EXACT, MADE):
        return first
    if bid == 0 or first.when == "made":
        (missed,) = others
        return missed
    (one,) = (one for one in others if (one.taken > bid) == (result == OVER))
    return one


def totals_of(who: str) -> tuple[list[int], bool]:
    """Return the totals in "Bea 35", "Bea 23 or 33" and "Bea 36+", and whether there may be more."""
    return [int(total.replace("−", "-")) for total in re.findall(r"−?\d+", who)], who.endswith("+")


@every_table
def test_the_bidder_gets_the_total_that_was_foretold(name: str) -> None:
    for case in drawn_cases(name):
        total = case.setup.stake + case.played.totals[case.call.player]
        totals, or_more = totals_of(case.foretold.who)
        assert total >= totals[0] if or_more else total in totals


@every_table
def test_those_score_that_were_foretold(name: str) -> None:
    for case in drawn_cases(name):
        who, _, plus = case.foretold.scorers.partition(", plus ")
        if plus:
            continue
        bidder = who == "everyone" or case.setup.table.players[case.call.player] in who.split(" but ")[0]
        assert (case.own > 0) == bidder
        if who == "nobody" or (bidder and who != "everyone"):
            assert max(case.played.scores[seat] for seat in case.others) <= 0


@every_table
def test_the_others_get_what_was_foretold(name: str) -> None:
    for case in drawn_cases(name):
        assert words_are_true(case), (case.foretold.others, case.played)


def words_are_true(case: Case) -> bool:
    hand: Any = case.played.hand
    words, scores, call = case.foretold.others, case.played.scores, case.call
    theirs = {seat: scores[seat] for seat in case.others}
    if partner := re.match(r"any partner (\d+) too, ", words):
        assert call.partner is None or scores[call.partner] == int(partner[1])
        words = words[partner.end() :]
    taken = {
        seat: side.taken
        for players, side in zip(case.setup.sides, strokes(case.setup, hand), strict=True)
        for seat in players
        if side
    }
    if number := re.fullmatch(r"each opponent (?:(pays|gets) )?(\d+)", words):
        return set(theirs.values()) == {int(number[2]) * (-1 if number[1] == "pays" else 1)}
    if words.endswith("their side’s points"):
        return set(theirs.values()) == {hand.points.others}
    always = {seat: thieves(hand, seat) if ", plus " in case.foretold.scorers else 0 for seat in theirs}
    bump = re.search(r" and a bump of (\d+)$", words)
    match words:
        case "the others nothing":
            return not any(theirs.values())
        case "the others nothing but thieves":
            return theirs == always
        case "the others 2 for each point card":
            return set(theirs.values()) == {2 * sum(sides.others for sides in hand.cards().values())}
    assert words.startswith(("the others their ", "and everyone their "))
    more = int(bump[1]) if bump else 0
    return theirs == {seat: (taken[seat] or 0) + always[seat] + more for seat in theirs}


def thieves(hand: Any, seat: Seat) -> int:
    return int(hand.thieves.others if isinstance(hand.thieves, Sides) else hand.thieves[seat])


@every_table
def test_a_win_that_was_foretold_is_certain(name: str) -> None:
    for case in drawn_cases(name):
        if case.foretold.wins:
            assert wins(case.setup, case.played)
        elif case.foretold.others == "the others nothing" and not case.foretold.who.endswith("+"):
            # Then nothing else can make a difference.
            assert not wins(case.setup, case.played)


def wins(setup: Setup, played: Played) -> bool:
    ending = setup.game.ending(setup.table, [played])
    assert played.hand.call
    return ending is not None and played.hand.call.player in ending.winners


@every_table
def test_the_totals_of_bids_agree_with_what_is_foretold_of_them(name: str) -> None:
    setup, random = at_table(name), Random(name)
    assert setup.game.bidding
    for _ in range(3):
        state = near_the_end(setup, random)
        found = totals_if_made(setup, state)
        assert set(found) == set(range(setup.table.n))
        for bidder, by_bid in found.items():
            for bid, if_made in by_bid.items():
                bidding = a_bid(setup, bidder, bid)
                if not isinstance(bid, int):
                    assert not prospects(setup, state, bidding)
                    continue
                first = prospects(setup, state, bidding)[0]
                assert if_made == IfMade(totals_of(first.who)[0][0], first.wins)


def a_bid(setup: Setup, bidder: Seat, bid: int | str) -> Hand:
    """Return a bid that isn't checked: not everyone may bid less, or a double zero."""
    kind = setup.game.bidding
    assert kind
    values = {name: entry.blank(setup.table) for name, entry in setup.game.entries[kind].items()}
    more = {"block": "war"} if "block" in values else {}
    return kind(**{**values, **more, "bidder": bidder, "bid": bid})


@every_table
def test_a_bid_that_is_just_made_gives_its_total(name: str) -> None:
    for case in drawn_cases(name):
        drawn = [side for side in strokes(case.setup, case.played.hand) if side and side.bid is not None]
        if not drawn or drawn[0].taken != drawn[0].bid or case.call.number is None:
            continue
        if getattr(case.played.hand, "red", False):
            continue
        if_made = totals_if_made(case.setup, case.state)[case.call.player][case.call.number]
        assert if_made.total <= case.setup.stake + case.played.totals[case.call.player]
        assert not if_made.wins or wins(case.setup, case.played)


@every_table
def test_hands_are_played_out_as_they_can_be(name: str) -> None:
    setup = at_table(name)
    game, table = setup.game, setup.table
    entries = game.entries[game.hand]
    blank = {key: entry.blank(table) for key, entry in entries.items()}
    bids = [bid for bid in totals_if_made(setup, setup.opening)[0] if isinstance(bid, int)]
    for bid, more in product(bids, (-1, 0, 1, 2)):
        taken, bidding = bid + more, a_bid(setup, 0, bid)
        if 0 <= taken <= most_strokes(setup):
            for values in game.played_out(table, bidding, taken, table.after(0)):
                hand = game.hand(**{**blank, **vars(bidding), **values})
                assert game.read(declare.write(hand, entries, table), table, setup.opening) == hand
                assert [side.taken for side in strokes(setup, hand) if side][:1] in ([], [taken])


def foretold(game: str, totals: PerSeat, **bid: Any) -> list[tuple[Any, ...]]:
    setup = table_of(CATALOGUE[game], len(totals))
    state = replace(setup.opening, totals=totals)
    return [tuple(one) for one in prospects(setup, state, read_bidding(setup, state, bid, 1))]


def test_three_outcomes_of_a_bid_for_tricks() -> None:
    assert foretold("coralon", (27, 30, 12, 17), bidder=BEA, bid=5) == [
        ("exactly 5", 5, 5, "Bea 35", "the others nothing", "only Bea", False),
        ("6 or more", 6, 5, "Bea 36+", "and everyone their tricks", "everyone", False),
        ("4 or fewer", 4, 5, "Bea 30", "the others their tricks", "all but Bea", False),
    ]


def test_a_bid_for_all_tricks_cannot_go_over() -> None:
    assert [when for when, *_ in foretold("coralon", (0,) * 4, bidder=ANN, bid=12)] == [
        "exactly 12",
        "13",
        "11 or fewer",
    ]
    assert [when for when, *_ in foretold("coralon", (0,) * 4, bidder=ANN, bid=13)] == [
        "exactly 13",
        "12 or fewer",
    ]


def test_partners_are_named() -> None:
    made, missed = foretold("chevalier", (20, 25, 20, 25), bidder=ANN, bid=6)
    others = "the others their points and a bump of 6"
    assert made == ("made", 6, 6, "Ann and Cal 26+", "the others their points", "everyone", False)
    assert missed == ("missed", 5, 6, "Ann and Cal 20", others, "only Bea and Dee", False)


def test_a_partner_who_is_still_unknown_is_not_named() -> None:
    made, missed = foretold("bishop", (20, 15, 20, 3), bidder=BEA, bid=10, block="war")
    assert made[3:] == ("Bea 25", "any partner 10 too, the others nothing", "Bea and any partner", False)
    assert missed[3:] == ("Bea 15", "each opponent 10", "the opponents", False)


def test_a_tie_that_the_bidder_wins_is_a_win() -> None:
    assert foretold("coralon", (40, 36, 0, 0), bidder=BEA, bid=4)[0][-1]
    assert not foretold("coralon", (41, 36, 0, 0), bidder=BEA, bid=4)[0][-1]


NOTHING: dict[str, tuple[str, dict[str, Any]]] = {
    "a lead has no number": ("up-and-down", {"leader": ANN}),
    "a contract has too many outcomes": (
        "jeu-de-tarock",
        {"attacker": ANN, "contract": "garde", "target": 51},
    ),
    "stakes are no bid": ("hazard", {"bank": ANN, "shooter": BEA, "main": 7, "bets": []}),
    "alone nobody makes more than every half trick": (
        "up-and-down-points",
        {"bidder": ANN, "bid": 12, "red": True},
    ),
}


@cases("game, bid", NOTHING)
def test_nothing_is_foretold(game: str, bid: dict[str, Any]) -> None:
    setup = table_of(CATALOGUE[game])
    assert prospects(setup, setup.opening, read_bidding(setup, setup.opening, bid, 1)) == []


def test_every_game_with_bids_has_prospects() -> None:
    bids = {game.key for game in GAMES if game.bidding and issubclass(game.bidding, Bid)}
    assert {game for game, _ in TABLES.values()} == bids
    for game in GAMES:
        setup = table_of(game)
        assert bool(totals_if_made(setup, setup.opening)) == (game.key in bids)
