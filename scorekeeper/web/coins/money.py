"""Amounts in coins and in money: writing them, and reading those that people type."""

from scorekeeper.rules.words import COIN, counted, signed
from scorekeeper.store.coins.bank import Bank, CoinValue, Posting
from scorekeeper.store.coins.postings import NewPosting

HUNDRED = 100

MAX_MONEY = 1_000_000 * HUNDRED
"""The largest amount that people type, in hundredths."""

MAX_DIGITS = 9
"""The most digits read before the decimal point."""


class BadAmount(ValueError):
    """An amount of money that can't be read or used; the message says why."""


def write_money(hundredths: int, currency: str) -> str:
    """Return an amount of money: "€3.00", "−12.50 kr", "30 cents"."""
    sign, amount = "−" if hundredths < 0 else "", decimal(abs(hundredths))
    # A sign such as € goes before the amount, a word such as kr after it.
    if any(letter.isalpha() for letter in currency):
        return f"{sign}{amount.removesuffix('.00')}\N{NO-BREAK SPACE}{currency}"
    return f"{sign}{currency}{amount}"


def write_amount(bank: Bank, amount: int) -> str:
    """Return an amount in the unit of a night's payments: "€3.00", or "30 coins"."""
    return counted(amount, COIN) if bank.worth is None else write_money(amount, bank.worth.currency)


def write_posting_amount(bank: Bank, posting: Posting | NewPosting) -> str:
    """Return what changed hands: "€3.00", or "30 coins"."""
    return write_amount(bank, posting.coins) if posting.in_money else counted(posting.coins, COIN)


def signed_figure(bank: Bank, amount: int) -> str:
    """Return what someone gets or pays as a figure with a sign, without the currency: "+3.00", "−30"."""
    if bank.worth is None:
        return signed(amount)
    return f"{'−' if amount < 0 else '+' if amount else ''}{decimal(abs(amount))}"


def decimal(hundredths: int) -> str:
    """Return an amount in hundredths as people write it: "3.00"."""
    return f"{hundredths // HUNDRED}.{hundredths % HUNDRED:02}"


def written_value(worth: CoinValue | None) -> str:
    """Return what coins are worth: "1 coin = €0.10"; empty where they are just coins."""
    if worth is None:
        return ""
    return f"{counted(worth.coins, COIN)} = {write_money(worth.value, worth.currency)}"


def parse_money(text: str) -> int:
    """Return an amount of money such as "0.10" or "0,1" in hundredths. Raises BadAmount."""
    whole, _, rest = text.strip().replace(",", ".").partition(".")
    digits = whole + rest
    if not (digits.isdecimal() and digits.isascii()) or len(rest) > 2 or len(whole) > MAX_DIGITS:
        raise BadAmount("Enter an amount such as 12.50, with at most two decimals.")
    amount = int(whole or 0) * HUNDRED + int(rest.ljust(2, "0"))
    if amount > MAX_MONEY:
        raise BadAmount("Enter an amount of at most 1,000,000.")
    return amount
