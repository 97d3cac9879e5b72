"""What keeps pages quick in large clubs: indexes, the words of notes, and when nights were changed."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.history.note_words import words_of

revision = "0011"
down_revision = "0010"

AT_ONCE = 1000
"""Plays whose words are kept at once."""

WIDER = {
    "night": ("club_id", "started_at", "id"),
    "invitation": ("club_id", "ends_at"),
    "membership": ("club_id", "ends_at"),
}
"""The columns of indexes that were only of the club."""

CHANGES = (
    "SELECT id AS night_id, started_at AS at FROM night",
    "SELECT night_id, max(ended_at) AS at FROM play GROUP BY night_id",
    "SELECT night_id, max(deleted_at) AS at FROM play GROUP BY night_id",
    "SELECT night_id, max(at) AS at FROM transfer GROUP BY night_id",
    "SELECT night_id, max(taken_back_at) AS at FROM transfer GROUP BY night_id",
    "SELECT night_id, max(revision.at) AS at FROM revision JOIN play ON play.id = play_id GROUP BY night_id",
)
"""When something of a night was changed last."""

NEWEST_PLAY = """
UPDATE backup SET newest_play = coalesce(
    (SELECT max(id) FROM (
        SELECT id FROM play WHERE play.club_id = backup.club_id ORDER BY id LIMIT 1 OFFSET :before
    ) AS last), 0)
WHERE id = :id
"""
"""Plays are never removed, so the newest of a backup with ten of them is the tenth of the club."""


def upgrade() -> None:
    create_words()
    op.add_column("backup", sa.Column("newest_play", sa.Integer(), nullable=True))
    op.add_column("night", sa.Column("changed_on", sa.Date(), nullable=True))
    if not op.get_context().as_sql:
        keep_words()
        note_changes()
        for row in op.get_bind().execute(sa.text("SELECT id, plays FROM backup WHERE club_id > 0")).all():
            op.get_bind().execute(sa.text(NEWEST_PLAY), {"id": row.id, "before": max(0, row.plays - 1)})
    with op.batch_alter_table("night") as night:
        night.alter_column("changed_on", existing_type=sa.Date(), nullable=False)
    op.create_index(op.f("ix_night_club_id_changed_on"), "night", ["club_id", "changed_on"])
    for table, columns in WIDER.items():
        op.drop_index(op.f(f"ix_{table}_club_id"), table)
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
    op.create_index("ix_invitation_club_id_night_id", "invitation", ["club_id", "night_id"])
    deleted = sa.text("deleted_at IS NOT NULL")
    for table in ("night", "play"):
        op.create_index(
            f"ix_{table}_deleted",
            table,
            ["club_id", "deleted_at", "id"],
            sqlite_where=deleted,
            postgresql_where=deleted,
        )


def create_words() -> None:
    op.create_table(
        "note_word",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_note_word_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_note_word")),
        sa.UniqueConstraint("club_id", "word", name=op.f("uq_note_word_club_id_word")),
    )
    op.create_table(
        "play_word",
        sa.Column("word_id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_play_word_play_id_play")),
        sa.ForeignKeyConstraint(["word_id"], ["note_word.id"], name=op.f("fk_play_word_word_id_note_word")),
        sa.PrimaryKeyConstraint("word_id", "play_id", name=op.f("pk_play_word")),
    )
    op.create_index(op.f("ix_play_word_play_id"), "play_word", ["play_id"])


def keep_words() -> None:
    """Keep the words of all notes there are."""
    word = sa.table("note_word", sa.column("id"), sa.column("club_id"), sa.column("word"))
    of_play = sa.table("play_word", sa.column("word_id"), sa.column("play_id"))
    ids: dict[tuple[int, str], int] = {}
    for rows in noted():
        words = [
            (row.id, row.club_id, words_of(row.note, row.hand_notes, row.night, title(row))) for row in rows
        ]
        new = sorted({(club, one) for _, club, its in words for one in its} - ids.keys())
        if new:
            first = len(ids) + 1
            ids |= {key: number for number, key in enumerate(new, start=first)}
            op.bulk_insert(word, [{"id": ids[key], "club_id": key[0], "word": key[1]} for key in new])
        pairs = [{"word_id": ids[club, one], "play_id": play} for play, club, its in words for one in its]
        if pairs:
            op.bulk_insert(of_play, pairs)
    if ids and op.get_context().dialect.name == "postgresql":
        op.execute("SELECT setval('note_word_id_seq', (SELECT max(id) FROM note_word))")


def noted() -> Iterator[list[Any]]:
    """Yield the plays that may have words, some at once."""
    newest = op.get_bind().execute(sa.text("SELECT max(id) FROM play")).scalar() or 0
    some = sa.text(
        """SELECT play.id, play.club_id, play.note, play.hand_notes, play.options, night.note AS night
        FROM play JOIN night ON night.id = play.night_id WHERE play.id > :after AND play.id <= :last
        AND (play.note <> '' OR play.hand_notes <> '' OR night.note <> ''
             OR CAST(play.options AS text) LIKE '%"title"%')"""
    )
    for after in range(0, newest, AT_ONCE):
        yield list(op.get_bind().execute(some, {"after": after, "last": after + AT_ONCE}))


def title(row: Any) -> str:
    """Return the name of an own game; SQLite has the options as text."""
    options = json.loads(row.options) if isinstance(row.options, str) else row.options
    return str(options.get("title") or "") if isinstance(options, dict) else ""


def note_changes() -> None:
    """Note on which day every night was changed last."""
    known: dict[int, str] = {}
    for query in CHANGES:
        for row in op.get_bind().execute(sa.text(query)):
            if row.at is not None:
                day = row.at.isoformat() if isinstance(row.at, datetime) else str(row.at)
                known[row.night_id] = max(known.get(row.night_id, ""), day[:10])
    night = sa.table("night", sa.column("id"), sa.column("changed_on", sa.Date()))
    if known:
        changed = sa.update(night).where(night.c.id == sa.bindparam("night"))
        days = [
            {"night": one, "changed_on": datetime.fromisoformat(day).date()} for one, day in known.items()
        ]
        op.get_bind().execute(changed.values(changed_on=sa.bindparam("changed_on")), days)


def downgrade() -> None:
    op.drop_index(op.f("ix_night_club_id_changed_on"), "night")
    op.drop_column("night", "changed_on")
    op.drop_column("backup", "newest_play")
    op.drop_table("play_word")
    op.drop_table("note_word")
    for table in ("night", "play"):
        op.drop_index(f"ix_{table}_deleted", table)
    op.drop_index("ix_invitation_club_id_night_id", "invitation")
    for table, columns in WIDER.items():
        op.drop_index(f"ix_{table}_{'_'.join(columns)}", table)
        op.create_index(op.f(f"ix_{table}_club_id"), table, ["club_id"])
