"""The rules page of each game, the index of the games, the decks, and the list of games in help."""

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules import engine
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.saying import Say, group_by_player_count
from scorekeeper.rules.words import capital
from scorekeeper.web.games.rules_text import join_bounds
from tests.web.markup import Node
from tests.web.phone import Phone
from tests.web.table import start

KEYS = list(CATALOGUE)
RULED = {
    "coralon": ("another “less” counts everyone who bid “zero” or “less” before it",),
    "coralon-partners": ("only the last two players to bid", "A tie at the target goes to the side that bid"),
    "thief": ("Bids are in points, so points decide", "the dealer must bid the minimum or more"),
    "thieves": (
        "The lowest bid is 3 as in Thief",
        "the dealer must bid the minimum or more",
        "A tie at the target goes to the side that bid",
    ),
    "ducks-and-geese": ("Any trick breaks a zero bid", "There is no bump"),
    "dog": ("Any trick breaks a zero bid", "There is no bump"),
    "ducks-and-geese-cutthroat": (
        "the dealer must bid the minimum or more",
        "scores as in Coralon",
        "Ties are decided as in Coralon",
    ),
    "bishop": ("the bidder has no partner and plays alone", "The lowest bid is 1"),
    "baronet": ("A bidder who plays alone wins the bid from each opponent",),
    "chevalier": ("so that counts as a sweep", "A tie at the target goes to the side that bid"),
    "up-and-down": ("as if red had been called", "the next hand played shares the pot equally"),
    "up-and-down-points": ("scores the full points of their side", "Ties are decided as in Bishop"),
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
    "hazard": ("they pay by the ways to roll each number",),
    "caravan": ("Everyone finishes the round", "equal totals share the win"),
}
"""Words of every ruling that must be on the rules page of its game."""


@pytest.mark.parametrize("key", KEYS)
def test_rules_page_has_headings_outcomes_sources_rulings_and_a_scored_example(
    stranger: Phone, key: str
) -> None:
    stranger.open(f"/games/{key}")
    assert stranger.status == 200
    game = CATALOGUE[key]
    lesson = game.lesson
    assert lesson
    scores = f"How a {game.hand_noun.one} scores"
    headings = [*lesson.parts, scores, "An example", "How the game ends", "House rules"]
    assert stranger.page.texts("h2")[: len(headings)] == headings
    assert all(text for text in stranger.page.texts("dd"))
    for outcome in game.outcomes.values():
        assert outcome_scores(stranger, str(outcome.title)), outcome
    assert all(f"Text {number}:" in stranger.page for number in game.texts)
    lists = [part for part in stranger.page.one("article").all("ul") if not part["class"]]
    assert all(words in lists[0] for words in RULED.get(key, ()))
    sheet = {"scoresheet": 1, "game": key, "players": [*lesson.players], "options": lesson.options}
    (scored,) = engine.score({**sheet, "hands": [lesson.hand]}).hands
    reasons = stranger.page.one("ul", "because").texts("li")
    told = [line for line in scored.lines if not line.is_ante]
    assert all(any(str(line.why) in reason for reason in reasons) for line in told)


LESS = "Once someone has bid zero, you may say “less”"
FORMAL, INFORMAL = "each player knocks", "the quickest gets the lead"


def test_jeu_de_tarock_says_that_nobody_wins_if_all_are_level_after_the_agreed_hands(stranger: Phone) -> None:
    said = "Either way, equal totals share the win, and nobody wins if all are equal."
    assert said in stranger.open("/games/jeu-de-tarock").page


def test_rules_page_says_under_a_house_rule_what_it_changes(stranger: Phone) -> None:
    stranger.open("/games/coralon")
    (zero,) = definition_nodes(stranger, "Zero bids")
    assert LESS in zero
    assert zero.one("tbody").texts("th") == ["Zero made", "Zero missed", "Less made", "Less missed"]
    assert stranger.page.all("table")[0].one("tbody").texts("th") == [
        "Made it exactly",
        "Went over",
        "Missed",
    ]
    assert stranger.page.text.count(LESS) == 1
    stranger.open("/games/up-and-down")
    (opening,) = definition_nodes(stranger, "Opening")
    assert (INFORMAL in opening, FORMAL in opening, FORMAL in stranger.page) == (True, False, True)


def test_rules_page_says_what_an_outcome_scores_under_a_house_rule_instead(owner: Phone) -> None:
    owner.open("/games/thief")
    everyone_else, only_thieves = outcome_scores(owner, "Missed")
    assert everyone_else.endswith("their tricks and the thieves they kept.")
    assert only_thieves.endswith("Everyone scores the thieves they kept.")
    start(owner, "Thief", bid_tricks_only="on").follow("Rules")
    assert outcome_scores(owner, "Missed") == [only_thieves]


def test_rules_of_a_running_game_follow_its_house_rules(owner: Phone) -> None:
    start(owner, zero_bids="on", target=33).follow("Rules")
    assert owner.path == "/plays/1/rules"
    assert definitions(owner, "Winning score") == ["33"]
    assert definitions(owner, "Players") == ["Ann, Bea, Cal and Dee"]
    assert LESS in section(owner, "Bidding")
    assert outcome_scores(owner, "Less made")
    assert "Zero bids" not in owner.follow("What else you could agree on").page.all("table")[0]
    assert owner.follow("Back").path == "/plays/1/rules"
    start(owner).follow("Rules")
    assert LESS not in owner.page
    assert not outcome_scores(owner, "Less made")


def test_rules_of_a_running_game_have_the_values_of_its_house_rules(owner: Phone) -> None:
    start(owner, "Whist", book=5).follow("Rules")
    assert "each trick over 5" in owner.page
    assert definitions(owner, "Players") == ["Ann and Cal against Bea and Dee"]
    assert "9 tricks, 4 over 5" in owner.page.one("ul", "because")


def test_rules_of_a_running_game_say_what_each_side_plays_to(owner: Phone) -> None:
    start(owner, "Whist", **{"handicap-0": 5, "handicap-1": 7}).follow("Rules")
    assert definitions(owner, "Winning score") == ["Ann and Cal 5, Bea and Dee 7"]
    start(owner, "House of Fortune").follow("Rules")
    assert owner.status == 200
    assert not definitions(owner, "Winning score")


def test_rules_page_says_what_was_entered_in_the_example(stranger: Phone) -> None:
    stranger.open("/games/coralon")
    assert definitions(stranger, "Bid") == ["4"]
    assert definitions(stranger, "Tricks") == ["Ann 3, Bea 4, Cal 3, Dee 3"]


def test_rules_page_gives_the_default_target_for_each_number_of_players(stranger: Phone) -> None:
    assert "60 with 3 players, 40 with 4, 25 with 5 or 6" in stranger.open("/games/coralon").page
    assert "Winning score 80" in stranger.open("/games/thieves").page


def test_back_link_leads_to_where_the_rules_were_opened(coralon: Phone) -> None:
    assert coralon.follow("Rules").follow("Back").path == "/plays/1"
    coralon.follow("Coralon").follow("The Vines deck").follow("Back")
    assert coralon.path == "/games/coralon?play=1"
    coralon.follow("All games").follow("Thief").follow("Back")
    assert coralon.path == "/plays/1/rules"
    assert coralon.open("/games/thief").follow("Back").follow("Back").path == "/"


def test_heading_of_the_sheet_links_to_the_rules(coralon: Phone) -> None:
    heading = coralon.page.one("h1")
    assert heading.one("a")["href"] == "/plays/1/rules"


def test_help_lists_every_game(stranger: Phone) -> None:
    stranger.open("/help")
    assert [link["href"] for link in stranger.page.one("ul", "list").all("a")] == [
        f"/games/{key}" for key in KEYS
    ]


# The index


def test_index_leads_to_every_game_and_says_for_how_many_it_is(stranger: Phone) -> None:
    stranger.open("/games")
    rows = [row for section in stranger.page.all("section", "games") for row in section.all("li")]
    more = gallery()
    assert {row.one("b").text for row in rows} == {
        *(game.name for game in CATALOGUE.values()),
        *(game.name for game in more.values()),
    }
    assert {row.one("a", "whole")["href"] for row in rows} == {f"/games/{key}" for key in (*KEYS, *more)}
    numbers = {row.one("b").text: row.one("p").one("span", "figure").text for row in rows}
    assert (numbers["Coralon"], numbers["Chevalier"]) == ("3–6 players", "4 players")


def test_index_finds_a_game_by_any_of_its_names(stranger: Phone) -> None:
    for words in ("buccaneer", "BUCCANEER", "poison 7s", "chevalier", "Chévalier"):
        (found,) = stranger.open(f"/games?q={words}").page.all("section", "searching")
        assert [link["href"] for link in found.all("a")] == ["/games/chevalier"], words


def test_index_says_when_no_game_matches(stranger: Phone) -> None:
    assert "No game by that name." in stranger.open("/games?q=polo").page


def test_back_link_of_the_index_leads_to_choosing_a_game(owner: Phone) -> None:
    owner.open("/nights/1/games").follow("All games").follow("Back")
    assert owner.path == "/nights/1/games"


def test_back_link_falls_back_to_the_index(stranger: Phone) -> None:
    for way in ("play=none", "night=0", "of=bridge", "play=1e9", "of="):
        assert stranger.open(f"/games/whist?{way}").follow("Back").path == "/games", way


# Reference pages


def test_the_decks_and_poker_hands_are_in_order(stranger: Phone) -> None:
    stranger.open("/reference/vines-deck")
    suits = stranger.page.one("table").one("tbody").texts("th")
    assert suits == ["Anchors", "Crowns", "Cups", "Locks", "Trees"]
    assert row(stranger, 0, "Cups") == ["a cup", "purple"]
    assert "Trees, Anchors, Locks, Crowns, Cups" in stranger.page
    ranks = ["Ace", "Knight", "Bishop", "Farmer", "Tar", "7", "6", "5", "4", "3", "2"]
    assert stranger.page.one("ol").texts("li") == ranks
    assert "55 cards in all" in stranger.page
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


def row(phone: Phone, table: int, heading: str) -> list[str]:
    """Return the cells beside a heading."""
    rows = phone.page.all("table")[table].all("tr")
    return next(row.texts("td") for row in rows if row.texts("th")[:1] == [heading])


def outcome_scores(phone: Phone, title: str) -> list[str]:
    """Return what an outcome scores, wherever the page says it."""
    rows = [row for table in phone.page.all("table") for row in table.all("tr")]
    return [text for row in rows if row.texts("th") == [capital(title)] for text in row.texts("td")]


def section(phone: Phone, heading: str) -> str:
    """Return the text below a heading, up to the next."""
    return phone.page.text.partition(f" {heading} ")[2].partition(" Play ")[0]


def definition_nodes(phone: Phone, label: str) -> list[Node]:
    """Return everything beside a label."""
    return [node.one("dd") for node in phone.page.all("div") if node.texts("dt") == [label]]


def definitions(phone: Phone, label: str) -> list[str]:
    """Return every text beside a label."""
    return [node.text for node in definition_nodes(phone, label)]


# House rules


def test_every_house_rule_gives_its_default(stranger: Phone) -> None:
    for game in CATALOGUE.values():
        stranger.open(f"/games/{game.key}")
        for entry in game.house_rules.values():
            assert any("Default: " in words for words in definitions(stranger, entry.label)), entry.label


DESCRIBED = {
    "bounds": ("whist", "Book", "5 or 6. Default: 6."),
    "bounds that begin somewhere": ("coralon", "Wager", "0 or more. Default: 0."),
    "choices": ("chevalier", "Poison cards", "“Sevens” or “Tars (Buccaneer)”. Default: “Sevens”."),
    "figures of players": ("whist", "Handicap", "For each player, 1 or more. Default: none."),
    "a switch": ("coralon", "Zero bids", "Default: off."),
    "a default for each number of players": ("bishop", "Target", "Default: 25 with 4 players, 21 with 5."),
    "no default": ("tally", "Target", "Default: none."),
}


@pytest.mark.parametrize(("key", "label", "words"), DESCRIBED.values(), ids=list(DESCRIBED))
def test_house_rule_is_described(stranger: Phone, key: str, label: str, words: str) -> None:
    stranger.open(f"/games/{key}")
    assert any(words in text for text in definitions(stranger, label)), definitions(stranger, label)


# Sentences for different numbers of players


def test_words_for_all_numbers_of_players_are_said_once() -> None:
    assert group_by_player_count({3: 60, 4: 60}) == 60
    assert not group_by_player_count({})


def test_words_for_some_numbers_of_players_are_grouped() -> None:
    scores = {3: 60, 4: 40, 5: 25, 6: 25, 7: 25, 8: 20, 10: 20}
    assert (
        str(group_by_player_count(scores)) == "60 with 3 players, 40 with 4, 25 with 5 to 7, 20 with 8 or 10"
    )


def test_bounds_with_different_parts_are_joined_for_each_number_of_players() -> None:
    bounds = {3: (Say("0 to 9"),), 4: (Say("0 to 9"), Say("no halves"))}
    assert str(join_bounds(bounds)) == "0 to 9 with 3 players; 0 to 9, no halves with 4 players"
