"""A play on a phone that scores without the server."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from jinja2 import Template

from scorekeeper.rules.engine import Result
from scorekeeper.rules.table import Seat
from scorekeeper.store.plays.stored_hands import as_text, scored
from scorekeeper.web.isolation import isolated
from scorekeeper.web.plays.scores import TotalsView

Document = Mapping[str, Any]
Answer = dict[str, Any]


class PhonePlay(TotalsView):
    """A play as the server sent it, with the hands that wait to be sent."""

    def __init__(self, document: Document) -> None:
        self.document = document
        sheet = document["sheet"]
        self.rules = as_text({**sheet, "hands": [], "finished": sheet.get("finished", False)})
        self.entries = tuple(as_text(hand) for hand in sheet["hands"])
        self.bidding = document["bidding"]

    def score(self, entries: Sequence[str]) -> Result:
        """Return the score with these hands. Raises Refused."""
        return scored(self.rules, entries)

    @cached_property
    def result(self) -> Result:
        """The score after every hand."""
        return self.score(self.entries)

    @property
    def number(self) -> int:
        """The number of the hand to enter next."""
        return len(self.entries) + 1

    @property
    def dealer(self) -> Seat:
        """The dealer of the hand in progress."""
        named = (self.bidding or {}).get("dealer")
        return self.result.state.dealer if named is None else self.setup.table.seat(named)

    def draw(self, template: Template, **context: Any) -> str:
        """Return a part of the sheet as HTML."""
        return isolated(template.render(**context), self.setup.table.players)

    def with_bid(self, bidding: Mapping[str, Any]) -> Document:
        """Return the play with a bid for the hand in progress."""
        return {**self.document, "bidding": bidding}

    def with_hand(self, raw: Mapping[str, Any]) -> Document:
        """Return the play with one more hand."""
        return {**self.with_hands([*self.document["sheet"]["hands"], raw]), "bidding": None}

    def with_hands(self, hands: Sequence[Mapping[str, Any]]) -> Document:
        """Return the play with other hands."""
        return {**self.document, "sheet": {**self.document["sheet"], "hands": hands}}
