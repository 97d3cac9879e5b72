"""The command that compares all finished games with today's rules, and counts them again."""

from sqlalchemy import update

from scorekeeper.app import create_app
from scorekeeper.hosting.data_folder import bring_up_to_date, check_database, explained
from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays.editions import compare_all, count_by_earlier_rules
from scorekeeper.store.transactions import begin_writing


def recount() -> str:
    """Score every finished game again, and return how many today's rules would score differently.

    No result changes; only the figures of the statistics are made again. Raises DataError.
    """
    app = create_app()
    check_database(app)
    bring_up_to_date(app)
    with explained("The database"), app.app_context():
        begin_writing()
        db.session.execute(update(Play).where(Play.ended_at.is_not(None)).values(counted=0))
        db.session.commit()
        compare_all()
        found = count_by_earlier_rules()
        db.session.remove()
        db.engine.dispose()
    if not found:
        return "Today’s rules score every game the same, or hosts have kept the earlier result."
    games = "1 game" if found == 1 else f"{found:,} games"
    return f"{games} would be scored differently by today’s rules. Hosts find them on the first page."
