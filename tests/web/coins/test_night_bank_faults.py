"""Faults of the stored coins become sentences that say what to do."""

from datetime import UTC, datetime

import pytest

from scorekeeper.store.coins.bank import Bank, GamePayout, Posting, PostingFault
from scorekeeper.web.coins.night_bank import fault_sentences

TIME = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
CLOCK = f'<time datetime="{TIME.isoformat()}">{TIME:%H:%M}</time>'


def posting(fault: PostingFault, kind: str = "gift", coins: int = 5) -> Posting:
    return Posting(1, "u", TIME, "iPhone", kind, 1, 2, coins, "", None, None, fault)


def game(refusal: str) -> GamePayout:
    return GamePayout(1, "Coralon", TIME, TIME, {}, 0, True, refusal)


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (posting(PostingFault.UNKNOWN_KIND, kind="theft"), "has an unknown kind, “theft”"),
        (posting(PostingFault.SAME_PARTY), "goes from someone to themselves"),
        (posting(PostingFault.STAKE_FROM_PLAYER), "is a stake that doesn’t come from the house"),
        (posting(PostingFault.HOUSE_TAKES_PART), "is a gift with the house, which neither wins nor loses"),
        (posting(PostingFault.OUTSIDER), "names someone who doesn’t belong to the club"),
        (posting(PostingFault.NO_COINS, coins=0), "is about 0 coins"),
    ],
)
def test_a_faulty_posting_is_to_be_undone(one: Posting, why: str) -> None:
    bank = Bank({1: "Ann", 2: "Bea"}, [1, 2], [], [one])
    assert list(map(str, fault_sentences(bank, "UTC"))) == [
        f"What was recorded at {CLOCK} on iPhone {why}. Undo it."
    ]


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (game(""), "its hands can’t be scored."),
        (game("Enter Ann’s tricks."), "its hands can’t be scored. Enter Ann’s tricks."),
    ],
)
def test_a_faulty_game_says_what_does_not_match(one: GamePayout, why: str) -> None:
    bank = Bank({0: "Ann", 1: "Bea"}, [0, 1], [one], [])
    assert list(map(str, fault_sentences(bank, "UTC"))) == [f"Coralon, started at {CLOCK}: {why}"]


def test_coins_that_do_not_add_up_are_reported_without_another_fault() -> None:
    bank = Bank({0: "Ann"}, [0], [GamePayout(1, "Coralon", TIME, TIME, {0: 3})], [])
    assert list(map(str, fault_sentences(bank, "UTC"))) == ["The coins don’t add up."]
