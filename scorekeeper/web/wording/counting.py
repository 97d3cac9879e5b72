"""Messages about a count of the coins: differences, and mistakes that explain them."""

from collections.abc import Iterator

from scorekeeper.rules.saying import Amount, Argument, Numbered, Say
from scorekeeper.rules.words import COIN
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.counting import CoinCount, Mistake, MistakenPosting
from scorekeeper.store.coins.mistaken_hands import MistakenHand
from scorekeeper.web.wording.coins import say_party, say_together

MISTAKES = {
    Mistake.TWICE: "{what}. This was recorded twice.",
    Mistake.NEVER: "{what}. This never happened.",
    Mistake.REVERSED: "{what}. It was the other way around.",
    Mistake.MISSING: "{what}. This wasn’t recorded.",
    Mistake.WRONG_AMOUNT: "{what}. It was {coins}, not {other}.",
    Mistake.WRONG_PERSON: "{what}. It was {who}, not {other}.",
}


def differences(count: CoinCount, explained: bool) -> Iterator[Say]:
    """Yield who has too many or too few coins, and whether some are missing in all.

    ``explained`` is whether a single mistake would explain it.
    """
    for person, coins in count.difference.items():
        more, fewer = "{name} has {coins} too many.", "{name} has {coins} too few."
        name, difference = count.bank.names[person], Amount(abs(coins), COIN)
        yield Say(more if coins > 0 else fewer, name=name, coins=difference)
    if len(count.difference) > 1 and (many := abs(count.too_many)):
        if count.too_many > 0:
            one, several = "In all, {coins} is too many.", "In all, {coins} are too many."
        else:
            one, several = "In all, {coins} is missing.", "In all, {coins} are missing."
        yield Say(one, several, many, coins=Amount(many, COIN))
    if count.too_many > 0 and not explained:
        yield Say("Did someone borrow more from the house than was recorded? Record that first.")


def say_mistake(bank: Bank, mistaken: MistakenPosting) -> Say:
    """Return a mistake as two sentences: what was recorded, or was not, and what is wrong with that."""
    blanks: dict[str, Argument] = {"what": say_together(bank, mistaken.recorded or mistaken.meant)}
    if mistaken.recorded and mistaken.meant:
        was, meant = mistaken.recorded[0], mistaken.meant[0]
        if mistaken.mistake is Mistake.WRONG_AMOUNT:
            blanks |= {"coins": Amount(meant.coins, COIN), "other": was.coins}
        elif mistaken.mistake is Mistake.WRONG_PERSON:
            is_giver = meant.giver != was.giver
            now, before = (meant.giver, was.giver) if is_giver else (meant.taker, was.taker)
            blanks |= {"who": say_party(bank, now), "other": say_party(bank, before)}
    return Say(MISTAKES[mistaken.mistake], **blanks)


def say_mistaken_hand(entered: MistakenHand) -> Say:
    """Return what was wrong about a hand that was entered."""
    setup = entered.sheet.setup
    blanks: dict[str, Argument] = {
        "hand": Numbered(setup.game.hand_noun, entered.number),
        "game": setup.title,
    }
    if entered.swapped is None:
        return Say("{Hand} of {game} was entered twice.", **blanks)
    one, other = setup.names(entered.swapped)
    mixed = "{Hand} of {game} was entered with {one} and {other} mixed up."
    instead = "{Hand} of {game} was entered for {one} instead of {other}."
    return Say(mixed if entered.names_both else instead, one=one, other=other, **blanks)
