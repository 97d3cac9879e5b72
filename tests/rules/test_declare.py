"""All errors of the first faulty hand are listed (scoring contract, section 2)."""

from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import cases, fields, refused, sheet

FOUR = [ANN, BEA, CAL, DEE]
FIVES = {"bidders": 5, "others": 5}
CHEVALIER = {
    **{"bidder": ANN, "bid": 5},
    **{"clean": {"bidders": 5, "others": 4}, "poisoned": {"bidders": 1, "others": 0}},
}


@cases(
    "game, hand, wrong",
    {
        "bishop: an empty hand": ("bishop", {}, ["bidder", "bid", "block", "partner", "made"]),
        "bishop: a bid too high, made and points": (
            "bishop",
            {"bidder": ANN, "bid": 30, "partner": BEA, "block": "war", "made": True, "points": FIVES},
            ["bid", "points"],
        ),
        "chevalier: a stranger bids, and a trick is missing": (
            "chevalier",
            {**CHEVALIER, "bidder": "Zoe", "clean": {"bidders": 5, "others": 3}},
            ["bidder", "clean"],
        ),
        "a stranger deals, and a trick is missing": (
            "chevalier",
            {**CHEVALIER, "dealer": "Zoe", "clean": {"bidders": 5, "others": 3}},
            ["dealer", "clean"],
        ),
        "noble’s estate: a stranger, and no cards left": (
            "nobles-estate",
            {"winner": ANN, "mistress": "Zoe", "beggar": None},
            ["mistress", "cards_left"],
        ),
        "jeu de tarock: a stranger attacks, and halves with four": (
            "jeu-de-tarock",
            {"attacker": "Zoe", "contract": "prise", "target": 45, "taken": 45.5},
            ["attacker", "taken"],
        ),
        "hazard: a stranger shoots, and nothing was rolled": (
            "hazard",
            {"bank": ANN, "shooter": "Zoe", "main": 7, "bets": [], "rolls": []},
            ["shooter", "rolls"],
        ),
        "tarock: words, and no points": ("tarock", {"forfeited": "nobody"}, ["forfeited", "points"]),
    },
)
def test_all_errors_of_a_hand_are_reported(game: str, hand: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(game, hand, players=FOUR))) == wrong


@cases(
    "game, hand, options, wrong",
    {
        "a bid beside a hand that was passed": (
            "bishop",
            {"passed": True, "bid": 3},
            {},
            {"bid": "Leave out “bid”: “passed” replaces the whole hand."},
        ),
        "a price alone": ("lansquenet", {"price": 3}, {}, {"sold_to": "Tap who buys the bank."}),
        "a price beside a round": (
            "lansquenet",
            {"result": "bank", "price": 3},
            {},
            {"price": "Leave out “price” unless “sold_to” replaces the round."},
        ),
        "passed that is denied": (
            "chevalier",
            {**CHEVALIER, "passed": False},
            {},
            {"passed": "“passed” replaces the whole hand and can only be true."},
        ),
    },
)
def test_an_entry_that_does_not_belong_to_the_hand_is_refused(
    game: str, hand: object, options: dict[str, object], wrong: dict[str, str]
) -> None:
    problems = refused(sheet(game, hand, players=FOUR, options=options))
    assert {problem.field: str(problem.message) for problem in problems} == wrong


def test_a_number_is_refused_as_a_yes() -> None:
    hand = {"leader": ANN, "red": 1, "partner": BEA, "points": {"bidders": 12, "others": 7}}
    assert fields(refused(sheet("up-and-down", hand, players=[*FOUR, "Eva"]))) == ["red"]


def test_wrong_players_and_wrong_house_rules_are_both_reported() -> None:
    document = sheet("whist", players=[ANN], dealer=3, options={"foo": 1, "book": 7})
    assert fields(refused(document)) == ["players", "dealer", "foo"]


def test_unknown_and_conflicting_house_rules_are_both_reported() -> None:
    document = sheet("nobles-estate", players=FOUR, options={"x": 3, "pot": 5})
    assert fields(refused(document)) == ["x", "pot"]
