"""ServerSettings come from the environment, each with a sentence for what has no meaning."""

import os
import shlex
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.places import usual_data_folder, usual_offline_folder
from scorekeeper.settings import (
    READ,
    SERVED,
    ServerSettings,
    SettingError,
    note_served,
    read_env_file,
    read_environment,
    read_served,
    variable,
)

GENERATOR = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")


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
        ("public_address", "https://home.example/a/scores/", "https://home.example/a/scores"),
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


def test_no_home_is_needed_where_the_data_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr("scorekeeper.settings.usual_data_folder", fail)
    assert read_environment({"SCOREKEEPER_DATA": "/data"}).data == Path("/data")


def test_every_setting_can_be_read() -> None:
    assert list(READ) == [field.name for field in fields(ServerSettings)]


NO_ADDRESS = "SCOREKEEPER_PUBLIC_ADDRESS must be an address such as https://scores.example.org"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("port", "80a", "SCOREKEEPER_PORT must be a number from 1 to 65535, not “80a”."),
        ("port", "٨٠", "SCOREKEEPER_PORT must be a number from 1 to 65535, not “٨٠”."),
        ("workers", "0", "SCOREKEEPER_WORKERS must be a number from 1 to 64, not “0”."),
        ("log_level", "loud", "SCOREKEEPER_LOG_LEVEL must be debug, info, warning or error, not “loud”."),
        ("sign_up", "maybe", "SCOREKEEPER_SIGN_UP must be open or closed, not “maybe”."),
        ("public_address", "scores.example.org", f"{NO_ADDRESS}, not “scores.example.org”."),
        ("public_address", "https://a.org/..", f"{NO_ADDRESS}, not “https://a.org/..”."),
        ("public_address", "https://[scores", f"{NO_ADDRESS}, not “https://[scores”."),
        ("public_address", "https://a.org:99999", f"{NO_ADDRESS}, not “https://a.org:99999”."),
    ],
)
def test_a_value_without_a_meaning_is_refused(name: str, text: str, sentence: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_environment({variable(name): text})
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "text",
    ["5ecret", "postgresql:5ecret@db/scores", "postgresql://me:5ecret@db:5ecret/scores", "//me:5ecret@db"],
)
def test_an_address_of_a_database_is_refused_without_showing_its_password(text: str) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_DATABASE_URL must be an address such as") as refused:
        read_environment({variable("database_url"): text})
    assert "5ecret" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["sqlite:////srv/scores.db", "postgresql+psycopg://me:a/b:c@[::1]:5432/db?sslmode=require", "sqlite://"],
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
def test_a_database_needs_a_driver(text: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.settings.find_spec", lambda name: None)
    with pytest.raises(SettingError, match=sentence) as refused:
        read_environment({variable("database_url"): text})
    assert "5ecret" not in str(refused.value)


def test_a_short_key_is_refused_without_showing_it() -> None:
    with pytest.raises(SettingError) as refused:
        read_environment({variable("secret_key"): "5ecret"})
    assert str(refused.value) == "SCOREKEEPER_SECRET_KEY must be at least 16 random characters."


def test_the_port_has_a_short_name_too() -> None:
    assert read_environment({"PORT": "8080"}).port == 8080
    assert read_environment({"PORT": "8080", "SCOREKEEPER_PORT": "9090"}).port == 9090


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SCOREKEEPER_SIGNUP", "SCOREKEEPER_SIGN_UP"),
        ("SCOREKEEPER_sign_up", "SCOREKEEPER_SIGN_UP"),
        ("SCOREKEPER_SIGN_UP", "SCOREKEEPER_SIGN_UP"),
        ("SCOREKEEPER_DATABASE", "SCOREKEEPER_DATABASE_URL"),
        ("SCOREKEEPER_ADDRESS", "SCOREKEEPER_PUBLIC_ADDRESS"),
    ],
)
def test_a_misspelt_setting_is_refused_with_the_nearest_one(name: str, meant: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_environment({name: "5ecret"})
    assert str(refused.value) == f"There is no setting {name}. Did you mean {meant}? Correct or remove it."


def test_variables_of_other_programs_are_left_alone() -> None:
    others = {"PATH": "/bin", "PGPASSWORD": "5", "KEEPER_PORT": "1", "SCORE": "2", "SCOREKEEPER_OLD": " "}
    assert read_environment(others) == read_environment({})


def test_no_command_goes_on_with_a_misspelt_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = {"SCOREKEEPER_DATA": str(tmp_path / "data"), "SCOREKEEPER_SIGNUP": "closed"}
    for command in ("serve", "doctor", "backup b.db", "restore b.db", "link", "club C", "recount", "offline"):
        ended = CliRunner().invoke(main, command.split(), env=data, catch_exceptions=False)
        assert ended.exit_code == 1
        assert "There is no setting SCOREKEEPER_SIGNUP. Did you mean SCOREKEEPER_SIGN_UP?" in ended.output
        assert not list(tmp_path.iterdir())


URL = "postgresql://scores:p%40w@db/scores?connect_timeout=5&sslmode=verify-full"
FILES = [
    (f"A={URL}", {"A": URL}),
    ("A=b c # d;e", {"A": "b c # d;e"}),
    (" A =\tb  \n", {"A": "b"}),
    ("# A=1\n ; B=2\n\nC=3\n", {"C": "3"}),
    ("A='b  #c' \nB=\"d'e\"", {"A": "b  #c", "B": "d'e"}),
    ("""A='b' "c" d""", {"A": "bcd"}),
    ("A=b'c'", {"A": "b'c'"}),
    ("A=b\\\nc\\&\\ ", {"A": "bc& "}),
    (r'A="b\"c\\d\n"', {"A": r'b"c\d\n'}),
    ("A='b\\'", {"A": "b\\"}),
    ("A=~/* (c) | <d> !", {"A": "~/* (c) | <d> !"}),
    ("A=b\r\nC=d\r\n", {"A": "b", "C": "d"}),
    ("A=1\nA=2", {"A": "2"}),
]
OURS = [("A=\nB=''\n", {"A": "", "B": ""}), ("A='b\nc'", {"A": "b\nc"})]
"""Files of which systemd prints something else than it reads."""


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    (tmp_path / "environment.d").mkdir()
    return tmp_path / "environment.d" / "scorekeeper.conf"


@pytest.mark.parametrize(("text", "variables"), [*FILES, *OURS])
def test_a_file_of_variables_is_read(env_file: Path, text: str, variables: dict[str, str]) -> None:
    env_file.write_bytes(text.encode())
    assert read_env_file(env_file) == variables


@pytest.mark.parametrize(("text", "variables"), FILES)
def test_systemd_reads_the_same(env_file: Path, text: str, variables: dict[str, str]) -> None:
    """Its generator for users has the same reader as EnvironmentFile, and prints what that finds."""
    if not GENERATOR.exists():
        pytest.skip("systemd is not installed here")
    env_file.write_bytes(text.encode())
    home = {"XDG_CONFIG_HOME": str(env_file.parents[1])}
    printed = subprocess.run([GENERATOR], env=home, capture_output=True, text=True, check=True).stdout
    found = dict(word.partition("=")[::2] for word in shlex.split(printed))
    assert {name: found[name] for name in variables} == variables


@pytest.mark.parametrize(
    ("text", "line"), [("A=1\nexport B=5ecret", 2), ("5ecret", 1), ("A='5ecret\n", 1), ("A=1\n\n2=5ecret", 3)]
)
def test_a_line_that_is_no_variable_is_named_without_showing_it(env_file: Path, text: str, line: int) -> None:
    env_file.write_text(text)
    with pytest.raises(SettingError) as refused:
        read_env_file(env_file)
    assert str(refused.value) == f"{env_file}, line {line}: write NAME=VALUE, and close any quotes."


def test_a_command_reads_its_settings_from_a_file(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PORT", "8001")
    before = dict(os.environ)
    env_file.write_text(f"SCOREKEEPER_DATA={env_file.parent}/file\nSCOREKEEPER_PORT=8002\n")
    said = CliRunner().invoke(main, ["--env-file", str(env_file), "doctor"]).output
    assert f"data in {env_file.parent}/file," in said
    assert "port 8002." in said
    assert dict(os.environ) == before


def test_an_option_counts_more_than_a_file(env_file: Path) -> None:
    env_file.write_text(f"SCOREKEEPER_DATA={env_file.parent}/file\nSCOREKEEPER_PORT=8002\n")
    options = ["--data", f"{env_file.parent}/option", "--env-file", str(env_file), "doctor", "--port", "8003"]
    said = CliRunner().invoke(main, options).output
    assert f"data in {env_file.parent}/option," in said
    assert "port 8003." in said


def test_a_file_that_is_missing_ends_the_command(tmp_path: Path) -> None:
    ended = CliRunner().invoke(main, ["--env-file", f"{tmp_path}/none", "doctor"])
    assert ended.exit_code == 1
    assert ended.stderr == f"Error: {tmp_path}/none can't be read: No such file or directory.\n"


def test_a_damaged_note_of_where_the_app_was_served_is_left_out(tmp_path: Path) -> None:
    environ = {variable("data"): str(tmp_path)}
    note_served(read_environment({**environ, "PORT": "8080"}))
    assert read_served(environ).port == 8080
    (tmp_path / SERVED).write_bytes(b"PORT=80\n\xff")
    assert read_served(environ).port == 8000
