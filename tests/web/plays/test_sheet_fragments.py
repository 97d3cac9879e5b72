"""What is kept of drawn sheets is shown again only where it would be drawn the same."""

import re
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.problems import Refused
from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.plays import sheet
from tests.rules.drawn_hands import draw_hands, endless
from tests.rules.strategies import AnyGame
from tests.web.phone import Phone
from tests.web.table import start_button

DIFFERS = re.compile(r' name="(?:csrf_token|uid)" value="[^"]*"')
GAMES = {type(game).__module__: game for game in CATALOGUE.values() if 4 in game.seats}
"""A game of each family: its games have the same kinds of entries."""

HANDS = 2


def shown(phone: Phone, play: int) -> list[str]:
    """Return the sheet as it is due and with a whole hand, without what differs each time."""
    pages = (phone.client.get(f"/plays/{play}{query}") for query in ("", "?whole"))
    return [DIFFERS.sub("", page.text) for page in pages]


def save(play: int, game: AnyGame, hand: dict[str, Any], only_bid: bool) -> None:
    """Save a hand or its bid, if the game has one."""
    sheet = Sheet.of(db.session.get_one(Play, play))
    if not only_bid:
        commands.save_hand(sheet, commands.edit_hand(sheet, sheet.number, hand), "phone")
    elif game.bidding and game.kind(hand) is game.hand:
        bid = {name: value for name, value in hand.items() if name in game.entries[game.bidding]}
        commands.save_bidding(sheet, bid, "phone")
    db.session.commit()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_sheet_drawn_from_what_is_kept_is_as_drawn_anew(
    app: Flask, owner: Phone, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "_fragments", RecentCache(500, lambda *_: 1))
    hands = draw_hands(endless(game), HANDS)
    # What was drawn in the first game may be shown in the second, of the same people.
    for play in (1, 2):
        owner.open(f"/nights/1/games/{game.key}").tap(start_button(game.name))
        for hand in hands if play == 1 else hands[::-1]:
            for only_bid in (True, False):
                # Not every hand is possible after every other.
                with app.app_context(), suppress(Refused):
                    save(play, game, hand, only_bid)
                drawn = shown(owner, play)
                if play == 2:
                    with monkeypatch.context() as nothing_kept:
                        nothing_kept.setattr(sheet, "_fragments", RecentCache(8, lambda *_: 1))
                        assert drawn == shown(owner, play)
