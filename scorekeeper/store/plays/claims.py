"""Claims: what players say they have of the next hand once the table is asked, and of hands that are wrong.

What is said of the next hand is nothing but a proposal: the keeper saves the hand as ever, with other figures
if need be. It is forgotten once another hand is the next one, or if the seats change; an answer that comes
late, or to an earlier question, does no harm. Nobody confirms a saved hand: those who agree do nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from sqlalchemy import Table, bindparam, delete, func, or_, select

from scorekeeper.rules.claims import Claims
from scorekeeper.rules.labels import relabelled_hand
from scorekeeper.rules.table import Seat
from scorekeeper.store.database import db, new_uid, now
from scorekeeper.store.models import Claim, HandRow, Revision
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import StoredHand

CLAIMS = select(Claim).where(Claim.play_id == bindparam("play")).order_by(Claim.id)
OPEN_CLAIMS = (
    CLAIMS.outerjoin(Revision, Revision.id == Claim.revision_id)
    .outerjoin(HandRow, HandRow.id == Claim.hand_id)
    .where(Claim.settled_at.is_(None), or_(Claim.hand_id.is_(None), HandRow.entry == Revision.entry))
)
CLAIMS_OF_SAVED_HANDS = CLAIMS.where(Claim.hand_id.is_not(None))
_claim = cast(Table, Claim.__table__)
FORGET = delete(_claim).where(_claim.c.play_id == bindparam("play"), _claim.c.hand_id.is_(None))


def open_claims(sheet: Sheet) -> Sequence[Claim]:
    """Return the question to the table, the answers, and who says that a hand isn't right, oldest first."""
    return db.session.scalars(OPEN_CLAIMS, {"play": sheet.play.id}).all()


def claims_of_saved_hands(sheet: Sheet) -> Sequence[Claim]:
    """Return all that was ever said of the saved hands of a play, oldest first."""
    return db.session.scalars(CLAIMS_OF_SAVED_HANDS, {"play": sheet.play.id}).all()


def figures_claimed(claims: Iterable[Claim], hand_id: int | None = None) -> dict[str, dict[str, Any]]:
    """Return what is said of a hand, or of the next one; what was said last counts where two say it."""
    found: dict[str, dict[str, Any]] = {}
    for one in claims:
        for name, figures in one.figures.items() if one.hand_id == hand_id else ():
            found.setdefault(name, {}).update(figures)
    return found


def ask_table(sheet: Sheet, device: str) -> None:
    """Ask everyone for their figures of the next hand."""
    _add(sheet, uid=new_uid(), device=device)


def stop_asking(sheet: Sheet) -> None:
    """Ask no longer; what was said is forgotten."""
    with db.session.no_autoflush:
        db.session.execute(FORGET, {"play": sheet.play.id})


def claim(sheet: Sheet, hand: StoredHand | None, seat: Seat, figures: Claims, device: str) -> None:
    """Keep what a player says of a hand, or of the next one (None), besides what they said before."""
    hand_id = hand.id if hand else None
    newest = select(func.max(Revision.id)).where(Revision.hand_id == hand_id).scalar_subquery()
    player_id, said = sheet.play.seats[seat].player_id, dict(figures)
    for one in open_claims(sheet):
        if (one.hand_id, one.player_id) == (hand_id, player_id):
            said = {**one.figures, **said}
            db.session.delete(one)
    _add(sheet, hand_id=hand_id, revision_id=newest, player_id=player_id, figures=said, device=device)


def settle_claims(sheet: Sheet, hand: StoredHand, device: str, of_seat: Seat | None = None) -> None:
    """Note that a hand is right as it is, or that one player says so who said something else."""
    whose = None if of_seat is None else sheet.play.seats[of_seat].player_id
    for one in open_claims(sheet):
        if one.hand_id == hand.id and whose in (None, one.player_id):
            one.settled_at, one.settled_on = now(), device
    db.session.flush()


def relabel_claims(sheet: Sheet, moved_to: Sequence[Seat]) -> None:
    """Write what was said for the seats that players have from now on."""
    for one in claims_of_saved_hands(sheet):
        one.figures = relabelled_hand(sheet.setup, one.figures, moved_to)


def _add(sheet: Sheet, **values: Any) -> None:
    db.session.add(Claim(play_id=sheet.play.id, **values))
    db.session.flush()
