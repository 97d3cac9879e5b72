"""A hand as it is called: what happened, what is left, who wins, and who deals next."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import Result, play, score
from scorekeeper.rules.game import Game
from scorekeeper.rules.spoken import aloud, say_corrected, say_hand
from tests.rules.drawn_hands import draw_hands, endless
from tests.rules.sheets import cases, each, sheet

ALL = 99
SENTENCES = re.compile(r"([A-Z0-9][^.!−→{}]*[.!] ?)+(?<! )")
EVENINGS = Path(__file__).parent.parent / "data" / "evenings"


def after(hands: int, game: str, evening: int = 0) -> Result:
    """Return a game of an evening after some hands; after all of them it has ended as it did there."""
    played: dict[str, Any] = json.loads((EVENINGS / f"{game}.json").read_text("utf-8"))[evening]["sheet"]
    finished = played.get("finished", False) and hands >= len(played["hands"])
    return score({**played, "hands": played["hands"][:hands], "finished": finished})


def rounds(*points: tuple[float, ...], n: int = 3, **options: Any) -> Result:
    """Return an own game with everyone's points in each round."""
    hands = [{"points": each(*row)} for row in points]
    return score(sheet("tally", *hands, n=n, options=options))


def recipe(key: str, *hands: dict[str, tuple[int, ...]]) -> Result:
    """Return a game of the gallery with figures of everyone in each hand."""
    told = [{name: each(*figures) for name, figures in hand.items()} for hand in hands]
    return score(
        sheet(
            "recipe", *told, n=len(next(iter(hands[0].values()))), options={"recipe": gallery()[key].recipe}
        )
    )


@cases(
    "result, words",
    {
        "a bid made exactly": (
            after(1, "coralon"),
            "Bea bid 4 and made it exactly. Bea, 36 to go. Bea deals.",
        ),
        "a partner for one hand": (
            after(1, "bishop"),
            "Bea bid 4 for War with Dee and made it. Bea and Dee, 17 to go. Bea deals.",
        ),
        "no target": (
            after(2, "jeu-de-tarock"),
            "Cal bid a garde for 60 and missed. Bea has 159; Ann and Dee 35; Cal minus 229. Cal deals.",
        ),
        "the last round": (
            rounds((5, 3, 1), hands=2),
            "Ann scored the most, +5. Last round: Ann leads; Bea needs 2 more than Ann to draw level, Cal 4. "
            "Bea deals.",
        ),
        "a turn, of which the words say all": (
            after(1, "house-of-fortune"),
            "Ann rolled 5 and left a coin. Bea’s turn.",
        ),
        "coins that are won and paid": (
            after(1, "baronet"),
            "Bea bid 6 for War with Dee and made it. Bea gets 12 coins; Dee 6; Ann, Cal and Eve pay 6 each. "
            "Bea deals.",
        ),
        "the lowest total wins": (
            rounds((5, 3, 1), lowest_wins=True),
            "Cal scored the least, +1. Cal has 1; Bea 3; Ann 5. Bea deals.",
        ),
        "more figures than anyone listens to": (
            rounds((1, 2, 3, 4, 5, 6), n=6),
            "Fay scored the most, +6. Fay has 6; Eve 5; Dee 4; Cal 3. Bea deals.",
        ),
        "a winner": (
            after(ALL, "coralon"),
            "Bea bid 8 and made it exactly. And Bea wins the game, with 40 points, 15 ahead of Dee!",
        ),
        "a tie that is broken": (
            after(3, "coralon", 1),
            "Cal bid 5 and went over. And Cal wins the tie at 12 as the bidder!",
        ),
        "coins won": (
            after(ALL, "nobles-estate"),
            "Ann went out first. Dee gets 12 coins; Ann 1; Cal pays 7; Bea 6. "
            "And Dee wins the game, with +6 coins, 5 more than Cal!",
        ),
        "bids of everybody": (
            recipe("wizard", {"bid": (1, 0, 0), "took": (1, 0, 0)}),
            "Everyone made their bid. Ann has 30; Bea and Cal 20. Bea deals.",
        ),
        "bids that some made": (
            recipe("wizard", {"bid": (1, 0, 0), "took": (0, 0, 1)}),
            "Bea made their bid. Bea has 20; Ann and Cal minus 10. Bea deals.",
        ),
        "bids of teams, which come out together": (
            recipe("spades", {"bid": (4, 3, 0, 5), "took": (6, 3, 0, 4)}),
            "Ann and Cal scored the most, +142. Ann and Cal, 358 to go; Bea and Dee 580. Bea deals.",
        ),
        "a tie in a game of one hand": (
            recipe("wingspan", {"birds": (36, 36, 12)}),
            "Ann and Bea share the win with 36 each.",
        ),
        "a game of one hand": (
            recipe("wingspan", {"birds": (41, 36, 12)}),
            "Ann won. 41 points, 5 ahead of Bea.",
        ),
        "no winner": (
            after(ALL, "house-of-fortune", 2),
            "Ann rolled 4, a pass. Everyone has the same, so nobody wins.",
        ),
    },
)
def test_a_hand_is_told_with_what_it_leaves(result: Result, words: str) -> None:
    assert aloud(say_hand(result)) == words


@cases(
    "result, number, words",
    {
        "all that is left, as others had other scores before": (
            after(3, "coralon"),
            2,
            "Cal bid 5 and went over. Bea, 29 to go; Cal 32; Dee 35; Ann 38.",
        ),
        "coins of that hand": (
            after(3, "hazard"),
            2,
            "Bea shot for 7 and won. Bea gets 6 coins; Dee pays 4; Ann 2.",
        ),
        "a hand that now decides the game": (
            after(ALL, "whist"),
            1,
            "Ann and Cal took 8 tricks. And Ann and Cal win the game, with 5 points, 4 ahead of Bea and Dee!",
        ),
    },
)
def test_a_corrected_hand_is_told_with_the_totals_of_today(result: Result, number: int, words: str) -> None:
    assert aloud(say_corrected(result, number)) == words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_hand_of_every_game_is_told_in_whole_sentences(game: Game[Any, Any]) -> None:
    setup = endless(game)
    hands = draw_hands(setup, 12)
    for number in range(1, len(hands) + 1):
        for finished in (False, True):
            result = play(setup, hands[:number], finished=finished)
            for said in (say_hand(result), say_corrected(result, 1)):
                assert SENTENCES.fullmatch(aloud(said)), str(said)
