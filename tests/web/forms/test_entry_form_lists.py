"""Lists of any length in a form."""

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.table import Table
from scorekeeper.web.forms.entry_form import to_json
from tests.rules.cast import ANN, BEA
from tests.web.forms.invented import Wishes

GAME = Wishes()
TABLE = Table.by_name((ANN, BEA), None)


def wishes(line: str) -> object:
    """Return the wishes of a form in which one was entered in this line."""
    return to_json(GAME.entries[GAME.hand], MultiDict([(f"wishes-{line}-what", "tea")]), TABLE).get("wishes")


@pytest.mark.parametrize("line", ["0", "7", "999"])
def test_a_line_of_a_list_is_read_wherever_it_is(line: str) -> None:
    assert wishes(line) == [{"what": "tea"}]


@pytest.mark.parametrize("line", ["1000", "9" * 9, "9" * 5000])
def test_no_list_has_a_line_so_far_down(line: str) -> None:
    assert wishes(line) is None
