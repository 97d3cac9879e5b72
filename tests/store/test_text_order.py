"""Names are in the same order on every database, whichever language it was made for."""

import os

import pytest
from psycopg.errors import FeatureNotSupported
from sqlalchemy import Column, MetaData, String, Table, create_engine, insert, select

from scorekeeper.store.text_order import in_text_order

NAMES = ["\u00fcber", "zoe", "a-b", "ab", "a b", "\u00e9mile", "emil", "\u00df", "ss", "10", "9"]
MADE_FOR = {"german": "LOCALE_PROVIDER icu ICU_LOCALE 'de-DE'", "no-language": "LC_COLLATE 'C' LC_CTYPE 'C'"}
TEXTS = Table("texts", MetaData(), Column("text", String(20)))


def in_order(address: str) -> list[str]:
    """Return the names as a database orders them."""
    engine = create_engine(address)
    with engine.begin() as connection:
        TEXTS.create(connection)
        connection.execute(insert(TEXTS), [{"text": name} for name in NAMES])
        found = [*connection.scalars(select(TEXTS.c.text).order_by(in_text_order(TEXTS.c.text)))]
    engine.dispose()
    return found


def test_postgresql_is_told_to_leave_its_language_aside() -> None:
    names = select(TEXTS.c.text).order_by(in_text_order(TEXTS.c.text))
    assert str(names.compile(create_engine("postgresql+psycopg://"))).endswith(
        'ORDER BY (texts.text) COLLATE "C"'
    )


def test_sqlite_orders_names_as_python_does() -> None:
    assert in_order("sqlite://") == sorted(NAMES)


@pytest.mark.skipif("postgresql" not in os.environ.get("DATABASE", ""), reason="it is about PostgreSQL")
@pytest.mark.parametrize("language", MADE_FOR)
def test_postgresql_orders_names_as_python_does(request: pytest.FixtureRequest, language: str) -> None:
    server = request.getfixturevalue("postgresql_server")
    name = f"order-{language}-{os.getpid()}"
    try:
        server.make(name, how=MADE_FOR[language])
    except FeatureNotSupported:
        pytest.skip("this PostgreSQL was built without ICU")
    try:
        assert in_order(server.url(name)) == sorted(NAMES)
    finally:
        server.drop(name)
