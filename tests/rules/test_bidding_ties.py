"""Ties in partnership games whose hands have no bid."""

from scorekeeper.rules.engine import play
from scorekeeper.rules.table import Setup, Table
from tests.rules.sheets import CAST, each
from tests.rules.toys import AuctionRules, Pairs


def test_partners_share_a_tie_where_nobody_bid() -> None:
    setup = Setup(Pairs(), Table(tuple(CAST[:4]), AuctionRules(target=10, wager=0)), 0)
    ending = play(setup, [{"points": each(10, 10, 10, 10)}]).ending
    assert ending is not None
    assert ending.winners == (0, 1, 2, 3)
    assert str(ending.why) == "Ann, Bea, Cal and Dee share the win with 10 each"
