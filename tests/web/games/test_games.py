"""What a game is and how it scores, drawn from its declaration; the index, the decks, and help."""

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from tests.web.phone import Phone

KEYS = list(CATALOGUE)


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_of_a_game_have_its_parts(stranger: Phone, key: str) -> None:
    stranger.open(f"/games/{key}")
    assert stranger.status == 200
    headings = stranger.page.texts("h2")
    assert headings[:4] == ["What is entered", "How a hand scores", "The end", "House rules"]
    assert all(text for text in stranger.page.texts("dd"))


def test_a_game_says_its_usual_target_for_each_number_of_players(stranger: Phone) -> None:
    assert "60 with 3, 40 with 4, 25 with 5, 25 with 6" in stranger.open("/games/coralon").page
    assert "Winning score 80" in stranger.open("/games/thieves").page


def test_a_game_says_where_its_text_is_silent(stranger: Phone) -> None:
    assert "A tie at the target goes to the side that bid" in stranger.open("/games/thieves").page


def test_an_entry_is_told_with_the_question_that_the_sheet_asks(stranger: Phone) -> None:
    stranger.open("/games/commander-captain-company")
    assert said(stranger, "Commander")[0].startswith("Who won the most tricks? Nobody, if there was a tie.")


def test_bets_are_told_in_a_players_words(stranger: Phone) -> None:
    bets = said(stranger.open("/games/hazard"), "Bets")[0]
    assert "By player, 1 or more coins on “Shooter wins” or “Shooter loses”." in bets


def test_thieves_count_whatever_becomes_of_the_bid(stranger: Phone) -> None:
    stranger.open("/games/thieves")
    assert all(
        "thieves" in row(stranger, 0, outcome)[0] for outcome in ("Made it exactly", "Went over", "Missed")
    )


def test_the_rules_lead_back_to_where_they_were_opened(coralon: Phone) -> None:
    assert coralon.follow("How Coralon is scored").follow("‹ Back").path == "/plays/1"
    coralon.follow("Coralon").follow("The Vines deck").follow("‹ Back")
    assert coralon.path == "/games/coralon?play=1"
    coralon.follow("All games").follow("Thief").follow("‹ Back")
    assert coralon.path == "/plays/1"
    assert coralon.open("/games/thief").follow("‹ Back").follow("‹ Back").path == "/"


def test_the_sheet_leads_to_the_rules_with_one_tap(coralon: Phone) -> None:
    heading = coralon.page.one("h1")
    assert heading.one("a")["href"] == "/games/coralon?play=1"


def test_help_lists_every_game(stranger: Phone) -> None:
    stranger.open("/help")
    assert [link["href"] for link in stranger.page.one("ul", "list").all("a")] == [
        f"/games/{key}" for key in KEYS
    ]


def row(phone: Phone, table: int, heading: str) -> list[str]:
    """The cells beside a heading."""
    rows = phone.page.all("table")[table].all("tr")
    return next(row.texts("td") for row in rows if row.texts("th")[:1] == [heading])


def said(phone: Phone, label: str) -> list[str]:
    """Everything that is said beside a label."""
    return [node.one("dd").text for node in phone.page.all("div") if node.texts("dt") == [label]]


def test_every_outcome_has_a_row_that_says_what_it_scores(stranger: Phone) -> None:
    for game in CATALOGUE.values():
        stranger.open(f"/games/{game.key}")
        for outcome in game.outcomes.values():
            heading = outcome.title or outcome.words[0].upper() + outcome.words[1:]
            assert row(stranger, 0, heading), heading
            assert outcome.scores in stranger.page


def test_every_house_rule_says_what_it_usually_is(stranger: Phone) -> None:
    for game in CATALOGUE.values():
        stranger.open(f"/games/{game.key}")
        for entry in game.house_rules.values():
            assert any("Usually " in words for words in said(stranger, entry.label)), entry.label


SAID = {
    "bounds for each number of players": (
        "coralon",
        "Bid",
        "2 to 18 with 3, 2 to 13 with 4, 2 to 11 with 5, 2 to 9 with 6.",
    ),
    "what a house rule adds": ("coralon", "Bid", "With “Zero and less”: also 0 or less."),
    "bounds that a house rule moves": ("hazard", "Rolls", "With “Dice 3”: any number of them, 3 to 18."),
    "what only a house rule asks": ("dog", "Blind", "Only with “Blind bids”: yes or no."),
    "what a house rule asks that is no switch": ("up-and-down", "Nobody leads", "Only with “Informal"),
    "what adds up": ("thief", "Thieves", "at most 11 in all with 3 to 5, at most 9 in all with 6."),
    "when it is asked": ("chevalier", "Clean tricks", "After the play."),
    "a usual choice": ("chevalier", "Poison cards", "Usually “Sevens”."),
    "a usual number for each number of players": ("bishop", "Target", "Usually 25 with 4, 21 with 5."),
    "nothing as the usual": ("tally", "Target", "Usually none."),
    "halves": ("jeu-de-tarock", "Taken", "0 to 91, halves too with 3 and 5, no halves with 4."),
}


@pytest.mark.parametrize(("key", "label", "words"), SAID.values(), ids=list(SAID))
def test_what_is_declared_is_said(stranger: Phone, key: str, label: str, words: str) -> None:
    stranger.open(f"/games/{key}")
    assert any(words in text for text in said(stranger, label)), said(stranger, label)


def test_a_game_names_the_texts_it_comes_from(stranger: Phone) -> None:
    for game in CATALOGUE.values():
        stranger.open(f"/games/{game.key}")
        assert [text in stranger.page for text in (f"Text {number}:" for number in game.texts)] == [
            True
        ] * len(game.texts)


# The index


def test_the_index_says_which_games_can_be_played_by_how_many(stranger: Phone) -> None:
    stranger.open("/games")
    for game in CATALOGUE.values():
        cells = row(stranger, 0, game.name)
        assert ["yes" in cell for cell in cells] == [n in game.seats for n in range(2, 11)]


@pytest.mark.parametrize("words", ["buccaneer", "BUCCANEER", "poison 7s", "chevalier", "Chévalier"])
def test_the_index_finds_a_game_by_any_of_its_names(stranger: Phone, words: str) -> None:
    stranger.open(f"/games?q={words}")
    assert [link["href"] for link in stranger.page.all("ul", "list")[0].all("a")] == ["/games/chevalier"]


def test_the_index_says_when_there_is_no_such_game(stranger: Phone) -> None:
    assert "None of that name." in stranger.open("/games?q=bridge").page


def test_the_index_leads_back_to_the_choice(owner: Phone) -> None:
    owner.open("/nights/1/games").follow("All games").follow("‹ Back")
    assert owner.path == "/nights/1/games"


@pytest.mark.parametrize("way", ["play=none", "night=0", "of=bridge", "play=1e9", "of="])
def test_a_way_back_that_leads_nowhere_leads_to_the_index(stranger: Phone, way: str) -> None:
    assert stranger.open(f"/games/whist?{way}").follow("‹ Back").path == "/games"


# To look up


def test_the_vines_deck_has_its_suits_and_ranks_in_order(stranger: Phone) -> None:
    stranger.open("/reference/vines-deck")
    assert stranger.page.one("table").one("tbody").texts("th") == [
        "Anchors",
        "Crowns",
        "Cups",
        "Locks",
        "Trees",
    ]
    assert row(stranger, 0, "Cups") == ["a cup", "purple"]
    assert "Trees, Anchors, Locks, Crowns, Cups" in stranger.page
    ranks = ["Ace", "Knight", "Bishop", "Farmer", "Tar", "7", "6", "5", "4", "3", "2"]
    assert stranger.page.one("ol").texts("li") == ranks
    assert "55 in all" in stranger.page


def test_five_of_a_kind_is_best_and_a_flush_beats_four(stranger: Phone) -> None:
    stranger.open("/games").follow("Poker hands")
    assert [name.split(". ")[1] for name in stranger.page.one("tbody").texts("th")] == [
        "Five of a kind",
        "Straight flush",
        "Flush",
        "Four of a kind",
        "Full house",
        "Straight",
        "Three of a kind",
        "Two pair",
        "Pair",
        "High card",
    ]


# What was ruled

RULED = {
    "coralon": ("After a “less”, a further “less” counts everybody who bid zero or less before",),
    "coralon-partners": ("only the last two players to bid", "A tie at the target goes to the side that bid"),
    "thief": ("The bid is in points, so points decide",),
    "thieves": ("The lowest bid is 3 as in Thief", "A tie at the target goes to the side that bid"),
    "ducks-and-geese": ("A zero is broken by any trick", "there is no bump"),
    "dog": ("A zero is broken by any trick", "there is no bump"),
    "ducks-and-geese-cutthroat": ("scores as in Coralon", "Ties are decided as in Coralon"),
    "bishop": ("the bidder plays alone", "The lowest bid is 1"),
    "baronet": ("A bidder who plays alone collects the bid from every opponent",),
    "chevalier": ("so that is a sweep", "A tie at the target goes to the side that bid"),
    "up-and-down": ("as if red had been called", "The pot goes to the winning side of the next hand"),
    "up-and-down-points": ("score the points of their team", "Ties are decided as in Bishop"),
    "nobles-estate": ("The deal passes to the left",),
    "commander-captain-company": ("The deal passes to the left", "nobody wins the Commander pile"),
    "whist": ("Eight tricks score two points", "the higher total wins", "The deal passes to the left"),
    "tarock": ("share the pot", "Trumps II to XX count nothing", "The deal passes to the left"),
    "jeu-de-tarock": (
        "whichever side won the hand",
        "Half points are rounded up",
        "With three players it is twice, with five four times",
        "The deal passes to the left",
    ),
    "hazard": ("bets pay the true odds of the dice",),
    "caravan": ("Everyone finishes the round", "equal totals share the win"),
}
"""Every ruling that the rules at hand must have, by the words it begins with or turns on."""


@pytest.mark.parametrize(
    ("key", "words"), [(key, words) for key, all_of in RULED.items() for words in all_of]
)
def test_a_ruling_stands_on_the_page_of_its_game(stranger: Phone, key: str, words: str) -> None:
    stranger.open(f"/games/{key}")
    rulings = stranger.page.one("article").all("ul")[0]
    assert words in rulings
