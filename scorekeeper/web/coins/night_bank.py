"""The coins of a night as all its pages have them: the bank, what is wrong with it, and the ways back."""

from collections.abc import Iterator, Sequence

from flask import redirect, url_for
from markupsafe import Markup
from werkzeug import Response

from scorekeeper.rules.words import COIN, counted
from scorekeeper.store.coins.bank import COST, Bank, GamePayout, Posting, PostingFault
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.models import Night
from scorekeeper.web.clubs import access
from scorekeeper.web.coins.money import write_amount
from scorekeeper.web.coins.posting_text import (
    describe_loans,
    describe_posting,
    describe_together,
    party_name,
    still_to_pay,
)
from scorekeeper.web.filters import clock, time_element

POSTING_FAULTS = {
    PostingFault.UNKNOWN_KIND: "has an unknown kind, “{kind}”",
    PostingFault.SAME_PARTY: "goes from someone to themselves",
    PostingFault.STAKE_FROM_PLAYER: "is a stake that doesn’t come from the house",
    PostingFault.HOUSE_TAKES_PART: "is a {kind} with the house, which neither wins nor loses",
    PostingFault.OUTSIDER: "names someone who doesn’t belong to the club",
    PostingFault.NO_COINS: "is about {coins}",
    PostingFault.NOT_IN_MONEY: "is in money, though coins have no value",
    PostingFault.NOT_FROM_EARLIER: "is a {kind} from an earlier night",
}


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
        "loans": lambda person: describe_loans(bank, person),
        "still_to_pay": lambda person: still_to_pay(bank, person),
        "COST": COST,
        "party_name": lambda party: party_name(bank, party),
        "amount": lambda amount: write_amount(bank, amount),
    }


def newest_postings(bank: Bank) -> Sequence[Posting]:
    """Return the postings of the newest tap, which one tap undoes; none if that was undone."""
    newest = bank.postings[-1] if bank.postings else None
    if newest is None or not newest.counts:
        return []
    return bank.together(newest)


def fault_sentences(bank: Bank, zone: str) -> Iterator[str]:
    """Yield a sentence for everything that must be fixed before anyone settles up."""
    for one in bank.faulty:
        yield _posting_sentence(one, zone) if isinstance(one, Posting) else _game_sentence(one, zone)
    if bank.difference and not bank.faulty:
        yield "The coins don’t add up."


def _posting_sentence(posting: Posting, zone: str) -> str:
    assert posting.fault
    why = POSTING_FAULTS[posting.fault].format(kind=posting.kind, coins=counted(posting.coins, COIN))
    at = time_element(clock(posting.at, zone), posting.at, zone)
    return Markup("What was recorded at {} on {} {}. Undo it.").format(at, posting.device, why)


def _game_sentence(game: GamePayout, zone: str) -> str:
    at = time_element(clock(game.started_at, zone), game.started_at, zone)
    said = Markup("{}, started at {}: its hands can’t be scored. {}")
    return said.format(game.name, at, game.refusal).strip()
