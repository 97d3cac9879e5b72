"""A player's statement: where every coin came from."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, abort, render_template

from scorekeeper.rules.saying import Argument
from scorekeeper.store.clubs.people import person_id
from scorekeeper.store.coins.bank import LENDING, WINNING, Bank, GamePayout, Posting
from scorekeeper.web.coins.night_bank import bank_context, load_bank
from scorekeeper.web.declared import declares
from scorekeeper.web.wording.coins import say_posting

bp = Blueprint("statement", __name__, url_prefix="/nights/<int:night_id>/bank")


class StatementLine(NamedTuple):
    """Coins that a player got or gave.

    Attributes:
        what: the game, or the posting as a sentence.
        coins: how many; negative if the player gave them.
        balance: what the player held afterwards, without running games.
        at: when that was.
        device: the phone of a posting; empty for a game.
        note: the note on the posting.
        play_id: the game the coins come from; None for a posting.
    """

    what: Argument
    coins: int
    balance: int
    at: datetime
    device: str
    note: str
    play_id: int | None


@bp.get("/players/<int:person>")
@declares(offline_copy="night")
def statement(night_id: int, person: int) -> str:
    """Show where every coin of a player came from."""
    night, bank = load_bank(night_id)
    person = person_id(person)
    if person not in bank.names:
        abort(404)
    lines = list(statement_lines(bank, person))
    return render_template("coins/statement.html", **bank_context(night, bank), person=person, lines=lines)


def statement_lines(bank: Bank, person: int) -> Iterator[StatementLine]:
    """Yield every coin that a player got or gave, in order of time, without running games and payments."""
    balance = 0
    settled = set(bank.repaid_by_settling)
    moved = (one for one in bank.counting if one.counts_as in (*LENDING, *WINNING) and one not in settled)
    everything: list[GamePayout | Posting] = [*bank.games, *moved]
    for one in sorted(everything, key=lambda one: one.at):
        line = _game_line(one, person) if isinstance(one, GamePayout) else _posting_line(bank, one, person)
        if line:
            balance += line.coins
            yield line._replace(balance=balance)


def _game_line(game: GamePayout, person: int) -> StatementLine | None:
    if person not in game.coins or not (game.over and game.paid):
        return None
    return StatementLine(game.name, game.coins[person], 0, game.at, "", "", game.play_id)


def _posting_line(bank: Bank, posting: Posting, person: int) -> StatementLine | None:
    if person not in (posting.giver, posting.taker):
        return None
    coins = posting.coins * ((posting.taker == person) - (posting.giver == person))
    said = say_posting(bank, posting)
    return StatementLine(said, coins, 0, posting.at, posting.device, posting.said_note, None)
