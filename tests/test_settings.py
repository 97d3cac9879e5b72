"""ServerSettings come from the environment, each with a sentence for what has no meaning."""

from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.places import usual_data_folder, usual_offline_folder
from scorekeeper.settings import READ, ServerSettings, SettingError, read_environment, variable


def test_without_any_variable_everything_is_as_usual() -> None:
    data = usual_data_folder()
    assert read_environment({}) == ServerSettings(data, usual_offline_folder(data))


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("data", "/srv/scores", Path("/srv/scores")),
        ("offline", "/opt/offline", Path("/opt/offline")),
        ("database_url", "sqlite:////srv/scores.db", "sqlite:////srv/scores.db"),
        ("secret_key", "kept elsewhere, and long", "kept elsewhere, and long"),
        ("public_address", "https://scores.example.org/", "https://scores.example.org"),
        ("host", "127.0.0.1", "127.0.0.1"),
        ("port", "8080", 8080),
        ("workers", "4", 4),
        ("threads", "16", 16),
        ("log_level", "info", "info"),
        ("sign_up", "closed", "closed"),
    ],
)
def test_a_variable_sets_what_it_names(name: str, text: str, value: object) -> None:
    assert getattr(read_environment({variable(name): text}), name) == value


def test_every_setting_can_be_read() -> None:
    assert list(READ) == [field.name for field in fields(ServerSettings)]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("port", "80a", "SCOREKEEPER_PORT must be a number from 1 to 65535, not “80a”."),
        ("port", "٨٠", "SCOREKEEPER_PORT must be a number from 1 to 65535, not “٨٠”."),
        ("workers", "0", "SCOREKEEPER_WORKERS must be a number from 1 to 64, not “0”."),
        ("log_level", "loud", "SCOREKEEPER_LOG_LEVEL must be debug, info, warning or error, not “loud”."),
        ("sign_up", "maybe", "SCOREKEEPER_SIGN_UP must be open or closed, not “maybe”."),
        (
            "public_address",
            "scores.example.org",
            "SCOREKEEPER_PUBLIC_ADDRESS must be an address such as https://scores.example.org, "
            "not “scores.example.org”.",
        ),
        (
            "public_address",
            "https://[scores",
            "SCOREKEEPER_PUBLIC_ADDRESS must be an address such as https://scores.example.org, "
            "not “https://[scores”.",
        ),
    ],
)
def test_a_value_without_a_meaning_is_refused(name: str, text: str, sentence: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_environment({variable(name): text})
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "5ecret",
        "postgresql:5ecret@db/scores",
        "postgresql://scores:5ecret@db:5ecret/scores",
        "//scores:5ecret@db",
    ],
)
def test_an_address_of_a_database_is_refused_without_showing_its_password(text: str) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_DATABASE_URL must be an address such as") as refused:
        read_environment({variable("database_url"): text})
    assert "5ecret" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "sqlite:////srv/scores.db",
        "postgresql+psycopg://scores:a/b:c@[::1]:5432/scores?sslmode=require",
        "sqlite://",
    ],
)
def test_addresses_of_databases_are_taken(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.settings.find_spec", lambda name: name)
    assert read_environment({variable("database_url"): text}).database_url == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("postgresql+psycopg://scores:5ecret@db/scores", "install requirements-postgres.txt"),
        ("postgresql://scores:5ecret@db/scores", "install requirements-postgres.txt"),
        ("mysql://scores:5ecret@db/scores", "must be an address of SQLite or PostgreSQL"),
    ],
)
def test_a_database_without_a_driver_is_refused(
    text: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.settings.find_spec", lambda name: None)
    with pytest.raises(SettingError, match=sentence) as refused:
        read_environment({variable("database_url"): text})
    assert "5ecret" not in str(refused.value)


def test_a_short_key_is_refused_without_showing_it() -> None:
    with pytest.raises(SettingError) as refused:
        read_environment({variable("secret_key"): "5ecret"})
    assert str(refused.value) == "SCOREKEEPER_SECRET_KEY must be at least 16 random characters."


def test_the_port_of_the_public_address_is_checked() -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_PUBLIC_ADDRESS must be an address"):
        read_environment({variable("public_address"): "https://scores.example.org:99999"})


def test_the_port_has_a_short_name_too() -> None:
    assert read_environment({"PORT": "8080"}).port == 8080
    assert read_environment({"PORT": "8080", "SCOREKEEPER_PORT": "9090"}).port == 9090


def test_a_command_ends_with_the_sentence() -> None:
    ended = CliRunner().invoke(main, ["serve", "--port", "none"])
    assert (ended.exit_code, ended.stderr) == (
        1,
        "Error: SCOREKEEPER_PORT must be a number from 1 to 65535, not “none”.\n",
    )
