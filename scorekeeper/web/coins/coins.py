"""The overview of a night's coins: what everyone has won, and the postings."""

from collections.abc import Sequence

from flask import Blueprint, abort, render_template
from werkzeug import Response

from scorekeeper.rules.saying import NOTHING, Say
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import GIFT, LOAN, REPAYMENT, SETTLEMENT, SIDE_BET, Bank
from scorekeeper.store.coins.postings import BadPosting
from scorekeeper.store.models import Night
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.coins.forms import HOUSE, PostingForm, PostingsForm, StakesForm, newest_id, people_on
from scorekeeper.web.coins.night_bank import back_to_coins, back_to_settle_up, bank_context, load_bank
from scorekeeper.web.declared import declares
from scorekeeper.web.submissions import commit, keys_to_settle, submission_keys

bp = Blueprint("coins", __name__, url_prefix="/nights/<int:night_id>/bank")

CHANGED_COINS = Say("{who} has changed these coins, so nothing was recorded again.")

KINDS = (
    (LOAN, "Borrowed"),
    (REPAYMENT, "Repaid"),
    (SIDE_BET, "Side bet"),
    (GIFT, "Gift"),
    (SETTLEMENT, "Paid"),
)
"""What can have happened, and how it is called."""

QUICK = (1, 5, 10, 20, 50)
"""Numbers of coins that are recorded with one tap."""


@bp.get("")
@declares(offline_copy="night")
def coin_overview(night_id: int) -> str:
    """Show what everyone has won, holds and owes, and the form for postings."""
    return render_coins(*load_bank(night_id))


@bp.post("")
def record_posting(night_id: int) -> Response | tuple[str, int]:
    """Record a loan, a repayment, a side bet, a gift or a payment."""
    night, bank = load_bank(night_id)
    form = PostingForm()
    form.in_money = bank.in_money
    if not form.validate():
        return render_coins(night, bank, form), 422
    bank = form.let_join(night, bank)
    if said := form.what_changed(night, bank, [form.posting]):
        form.refuse("coins", said)
        return render_coins(night, bank, form, settles=submission_keys()), 409
    try:
        postings.record_posting(bank, night, form.uid.data or "", form.posting, device_name())
    except BadPosting as wrong:
        form.refuse(wrong.field, wrong.why)
        if form.is_outdated(bank):
            return render_coins(night, bank, form, settles=submission_keys()), 409
        return render_coins(night, bank, form), 422
    return commit(back_to_coins(night_id))


@bp.post("/stakes")
def hand_out_stakes(night_id: int) -> Response | tuple[str, int]:
    """Hand out the same stake to some players."""
    night, bank = load_bank(night_id)
    form = StakesForm()
    if not form.validate():
        return render_coins(night, bank, stakes=form), 422
    bank = form.let_join(night, bank)
    stakes = [postings.stake_for(person, form.stake.amount) for person in form.people]
    if said := form.what_changed(night, bank, stakes):
        form.refuse("stake", said)
        return render_coins(night, bank, stakes=form, settles=submission_keys()), 409
    try:
        postings.hand_out_stakes(
            bank, night, form.uid.data or "", form.people, form.stake.amount, device_name()
        )
    except BadPosting as wrong:
        form.refuse(wrong.field, wrong.why)
        if form.is_outdated(bank):
            return render_coins(night, bank, stakes=form, settles=submission_keys()), 409
        return render_coins(night, bank, stakes=form), 422
    return commit(back_to_coins(night_id))


@bp.post("/take-back")
def undo_postings(night_id: int) -> Response:
    _, bank = load_bank(night_id)
    form = PostingsForm()
    postings.undo_postings(bank, form.ids, device_name())
    return commit(back_to_settle_up(night_id) if form.settling.data else back_to_coins(night_id))


@bp.post("/bring-back")
def redo_postings(night_id: int) -> Response | tuple[str, int]:
    """Record the undone postings of a tap again."""
    night, bank = load_bank(night_id)
    ids = PostingsForm().ids
    posting = next((posting for posting in bank.postings if posting.id in ids), None) or abort(404)
    undone = bank.together(posting)
    redoable = all(postings.can_redo(bank, one) for one in undone)
    if not (posting.counts or postings.is_redone(bank, posting) or redoable):
        return render_coins(night, bank, refusal=CHANGED_COINS.filled(who=bank.changed_by)), 409
    postings.redo_postings(bank, night, undone, device_name())
    return commit(back_to_coins(night_id))


def render_coins(
    night: Night,
    bank: Bank,
    posting: PostingForm | None = None,
    stakes: StakesForm | None = None,
    refusal: Say = NOTHING,
    settles: Sequence[str] = (),
) -> str:
    """Return the overview, with the form that was refused, if any, or why a tap was.

    ``settles`` are the keys of what that form settles once it is recorded.
    """
    here = [str(person) for person in bank.here]
    refused = posting or stakes
    posting = posting or PostingForm(formdata=None, kind=LOAN, giver=HOUSE)
    stakes = stakes or StakesForm(formdata=None, to=here)
    absent = {player.id: player.name for player in refused.absent(night, bank)} if refused else {}
    stakes.to.choices, posting.kind.choices = people_on(bank, absent), KINDS
    posting.giver.choices = posting.taker.choices = [(HOUSE, "The house"), *stakes.to.choices]
    return render_template(
        "coins/coins.html",
        **bank_context(night, bank),
        form=posting,
        stakes=stakes,
        refused=refused,
        absent=absent,
        quick=QUICK,
        known=newest_id(bank),
        settles=settles or keys_to_settle(),
        refusal=refusal,
        redoable={
            tap[0].id
            for tap in bank.taps
            if tap[0].kind != SETTLEMENT and all(postings.can_redo(bank, posting) for posting in tap)
        },
    )
