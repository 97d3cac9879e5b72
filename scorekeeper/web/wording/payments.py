"""Messages about the coins of a hand: who pays whom, or puts how many where."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.hand import Line, Scored
from scorekeeper.rules.saying import Amount, And, Argument, Say
from scorekeeper.rules.table import PerSeat, Seat, Table
from scorekeeper.rules.words import COIN
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.wording.hands import is_everyone, name_group


class Move(NamedTuple):
    """What one player does with coins, once or several times, and what several do."""

    one: str
    each: str
    several: str

    def say(self, who: Argument, are_several: bool, times: int = 1, **more: Argument) -> Say:
        """Return that someone does it, so many times."""
        if are_several or times > 1:
            return Say(self.each, self.several, 2 if are_several else 1, who=who, **more)
        return Say(self.one, who=who, **more)


PAY = Move("{who} pays {whom} {coins}", "{who} pays {whom} {coins} each", "{who} pay {whom} {coins} each")
TAKE = Move(
    "{who} takes {coins} from {piles}",
    "{who} takes {coins} each from {piles}",
    "{who} take {coins} each from {piles}",
)
PUT = Move(
    "{who} puts {coins} in {piles}", "{who} puts {coins} each in {piles}", "{who} put {coins} each in {piles}"
)
PUT_DOWN = Move("{who} puts {coins} on the table", "", "{who} put {coins} each on the table")


class CoinMove(NamedTuple):
    """Coins from a player to another one, or to the table, or from it."""

    payer: Seat | None
    payee: Seat | None
    coins: int


def payments(edit: HandEdit) -> list[Say]:
    """Return what happens with the coins of a hand, without full stops; nothing in games without coins.

    With coins on the table, it is who puts some there and who takes some. Otherwise it is who pays whom,
    with the fewest payments, or what each settles with the banker.
    """
    setup, played = edit.result.setup, edit.result.hands[edit.number - 1]
    table = setup.table.at(edit.number)
    if setup.unit != "coins":
        return []
    carried = edit.result.hands[edit.number - 2].carry if edit.number > 1 else {}
    banker = setup.game.banker(played)
    if banker is not None:
        return say_payments(table, payments_with(banker, played.scores))
    by_pile = pile_moves(table, [line for line in played.lines if line.pile])
    by_pile += fewest_payments(table, [line for line in played.lines if not line.pile])
    fewest = fewest_payments(table, played.lines)
    return by_pile if carried or played.carry or len(by_pile) <= len(fewest) else fewest


def pile_moves(table: Table[Any], lines: Sequence[Line]) -> list[Say]:
    """Return who puts how much into which pile, and who takes how much from it."""
    coins: dict[tuple[bool, Say, Seat], int] = {}
    for line in lines:
        for seat in line.seats if line.amount else ():
            move = (line.amount > 0, line.pile, seat)
            coins[move] = coins.get(move, 0) + line.amount
    movers: dict[tuple[Say, int], list[Seat]] = {}
    for (_, pile, seat), amount in sorted(coins.items(), key=lambda item: item[0][0]):
        movers.setdefault((pile, amount), []).append(seat)
    # Players who do the same with several piles are named once.
    piles: dict[tuple[tuple[Seat, ...], int], list[Say]] = {}
    for (pile, amount), seats in movers.items():
        piles.setdefault((tuple(sorted(seats)), amount), []).append(pile)
    return [
        (TAKE if amount > 0 else PUT).say(
            name_group(table, who),
            len(who) > 1 and not is_everyone(table, who),
            len(where),
            coins=abs(amount),
            piles=And(*where),
        )
        for (who, amount), where in piles.items()
    ]


def payments_with(banker: Seat, scores: PerSeat) -> list[CoinMove]:
    """Return what the others pay the banker, then what the banker pays them."""
    others = [(seat, score) for seat, score in enumerate(scores) if seat != banker and score]
    paid = [CoinMove(seat, banker, -score) for seat, score in others if score < 0]
    return paid + [CoinMove(banker, seat, score) for seat, score in others if score > 0]


def fewest_payments(table: Table[Any], lines: Sequence[Line]) -> list[Say]:
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
    return say_payments(table, paid + taken)


def say_payments(table: Table[Any], paid: Sequence[CoinMove]) -> list[Say]:
    """Return payments as messages; players who pay or get the same are named together."""
    payers: dict[tuple[Seat | None, int], list[Seat]] = {}
    for payer, payee, coins in paid:
        if payer is not None:
            payers.setdefault((payee, coins), []).append(payer)
    payees: dict[tuple[tuple[Seat, ...], int, bool], list[Seat]] = {}
    for (to, coins), who in payers.items():
        payees.setdefault((tuple(who), coins, to is None), []).extend([] if to is None else [to])
    said = []
    for (group, coins, on_the_table), to_whom in payees.items():
        names, are_several = And(*table.names(group)), len(group) > 1
        if on_the_table:
            said.append(PUT_DOWN.say(names, are_several, coins=Amount(coins, COIN)))
        else:
            said.append(
                PAY.say(names, are_several, len(to_whom), coins=coins, whom=And(*table.names(tuple(to_whom))))
            )
    return said + [
        Say("{who} takes {coins} from the table", who=table.players[payee], coins=Amount(coins, COIN))
        for payer, payee, coins in paid
        if payer is None and payee is not None
    ]
