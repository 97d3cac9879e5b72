"""Amounts of money: writing them, and reading those that people type."""

from scorekeeper.rules.saying import Refusal, Say
from scorekeeper.rules.words import signed
from scorekeeper.store.coins.bank import Bank

HUNDRED = 100

MAX_MONEY = 1_000_000 * HUNDRED
"""The largest amount that people type, in hundredths."""

MAX_DIGITS = 9
"""The most digits read before the decimal point."""


class BadAmount(Refusal):
    """An amount of money that can't be read or used."""


def write_money(hundredths: int, currency: str) -> str:
    """Return an amount of money: "€3.00", "−12.50 kr", "30 cents"."""
    sign, amount = "−" if hundredths < 0 else "", decimal(abs(hundredths))
    # A sign such as € goes before the amount, a word such as kr after it.
    if any(letter.isalpha() for letter in currency):
        return f"{sign}{amount.removesuffix('.00')}\N{NO-BREAK SPACE}{currency}"
    return f"{sign}{currency}{amount}"


def signed_figure(bank: Bank, amount: int) -> str:
    """Return what someone gets or pays as a figure with a sign, without the currency: "+3.00", "−30"."""
    if bank.worth is None:
        return signed(amount)
    return f"{'−' if amount < 0 else '+' if amount else ''}{decimal(abs(amount))}"


def decimal(hundredths: int) -> str:
    """Return an amount in hundredths as people write it: "3.00"."""
    return f"{hundredths // HUNDRED}.{hundredths % HUNDRED:02}"


def parse_money(text: str) -> int:
    """Return an amount of money such as "0.10" or "0,1" in hundredths. Raises BadAmount."""
    whole, _, rest = text.strip().replace(",", ".").partition(".")
    digits = whole + rest
    if not (digits.isdecimal() and digits.isascii()) or len(rest) > 2 or len(whole) > MAX_DIGITS:
        raise BadAmount(Say("Enter an amount such as 12.50, with at most two decimals."))
    amount = int(whole or 0) * HUNDRED + int(rest.ljust(2, "0"))
    if amount > MAX_MONEY:
        raise BadAmount(Say("Enter an amount of at most {most}.", most=f"{MAX_MONEY // HUNDRED:,}"))
    return amount
