"""Payments of a hand that is played for coins."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.hand import Line, Scored
from scorekeeper.rules.table import PerSeat, Seat, Table
from scorekeeper.rules.words import COIN, counted, listed
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.plays.scores import name_group


class Verb(NamedTuple):
    """A verb for one player and for several."""

    one: str
    several: str

    def of(self, seats: Sequence[Seat], who: str) -> str:
        """Return who does it, with the verb: "Ann puts", "Ann and Bea put", "Everyone puts"."""
        return f"{who} {self.several if len(seats) > 1 and who != EVERYONE else self.one}"


EVERYONE = "Everyone"
PAY, PUT, TAKE = Verb("pays", "pay"), Verb("puts", "put"), Verb("takes", "take")


def payments(edit: HandEdit) -> list[str]:
    """Return what happens with the coins of a hand, as short sentences; nothing in games without coins.

    With coins on the table, it is who puts some there and who takes some. Otherwise it is who pays whom,
    with the fewest payments, or what each settles with the banker.
    """
    setup, played = edit.result.setup, edit.result.hands[edit.number - 1]
    if setup.unit != "coins":
        return []
    carried = edit.result.hands[edit.number - 2].carry if edit.number > 1 else {}
    banker = setup.game.banker(played)
    if banker is not None:
        return payment_sentences(setup.table, payments_with(banker, played.scores))
    by_pile = pile_moves(setup.table, [line for line in played.lines if line.pile])
    by_pile += fewest_payments(setup.table, [line for line in played.lines if not line.pile])
    fewest = fewest_payments(setup.table, played.lines)
    return by_pile if carried or played.carry or len(by_pile) <= len(fewest) else fewest


def pile_moves(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Return who puts how much into which pile, and who takes how much from it."""
    coins: dict[tuple[bool, str, Seat], int] = {}
    for line in lines:
        for seat in line.seats if line.amount else ():
            move = (line.amount > 0, line.pile, seat)
            coins[move] = coins.get(move, 0) + line.amount
    movers: dict[tuple[str, int], list[Seat]] = {}
    for (_, pile, seat), amount in sorted(coins.items(), key=lambda item: item[0][0]):
        movers.setdefault((pile, amount), []).append(seat)
    # Players who do the same with several piles are named once.
    piles: dict[tuple[tuple[Seat, ...], int], list[str]] = {}
    for (pile, amount), seats in movers.items():
        piles.setdefault((tuple(sorted(seats)), amount), []).append(pile)
    sentences = []
    for (who, amount), where in piles.items():
        names = name_group(table, who)
        each = _each((len(who) > 1 and names != EVERYONE) or len(where) > 1)
        if amount > 0:
            sentences.append(f"{TAKE.of(who, names)} {amount}{each} from {listed(where)}")
        else:
            sentences.append(f"{PUT.of(who, names)} {-amount}{each} in {listed(where)}")
    return sentences


class CoinMove(NamedTuple):
    """Coins from a player to another one, or to the table, or from it."""

    payer: Seat | None
    payee: Seat | None
    coins: int


def payments_with(banker: Seat, scores: PerSeat) -> list[CoinMove]:
    """Return what the others pay the banker, then what the banker pays them."""
    others = [(seat, score) for seat, score in enumerate(scores) if seat != banker and score]
    paid = [CoinMove(seat, banker, -score) for seat, score in others if score < 0]
    return paid + [CoinMove(banker, seat, score) for seat, score in others if score > 0]


def fewest_payments(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Return who pays whom, with the fewest payments."""
    scores = Scored("", tuple(lines)).scores(table.n)
    due = {seat: score for seat, score in enumerate(scores) if score > 0}
    paid: list[CoinMove] = []
    for payer, score in enumerate(scores):
        owed = max(0, -score)
        for payee in due:
            if coins := min(owed, due[payee]):
                paid.append(CoinMove(payer, payee, coins))
            owed -= coins
            due[payee] -= coins
        if owed:
            paid.append(CoinMove(payer, None, owed))
    taken = [CoinMove(None, seat, coins) for seat, coins in due.items() if coins]
    return payment_sentences(table, paid + taken)


def payment_sentences(table: Table[Any], paid: Sequence[CoinMove]) -> list[str]:
    """Return payments in words; players who pay or get the same are named together."""
    payers: dict[tuple[Seat | None, int], list[Seat]] = {}
    for payer, payee, coins in paid:
        if payer is not None:
            payers.setdefault((payee, coins), []).append(payer)
    payees: dict[tuple[tuple[Seat, ...], int, bool], list[Seat]] = {}
    for (to, coins), who in payers.items():
        payees.setdefault((tuple(who), coins, to is None), []).extend([] if to is None else [to])
    sentences = []
    for (group, coins, on_the_table), to_whom in payees.items():
        each = _each(len(group) > 1 or len(to_whom) > 1)
        if on_the_table:
            does = PUT.of(group, _names(table, group))
            sentences.append(f"{does} {counted(coins, COIN)}{each} on the table")
        else:
            does = PAY.of(group, _names(table, group))
            sentences.append(f"{does} {_names(table, to_whom)} {coins}{each}")
    taken = [((payee,), coins) for payer, payee, coins in paid if payer is None and payee is not None]
    return sentences + [
        f"{TAKE.of(who, _names(table, who))} {counted(coins, COIN)} from the table" for who, coins in taken
    ]


def _names(table: Table[Any], seats: Iterable[Seat]) -> str:
    return listed(table.players[seat] for seat in seats)


def _each(several: bool) -> str:
    return " each" if several else ""
