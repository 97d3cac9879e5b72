"""Messages about coins: postings and debts, what is still to pay, and the tab."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from scorekeeper.rules.saying import NOTHING, Amount, And, Argument, Parts, Say
from scorekeeper.rules.words import COIN, NIGHT
from scorekeeper.store.coins.bank import (
    COST,
    COUNT,
    GIFT,
    LOAN,
    REPAYMENT,
    SETTLEMENT,
    SIDE_BET,
    STAKE,
    TAB,
    Bank,
    CoinValue,
    Party,
    Posting,
    PostingFault,
)
from scorekeeper.store.coins.payment_plan import PaymentPlan
from scorekeeper.store.coins.postings import NewPosting
from scorekeeper.store.coins.tab import OpenAmount, Unit, takes, unit_of
from scorekeeper.store.models import Night
from scorekeeper.web.coins.money import write_money

MAX_NAMES = 4
"""The most players named in one sentence."""

MAX_SHARERS = 8
"""The most players named who share a cost equally."""

POSTINGS = {
    STAKE: "{Taker} got {coins} to start with",
    LOAN: "{Taker} borrowed {coins} from {giver}",
    REPAYMENT: "{Giver} repaid {taker} {coins}",
    SIDE_BET: "{Taker} won {coins} from {giver} in a side bet",
    GIFT: "{Giver} gave {taker} {coins}",
    SETTLEMENT: "{Taker} paid {giver} {coins}",
    COST: "{Giver} paid {coins} for {taker}",
    TAB: "{Taker} owes {giver} {coins}, from an earlier night",
    COUNT: "{Giver} had {coins} too few at the count, and {taker} as many too many",
}

FAULTS = {
    PostingFault.UNKNOWN_KIND: "What was recorded at {at} on {device} has an unknown kind, “{kind}”. "
    "Undo it.",
    PostingFault.SAME_PARTY: "What was recorded at {at} on {device} goes from someone to themselves. "
    "Undo it.",
    PostingFault.STAKE_FROM_PLAYER: "What was recorded at {at} on {device} is a stake that doesn’t come from "
    "the house. Undo it.",
    PostingFault.HOUSE_TAKES_PART: "What was recorded at {at} on {device} is a {kind} with the house, which "
    "neither wins nor loses. Undo it.",
    PostingFault.OUTSIDER: "What was recorded at {at} on {device} names someone who doesn’t belong to the "
    "club. Undo it.",
    PostingFault.NO_COINS: "What was recorded at {at} on {device} is about {coins}. Undo it.",
    PostingFault.NOT_IN_MONEY: "What was recorded at {at} on {device} is in money, though coins have no "
    "value. Undo it.",
    PostingFault.NOT_FROM_EARLIER: "What was recorded at {at} on {device} is a {kind} from an earlier night. "
    "Undo it.",
}

Loans: TypeAlias = tuple[tuple[Party, int], ...]
"""What someone has borrowed: from whom, and how many coins."""


def say_amount(bank: Bank, amount: int) -> Argument:
    """Return an amount in the unit of a night's payments: "€3.00", or "30 coins"."""
    return Amount(amount, COIN) if bank.worth is None else write_money(amount, bank.worth.currency)


def say_posted(bank: Bank, posting: Posting | NewPosting) -> Argument:
    """Return what changed hands: "€3.00", or "30 coins"."""
    return say_amount(bank, posting.coins) if posting.in_money else Amount(posting.coins, COIN)


def say_value(worth: CoinValue | None) -> Say:
    """Return what coins are worth: "1 coin = €0.10"; nothing where they are just coins."""
    if worth is None:
        return NOTHING
    coins, value = Amount(worth.coins, COIN), write_money(worth.value, worth.currency)
    return Say("{coins} = {value}", coins=coins, value=value)


def say_party(bank: Bank, party: Party) -> Argument:
    """Return the name of a player, or "the house"."""
    return Say("the house") if party is None else bank.names[party]


def say_posting(bank: Bank, posting: Posting | NewPosting) -> Say:
    """Return a posting as a sentence without its full stop."""
    if isinstance(posting, Posting) and posting.other:
        debt = say_debt(bank, posting)
        return debt if posting.moved_on else Say("{debt}, from an earlier night", debt=debt)
    giver, taker = say_party(bank, posting.giver), say_party(bank, posting.taker)
    message = POSTINGS.get(posting.kind, POSTINGS[GIFT])
    return Say(message, giver=giver, taker=taker, coins=say_posted(bank, posting))


def say_debt(bank: Bank, posting: Posting, are_due: bool = True) -> Say:
    """Return who owes or owed whom what, for a posting that leads to another night."""
    between = posting.giver, posting.taker
    creditor, debtor = reversed(between) if posting.counts_as == REPAYMENT else between
    return Say(
        "{debtor} owes {creditor} {amount}" if are_due else "{debtor} owed {creditor} {amount}",
        debtor=say_party(bank, debtor),
        creditor=say_party(bank, creditor),
        amount=say_posted(bank, posting),
    )


def say_together(bank: Bank, postings: Sequence[Posting | NewPosting]) -> Say | And:
    """Return postings that were recorded with one tap as a sentence without its full stop."""
    first, *others = postings
    if first.kind == COST:
        return _say_cost(bank, postings)
    if not others:
        return say_posting(bank, first)
    if first.earlier_uid:
        return Say("{count} amounts of earlier nights included", count=len(postings))
    if first.kind == STAKE and all(posting.coins == first.coins for posting in others):
        takers, each = [say_party(bank, posting.taker) for posting in postings], Amount(first.coins, COIN)
        return Say("{who} got {coins} each to start with", who=_some(takers, MAX_NAMES), coins=each)
    if first.kind in (COUNT, LOAN) or any(posting.kind != REPAYMENT for posting in others):
        return Parts(*(say_posting(bank, posting) for posting in postings))
    if first.kind == REPAYMENT:
        return Say("Loans of {coins} repaid", coins=Amount(sum(one.coins for one in postings), COIN))
    return Say("{posting}, and all loans were repaid", posting=say_posting(bank, first))


def _some(names: Sequence[Argument], most: int) -> Argument:
    return And(*names) if len(names) <= most else Say("{count} players", count=len(names))


def _say_cost(bank: Bank, shares: Sequence[Posting | NewPosting]) -> Say:
    """Return who paid for whom, with what everyone's share is unless all are the same but for odd cents."""
    first, amounts = shares[0], [share.coins for share in shares]
    amount = say_amount(bank, sum(amounts)) if first.in_money else Amount(sum(amounts), COIN)
    message = "{giver} paid {amount} for {note}" if first.note else "{giver} paid {amount}"
    paid = Say(message, giver=say_party(bank, first.giver), amount=amount, note=first.note)
    sharers = [say_party(bank, share.taker) for share in shares]
    if len(sharers) == 1:
        return Say("{paid}, all for {name}", paid=paid, name=sharers[0])
    if max(amounts) - min(amounts) <= 1:
        return Say("{paid}, shared by {who}", paid=paid, who=_some(sharers, MAX_SHARERS))
    each = [
        Say("{name} ({share})", name=name, share=say_posted(bank, share))
        for name, share in zip(sharers, shares, strict=True)
    ]
    return Say("{paid}, shared by {who}", paid=paid, who=And(*each))


def say_loans(bank: Bank, person: int) -> Say:
    """Return what a player has borrowed and lent and not got back; nothing if nothing."""
    loans = []
    for debtor, lender, coins in bank.debts:
        if debtor == person:
            loans.append(Say("borrowed {coins} from {name}", coins=coins, name=say_party(bank, lender)))
        elif lender == person:
            loans.append(Say("lent {name} {coins}", name=say_party(bank, debtor), coins=coins))
    return Say("{Loans}", loans=And(*loans)) if loans else NOTHING


def still_to_pay(bank: Bank, person: int) -> Say:
    """Return what a player still pays or gets: "to pay €5.00", "gets 3 coins", "paid"; nothing if nothing."""
    left = bank.open[person]
    if not bank.sound or not (left or bank.net[person]):
        return NOTHING
    if left:
        message = "gets {amount}" if left > 0 else "to pay {amount}"
        return Say(message, amount=say_amount(bank, abs(left)))
    moved = any(one.moved_on and person in (one.giver, one.taker) for one in bank.paid)
    return Say("moved") if moved else Say("paid")


def loans_to_return(bank: Bank) -> dict[int, Loans]:
    """Return the loans that each person who borrowed coins gives back."""
    found: dict[int, Loans] = {}
    for debtor, lender, coins in bank.debts:
        if debtor is not None:
            found[debtor] = (*found.get(debtor, ()), (lender, coins))
    return found


def _say_returned(bank: Bank, loans: Loans, people: int = 1) -> And:
    """Return the coins that some people each give back: "the 10 coins you borrowed from Bea"."""
    (lender, coins), *others = loans
    first = Say(
        "the {coins} you borrowed from {name}",
        "the {coins} you each borrowed from {name}",
        people,
        coins=Amount(coins, COIN),
        name=say_party(bank, lender),
    )
    rest = (Say("the {coins} from {name}", coins=one, name=say_party(bank, who)) for who, one in others)
    return And(first, *rest)


def say_plan(bank: Bank, plan: PaymentPlan) -> Iterator[Say]:
    """Yield what each person still has to do."""
    boxed = [] if bank.pending else back_in_the_box(bank, plan)
    loans = {} if bank.pending or boxed else loans_to_return(bank)
    for person, name in bank.names.items():
        due = [
            Say("{name} {amount}", name=bank.names[one.creditor], amount=say_amount(bank, one.amount))
            for one in plan.due
            if one.debtor == person
        ]
        returned = _say_returned(bank, loans[person]) if person in loans else And()
        if due:
            message = "{name}: pay {due}, and give back {loans}."
            message = message if returned else "{name}: pay {due}."
            yield Say(message, name=name, due=And(*due), loans=returned)
        elif returned:
            yield _say_give_back(name, returned, plan)
    yield from boxed


def _say_give_back(who: Argument, loans: And, plan: PaymentPlan) -> Say:
    apart = "{who}: give back {loans}. The payments stay the same."
    return Say(apart if plan.due else "{who}: give back {loans}.", who=who, loans=loans)


def back_in_the_box(bank: Bank, plan: PaymentPlan) -> list[Say]:
    """Return what happens to coins that only the house has lent; nothing if players have lent any, too.

    Those who lost theirs can't give back as many as they borrowed, so all coins go back together.
    """
    if not bank.debts or any(debt.lender is not None for debt in bank.debts):
        return []
    if plan.due:
        return [Say("Everyone: put your coins back in the box. The payments stay the same.")]
    return [Say("Everyone: put your coins back in the box.")]


def say_borrowed(bank: Bank, plan: PaymentPlan) -> Iterator[Say]:
    """Yield what those who borrowed coins do with them, those who borrowed the same in one line."""
    if bank.debts and bank.pending:
        if len(bank.pending) > 1:
            yield Say("Keep the coins you borrowed until the running games end.")
        else:
            yield Say("Keep the coins you borrowed until {game} ends.", game=bank.pending[0].name)
        return
    if boxed := back_in_the_box(bank, plan):
        yield from boxed
        return
    loans = loans_to_return(bank)
    for borrowed in dict.fromkeys(loans.values()):
        names = [bank.names[person] for person in loans if loans[person] == borrowed]
        who = Say("Everyone") if len(names) == len(bank.names) > 1 else And(*names)
        yield _say_give_back(who, _say_returned(bank, borrowed, len(names)), plan)


def explain_shares(bank: Bank) -> Iterator[Say]:
    """Yield what figures in money, and those of shared costs, come from."""
    if bank.worth and bank.worth.value:
        coins, value = bank.worth.coins, write_money(bank.worth.value, bank.worth.currency)
        yield Say("A coin is {value}.", "{coins} coins are {value}.", coins, coins=coins, value=value)
    elif bank.worth and any(bank.won.values()):
        yield Say("Coins aren’t included: they’re just for counting.")
    for tap in bank.taps:
        if tap[0].kind == COST and tap[0].counts:
            yield Say("{what}.", what=say_together(bank, tap))


def say_in(unit: Unit, amount: int) -> Argument:
    """Return an amount in a unit: "€3.00", or "30 coins"."""
    return write_money(amount, unit) if isinstance(unit, str) else Amount(amount, COIN)


def say_open(amount: OpenAmount, bank: Bank) -> Say:
    """Return an open amount as a sentence without its full stop."""
    return Say(
        "{debtor} borrowed {amount} from {creditor}"
        if amount.kind == LOAN
        else "{debtor} owes {creditor} {amount}",
        creditor=bank.names[amount.creditor],
        debtor=bank.names[amount.debtor],
        amount=say_in(unit_of(amount.kind, bank), amount.amount),
    )


def why_not_included(night: Night, amount: OpenAmount, bank: Bank) -> Say:
    """Return why an open amount can't be paid on a night; nothing if it can."""
    unit = unit_of(amount.kind, bank)
    if takes(night, unit):
        return NOTHING
    is_money, of_night = isinstance(unit, str), night.currency or Say("money")
    its: Argument = (unit or Say("money")) if isinstance(unit, str) else Say("coins")
    if night.coin_value is not None:
        return Say("In {unit}: tonight’s payments are in {currency}.", unit=its, currency=of_night)
    return Say(
        "In {unit}: coins have no value tonight." if is_money else "In {unit}: coins had a value.", unit=its
    )


def say_tab(nights: int, sums: Mapping[Unit, Mapping[int, int]]) -> Say:
    """Return how much is unpaid, as a sentence without its full stop."""
    amounts = [say_in(unit, sum(one for one in some.values() if one > 0)) for unit, some in sums.items()]
    if not nights:
        return Say("Nobody owes anything")
    return Say("{amounts} unpaid on {nights}", amounts=And(*amounts), nights=Amount(nights, NIGHT))


def say_unit(unit: Unit) -> Say:
    """Return the heading of what is open in a unit."""
    if isinstance(unit, str):
        return Say("In {unit}", unit=unit or Say("money"))
    return Say("In coins ({value})", value=say_value(unit)) if unit else Say("In coins")
