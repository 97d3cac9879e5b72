"""The call of a hand (bidder, bid and partner), its result and its bumps."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import score
from scorekeeper.rules.hand import Call
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OTHER, OVER
from tests.rules.sheets import each, sheet

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"

WHO = ("bidder", "leader", "attacker")
"""The entries that name the bidder."""

NUMBER = ("bid", "target")
"""The entries that give the bid."""


def evening(key: str) -> list[dict[str, Any]]:
    """Return the sheets of a game's evening."""
    return [played["sheet"] for played in json.loads((EVENINGS / f"{key}.json").read_text("utf-8"))]


@pytest.mark.parametrize("game", GAMES, ids=CATALOGUE)
def test_only_hands_with_a_bidder_have_a_call(game: Any) -> None:
    for one in evening(game.key):
        for raw, played in zip(one["hands"], score(one).hands, strict=True):
            who = next((raw[name] for name in WHO if name in raw), None)
            if who is None:
                assert played.hand.call is None
                continue
            number, partner = next((raw[name] for name in NUMBER if name in raw), None), raw.get("partner")
            assert played.hand.call == Call(
                one["players"].index(who),
                number if isinstance(number, int) else None,
                one["players"].index(partner) if partner is not None else None,
            )


def test_the_call_has_the_partner_that_a_hand_names() -> None:
    partners = {
        game.key
        for game in GAMES
        for one in evening(game.key)
        for played in score(one).hands
        if played.hand.call and played.hand.call.partner is not None
    }
    named = {game.key for game in GAMES if "partner" in game.entries[game.hand]}
    assert partners == named
    assert named


@pytest.mark.parametrize("game", GAMES, ids=CATALOGUE)
def test_a_bump_goes_to_the_others_when_a_bid_was_missed(game: Any) -> None:
    for one in evening(game.key):
        result = score(one)
        for played in result.hands:
            for line in played.lines:
                assert line.bump == ("bump" in str(line.why))
                if line.bump:
                    assert played.hand.call is not None
                    assert game.outcomes[played.outcome].result == MISSED
                    assert played.hand.call.player not in line.seats


@pytest.mark.parametrize("game", GAMES, ids=CATALOGUE)
def test_outcomes_have_the_result_in_their_key(game: Any) -> None:
    for key, outcome in game.outcomes.items():
        word = key.rpartition("_")[2]
        assert outcome.result == (word if word in (EXACT, OVER, MADE, MISSED) else OTHER)


def test_a_bid_without_a_number_has_a_bidder() -> None:
    hand = {"bidder": "Cal", "bid": "less", "zero_bidders": ["Bea"], "tricks": each(5, 5, 0, 3)}
    result = score(sheet("coralon", hand, options={"zero_bids": True}))
    assert result.hands[0].hand.call == Call(2, None)
