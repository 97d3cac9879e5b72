"""Who pays whom when a hand is played for coins."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.hand import Line, Scored
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import COIN, counted, listed
from scorekeeper.store.plays.sheet import HandEdit
from scorekeeper.web.plays.hand_rows import together


def payments(change: HandEdit) -> list[str]:
    """What is done with the coins of a hand, in short; nothing in games without coins.

    With coins on the table it is said who puts some there and who takes some; what is paid between players,
    or what is in nobody's way on the table, is told with the fewest coins changing hands.
    """
    setup, played = change.result.setup, change.result.hands[change.number - 1]
    if setup.game.unit(setup.table) != "coins":
        return []
    lay = change.result.hands[change.number - 2].carry if change.number > 1 else {}
    literally = moved(setup.table, [line for line in played.lines if line.pile])
    literally += settled(setup.table, [line for line in played.lines if not line.pile])
    shortly = settled(setup.table, played.lines)
    return literally if lay or played.carry or len(literally) <= len(shortly) else shortly


def moved(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Who puts how much into which pile, and who takes how much from it."""
    coins: dict[tuple[bool, str, Seat], int] = {}
    for line in lines:
        for seat in line.seats if line.amount else ():
            which = (line.amount > 0, line.pile, seat)
            coins[which] = coins.get(which, 0) + line.amount
    alike: dict[tuple[str, int], list[Seat]] = {}
    for (_, pile, seat), amount in sorted(coins.items(), key=lambda item: item[0][0]):
        alike.setdefault((pile, amount), []).append(seat)
    piles: dict[tuple[tuple[Seat, ...], int], list[str]] = {}
    for (pile, amount), who in alike.items():
        piles.setdefault((tuple(sorted(who)), amount), []).append(pile)
    said = []
    for (seats, amount), where in piles.items():
        names = together(table, seats)
        several = len(seats) > 1 and names != "Everybody"
        does = ("take" if amount > 0 else "put") + ("" if several else "s")
        each = " each" if several or len(where) > 1 else ""
        said.append(f"{names} {does} {abs(amount)}{each} {'from' if amount > 0 else 'in'} {listed(where)}")
    return said


def settled(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Who pays whom, the fewest coins changing hands."""
    scores = Scored("", tuple(lines)).scores(table.n)
    pays = {seat: -score for seat, score in enumerate(scores) if score < 0}
    gets = {seat: score for seat, score in enumerate(scores) if score > 0}
    paid: dict[tuple[Seat | None, int], list[Seat]] = {}
    for payer, owed in pays.items():
        for payee in gets:
            if coins := min(owed, gets[payee]):
                paid.setdefault((payee, coins), []).append(payer)
            owed -= coins
            gets[payee] -= coins
        if owed:
            paid.setdefault((None, owed), []).append(payer)
    # Who pays several the same is named once.
    shared: dict[tuple[tuple[Seat, ...], int, bool], list[Seat]] = {}
    for (to, coins), payers in paid.items():
        shared.setdefault((tuple(payers), coins, to is None), []).extend([] if to is None else [to])
    names = table.players
    said = []
    for (who, coins, on_the_table), payees in shared.items():
        payers_named, several = listed(names[seat] for seat in who), len(who) > 1
        each = " each" if several or len(payees) > 1 else ""
        if on_the_table:
            put = "put" if several else "puts"
            said.append(f"{payers_named} {put} {counted(coins, COIN)}{each} on the table")
        else:
            pay = "pay" if several else "pays"
            said.append(f"{payers_named} {pay} {listed(names[seat] for seat in payees)} {coins}{each}")
    taken = ((names[seat], counted(coins, COIN)) for seat, coins in gets.items() if coins)
    return said + [f"{name} takes {coins} from the table" for name, coins in taken]
