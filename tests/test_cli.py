"""The command that scores files: what it prints, where, and with which exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from tests.rules.cast import BEA
from tests.rules.sheets import answer, cases, each, sheet

HAND = {"bidder": BEA, "bid": 4, "tricks": each(3, 4, 3, 3)}
VALID = sheet("coralon", HAND)
INVALID = sheet("coralon", HAND, {**HAND, "bid": 14, "trump": "hearts"})

Write = Callable[[str, Any], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a document as JSON, or bytes as they are, and returns the path."""

    def write(name: str, content: Any) -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["score", *arguments], input=stdin, catch_exceptions=False)


def lines(result: Result) -> list[Any]:
    """Return the documents printed, one per line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def errors(result: Result) -> list[tuple[int | None, str]]:
    """Return what is wrong with the only file printed."""
    (document,) = lines(result)
    assert list(document) == ["errors"]
    assert all(list(error) == ["hand", "field", "message"] for error in document["errors"])
    return [(error["hand"], error["field"]) for error in document["errors"]]


# In JSON


def test_a_valid_sheet_is_answered_on_one_line(write: Write) -> None:
    result = run("--json", write("a.json", VALID))
    assert lines(result) == [answer("coralon", HAND)]
    assert (result.exit_code, result.stderr) == (0, "")


def test_an_invalid_sheet_gives_nothing_but_its_errors(write: Write) -> None:
    result = run("--json", write("a.json", INVALID))
    assert errors(result) == [(2, "trump"), (2, "bid")]
    assert (result.exit_code, result.stderr) == (2, "")


def test_an_error_of_the_setup_has_no_hand(write: Write) -> None:
    assert errors(run("--json", write("a.json", sheet("poker")))) == [(None, "game")]


def test_every_file_has_its_line_in_the_order_given(write: Write) -> None:
    good, bad, other = write("z.json", VALID), write("a.json", INVALID), write("m.json", sheet("tally"))
    result = run("--json", good, bad, other, good, str(Path(bad).with_name("missing.json")))
    assert [document.get("game") for document in lines(result)] == ["coralon", None, "tally", "coralon", None]
    assert (result.exit_code, result.stderr) == (2, "")


def test_a_dash_reads_standard_input(write: Write) -> None:
    result = run("--json", write("a.json", sheet("tally")), "-", stdin=json.dumps(VALID).encode())
    assert [document["game"] for document in lines(result)] == ["tally", "coralon"]


def test_names_are_printed_as_they_are(write: Write) -> None:
    players = ["さくら", "Þórunn", "محمد"]
    result = run("--json", write("a.json", sheet("tally", players=players)))
    assert all(player in result.stdout for player in players)


# Files that are no sheets


@cases(
    "content",
    {
        "an empty file": b"",
        "broken JSON": b'{"scoresheet": 1,',
        "something after the end": b"{} {}",
        "not a number": b'{"scoresheet": NaN}',
        "without end": b'{"scoresheet": Infinity}',
        "below all ends": b'{"scoresheet": -Infinity}',
        "not UTF-8": b'{"game": "\xff\xfe"}',
        "UTF-16": json.dumps(VALID).encode("utf-16"),
        "lists nested without end": b"[" * 100_000,
        "objects nested without end": b'{"a":' * 100_000,
        "a list nested a hundred thousand deep": b"[" * 100_000 + b"]" * 100_000,
        "a list": json.dumps([VALID]).encode(),
        "a text": b'"coralon"',
        "a number": b"1",
        "null": b"null",
    },
)
def test_a_file_that_is_no_json_object_is_invalid(write: Write, content: bytes) -> None:
    path = write("a.json", content)
    result = run("--json", path)
    assert errors(result) == [(None, "file")]
    assert result.exit_code == 2
    assert_in_words(run(path), "file: ")


def test_a_missing_file_a_folder_and_nothing_at_all_are_invalid(tmp_path: Path) -> None:
    result = run("--json", str(tmp_path / "missing.json"))
    assert "No such file" in result.stdout
    for nothing in (result, run("--json", str(tmp_path)), run("--json", "-")):
        assert errors(nothing) == [(None, "file")]
        assert nothing.exit_code == 2


@pytest.mark.parametrize("depth", [100, 900])
@cases("brackets", {"lists": ("[", "]"), "objects": ('{"a":', "}")})
def test_a_deeply_nested_game_is_invalid(write: Write, depth: int, brackets: tuple[str, str]) -> None:
    nested = brackets[0] * depth + "1" + brackets[1] * depth
    text = f'{{"scoresheet": 1, "players": ["Ann", "Bea"], "hands": [], "game": {nested}}}'
    result = run("--json", write("a.json", text.encode()))
    assert errors(result) in ([(None, "game")], [(None, "file")])


def test_a_number_of_five_thousand_digits_is_invalid(write: Write) -> None:
    text = json.dumps(sheet("tally", {"points": {BEA: 7}})).replace("7", "7" * 5000)
    result = run("--json", write("a.json", text.encode()))
    assert errors(result) in ([(1, "points")], [(None, "file")])
    assert result.exit_code == 2


def test_a_byte_order_mark_is_ignored(write: Write) -> None:
    assert run("--json", write("a.json", b"\xef\xbb\xbf" + json.dumps(VALID).encode())).exit_code == 0


def test_a_lone_surrogate_is_refused_without_a_crash(write: Write) -> None:
    result = run("--json", write("a.json", b'{"scoresheet": 1, "\\ud800": "\\udc00"}'))
    assert (None, "\ud800") in errors(result)


@pytest.mark.parametrize(
    ("command", "start"),
    [("restore", b'{"scorekeeper_backup":1}\n{}\n'), ("import", b'{"scorekeeper":4}\n{}\n')],
)
def test_a_file_of_another_command_names_that(write: Write, command: str, start: bytes) -> None:
    assert_in_words(run(write("a", start)), f"which “scorekeeper {command}” reads.")


# In words


def assert_in_words(result: Result, fragment: str) -> None:
    """Check that the message is on standard error, and that nothing else was printed."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert fragment in result.stderr
    assert "Traceback" not in result.stderr


def test_an_invalid_sheet_is_explained_on_standard_error(write: Write) -> None:
    path = write("a.json", INVALID)
    result = run(path)
    assert_in_words(result, f"{path}: hand 2, bid: Bid can be at most 13, not 14.\n")
    assert len(result.stderr.splitlines()) == 2


def test_the_others_are_scored_beside_an_invalid_sheet(write: Write) -> None:
    result = run(write("a.json", VALID), write("b.json", INVALID), write("c.json", sheet("tally")))
    assert result.exit_code == 2
    assert "Coralon" in result.stdout
    assert "Your own game" in result.stdout
    assert "b.json: hand 2" in result.stderr


def test_without_a_file_the_usage_is_shown() -> None:
    result = CliRunner().invoke(main, ["score"])
    assert result.exit_code == 2
    assert "FILE..." in result.stderr


# As a program of its own


def program(
    *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Return the installed command, or what it would run."""
    installed = Path(sys.executable).with_name("scorekeeper")
    plain = [sys.executable, "-c", "from scorekeeper.cli import main; main()"]
    command = [str(installed)] if installed.exists() else plain
    env = {**os.environ, **(environment or {})}
    return subprocess.run([*command, *arguments], input=stdin, env=env, capture_output=True, check=False)


def test_the_installed_command_scores(write: Write) -> None:
    done = program("score", "--json", write("a.json", VALID), "-", stdin=b"{}")
    first, second = done.stdout.decode().splitlines()
    assert json.loads(first) == answer("coralon", HAND)
    wrong = {error["field"] for error in json.loads(second)["errors"]}
    assert wrong == {"scoresheet", "game", "players", "hands"}
    assert (done.returncode, done.stderr) == (2, b"")


@cases(
    "environment",
    {
        "a terminal of ASCII": {"PYTHONIOENCODING": "ascii"},
        "no language set": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    },
)
def test_names_of_every_script_are_printed_to(write: Write, environment: dict[str, str]) -> None:
    path = write("ü.json", sheet("tally", players=["さくら", "Þórunn"]))
    for arguments in (["score", path], ["score", "--json", path]):
        done = program(*arguments, environment=environment)
        assert (done.returncode, done.stderr) == (0, b"")
        assert "さくら" in done.stdout.decode()
    wrong = program("score", write("ö.json", sheet("tally", dealer="さくら")), environment=environment)
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert "さくら" in wrong.stderr.decode()
    assert b"Traceback" not in wrong.stderr


@pytest.mark.parametrize("command", ["serve", "demo", "doctor"])
def test_windows_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, f"scorekeeper.hosting.{command}", None)  # some of Python isn't there
    refused = CliRunner().invoke(main, [command])
    assert (refused.exit_code, refused.output) == (
        1,
        "Error: On Windows, run Scorekeeper in WSL or in a container.\n",
    )


def test_an_option_of_all_commands_is_said_to_go_before_their_name() -> None:
    refused = CliRunner().invoke(main, ["serve", "--data", "X"])
    assert refused.exit_code == 2
    assert "Error: --data goes before the command: scorekeeper --data … serve\n" in refused.stderr


def test_scoring_does_not_wait_for_the_web_app() -> None:
    asked = "import sys, scorekeeper.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    assert not {"flask", "sqlalchemy", "scorekeeper.app"} & set(done.stdout.split())


def test_scoring_needs_nothing_that_windows_lacks(write: Write) -> None:
    without = "import sys; sys.modules.update(dict.fromkeys(('fcntl', 'grp', 'pwd', 'resource')))"
    code = f"{without}; from scorekeeper.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "score", write("a.json", VALID)], check=False)
    assert done.returncode == 0
