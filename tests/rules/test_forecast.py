"""What is foretold of a hand is compared with the hands that are played then: nothing of it may be false."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.rules import declare
from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import Result, extend, play, read_bidding
from scorekeeper.rules.entries import LARGEST, Sides
from scorekeeper.rules.forecast.bids import Forecast
from scorekeeper.rules.forecast.needs import find_chasers, find_needs, say_needs
from scorekeeper.rules.forecast.ways import JUST_MADE, MISSED_BY_1, Way, bid_alone, find_ways
from scorekeeper.rules.game import Game, Side
from scorekeeper.rules.games.coralon import Coralon
from scorekeeper.rules.hand import Call, Hand, Played
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER, Outcome
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.strokes import most_strokes, strokes
from scorekeeper.rules.table import PerSeat, Seat, Setup
from tests.rules.drawn_hands import PLAYERS, draw_hand
from tests.rules.sheets import sheet, table_of

HOUSE_RULES: list[dict[str, Any]] = [
    *({"target": 12}, {"target": 12, "lowest_wins": True}, {"target": 12, "ties": "played on"}),
    *({"target": 9, "handicap": {"0": 4, "1": 7}}, {"target": 12, "zero_bids": True, "blind_bids": True}),
    *({"target": 12, "cap_at_bid": True}, {"target": 12, "bank_once": True}, {"hands": 3}),
    *({"hands": 3, "lowest_wins": True}, {"target": 60}, {"target": 12, "played_on": 4}, {}),
    *({"zero_bids": True}, {"blind_bids": True}, {"target": 12, "bid_tricks_only": True}),
    *({"opening": "informal"}, {"target": 45}),
]
"""House rules of which each game has only some; under many of them it is soon over."""

GAMES_OF_EACH = 5
NEXT_HANDS = 6
MOST_HANDS = 8

EVERY_GAME = pytest.mark.parametrize("key", [game.key for game in GAMES])


def setups(key: str) -> list[Setup]:
    """Return a game for every number of players under all of these house rules that it has."""
    (game,) = (game for game in GAMES if game.key == key)
    found = []
    for players, options in (
        (n, options) for n in game.seats if n <= len(PLAYERS) for options in HOUSE_RULES
    ):
        document = sheet(key, options=options) | {"players": list(PLAYERS[:players])}
        try:
            found.append(set_up(document, by_name=False))
        except Refused:
            continue
    return found


def standings(random: Random, setup: Setup) -> Iterator[Result]:
    """Yield a game before each hand, with its totals and then with some with which many sides may win."""
    before = play(setup, [])
    while before.ending is None and len(before.hands) < MOST_HANDS:
        yield before
        totals = [0] * setup.table.n
        for side in setup.sides:
            near = (setup.goal(side) or 50) - random.randint(1, 12)
            for seat in side:
                totals[seat] = near
        yield replace(before, state=replace(before.state, totals=tuple(totals)))
        before = extend(before, draw_hand(random, setup, before.state))


@EVERY_GAME
def test_nothing_that_is_foretold_of_the_next_hand_is_false(key: str) -> None:
    random, compared = Random(key), set()
    for setup in random.choices(setups(key), k=GAMES_OF_EACH):
        for before in standings(random, setup):
            for raw in (draw_hand(random, setup, before.state) for _ in range(NEXT_HANDS)):
                after = extend(before, raw)
                check_needs(before, after)
                check_chasers(before, after)
                if isinstance(after.hands[-1].hand, setup.game.hand) and after.hands[-1].hand.call:
                    compared.add(check_bid(before, after, raw))
    # A hand is made, missed or goes over.
    assert len(compared) > 1 or not setup.game.bidding or not bid_alone(setup, 0).call


def check_needs(before: Result, after: Result) -> None:
    """Check that nobody wins with less than they need at least."""
    needs, scores = find_needs(before), after.hands[-1].scores
    if after.ending is None or not needs:
        return
    for side, least in needs:
        assert before.setup.lowest_wins or side[0] not in after.ending.winners or scores[side[0]] >= least


def check_chasers(before: Result, after: Result) -> None:
    """Check that only sides that led or drew level win the last hand."""
    chasers, scores = dict(find_chasers(before)), after.hands[-1].scores
    if not chasers or after.ending is None:
        return
    leaders = [side for side in before.setup.sides if side not in chasers]
    for side, behind in chasers.items():
        if side[0] in after.ending.winners:
            assert all(caught_up(before, side, leader, scores) >= behind for leader in leaders)


def caught_up(before: Result, side: Side, leader: Side, scores: PerSeat) -> int:
    gained = scores[side[0]] - scores[leader[0]]
    return -gained if before.setup.lowest_wins else gained


def check_bid(before: Result, after: Result, raw: dict[str, Any]) -> str:
    """Check what was foretold of the bid in the way in which it came out, and return how it did."""
    setup, played = before.setup, after.hands[-1]
    assert setup.game.bidding
    said = {name: value for name, value in raw.items() if name in setup.game.entries[setup.game.bidding]}
    bidding = read_bidding(setup, before.state, said, 1)
    forecast = Forecast(setup, replace(before.state, dealer=played.dealer))
    ways, result = forecast.ways_of(bidding), setup.game.outcomes[played.outcome].result
    if not ways:
        assert (result, str(forecast.line(bidding))[-13:]) == (MISSED, "can’t be made")
        return result
    made = {EXACT: EXACT, OVER: OVER, MADE: MADE, JUST_MADE: MADE}
    at, way = next((at, way) for at, way in enumerate(ways) if made.get(way.kind, MISSED) == result)
    check_gain(forecast, way, played)
    check_key(forecast, way, after)
    assert str(forecast.line(bidding)).count(" if ") == len(ways)
    if prospects := forecast.prospects(bidding):
        who, others, scorers = (str(said) for said in prospects[at][1:4])
        total = setup.stake + played.totals[call_of(played).player]
        totals = [int(each.replace("−", "-")) for each in re.findall(r"−?\d+", who)]
        assert total >= totals[0] if who.endswith("+") else total in totals
        assert not prospects[at].wins or wins(after)
        check_scorers(setup, played, scorers)
        assert words_are_true(setup, played, others, "plus" in scorers), (others, played)
    return result


def check_gain(forecast: Forecast, way: Way, played: Played) -> None:
    """Check the score of the bidder, and what the others get on top of what they took."""
    call = call_of(played)
    gain, always = played.scores[call.player], forecast.setup.game.always_scores(forecast.setup.table)
    if always:
        # Extras may also cost something, and count for the side that has them.
        assert gain >= min(way.gains) or way.kind in (JUST_MADE, MISSED_BY_1)
    elif way.varies:
        assert gain <= max(way.gains) if way.kind == MISSED_BY_1 else gain >= min(way.gains)
    else:
        assert gain == way.alone if call.partner is None and way.alone is not None else gain in way.gains
    if way.each:
        assert {played.scores[seat] for seat in opponents(forecast.setup, played)} == {way.each}
    assert sum(line.amount for line in played.lines if line.bump) == way.bump


def check_key(forecast: Forecast, way: Way, after: Result) -> None:
    """Check the total beside a bid that was made, and that it wins if the key says so."""
    setup, played = forecast.setup, after.hands[-1]
    call: Any = call_of(played)
    if way.kind not in (EXACT, MADE) or getattr(played.hand, "red", False):
        return
    bid: Any = getattr(played.hand, "bid", None)
    if key := forecast.totals().get(call.player, {}).get(bid):
        assert key.total <= setup.stake + played.totals[call.player]
        assert not key.wins or wins(after) or getattr(played.hand, "blind", False)


def wins(after: Result) -> bool:
    return after.ending is not None and call_of(after.hands[-1]).player in after.ending.winners


def call_of(played: Played) -> Call:
    assert played.hand.call
    return played.hand.call


def opponents(setup: Setup, played: Played) -> list[Seat]:
    call = call_of(played)
    return [seat for seat in range(setup.table.n) if seat not in (*setup.side_of(call.player), call.partner)]


def check_scorers(setup: Setup, played: Played, scorers: str) -> None:
    """Check who was said to score."""
    who, _, plus = scorers.partition(", plus ")
    if plus:
        return
    bidder = who == "everyone" or setup.table.players[call_of(played).player] in who.split(" but ")[0]
    assert (played.scores[call_of(played).player] > 0) == bidder
    if bidder and who != "everyone":
        assert max(played.scores[seat] for seat in opponents(setup, played)) <= 0


def words_are_true(setup: Setup, played: Played, words: str, plus_thieves: bool) -> bool:
    """Return whether the others get what was said."""
    hand: Any = played.hand
    scores, call = played.scores, call_of(played)
    theirs = {seat: scores[seat] for seat in opponents(setup, played)}
    if partner := re.match(r"any partner scores (\d+) too, ", words):
        assert call.partner is None or scores[call.partner] == int(partner[1])
        words = words[partner.end() :]
    if number := re.fullmatch(r"each opponent (scores|pays|gets) (\d+)", words):
        return set(theirs.values()) == {int(number[2]) * (-1 if number[1] == "pays" else 1)}
    if words.endswith("their side’s points"):
        return set(theirs.values()) == {hand.points.others}
    always = {seat: thieves(hand, seat) if plus_thieves else 0 for seat in theirs}
    bump = re.search(r" and a bump of (\d+)$", words)
    match words:
        case "the others score 0":
            return not any(theirs.values())
        case "the others score only thieves":
            return theirs == always
        case "the others score 2 for each point card":
            return set(theirs.values()) == {2 * sum(sides.others for sides in hand.cards().values())}
    assert words.startswith(("the others score their ", "everyone scores their "))
    taken = {
        seat: side.taken
        for players, side in zip(setup.sides, strokes(setup, hand), strict=True)
        for seat in players
        if side
    }
    more = int(bump[1]) if bump else 0
    return theirs == {seat: (taken[seat] or 0) + always[seat] + more for seat in theirs}


def thieves(hand: Any, seat: Seat) -> int:
    return int(hand.thieves.others if isinstance(hand.thieves, Sides) else hand.thieves[seat])


def test_every_game_is_played_on_after_its_end() -> None:
    for game in GAMES:
        random = Random(game.key)
        for setup in random.choices(setups(game.key), k=2):
            rules = replace(setup.table.rules, played_on=LARGEST)
            open_setup = replace(setup, table=replace(setup.table, rules=rules))
            result = play(open_setup, [])
            for _ in range(MOST_HANDS):
                assert (result.ending, str(say_needs(result))) == (None, "")
                try:
                    raw = draw_hand(random, open_setup, result.state)
                except RuntimeError:
                    break  # Nobody is left who could play it.
                result = extend(result, raw)


@pytest.mark.parametrize(
    "key", [game.key for game in GAMES if game.bidding and issubclass(game.bidding, Bid)]
)
def test_hands_are_played_out_as_they_can_be(key: str) -> None:
    for setup in setups(key):
        game, table = setup.game, setup.table
        entries = game.entries[game.hand]
        blank = {key: entry.blank(table) for key, entry in entries.items()}
        bids = [bid for bid in Forecast(setup, setup.opening).totals()[0] if isinstance(bid, int)]
        for bid, more in product(bids, (-1, 0, 1, 2)):
            taken, bidding = bid + more, a_bid(setup, bid)
            if 0 <= taken <= most_strokes(setup):
                for values in game.played_out(table, bidding, taken, table.after(0)):
                    hand = game.hand(**{**blank, **vars(bidding), **values})
                    assert game.read(declare.write(hand, entries, table), table, setup.opening) == hand
                    assert [side.taken for side in strokes(setup, hand) if side][:1] in ([], [taken])


def a_bid(setup: Setup, bid: int) -> Hand:
    kind = setup.game.bidding
    assert kind
    more = {"block": "war"} if "block" in setup.game.entries[kind] else {}
    return bid_alone(setup, 0, bid=bid, **more)


def foretells(game: Game[Any, Any]) -> bool:
    """Return whether a game says what its bids bring, if it has any."""
    setup = replace(table_of(game), game=game)
    has_bids = game.bidding is not None and bid_alone(setup, 0).call is not None
    return bool(find_ways(setup, setup.opening).by_choice) == has_bids


def test_every_game_with_bids_says_what_they_bring() -> None:
    assert [game.key for game in GAMES if not foretells(game)] == []


@pytest.mark.parametrize(
    "without",
    [
        {"played_out": Game.played_out},
        {"outcomes": {key: Outcome("came", "Something.") for key in Coralon.outcomes}},
    ],
    ids=["hands", "results"],
)
def test_of_a_game_without_what_it_takes_nothing_is_foretold(without: dict[str, Any]) -> None:
    assert not foretells(type("Silent", (Coralon,), without)())
