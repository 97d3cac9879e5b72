"""The command that counts all games again for the statistics."""

from sqlalchemy import update

from scorekeeper.app import create_app
from scorekeeper.data_folder import bring_up_to_date, check_database, explained
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.models import Play
from scorekeeper.store.plays.play_statistics import recount_all


def recount() -> str:
    """Score and count every finished game again, and return a message about it. Raises DataError."""
    app = create_app()
    check_database(app)
    bring_up_to_date(app)
    with explained("The database"), app.app_context():
        begin_writing()
        db.session.execute(update(Play).where(Play.ended_at.is_not(None)).values(counted=0))
        db.session.commit()
        recount_all()
        db.engine.dispose()
    return "Counted all finished games again for the statistics."
