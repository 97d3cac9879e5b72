"""The course of a finished game: exact sentences, and every number and name in them worked out again."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.course import MOST_NAMED, say_course, say_winners
from scorekeeper.rules.engine import Result, play
from scorekeeper.rules.final_result import FinalResult, FinalSeat
from scorekeeper.rules.game import Game
from scorekeeper.rules.outcome import BY_TOTAL
from scorekeeper.rules.saying import And
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.words import capital, figure, signed, spelled
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.drawn_hands import draw_hands, endless
from tests.rules.sheets import cases, each, sheet
from tests.rules.strategies import replayed, sheets

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"


def ended(game: str, *hands: object, n: int = 4, **options: Any) -> Result:
    """Return a game of the first ``n`` of the cast, which the players end unless its rules do."""
    document = sheet(game, *hands, n=n, options=options)
    return play(set_up(document), document["hands"], finished=True)


def rounds(*points: Sequence[int], **options: Any) -> Result:
    """Return a finished game of their own, with everyone's points in each round."""
    hands = [{"points": each(*row)} for row in points]
    return ended("tally", *hands, n=len(points[0]), **{"hands": len(points), **options})


def bids(game: str, target: int, *hands: tuple[Any, ...], **options: Any) -> Result:
    """Return a finished game; each hand has the bidder, the bid, and the tricks of every player."""
    played = [{"bidder": who, "bid": bid, "tricks": each(*tricks)} for who, bid, *tricks in hands]
    return ended(game, *played, target=target, **options)


@cases(
    "result, words",
    {
        "led from the first round to the last": (
            rounds((5, 3, 1), (5, 4, 1)),
            "10 points, 3 ahead of Bea. Ann led throughout.",
        ),
        "a single point": (rounds((1, 0), (0, 0)), "1 point, 1 ahead of Bea. Ann led throughout."),
        "four are second, and another is last": (
            rounds((5, 3, 3, 3, 3, 0), (1, 0, 0, 0, 0, 0)),
            "6 points, 3 ahead of four others. Ann led throughout.",
        ),
        "all others are second": (
            rounds((5, 3, 3, 3, 3), (1, 0, 0, 0, 0)),
            "6 points, 3 ahead of everyone else. Ann led throughout.",
        ),
        "the lowest total wins": (
            rounds((5, 9), (9, 6), lowest_wins=True),
            "14 points, the lowest total, 1 fewer than Bea. Ann led throughout.",
        ),
        "ahead before the end": (
            rounds((0, 0, 1), (0, 3, 0), (0, 3, 0), (9, 0, 0), (1, 1, 1)),
            "10 points, 3 ahead of Bea. Bea had led since round 2; Ann took the lead for good in round 4.",
        ),
        "level with everyone": (
            rounds((2, 2, 2), (2, 0, 0)),
            "4 points, 2 ahead of Bea and Cal. Everyone was level after round 1; "
            "Ann took the lead in the last round.",
        ),
        "behind many who were level": (
            rounds((0, 2, 2, 2, 2, 1), (5, 1, 0, 0, 0, 0)),
            "5 points, 2 ahead of Bea. Four players shared the lead after round 1; "
            "Ann took the lead in the last round.",
        ),
        "several share the win, and one of them led before": (
            rounds((5, 1, 0), (0, 4, 0)),
            "Ann and Bea share the win with 5 each. Ann led after round 1; Bea drew level in the last round.",
        ),
        "ended early": (
            rounds((5, 3), (1, 1), hands=9),
            "Ended early with 6 points, 2 ahead of Bea. Ann led throughout.",
        ),
    },
)
def test_the_course_of_a_game_of_their_own(result: Result, words: str) -> None:
    assert str(say_course(result)) == words


@cases(
    "result, words",
    {
        "a bid made exactly": (
            bids("coralon", 10, (BEA, 2, 3, 5, 3, 2), (DEE, 3, 1, 4, 4, 4), (ANN, 7, 7, 2, 2, 2)),
            "11 points, 2 ahead of Bea. "
            "Bea had led from the start; in the last hand Ann bid 7, made it exactly and took the lead.",
        ),
        "a bid that another player missed": (
            bids("coralon", 10, (BEA, 2, 3, 5, 3, 2), (BEA, 9, 8, 3, 1, 1)),
            "11 points, 6 ahead of Bea. "
            "Bea led after hand 1; Ann took the lead in the last hand, when Bea bid 9 and missed.",
        ),
        "one hand": (
            bids("coralon", 12, (CAL, 12, 0, 1, 12, 0)),
            "12 points, 12 ahead of Ann, Bea and Dee. "
            "Only one hand was played: Cal bid 12 and made it exactly.",
        ),
        "a tie that a rule decides": (
            bids("coralon", 10, (BEA, 2, 3, 5, 3, 2), (ANN, 2, 7, 5, 1, 0)),
            "Ann wins the tie at 10 as the bidder. "
            "Bea led after hand 1; in the last hand Ann bid 2, went over and drew level.",
        ),
        "a bid as the partner": (
            ended(
                "bishop",
                {"bidder": BEA, "bid": 2, "partner": CAL, "block": "war", "made": True},
                {"bidder": DEE, "bid": 5, "partner": ANN, "block": "war", "made": True},
                {"bidder": ANN, "bid": 1, "partner": None, "block": "war", "made": True},
                target=6,
            ),
            "6 points, 1 ahead of Dee. Ann and Dee shared the lead after hand 2; "
            "in the last hand Ann bid 1 for War alone, made it and took the lead.",
        ),
    },
)
def test_the_course_of_a_game_with_bids(result: Result, words: str) -> None:
    assert str(say_course(result)) == words


def partners(*hands: tuple[str, int, int], target: int = 13) -> Result:
    """Return a finished game of partners; each hand has the bidder, the bid, and the tricks of that side."""
    played = [{"bidder": who, "bid": bid, "tricks": tricks} for who, bid, tricks in hands]
    return ended("coralon-partners", *played, target=target)


def whist(*hands: tuple[str, int], **options: Any) -> Result:
    return ended("whist", *({"winner": who, "tricks": tricks} for who, tricks in hands), **options)


@cases(
    "result, words",
    {
        "a bid by one of them": (
            partners((BEA, 2, 8), (CAL, 7, 9)),
            "14 points, 2 ahead of Bea and Dee. Bea and Dee led after hand 1; "
            "Ann and Cal took the lead in the last hand, when Cal bid 7 and went over.",
        ),
        "a bid that the others missed": (
            partners((BEA, 2, 8), (DEE, 9, 3)),
            "15 points, 7 ahead of Bea and Dee. Bea and Dee led after hand 1; "
            "Ann and Cal took the lead in the last hand, when Dee bid 9 and missed.",
        ),
        "level before": (
            partners((BEA, 2, 8), (CAL, 2, 8), (CAL, 4, 4), target=14),
            "17 points, 4 ahead of Bea and Dee. Both sides were level after hand 2; "
            "Ann and Cal took the lead in the last hand, when Cal bid 4 and made it exactly.",
        ),
        "a tie that a rule decides": (
            partners((BEA, 2, 7), (CAL, 2, 7)),
            "Ann and Cal win the tie at 13 as the side that bid. Bea and Dee led after hand 1; "
            "Ann and Cal drew level in the last hand, when Cal bid 2 and went over.",
        ),
        "a target of their own": (
            whist((BEA, 9), (ANN, 8), handicap={ANN: 2, BEA: 7}),
            "Ann and Cal reach their target of 2 with 2.",
        ),
    },
)
def test_the_course_of_a_game_of_partners(result: Result, words: str) -> None:
    assert str(say_course(result)) == words


def rolls(*totals: int) -> Result:
    return ended("house-of-fortune", *({"roll": total} for total in totals), n=3)


def alone(bidder: str, bid: int) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "partner": None, "block": "war", "made": True}


@cases(
    "result, words",
    {
        "others got more of the coins given back": (
            rolls(9, 7),
            "+1 coin, 1 more than Ann and Bea before coins were given back. "
            "Bea and Cal shared the lead after roll 1; Cal took the lead on the last roll.",
        ),
        "someone has joined for the next roll": (
            ended("house-of-fortune", {"roll": 9}, {"roll": 9}, presence={DEE: {"from": 3}}),
            "+1 coin, 1 more than Cal and Dee. Bea and Cal shared the lead after roll 1; "
            "Bea took the lead on the last roll.",
        ),
        "with a stake": (
            ended("baronet", alone(ANN, 2), alone(BEA, 4)),
            "110 coins (+10), 8 more than Ann. Ann led after hand 1; "
            "in the last hand Bea bid 4 for War alone, made it and took the lead.",
        ),
        "level at the end": (
            ended("baronet", alone(ANN, 2), alone(BEA, 2)),
            "Ann and Bea tie for the most, with 104 coins (+4) each. "
            "Ann led after hand 1; in the last hand Bea bid 2 for War alone, made it and drew level.",
        ),
        "level, but for the coins given back": (
            rolls(9),
            "Bea and Cal tie for the most before coins were given back.",
        ),
        "rounds instead of coins": (
            ended("ship-captain-crew", {"cargo": each(8, 3)}, {"cargo": each(9, 3)}, n=2, ante=0),
            "Ended early with 2 rounds, 2 more than Bea. Ann led throughout.",
        ),
    },
)
def test_the_course_of_a_game_for_coins_or_rounds(result: Result, words: str) -> None:
    assert str(say_course(result)) == words


def test_a_game_that_is_on_has_no_course_yet() -> None:
    assert not say_course(play(set_up(sheet("tally", n=2)), [{"points": {ANN: 5}}]))


def test_a_result_by_earlier_rules_is_explained_by_that() -> None:
    result = rounds((5, 3), (1, 1))
    kept = FinalResult((FinalSeat(6, False, 0, 0), FinalSeat(7, True, 0, 1)))
    assert str(say_course(kept.laid_over(result))) == (
        "Scored by earlier rules. Today’s rules would give: Ann 6, Bea 4; Ann would win."
    )


# All games: every sentence is compared with the scores of the hands

MARGIN = re.compile(
    r"(?P<early>Ended early with )?(?P<total>[+−]?\d+) \w+( \((?P<gain>[+−]?\d+)\))?(, the lowest total)?, "
    r"(?P<margin>\d+) (ahead of|more than|fewer than) (?P<rivals>.+?)"
    r"(?P<apart> before coins were given back)?\.( (?P<course>.+)\.)?"
)
TURN = re.compile(
    r"""(?P<before>.+?)[ ]
    (had[ ]led[ ](?P<start>from[ ]the[ ]start) | had[ ]led[ ]since[ ]\w+[ ](?P<since>\d+)
    | (led | shared[ ]the[ ]lead | was[ ]level | were[ ]level)[ ]after[ ]\w+[ ](?P<after>\d+));[ ]
    ((?P<side>.+?)[ ](took[ ]the[ ]lead | drew[ ]level)(?P<good>[ ]for[ ]good)?
        [ ][io]n[ ](the[ ]last[ ]\w+ | \w+[ ](?P<hand>\d+))(,[ ]when[ ].+)?
    | [io]n[ ](the[ ]last[ ]\w+ | \w+[ ](?P<own_hand>\d+))[ ].+[ ]and
        [ ](took[ ]the[ ]lead | drew[ ]level)(?P<own_good>[ ]for[ ]good)?)""",
    re.VERBOSE,
)


def contending(result: Result, number: int) -> set[int]:
    """Return the seats that can win after a hand, at once also those who join for the one after the last."""
    table = result.setup.table.at(number)
    contenders = {*result.setup.game.contenders(table)}
    return contenders if number == len(result.hands) else contenders & {*table.arrived}


def leaders(result: Result, totals: Sequence[int], number: int) -> set[int]:
    """Return the seats with the best total after a hand, of those who can win."""
    contenders = {seat: totals[seat] for seat in contending(result, number)}
    best = (min if result.setup.lowest_wins else max)(contenders.values())
    return {seat for seat, total in contenders.items() if total == best}


def totals_after_each_hand(result: Result) -> list[list[int]]:
    """Return the totals after each hand, added up from the scores and from what players joined with."""
    totals, found = list(result.setup.opening.totals), []
    joined_for = {seat: stay.first for seat, stay in result.setup.table.stays.items()}
    after = [*(played.totals for played in result.hands), result.state.totals]
    scores = [*(played.scores for played in result.hands), (0,) * len(totals)]
    for number, scored in enumerate(scores, 1):
        for seat in (seat for seat, first in joined_for.items() if first == number):
            totals[seat] = after[number - 1][seat] - scored[seat]
        totals = [total + score for total, score in zip(totals, scored, strict=True)]
        found.append(totals)
    # Those who join for the next hand have their total already.
    return [*found[:-2], found[-1]] if result.hands else []


def name(result: Result, seats: set[int], others_of: set[int] | None = None) -> set[str]:
    """Return the ways to name the players in some seats."""
    setup = result.setup
    sides = [side for side in setup.sides if side[0] in seats]
    if len(sides) > MOST_NAMED:
        number = spelled(len(seats))
        found = {f"{number} others", f"{capital(number)} players"}
    else:
        found = {str(And(*setup.names(seat for side in sides for seat in side)))}
    found |= {*map(capital, found)}
    everyone = set(range(setup.table.n))
    found |= {"Everyone", "Both sides"} if seats == everyone else set()
    return found | ({"everyone else"} if others_of is not None and seats == everyone - others_of else set())


def check_course(result: Result) -> None:
    """Compare what is said about a finished game with the scores of its hands."""
    said, ending = str(say_course(result)), result.ending
    assert ending is not None
    each_totals = totals_after_each_hand(result)
    led = [leaders(result, totals, number) for number, totals in enumerate(each_totals, 1)]
    winners = {*ending.winners}
    alone = bool(led) and winners == led[-1] and any(winners == {*side} for side in result.setup.sides)
    if alone and ending.decided == BY_TOTAL:
        found = MARGIN.fullmatch(said)
        assert found, said
        totals, (winner, *_) = each_totals[-1], ending.winners
        others = contending(result, len(each_totals)) - winners
        behind = {seat: abs(totals[winner] - totals[seat]) for seat in others}
        margin = min(behind.values())
        rivals = {seat for seat, points in behind.items() if points == margin}
        coins, stake, total = result.setup.unit == "coins", result.setup.stake, result.totals[winner]
        assert found["total"] == (signed(total) if coins and not stake else figure(total + stake))
        assert found["gain"] == (signed(total) if stake else None)
        assert bool(found["apart"]) == any(coins and total - result.totals[seat] != margin for seat in rivals)
        assert int(found["margin"]) == margin
        assert found["rivals"] in name(result, rivals, winners)
        assert bool(found["early"]) == ending.early
        course = found["course"] or ""
    else:
        reason, _, course = said.partition(".")
        assert reason.startswith(str(ending.why))
        course = course.strip().removesuffix(".")
    if course.startswith("Only one "):
        assert len(led) == 1
    elif course.endswith(" led throughout"):
        assert course.removesuffix(" led throughout") in name(result, winners)
        assert all(seats == winners for seats in led)
    elif course:
        check_turn(result, course, led)
    else:
        assert len(led) == 1 or not alone or ending.decided != BY_TOTAL


def check_turn(result: Result, course: str, led: Sequence[set[int]]) -> None:
    """Compare who led before, and who took the lead or drew level, with who led after each hand."""
    turn = TURN.fullmatch(course)
    assert turn, course
    number = int(turn["hand"] or turn["own_hand"] or len(led))
    before, now = led[number - 2], led[-1]
    assert all(seats == now for seats in led[number - 1 :])
    assert before != now
    assert turn["before"] in name(result, before)
    since = 1 if turn["start"] else int(turn["since"] or number - 1)
    assert int(turn["after"] or number - 1) == number - 1
    assert all(seats == before for seats in led[since - 1 : number - 1])
    if len(before) == 1:
        assert since == 1 or led[since - 2] != before
    took = now if "took the lead" in course else now - before
    assert bool(turn["good"] or turn["own_good"]) == ("took the lead" in course and number < len(led))
    if turn["side"]:
        assert turn["side"] in name(result, took)
    else:
        call = result.hands[number - 1].hand.call
        assert call is not None
        assert took == {call.player}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_number_and_name_is_right_in_drawn_games(game: Game[Any, Any]) -> None:
    setup = endless(game)
    hands = draw_hands(setup, 12)
    for number in range(1, len(hands) + 1):
        check_course(play(setup, hands[:number], finished=True))


@pytest.mark.parametrize("file", sorted(EVENINGS.glob("*.json")), ids=lambda file: file.stem)
def test_every_number_and_name_is_right_in_the_evenings(file: Path) -> None:
    for played in json.loads(file.read_text("utf-8")):
        setup, hands = set_up(played["sheet"]), played["sheet"]["hands"]
        for number in range(len(hands) + 1):
            check_course(play(setup, hands[:number], finished=True))


@given(sheets(least=1, most=6))
def test_every_number_and_name_is_right(document: dict[str, Any]) -> None:
    _, result = replayed({**document, "finished": True})
    check_course(result)


def test_a_game_that_was_ended_before_its_first_hand_says_so() -> None:
    empty, tied = ended("house-of-fortune"), ended("tally", {"points": each(1, 1)}, n=2)
    assert str(say_winners(empty)) == "No roll was played"
    assert str(say_course(empty)) == "Ended before the first roll, so it doesn’t count."
    assert str(say_winners(tied)) == "Nobody won"


@cases(
    "result, early",
    {
        "with a winner": (rounds((5, 3), (1, 1), hands=9), True),
        "with the lead tied": (rounds((5, 5), hands=9), True),
        "before the first round": (ended("tally", n=2), True),
        "by the rules": (rounds((5, 3), (1, 1)), False),
    },
)
def test_an_ending_says_as_data_whether_the_players_ended_the_game(result: Result, early: bool) -> None:
    assert result.ending
    assert result.ending.early is early
