"""PostgreSQL tells everyone who listens which games and nights have changed; SQLite is asked."""

from alembic import op

revision = "0010"
down_revision = "0009"

# A payload is limited to 8,000 bytes. Whoever gets an empty one looks at everything.
NOTIFY = """
CREATE FUNCTION notify_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed text;
BEGIN
    SELECT CASE WHEN count(*) <= 100 THEN string_agg(TG_TABLE_NAME || ' ' || id, ',') ELSE '' END
        INTO changed FROM after;
    IF changed IS NOT NULL THEN
        PERFORM pg_notify('scorekeeper', changed);
    END IF;
    RETURN NULL;
END $$
"""
NOTIFY_OF_ALL = """
CREATE FUNCTION notify_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('scorekeeper', '');
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(NOTIFY)
    op.execute(NOTIFY_OF_ALL)
    for table in ("play", "night"):
        op.execute(
            f"CREATE TRIGGER notify_of_changes AFTER UPDATE ON {table} REFERENCING NEW TABLE AS after "
            "FOR EACH STATEMENT EXECUTE FUNCTION notify_of_changes()"
        )
    # Who may see a club is part of what its pages show.
    op.execute(
        "CREATE TRIGGER notify_of_all AFTER UPDATE OF access_version ON club "
        "FOR EACH STATEMENT EXECUTE FUNCTION notify_of_all()"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("DROP TRIGGER notify_of_all ON club")
    for table in ("play", "night"):
        op.execute(f"DROP TRIGGER notify_of_changes ON {table}")
    op.execute("DROP FUNCTION notify_of_all()")
    op.execute("DROP FUNCTION notify_of_changes()")
