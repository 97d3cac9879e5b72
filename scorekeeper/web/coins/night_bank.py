"""What all pages of a night's coins share: loading the bank, and the ways back."""

from collections.abc import Sequence

from flask import redirect, url_for
from werkzeug import Response

from scorekeeper.store.coins.bank import Bank, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.models import Night
from scorekeeper.web.clubs import access
from scorekeeper.web.coins.fault_text import fault_sentences
from scorekeeper.web.coins.money import gain, money
from scorekeeper.web.coins.posting_text import (
    describe_position,
    describe_posting,
    describe_together,
    party_name,
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
        "undo_text": describe_together(bank, undo) if undo else "",
        "describe": lambda posting: describe_posting(bank, posting),
        "describe_all": lambda postings: describe_together(bank, postings),
        "position": lambda person: describe_position(bank, person),
        "party_name": lambda party: party_name(bank, party),
        "money": lambda amount: money(night, amount),
        "gain": lambda amount: gain(night, amount),
    }


def newest_postings(bank: Bank) -> Sequence[Posting]:
    """Return the postings of the newest tap, which one tap undoes; none if that was undone."""
    newest = bank.postings[-1] if bank.postings else None
    if newest is None or not newest.counts:
        return []
    return [posting for posting in bank.counting if posting.tap == newest.tap]
