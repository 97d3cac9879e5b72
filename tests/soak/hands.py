"""What people do with games and their hands, written into the book once it counts."""

import json
import re
from collections.abc import Callable
from functools import wraps

from scorekeeper.rules.catalogue import CATALOGUE
from tests.rules.sheets import by_seat
from tests.soak.book import GameBook
from tests.soak.guest import Guest, of_step, type_hand
from tests.soak.phone import SAVED
from tests.web.table import start_button

LONGEST, MOST_GAMES = 60, 12
"""Hands after which a game is left alone, and games of a night after which no more are started."""


def start(guest: Guest) -> None:
    """Start a game for as many as are there."""
    with guest.night.gate.alone():
        if len(guest.night.games) >= MOST_GAMES:
            return
        players, phone = len(guest.night.club.names), guest.phone
        game = guest.chance.choice([game for game in CATALOGUE.values() if players in game.seats])
        phone.open(f"{guest.night.address}/games/{game.key}").tap(start_button(game.name))
        address = phone.path.split("?")[0]
        if not re.fullmatch(r"/plays/\d+", address) or any(g.address == address for g in guest.night.games):
            phone.record.fail(f"starting {game.name} led to {address}: {' '.join(phone.problems)}")
            return
        sheet = json.loads(phone.download(f"{address}/scoresheet.json"))
        guest.night.games.append(GameBook(address, by_seat(sheet)))
        phone.record.count("games")


def enter(guest: Guest) -> None:
    """Enter the next hand, while others may do the same."""
    game = guest.pick_game()
    if game is None:
        start(guest)
        return
    with game.gate.shared():
        hands = game.in_order
        number = len(hands) + 1
        if game.deleted or game.result.ending or len(hands) >= LONGEST:
            return
        drawn = type_hand(guest.chance, game.setup, hands, guest.mark())
        found = guest.page_of(game, "/hands", "?whole")
        if drawn is None or found is None or (f"hand-{number}", "") not in found[1]:
            guest.phone.record.count("too late")
        elif guest.phone.send_form(found[0], of_step(found[1], drawn[1])):
            if wrong := game.entered(number, drawn[0]):
                guest.phone.record.fail(wrong)
            guest.phone.record.count("hands")
            # Whichever worker drew the sheet.
            if drawn[0]["note"] not in guest.phone.page.text:
                guest.phone.record.fail(f"{game.address}: hand {number} is saved, but not shown")


def bid(guest: Guest) -> None:
    """Save a bid, while others may enter the hand."""
    game = guest.pick_game()
    if game is None or not (bidding := game.setup.game.bidding):
        return
    with game.gate.shared():
        hands = game.in_order
        number = len(hands) + 1
        drawn = type_hand(guest.chance, game.setup, hands, "")
        if game.deleted or game.result.ending or not drawn:
            return
        found = guest.page_of(game, "/bid", "?bid")
        entries = game.setup.game.entries[bidding]
        typed = [one for one in drawn[1] if one[0].split("-")[0] in entries]
        if found and (f"hand-{number}", "") in found[1] and ("whole", "on") in drawn[1]:
            guest.phone.replay(found[0], found[1] + typed)
            if guest.phone.first in SAVED:
                game.bid(number)
                guest.phone.record.count("bids")


def alone(change: Callable[[Guest, GameBook], None]) -> Callable[[Guest], None]:
    """Return an action that changes some game while nobody else does."""

    @wraps(change)
    def action(guest: Guest) -> None:
        if game := guest.pick_game():
            with game.gate.alone():
                change(guest, game)

    return action


@alone
def correct(guest: Guest, game: GameBook) -> None:
    """Correct a hand."""
    hands = game.in_order
    if not hands or game.deleted:
        return
    number = guest.chance.randint(max(1, len(hands) - 3), len(hands))
    drawn = type_hand(guest.chance, game.setup, hands[: number - 1], guest.mark())
    page = f"{game.address}/hands/{number}"
    guest.phone.open(page)
    found = guest.phone.form_for(f"/hands/{number}")
    if drawn is None or found is None:
        return
    guest.phone.replay(page, of_step(found[1], drawn[1]))
    if guest.phone.first == 200 and (found := guest.phone.form_for(f"/hands/{number}")):
        # The phone has read that later hands no longer count.
        guest.phone.replay(page, of_step(found[1], drawn[1]))
    if guest.phone.first in SAVED:
        game.changed(game.corrected(number, drawn[0]))
        game.aside = []
        guest.phone.record.count("corrections")
    else:
        guest.phone.record.count(f"correction refused {guest.phone.first}")


@alone
def undo(guest: Guest, game: GameBook) -> None:
    """Undo the newest change, or redo it."""
    found = guest.page_of(game, "/undo")
    if not game.deleted and found and guest.saves("undone or redone", *found):
        game.changed(game.undone())
        game.aside = []


@alone
def remove(guest: Guest, game: GameBook) -> None:
    """Remove the newest hand, or the bid for the next one."""
    found = guest.page_of(game, "/take-back")
    if not game.deleted and found:
        removes_hand = bool(re.search(rf"Remove \w+ {len(game.hands)}\b", guest.phone.page.text))
        if guest.saves("removed", *found):
            hands = game.in_order
            game.aside.append(hands)
            game.changed(hands[:-1] if removes_hand else hands)


@alone
def restore(guest: Guest, game: GameBook) -> None:
    """Restore what was removed last."""
    found = guest.page_of(game, "/bring-back")
    if not game.deleted and game.aside and found and guest.saves("restored", *found):
        game.changed(game.aside.pop())


@alone
def end(guest: Guest, game: GameBook) -> None:
    """End a game, or continue one that was ended."""
    if not game.deleted and game.hands:
        found = guest.page_of(game, "/go-on" if game.stopped else "/stop")
        if found and guest.saves("ended or continued", *found):
            game.stopped = not game.stopped


@alone
def delete(guest: Guest, game: GameBook) -> None:
    """Delete a game, or restore one that was deleted."""
    found = guest.page_of(game, "/restore" if game.deleted else "/delete")
    if found and guest.saves("deleted or restored", *found):
        game.deleted = not game.deleted
