"""What goes into files and comes out of them knows neither the database nor the pages."""

import ast
from pathlib import Path

import pytest

from scorekeeper import exchange
from tests.rules.test_purity import imports

FILES = sorted(Path(exchange.__path__[0]).glob("*.py"))
OURS = ("scorekeeper.exchange", "scorekeeper.rules")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_of_the_exchange_knows_only_the_rules(path: Path) -> None:
    foreign = {"flask", "sqlalchemy", "wtforms", "werkzeug"}
    for module in imports(ast.parse(path.read_text("utf-8"))):
        assert module.partition(".")[0] not in foreign
        assert not module.startswith("scorekeeper") or module.startswith(OURS)
