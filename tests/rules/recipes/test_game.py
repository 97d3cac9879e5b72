"""The game that a recipe makes: what it asks and refuses, what it remembers, and how it ends."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.claims import figures_to_ask, say_figure
from scorekeeper.rules.engine import Result, score
from scorekeeper.rules.problems import Refused, Wrong
from scorekeeper.rules.recipes.game import RecipeGame, recipe_game
from scorekeeper.rules.recipes.scoring import Scoring
from scorekeeper.rules.strokes import Strokes, strokes

PLAYERS = ["Ann", "Bea", "Cal", "Dee"]
OH_HELL, SKAT, SPADES, WIZARD = (gallery()[key].recipe for key in ("oh-hell", "skat", "spades", "wizard"))


def recipe(**parts: Any) -> dict[str, Any]:
    asked = [{"key": "took", "label": "Tricks", "of": "each"}]
    lines = [{"why": "took {took}", "points": "took"}]
    return {"recipe": 1, "name": "Ours", "players": [2, 6], "ask": asked, "score": lines, **parts}


def sheet(made: Any, *hands: Any, players: Any = PLAYERS, **options: Any) -> dict[str, Any]:
    options = {"recipe": made, **options}
    return {"scoresheet": 1, "game": "recipe", "players": players, "options": options, "hands": [*hands]}


def played(made: Any, *hands: Any, players: Any = PLAYERS, **options: Any) -> Result:
    return score(sheet(made, *hands, players=players, **options))


def refusals(made: Any, *hands: Any, **options: Any) -> list[str]:
    with pytest.raises(Refused) as refused:
        played(made, *hands, **options)
    return [str(problem.message) for problem in refused.value.problems]


def took(*figures: int) -> dict[str, Any]:
    return {"took": dict(zip(PLAYERS, figures, strict=True))}


def test_a_sheet_without_a_recipe_is_refused() -> None:
    with pytest.raises(Refused, match="Add the recipe to the options"):
        score({"scoresheet": 1, "game": "recipe", "players": PLAYERS, "options": {}, "hands": []})


def test_those_who_get_the_same_for_one_reason_share_a_line() -> None:
    (hand,) = played(recipe(), took(2, 0, 2, 1)).hands
    assert [(line.seats, str(line.why)) for line in hand.lines] == [((0, 2), "took 2"), ((3,), "took 1")]


def test_a_line_of_the_score_knows_the_line_of_the_recipe_that_gives_it() -> None:
    lines = [{"why": why, "points": "took", "if": f"took {sign} 1"} for why, sign in (("a", ">"), ("b", "="))]
    game = score(sheet(recipe(score=lines), took(1, 0, 1, 1)))
    setup, before, hand = game.setup, game.setup.opening, game.hands[0].hand
    assert isinstance(setup.game, RecipeGame)
    scoring = Scoring(setup.game.source, setup.table_for(before), before, hand)
    assert [(place, line.seats) for place, line in scoring.lines_by_place()] == [(1, (0, 2, 3))]


def test_teams_have_one_score() -> None:
    made = recipe(teams=2, score=[{"why": "took more", "points": "team(took)"}])
    assert played(made, took(2, 0, 3, 1)).totals == (5, 1, 5, 1)
    assert played(made, took(2, 0, 3, 1)).setup.sides == ((0, 2), (1, 3))


@pytest.mark.parametrize("teams", ["players - 6", "players + 1"])
def test_teams_that_can_t_be_are_refused(teams: str) -> None:
    with pytest.raises(Refused, match=r"4 players can’t make (−2|5) teams"):
        played(recipe(teams=teams, score=[{"why": "took more", "points": "team(took)"}]))


def test_figures_are_carried_from_hand_to_hand() -> None:
    kept = [{"key": "bags", "start": 3, "next": "(bags + took) % 10"}]
    made = recipe(keep=kept, score=[{"why": "bags", "points": "bags"}])
    assert played(made, took(8, 0, 1, 0), took(1, 1, 1, 1)).totals == (4, 6, 7, 6)


def test_a_check_names_the_player() -> None:
    made = recipe(check=[{"must": "took < 5", "say": "{player} can’t have {took} tricks."}])
    assert refusals(made, took(5, 1, 7, 0)) == ["Ann can’t have 5 tricks.", "Cal can’t have 7 tricks."]


def test_what_only_needs_the_bids_is_checked_before_the_play() -> None:
    made = {**OH_HELL, "players": [4, 4]}
    setup = played(made).setup
    bids = {"bid": dict(zip(map(str, range(4)), (10, 0, 0, 0), strict=True))}
    with pytest.raises(Refused, match="The bids can’t add up to 10"):
        setup.game.read(
            {"bid": dict(zip(PLAYERS, bids["bid"].values(), strict=True))},
            setup.table_for(setup.opening),
            setup.opening,
            setup.game.bidding,
        )


def test_players_can_be_asked_for_their_own_figure_after_the_bids() -> None:
    setup = played(WIZARD).setup
    asked = figures_to_ask(setup, setup.opening, {"bid": {"0": 0, "1": 1, "2": 0, "3": 0}})
    assert [
        (key, one.entry.ask_one, one.bounds(setup.table_for(setup.opening))) for key, one in asked.items()
    ] == [("took", "how many tricks did you take?", (0, 1))]


def test_without_a_question_players_are_asked_by_the_label() -> None:
    setup = played(recipe()).setup
    asked = figures_to_ask(setup, setup.opening, None)
    assert [str(one.entry.ask_one) for one in asked.values()] == ["how many tricks?"]


def test_a_bound_may_depend_on_the_number_of_the_hand() -> None:
    made = recipe(ask=[{"key": "took", "label": "Tricks", "of": "each", "high": "hand"}])
    assert refusals(made, took(2, 1, 0, 0)) == ["Ann’s tricks can be at most 1, not 2."]
    assert played(made, took(1, 1, 0, 0), took(2, 1, 0, 0)).totals == (3, 2, 0, 0)


def skat(declarer: str, game: str, result: str) -> str:
    """Return what the list of hands says of a hand of Skat."""
    entered = {"declarer": declarer, "bid": 18, "game": game, "matadors": 1, "result": result}
    hand = played(SKAT, entered, players=PLAYERS[:3])
    return str(hand.setup.summary(hand.hands[0]))


def test_a_hand_with_one_bidder_says_what_they_played_and_whether_they_won() -> None:
    assert skat("Bea", "grand", "won") == "Bea played Grand and won, +48"
    assert skat("Cal", "clubs", "lost_schneider") == "Cal played Clubs and lost, −72"


def bids_of(made: Any, *hands: Any, players: Any = PLAYERS) -> list[list[tuple[str, int | None, str]]]:
    """Return who bid what in each hand, and how that came out."""
    result = played(made, *hands, players=players)
    game, table = result.setup.game, result.setup.table
    return [
        [
            (players[call.player], call.number, outcome)
            for call, outcome in game.bids(table.at(hand.number), result.before(hand), hand)
        ]
        for hand in result.hands
    ]


COINCHE = gallery()["coinche"].recipe


@pytest.mark.parametrize(
    ("points", "belote", "outcome"),
    [((112, 50), None, "made"), ((62, 100), None, "missed"), ((62, 100), "Cal", "missed")],
)
def test_the_bid_of_one_is_made_by_the_lines_that_depend_on_who_bids(
    points: tuple[int, int], belote: str | None, outcome: str
) -> None:
    entered = {"bidder": "Ann", "contract": "bid_100", "stakes": None, "capot": False, "belote": belote}
    hand = {**entered, "points": dict(zip(PLAYERS, points, strict=False))}
    assert bids_of(COINCHE, hand) == [[("Ann", None, outcome)]]
    assert played(COINCHE, hand).hands[0].outcome == outcome


def test_a_player_who_makes_no_difference_to_the_score_is_no_bidder() -> None:
    asked = [{"key": "leads", "label": "Leads", "kind": "player", "before": True}, *recipe()["ask"]]
    hand = played(recipe(ask=asked), {"leads": "Bea", **took(1, 2, 0, 0)}).hands[0]
    assert (hand.outcome, hand.hand.call) == ("played", None)


def everyone(bid: tuple[int, ...], won: tuple[int, ...]) -> dict[str, Any]:
    return {"bid": dict(zip(PLAYERS, bid, strict=False)), "took": dict(zip(PLAYERS, won, strict=False))}


@pytest.mark.parametrize(
    ("made", "hand", "outcomes"),
    [
        (OH_HELL, everyone((4, 4, 3), (5, 2, 3)), ["missed", "missed", "exact"]),
        (SPADES, everyone((3, 4, 2, 3), (2, 5, 3, 3)), ["made", "over", "over", "exact"]),
        (SPADES, everyone((0, 4, 4, 2), (1, 3, 5, 4)), ["missed", "made", "missed", "over"]),
        (SPADES, everyone((5, 4, 4, 2), (3, 5, 4, 1)), ["missed", "over", "exact", "made"]),
    ],
)
def test_the_bids_of_everyone_are_made_if_the_same_lines_score(
    made: Any, hand: dict[str, Any], outcomes: list[str]
) -> None:
    (bids,) = bids_of(made, hand, players=PLAYERS[: len(outcomes)])
    assert [outcome for *_, outcome in bids] == outcomes
    assert [number for _, number, _ in bids] == [*hand["bid"].values()]


def test_numbers_that_are_neither_shared_nor_drawn_are_no_bids() -> None:
    asked = [{"key": "bid", "label": "Bid", "of": "each", "before": True}, *recipe()["ask"]]
    hand = everyone((1, 2, 0, 0), (1, 1, 0, 0))
    assert bids_of(recipe(ask=asked), hand) == [[]]
    assert len(bids_of(recipe(ask=asked, strokes=["took"]), hand)[0]) == 4


def test_bids_of_everybody_measure_the_strokes_of_each_side() -> None:
    bid, won = (dict(zip(PLAYERS, figures, strict=True)) for figures in ((3, 4, 2, 3), (3, 5, 3, 2)))
    result = played(SPADES, {"bid": bid, "took": won})
    assert strokes(result.setup, result.hands[0].hand) == [Strokes(6, 5), Strokes(7, 7)]


def test_a_question_is_asked_where_its_condition_holds() -> None:
    more = {"key": "moon", "label": "Moon", "kind": "player", "if": "players > 4 or moons"}
    lines = [{"why": "shot the moon", "points": 9, "if": "moon"}]
    option = {"key": "moons", "label": "Moons", "default": False}
    made = recipe(ask=[*recipe()["ask"], more], score=lines, options=[option])
    assert played(made, took(0, 0, 0, 0)).totals == (0, 0, 0, 0)
    assert refusals(made, took(0, 0, 0, 0), moons=True) == ["Tap a player."]
    assert played(made, took(0, 0, 0, 0) | {"moon": "Bea"}, moons=True).totals == (0, 9, 0, 0)


def test_spare_answers_can_be_left_out() -> None:
    asked: list[dict[str, Any]] = [
        {"key": "a", "label": "A", "of": "each"},
        {"key": "b", "label": "B"},
        {"key": "c", "label": "C", "kind": "player"},
        {"key": "d", "label": "D", "kind": "choice", "answers": [{"key": "e", "label": "E", "worth": 5}]},
    ]
    lines = [{"why": "all", "points": "a + b + c + d + e"}]
    made = recipe(ask=[{**one, "spare": True} for one in asked], score=lines)
    assert played(made, {}).totals == (0, 0, 0, 0)
    assert len(refusals(recipe(ask=asked, score=lines), {})) == 4


def test_an_answer_can_be_given_once() -> None:
    answers = [{"key": key, "label": key.title(), "worth": 1} for key in ("yams", "full")]
    asked = [{"key": "box", "label": "Box", "kind": "choice", "of": "each", "once": True, "answers": answers}]
    made = recipe(ask=asked, score=[{"why": "filled {box}", "points": "box"}])
    first = {"box": dict.fromkeys(PLAYERS, "yams")}
    second = {"box": dict.fromkeys(PLAYERS, "full") | {"Bea": "yams"}}
    assert refusals(made, first, second) == ["Bea has had “Yams” already: choose something else."]


@pytest.mark.parametrize(
    ("end", "hands"), [({"hands": 2}, 2), ({"target": 5}, 3), ({"when": "sum(total) >= 12"}, 3)]
)
def test_a_game_ends(end: dict[str, Any], hands: int) -> None:
    result = played(recipe(end=end), *[took(2, 1, 1, 0)] * hands)
    assert result.ending
    assert result.ending.winners == (0,)
    assert not played(recipe(end=end), *[took(2, 1, 1, 0)] * (hands - 1)).ending


def test_a_game_without_a_limit_of_hands_goes_on() -> None:
    assert not played(recipe(end={"hands": "0 * players"}), took(2, 1, 1, 0), took(2, 1, 1, 0)).ending


def test_the_lowest_total_wins_where_the_recipe_says_so() -> None:
    result = played(recipe(end={"target": 4}, win="low"), took(4, 1, 3, 1))
    assert result.ending
    assert result.ending.winners == (1, 3)


LAST = [{"key": "last", "next": "took"}, {"key": "sat", "next": "place"}]
SHARED = "Ann and Bea share the win with 3 each"


@pytest.mark.parametrize(
    ("parts", "hand", "winners", "why"),
    [
        ({"ties": "last"}, (3, 3, 0, 1), (0, 1), SHARED),
        ({"ties": "-sat"}, (3, 3, 0, 1), (1,), "Bea wins the tie at 3"),
        ({"ties": "-last"}, (4, 3, 0, 1), (0,), "Ann wins with 4"),
        ({"can_win": "last < 4"}, (4, 3, 0, 1), (1,), "Bea wins with 3, the best of those who could win"),
        ({"can_win": "last < 5", "win": "low"}, (4, 3, 0, 1), (2,), "Cal wins with 0, the lowest total"),
        ({"can_win": "last > 9"}, (4, 3, 0, 1), (0,), "Ann wins with 4"),
        (
            {"can_win": "last < 4", "ties": "sat"},
            (4, 3, 3, 1),
            (2,),
            "Cal wins with 3, the best of those who could win",
        ),
    ],
)
@pytest.mark.parametrize("is_stopped", [False, True])
def test_who_can_win_and_who_wins_a_tie(
    parts: dict[str, Any], hand: tuple[int, ...], winners: tuple[int, ...], why: str, is_stopped: bool
) -> None:
    made = recipe(keep=LAST, end={} if is_stopped else {"hands": 1}, **parts)
    ending = score({**sheet(made, took(*hand)), "finished": True}).ending
    if is_stopped and why == SHARED:
        winners, why = (), "Ended early with the lead tied, so nobody wins"
    assert ending
    assert (ending.winners, str(ending.because), ending.early) == (winners, why, is_stopped)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"score": [{"why": "x", "points": "10 // took"}]}, "It divides 10 by 0."),
        ({"end": {"when": "10 // most(total)"}}, "It divides 10 by 0."),
        ({"keep": [{"key": "k", "next": "hand // took"}]}, "It divides 1 by 0."),
        ({"end": {"hands": "10 // (players - 4)"}}, "It divides 10 by 0."),
        ({"can_win": "5 // total"}, "It divides 5 by 0."),
        ({"ties": "7 % total"}, "It divides 7 by 0."),
    ],
)
def test_what_can_t_be_worked_out_is_a_refusal(parts: dict[str, Any], why: str) -> None:
    assert refusals(recipe(**parts), took(0, 0, 0, 0)) == [why]


def test_what_can_t_be_worked_out_is_no_matter_where_a_line_doesn_t_score() -> None:
    lines = [{"why": "share", "points": "12 // sum(took)", "if": "sum(took) > 0"}]
    assert played(recipe(score=lines), took(0, 0, 0, 0)).totals == (0, 0, 0, 0)


# The same games, scored by hand


figures = st.integers(0, 6)


@given(st.lists(st.tuples(figures, figures), min_size=3, max_size=3))
def test_oh_hell_scores_as_it_does_by_hand(pairs: list[tuple[int, int]]) -> None:
    made = {key: value for key, value in OH_HELL.items() if key not in ("check", "end")}
    free = [{key: part for key, part in one.items() if key not in ("high", "sum")} for one in made["ask"]]
    bids, tricks = ({name: pair[at] for name, pair in zip("ABC", pairs, strict=True)} for at in (0, 1))
    totals = played({**made, "ask": free}, {"bid": bids, "took": tricks}, players=["A", "B", "C"]).totals
    assert totals == tuple(took + 10 * (took == bid) for bid, took in pairs)


def spades_by_hand(bids: list[int], tricks: list[int], bags: int) -> int:
    """Return what two partners score in Spades without nils, given their bags so far."""
    bid, took = sum(bids), sum(tricks)
    if took < bid:
        return -10 * bid
    over = took - bid
    return 10 * bid + over - (100 if bags + over >= 10 else 0)


@given(
    st.lists(st.lists(st.integers(1, 6), min_size=4, max_size=4), min_size=2, max_size=4),
    st.lists(st.permutations([4, 4, 3, 2]), min_size=4, max_size=4),
)
def test_spades_scores_as_it_does_by_hand(bids: list[list[int]], tricks: list[list[int]]) -> None:
    hands = [
        {"bid": dict(zip(PLAYERS, bid, strict=True)), "took": dict(zip(PLAYERS, took, strict=True))}
        for bid, took in zip(bids, tricks, strict=False)
    ]
    expected, bags = [0, 0], [0, 0]
    for bid, took in zip(bids, tricks, strict=False):
        for side in (0, 1):
            expected[side] += spades_by_hand(bid[side::2], took[side::2], bags[side])
            over = sum(took[side::2]) - sum(bid[side::2])
            bags[side] = (bags[side] + max(over, 0)) % 10
    assert played(SPADES, *hands, target=100_000).totals[:2] == tuple(expected)


SUITS = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}


@given(
    st.sampled_from([*SUITS]), st.integers(1, 4), st.booleans(), st.booleans(), st.sampled_from(PLAYERS[:3])
)
def test_skat_scores_as_it_does_by_hand(
    game: str, matadors: int, from_hand: bool, won: bool, declarer: str
) -> None:
    hand = {
        "declarer": declarer,
        "bid": 18,
        "game": game,
        "matadors": matadors,
        "result": "won" if won else "lost",
    }
    announced = {"announced": "from_hand"} if from_hand else {}
    result = played(SKAT, hand | announced, players=PLAYERS[:3])
    value = SUITS[game] * (matadors + 1 + from_hand)
    expected = value if won else -2 * value
    assert result.totals == tuple(expected if name == declarer else 0 for name in PLAYERS[:3])


# The example of a recipe

EXAMPLE: dict[str, Any] = {"players": ["Ann", "Bea"], "hand": {"took": {"Ann": 3, "Bea": 1}}}


def test_a_recipe_has_an_example() -> None:
    lesson = recipe_game(recipe(example=EXAMPLE)).lesson
    assert lesson
    assert (lesson.players, lesson.hand) == (("Ann", "Bea"), EXAMPLE["hand"])
    assert recipe_game(recipe()).lesson is None


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"hand": {"took": {"Ann": 3}}}, "Example: Enter Bea’s tricks."),
        ({"hand": {"tricks": 4}}, "Example: A hand of Ours has no “tricks”."),
        ({"hand": []}, "The hand of the example must have the answer to each question by its key."),
        ({"players": ["Ann"]}, "Example: give the names of so many players: 2 to 6, none of them twice."),
        (
            {"players": ["Ann", "ann"]},
            "Example: give the names of so many players: 2 to 6, none of them twice.",
        ),
    ],
)
def test_an_example_that_can_t_be_scored_is_refused(parts: dict[str, Any], why: str) -> None:
    with pytest.raises(Wrong, match=re.escape(why)):
        recipe_game(recipe(example={**EXAMPLE, **parts}))


def test_the_example_of_a_recipe_is_not_part_of_its_edition() -> None:
    assert recipe_game(recipe(example=EXAMPLE)).edition == recipe_game(recipe()).edition


@pytest.mark.parametrize(("label", "words"), [("Tricks", "4 tricks"), ("Eggs", "eggs 4")])
def test_a_figure_is_said_with_what_it_counts(label: str, words: str) -> None:
    game = recipe_game(recipe(ask=[{"key": "took", "label": label, "of": "each"}]))
    assert str(say_figure(game.entries[game.hand]["took"], 4)) == words


def test_a_carried_figure_with_a_label_is_shown() -> None:
    kept = [
        {"key": "bags", "label": "Bags", "start": 3, "next": "bags + took"},
        {"key": "seen", "next": "hand"},
    ]
    result = played(recipe(keep=kept), took(2, 0, 1, 0))
    assert [str(one) for seat in (0, 1) for one in result.setup.game.carried(result.state, seat)] == [
        "Bags 5",
        "Bags 3",
    ]
