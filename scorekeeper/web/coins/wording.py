"""Coins in words, and in money."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.domain import MAX_CURRENCY_LENGTH
from scorekeeper.rules.words import COIN, capital, counted, listed
from scorekeeper.store.coins.bank import (
    GIFT,
    LOAN,
    REPAYMENT,
    SETTLEMENT,
    SIDE_BET,
    STAKE,
    Bank,
    Entry,
    Game,
    Party,
)
from scorekeeper.store.coins.payment_plan import Plan
from scorekeeper.store.models import Night
from scorekeeper.web.pages import clock, day

HUNDRED = 100

DEAREST = 1_000_000 * HUNDRED
"""What a coin can be worth at most, in hundredths."""

NAMED = 4
"""So many players are called by their names in one sentence."""

SENTENCES = {
    STAKE: "{taker} got {coins} to start with",
    LOAN: "{taker} borrowed {coins} from {giver}",
    REPAYMENT: "{giver} gave {coins} back to {taker}",
    SIDE_BET: "{taker} won a side bet of {coins} from {giver}",
    GIFT: "{giver} gave {taker} {coins}",
    SETTLEMENT: "{taker} paid {giver} {coins}",
}


class BadValue(ValueError):
    """What cannot be the worth of a coin: the field of the form, and why, as a sentence."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)


class Line(NamedTuple):
    """A line on the page of a player: coins that came or went.

    Attributes:
        what: in words.
        coins: how many; below nothing when they went.
        then: what the player held then.
        where: time and phone, or that the game is still on.
        note: what was noted with it.
        play_id: the game they come from; None beside the games.
    """

    what: str
    coins: int
    then: int
    where: str
    note: str
    play_id: int | None


def named(bank: Bank, party: Party) -> str:
    """A player, or the house."""
    return "the house" if party is None else bank.names[party]


def told(bank: Bank, entry: Entry) -> str:
    """An entry as a sentence without its full stop."""
    sentence = SENTENCES.get(entry.kind, "{giver} gave {taker} {coins}")
    giver, taker = named(bank, entry.giver), named(bank, entry.taker)
    return capital(sentence.format(giver=giver, taker=taker, coins=counted(entry.coins, COIN)))


def told_together(bank: Bank, entries: Sequence[Entry]) -> str:
    """Entries of one kind that were written down with one tap, as a sentence without its full stop."""
    first = entries[0]
    if len(entries) == 1:
        return told(bank, first)
    if first.kind == STAKE:
        takers = [named(bank, entry.taker) for entry in entries]
        who = listed(takers) if len(takers) <= NAMED else f"{len(takers)} players"
        return f"{who} got {counted(first.coins, COIN)} each to start with"
    if first.kind == REPAYMENT:
        return f"{counted(sum(entry.coins for entry in entries), COIN)} that had been lent were given back"
    return f"{told(bank, first)}, and {len(entries) - 1} more"


def standing(bank: Bank, person: int) -> str:
    """What somebody holds, owes and is owed, in words; empty where it is just what they have won."""
    owes = [f"owes {named(bank, d.lender)} {d.coins}" for d in bank.debts if d.debtor == person]
    gets = [f"gets {d.coins} back from {named(bank, d.debtor)}" for d in bank.debts if d.lender == person]
    return listed([f"holds {bank.holds[person]}".replace("-", "−"), *owes, *gets]) if owes or gets else ""


def lines(bank: Bank, person: int) -> Iterator[Line]:
    """Where every coin of a player came from and went, as it happened."""
    then = 0
    everything: list[Game | Entry] = [*bank.games, *bank.counting]
    for happened in sorted(everything, key=lambda one: one.at):
        if isinstance(happened, Game):
            if person not in happened.payouts or not happened.paid:
                continue
            then += (coins := happened.payouts[person])
            where = clock(happened.at) if happened.over else "still being played"
            yield Line(happened.name, coins, then, where, "", happened.play_id)
        elif person in (happened.giver, happened.taker):
            then += (coins := happened.coins * ((happened.taker == person) - (happened.giver == person)))
            where = ", ".join(filter(None, (clock(happened.at), happened.device)))
            yield Line(told(bank, happened), coins, then, where, happened.note, None)


def money(night: Night, coins: int) -> str:
    """What coins are worth: "€3.00", "12.50 kr", "30 cents"; empty where coins are only coins."""
    if night.coin_value is None:
        return ""
    sign, amount = "−" if coins < 0 else "", hundredths(abs(coins) * night.coin_value)
    # A sign such as € stands before the amount, a word such as kr after it.
    worded = any(letter.isalpha() for letter in night.currency)
    if worded and night.coin_value % HUNDRED == 0:
        amount = amount.removesuffix(".00")  # nobody says 30.00 cents
    return f"{sign}{amount} {night.currency}" if worded else f"{sign}{night.currency}{amount}"


def hundredths(amount: int) -> str:
    """An amount in hundredths as people write it: "3.00"."""
    return f"{amount // HUNDRED}.{amount % HUNDRED:02}"


def both(night: Night, coins: int) -> str:
    """Coins, and what they are worth: "30 coins (€3.00)"."""
    worth = money(night, coins)
    return counted(coins, COIN) + (f" ({worth})" if worth else "")


def read_value(text: str) -> int | None:
    """The worth of a coin in hundredths, as typed: "0.10", "0,1"; None for nothing typed. Raises BadValue."""
    text = text.strip().replace(",", ".")
    if not text:
        return None
    whole, _, rest = text.partition(".")
    if not (whole + rest).isdecimal() or not (whole + rest).isascii() or len(rest) > 2 or len(whole) > 9:
        raise BadValue("value", "One coin: write an amount such as 0.10, with two places at most.")
    value = int(whole or 0) * HUNDRED + int(rest.ljust(2, "0"))
    if not 0 < value <= DEAREST:
        raise BadValue("value", "One coin: it is worth more than nothing, and at most a million.")
    return value


def read_currency(text: str) -> str:
    """How the currency is written, as typed. Raises BadValue."""
    written = " ".join(text.split())
    if len(written) > MAX_CURRENCY_LENGTH:
        long = f"Currency: it has {len(written)} characters; there is room for {MAX_CURRENCY_LENGTH}."
        raise BadValue("currency", long)
    return written


def message(bank: Bank, night: Night, plan: Plan) -> str:
    """Who pays whom, as a text to send to the others."""
    said = [f"{night.club.name}, {day(night.started_at)}: who pays whom"]
    for payment, paid in plan.payments:
        who, whom = named(bank, payment.debtor), named(bank, payment.creditor)
        said.append(f"{who} pays {whom} {both(night, payment.coins)}{', done' if paid else ''}")
    for debtor, lender, coins in bank.debts:
        who, whom = capital(named(bank, debtor)), named(bank, lender)
        said.append(f"{who} gives {counted(coins, COIN)} back to {whom}")
    return "\n".join(said)
