"""The coins of a night as all its pages have them: the bank, what is wrong with it, and the ways back."""

from collections.abc import Iterator, Sequence

from flask import redirect, url_for
from markupsafe import Markup, escape
from werkzeug import Response

from scorekeeper.rules.saying import NOTHING, Amount, Say
from scorekeeper.rules.words import COIN
from scorekeeper.store.coins.bank import COST, Bank, GamePayout, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.models import Night
from scorekeeper.web.clubs import access
from scorekeeper.web.filters import clock, time_element
from scorekeeper.web.wording.coins import (
    FAULTS,
    say_amount,
    say_loans,
    say_party,
    say_posting,
    say_together,
    still_to_pay,
)


def load_bank(night_id: int) -> tuple[Night, Bank]:
    """Return a night of this browser's clubs and its coins."""
    night = access.night_or_404(night_id)
    return night, bank_of(night)


def back_to_coins(night_id: int) -> Response:
    """Redirect to the overview of the coins."""
    return redirect(url_for("coins.coin_overview", night_id=night_id), code=303)


def back_to_settle_up(night_id: int) -> Response:
    """Redirect to the page for settling up."""
    return redirect(url_for("settle_up.settle_up", night_id=night_id), code=303)


def bank_context(night: Night, bank: Bank) -> dict[str, object]:
    """Return what the templates of all pages of the bank need."""
    undo = newest_postings(bank)
    return {
        "night": night,
        "bank": bank,
        "faults": list(fault_sentences(bank, night.time_zone)),
        "here": url_for("coins.coin_overview", night_id=night.id),
        "undo": undo,
        "undo_text": say_together(bank, undo) if undo else NOTHING,
        "describe": lambda posting: say_posting(bank, posting),
        "describe_all": lambda postings: say_together(bank, postings),
        "loans": lambda person: say_loans(bank, person),
        "still_to_pay": lambda person: still_to_pay(bank, person),
        "COST": COST,
        "party_name": lambda party: say_party(bank, party),
        "amount": lambda amount: say_amount(bank, amount),
    }


def newest_postings(bank: Bank) -> Sequence[Posting]:
    """Return the postings of the newest tap, which one tap undoes; none if that was undone."""
    newest = bank.postings[-1] if bank.postings else None
    if newest is None or not newest.counts:
        return []
    return bank.together(newest)


def fault_sentences(bank: Bank, zone: str) -> Iterator[Say | Markup]:
    """Yield a sentence for everything that must be fixed before anyone settles up."""
    for one in bank.faulty:
        yield Markup(_posting_fault(one, zone) if isinstance(one, Posting) else _game_fault(one, zone))
    if bank.difference and not bank.faulty:
        yield Say("The coins don’t add up.")


def _posting_fault(posting: Posting, zone: str) -> Say:
    assert posting.fault
    at = time_element(clock(posting.at, zone), posting.at, zone)
    kind, coins = escape(posting.kind), Amount(posting.coins, COIN)
    return Say(FAULTS[posting.fault], at=at, device=escape(posting.device), kind=kind, coins=coins)


def _game_fault(game: GamePayout, zone: str) -> Say:
    at = time_element(clock(game.started_at, zone), game.started_at, zone)
    said = Say("{game}, started at {at}: its hands can’t be scored.", game=escape(game.name), at=at)
    return Say("{said} {why}", said=said, why=escape(game.refusal)) if game.refusal else said
