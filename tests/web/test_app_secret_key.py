"""The key that signs cookies: made on the first start, in the instance folder, and kept."""

import stat
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.hosting.data_folder import secret_key


def test_the_key_is_made_on_first_start_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    key = secret_key(folder)
    assert len(key) >= 32
    assert secret_key(folder) == key
    assert (folder / "secret_key").read_text() == key


def test_every_installation_has_its_own_key(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "here") != secret_key(tmp_path / "there")


def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    secret_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_an_empty_key_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    assert len(secret_key(tmp_path)) >= 32


def test_the_app_signs_with_the_key_unless_given_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "instance"))
    assert made().config["SECRET_KEY"] == secret_key(tmp_path / "instance")
    assert made(SECRET_KEY="given").config["SECRET_KEY"] == "given"


def made(**settings: object) -> Flask:
    return create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", **settings})
