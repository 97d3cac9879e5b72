"""Hands that a made-up club plays: drawn by chance, with bids near what is then taken."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.catalogue import OWN_GAME
from scorekeeper.rules.entries import Count, Places, at
from scorekeeper.rules.hand import VANDREGONIAN, VINES
from scorekeeper.rules.table import Setup

Raw: TypeAlias = dict[str, Any]

BOLD, CAREFUL = "Theo", "Ida"
"""Who bids too much, and who bids too little."""

DEMO_OWN_GAME = "Six-card golf"

BIDS_OFTEN = {BOLD: 3.0, CAREFUL: 1.2}
BIDS_OVER = {BOLD: (-1, 0, 0, 1, 1, 2), CAREFUL: (-2, -1, -1, 0, 0, 1)}
"""How much higher than what they then take some people bid, each as likely as the others."""
USUALLY_OVER = (-1, -1, 0, 0, 0, 1)


class Deal(NamedTuple):
    """A hand that is about to be played, and what chance does with it."""

    chance: Random
    setup: Setup

    def bidder(self) -> str:
        """Return who takes on the hand."""
        players = self.setup.table.players
        return self.chance.choices(players, [BIDS_OFTEN.get(each, 2) for each in players])[0]

    def others(self, many: int, *but: str) -> list[str]:
        """Return some of the players but these."""
        return self.chance.sample([each for each in self.setup.table.players if each not in but], many)

    def share(self, many: int, weights: Mapping[str, float]) -> dict[str, int]:
        """Return how many of something each gets."""
        shared = Counter(self.chance.choices([*weights], [*weights.values()], k=many))
        return {each: shared[each] for each in weights}

    def tricks(self, bidder: str) -> dict[str, int]:
        """Return the tricks of each player, of which the bidder takes the most."""
        entry = self.setup.game.entries[self.setup.game.hand]["tricks"]
        assert isinstance(entry, Places)
        table = self.setup.table
        weights = dict.fromkeys(table.players, 1.0) | {bidder: 0.7 * (table.n - 1)}
        return self.share(entry.limit(table) or 0, weights)

    def bid(self, bidder: str, taken: int) -> int:
        """Return what someone bids who will take so many."""
        entry = self.setup.game.entries[self.setup.game.hand]["bid"]
        assert isinstance(entry, Count)
        low, high = at(entry.low, self.setup.table), at(entry.high, self.setup.table)
        return max(low, min(high, taken + self.chance.choice(BIDS_OVER.get(bidder, USUALLY_OVER))))

    def suit(self, suits: Mapping[str, str] = VINES) -> str:
        """Return a trump."""
        return self.chance.choice([*suits])


def _coralon(deal: Deal) -> Raw:
    who = deal.bidder()
    tricks = deal.tricks(who)
    return {"bidder": who, "bid": deal.bid(who, tricks[who]), "trump": deal.suit(), "tricks": tricks}


def _thief(deal: Deal) -> Raw:
    who = deal.bidder()
    tricks = deal.tricks(who)
    thieves = deal.share(deal.chance.randint(1, 5), {name: 1 + many for name, many in tricks.items()})
    bid = deal.bid(who, tricks[who] + thieves[who])
    return {"bidder": who, "bid": bid, "trump": deal.suit(), "tricks": tricks, "thieves": thieves}


def _partners(deal: Deal) -> Raw:
    who, tricks = deal.bidder(), deal.share(13, {"bidders": 1.5, "others": 1})["bidders"]
    return {"bidder": who, "bid": deal.bid(who, tricks), "trump": deal.suit(), "tricks": tricks}


def _up_and_down(deal: Deal) -> Raw:
    who = deal.bidder()
    [partner] = deal.others(1, who)
    points = deal.share(deal.chance.randint(17, 22), {"bidders": 1.1, "others": 1})
    bid = deal.bid(who, points["bidders"])
    return {"bidder": who, "bid": bid, "trump": deal.suit(), "partner": partner, "points": points}


def _whist(deal: Deal) -> Raw:
    [winner], tricks = deal.others(1), deal.chance.choice((7, 7, 7, 8, 8, 9, 10))
    return {"winner": winner, "tricks": tricks, "trump": deal.suit(VANDREGONIAN)}


def _jeu_de_tarock(deal: Deal) -> Raw:
    contract, bid = deal.chance.choice(("prise", "prise", "garde")), deal.chance.choice((40, 45, 50))
    taken = round(deal.chance.gauss(bid + 2, 9))
    return {"attacker": deal.bidder(), "contract": contract, "target": bid, "taken": taken}


def _nobles_estate(deal: Deal) -> Raw:
    winner, mistress, beggar = deal.others(3)
    left = {each: deal.chance.randint(1, 4) for each in deal.setup.table.players if each != winner}
    return {"winner": winner, "mistress": mistress, "beggar": beggar, "cards_left": left}


def _commander(deal: Deal) -> Raw:
    return dict(zip(("commander", "captain", "company"), deal.others(3), strict=True))


def _house_of_fortune(deal: Deal) -> Raw:
    return {"roll": deal.chance.randint(1, 6) + deal.chance.randint(1, 6)}


def _cargo(deal: Deal) -> Raw:
    rolls = {each: deal.chance.randint(1, 6) + deal.chance.randint(1, 6) for each in deal.setup.table.players}
    return {"cargo": {each: roll if deal.chance.random() < 0.7 else None for each, roll in rolls.items()}}


def _golf(deal: Deal) -> Raw:
    return {"points": {each: max(-4, round(deal.chance.gauss(7, 6))) for each in deal.setup.table.players}}


class Habit(NamedTuple):
    """The way a game is played here: its hands, how many at most, how long one takes, and how often."""

    hand: Callable[[Deal], Raw]
    most: int
    minutes: float
    often: int
    rules: Mapping[str, Any] = {}


HABITS: Mapping[str, Habit] = {
    "coralon": Habit(_coralon, 30, 4, 9, {"wager": 5}),
    "coralon-partners": Habit(_partners, 30, 4, 5, {"wager": 5}),
    "thief": Habit(_thief, 30, 4, 4, {"wager": 5}),
    "up-and-down-points": Habit(_up_and_down, 30, 5, 3),
    "whist": Habit(_whist, 20, 5, 2),
    "jeu-de-tarock": Habit(_jeu_de_tarock, 8, 6, 2, {"hands": 8}),
    "nobles-estate": Habit(_nobles_estate, 7, 5, 1),
    "commander-captain-company": Habit(_commander, 10, 3, 1),
    "house-of-fortune": Habit(_house_of_fortune, 30, 0.7, 2),
    "ship-captain-crew": Habit(_cargo, 8, 2, 1),
    "caravan": Habit(_cargo, 20, 2, 2),
    OWN_GAME: Habit(_golf, 9, 4, 2, {"title": DEMO_OWN_GAME, "lowest_wins": True, "hands": 9}),
}
"""The games this club plays."""
