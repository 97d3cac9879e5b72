"""Coins in money: formatting amounts, and reading what a coin is worth."""

from scorekeeper.rules.words import COIN, counted
from scorekeeper.store.models import Night

HUNDRED = 100

MAX_COIN_VALUE = 1_000_000 * HUNDRED
"""The most a coin can be worth, in hundredths."""

MAX_DIGITS = 9
"""The most digits read before the decimal point."""


class BadCoinValue(ValueError):
    """An amount that a coin cannot be worth; the message says why."""


def money(night: Night, coins: int) -> str:
    """Return what coins are worth: "€3.00", "12.50 kr", "30 cents"; empty where coins are just coins."""
    coin_value, currency = night.coin_value, night.currency
    if coin_value is None:
        return ""
    sign, amount = "−" if coins < 0 else "", decimal(abs(coins) * coin_value)
    # A sign such as € goes before the amount, a word such as kr after it.
    worded = any(letter.isalpha() for letter in currency)
    if worded and coin_value % HUNDRED == 0:
        amount = amount.removesuffix(".00")  # nobody says 30.00 cents
    return f"{sign}{amount} {currency}" if worded else f"{sign}{currency}{amount}"


def gain(night: Night, coins: int) -> str:
    """Return what coins won or lost are worth, with a sign: "+€3.00", "−12.50 kr"."""
    worth = money(night, coins)
    return f"+{worth}" if worth and coins > 0 else worth


def coins_and_money(night: Night, coins: int) -> str:
    """Return coins and what they are worth: "30 coins (€3.00)"."""
    worth = money(night, coins)
    return counted(coins, COIN) + (f" ({worth})" if worth else "")


def decimal(hundredths: int) -> str:
    """Return an amount in hundredths as people write it: "3.00"."""
    return f"{hundredths // HUNDRED}.{hundredths % HUNDRED:02}"


def written_value(value: int | None, currency: str) -> str:
    """Return what a coin is worth as people write it: "0.10 €"; empty where coins are just coins."""
    return "" if value is None else f"{decimal(value)} {currency}".rstrip()


def parse_coin_value(text: str) -> int | None:
    """Return an amount such as "0.10" or "0,1" in hundredths, or None for no text. Raises BadCoinValue."""
    text = text.strip().replace(",", ".")
    if not text:
        return None
    whole, _, rest = text.partition(".")
    digits = whole + rest
    if not (digits.isdecimal() and digits.isascii()) or len(rest) > 2 or len(whole) > MAX_DIGITS:
        raise BadCoinValue("Enter an amount such as 0.10, with at most two decimals.")
    value = int(whole or 0) * HUNDRED + int(rest.ljust(2, "0"))
    if not 0 < value <= MAX_COIN_VALUE:
        raise BadCoinValue("Enter an amount from 0.01 to 1,000,000.")
    return value
