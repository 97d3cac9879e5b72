"""What people do with the hands of a game, written into its book once it counts."""

from tests.soak.guest import Guest, of_step, type_hand
from tests.soak.others import start
from tests.soak.phone import SAVED

LONGEST = 60
"""Hands after which a game is left alone."""


def enter(guest: Guest) -> None:
    """Enter the next hand, while others may do the same."""
    game = guest.pick_game()
    if game is None:
        start(guest)
        return
    with game.gate.shared():
        hands = game.in_order
        number, result = len(hands) + 1, game.result
        if game.deleted or result.ending or len(hands) >= LONGEST:
            return
        drawn = type_hand(guest.chance, game.setup, hands, guest.mark())
        found = guest.page_of(game, "/hands", "?whole")
        if drawn is None or found is None or (f"hand-{number}", "") not in found[1]:
            guest.phone.record.count("too late")
            return
        if guest.phone.send_form(found[0], of_step(found[1], drawn[1])):
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
        if (
            game.deleted
            or game.result.ending
            or not (drawn := type_hand(guest.chance, game.setup, hands, ""))
        ):
            return
        found = guest.page_of(game, "/bid", "?bid")
        entries = game.setup.game.entries[bidding]
        typed = [one for one in drawn[1] if one[0].split("-")[0] in entries]
        if found and (f"hand-{number}", "") in found[1] and ("whole", "on") in drawn[1]:
            guest.phone.replay(found[0], found[1] + typed)
            if guest.phone.first in SAVED:
                game.bid(number)
                guest.phone.record.count("bids")


def correct(guest: Guest) -> None:
    """Correct a hand."""
    game = guest.pick_game()
    if game is None:
        return
    with game.gate.alone():
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


def undo(guest: Guest) -> None:
    """Undo the newest change, or redo it."""
    game = guest.pick_game()
    if game is None:
        return
    with game.gate.alone():
        found = guest.page_of(game, "/undo")
        if game.deleted or not found:
            return
        if guest.phone.send_form(*found):
            game.changed(game.undone())
            game.aside = []
            guest.phone.record.count("undone or redone")
        else:
            guest.check_saved("Undo")


def remove(guest: Guest) -> None:
    """Remove the newest hand, or the bid for the next one."""
    game = guest.pick_game()
    if game is None:
        return
    with game.gate.alone():
        found = guest.page_of(game, "/take-back")
        if game.deleted or not found:
            return
        removes_hand = ("removes", str(len(game.hands))) in found[1]
        if guest.phone.send_form(*found):
            hands = game.in_order
            game.aside.append(hands)
            game.changed(hands[:-1] if removes_hand else hands)
            guest.phone.record.count("removed")
        else:
            guest.check_saved("Removing")


def restore(guest: Guest) -> None:
    """Restore what was removed last."""
    game = guest.pick_game()
    if game is None:
        return
    with game.gate.alone():
        found = guest.page_of(game, "/bring-back")
        if game.deleted or not found or not game.aside:
            return
        if guest.phone.send_form(*found):
            game.changed(game.aside.pop())
            guest.phone.record.count("restored")
        else:
            guest.check_saved("Restoring")
