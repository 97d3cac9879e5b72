"""Ship, Captain, and Crew, played for a pot, and what it shares with Caravan (text 004)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import NO_ANTE, POT, AnteGame, antes
from scorekeeper.rules.entries import BySeat, Choice, Count, Switch
from scorekeeper.rules.hand import NOBODY_DEALS, Hand, Line, Scored
from scorekeeper.rules.house import COINS_STAY, JOIN_FOR_COINS, ComeAndGo, Under
from scorekeeper.rules.lessons import dice
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import NOTHING, And, Say
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import ROUND

SEATS = range(2, 21)

WIND = "favorable wind"
DRUNKS = "drunks"
DESPERATE = "desperate sailors"
DOUBLED, WITHDREW = "doubled", "withdrew"
"""The choices after a shipwreck."""

BONUS = {DRUNKS: 2, DESPERATE: 3}
"""Points that each special roll adds to the cargo."""

LABELS = {"cargo": "Cargo", "specials": "Special rolls", "shipwreck": "Shipwreck"}
"""Names of the entries of a round."""

HIGHEST = 12
"""The cargo of two sixes, as in a favorable wind."""


def special_rolls_switch(stake: str) -> Switch:
    """Return the house rule of the special rolls, with what a shipwreck doubles: "the ante"."""
    shipwreck = f"After a shipwreck the player doubles {stake}, or is out for the rest of the game."
    return Switch(
        "Special rolls",
        help=f"Favorable wind, drunks, desperate sailors and shipwreck. {shipwreck}",
        default=False,
    )


def special_rolls(table: Table[Any]) -> bool:
    """Return whether the house rules include special rolls."""
    return bool(table.rules.special_rolls)


class ShipMemory(NamedTuple):
    """The memory between rounds: who has withdrawn, and the values each seat has banked."""

    withdrawn: frozenset[Seat]
    banked: tuple[frozenset[int], ...]


def first_state(table: Table[Any], dealer: Seat) -> State:
    """Return the start of a game: nobody has withdrawn, and nothing is banked."""
    return State(dealer, (0,) * table.n, memory=ShipMemory(frozenset(), (frozenset(),) * table.n))


def has_stake(table: Table[Any]) -> bool:
    """Return whether the house rules have a stake that a shipwreck can double: an ante or a wager."""
    return bool(getattr(table.rules, "ante", 0) or getattr(table.rules, "wager", 0))


def players_left(table: Table[Any], state: State) -> tuple[Seat, ...]:
    """Return the seats of the players who have not withdrawn."""
    memory: ShipMemory = state.memory
    return tuple(seat for seat in table.here if seat not in memory.withdrawn)


@dataclass(frozen=True)
class BesideCargo(BySeat):
    """A choice for some of the players, which the form shows beside their cargo.

    Attributes:
        fixes: the cargo that a choice always comes with; None for no cargo.
        with_stake: a choice that is only there when coins are at stake; empty for none.
    """

    fixes: Mapping[str, int | None] = field(default_factory=dict)
    with_stake: str = ""

    def choice(self, table: Table[Any]) -> Choice:
        """Return what can be chosen under these house rules."""
        assert isinstance(self.each, Choice)
        choices = {**self.each.choices}
        if not has_stake(table):
            choices.pop(self.with_stake, None)
        return replace(self.each, choices=choices)


@dataclass(frozen=True, kw_only=True)
class ShipRolls(Hand):
    """The rolls of each player in a round."""

    deck = "dice"
    cargo: Annotated[
        Mapping[Seat, int | None],
        BySeat(
            LABELS["cargo"],
            each=Count("Cargo", low=2, high=HIGHEST, null="no cargo"),
            ask="What cargo did each player bring in?",
            ask_one="what cargo did you bring in?",
            help="Add the other two dice. No cargo without ship, captain and crew.",
        ),
    ]
    specials: Annotated[
        Mapping[Seat, str],
        BesideCargo(
            LABELS["specials"],
            each=Choice(
                "Special roll",
                {WIND: "Favorable wind", DRUNKS: "Drunks (+2)", DESPERATE: "Desperate sailors (+3)"},
            ),
            help="Favorable wind: 6, 5, 4, 6, 6 on the first roll. Drunks: 6 on the first roll, 5 and 4 only "
            "on the third. Desperate sailors: 5 and 4 on every roll, 6 only on the last.",
            offered=special_rolls,
            default={},
            fixes={WIND: HIGHEST},
        ),
    ]
    shipwreck: Annotated[
        Mapping[Seat, str],
        BesideCargo(
            LABELS["shipwreck"],
            each=Choice("Shipwreck", {DOUBLED: "Doubled the stake", WITHDREW: "Withdrew"}),
            help="6, 1, 1, 1, 1 on the first roll: pay the ante or wager once more, or withdraw and be out "
            "for the rest of the game. Without a stake you can only withdraw.",
            offered=special_rolls,
            default={},
            fixes={WITHDREW: None},
            with_stake=DOUBLED,
        ),
    ]

    @property
    def withdrew(self) -> frozenset[Seat]:
        """The seats of the players who withdraw in this round."""
        return frozenset(seat for seat, choice in self.shipwreck.items() if choice == WITHDREW)

    @property
    def doubled(self) -> tuple[Seat, ...]:
        """The seats of the players who double the stake in this round."""
        return tuple(seat for seat, choice in self.shipwreck.items() if choice == DOUBLED)

    @property
    def winds(self) -> tuple[Seat, ...]:
        """The seats of the players who rolled a favorable wind."""
        return tuple(seat for seat, special in self.specials.items() if special == WIND)

    def value(self, seat: Seat) -> int:
        """Return a player's cargo with its bonus; 0 without a cargo."""
        return (self.cargo.get(seat) or 0) + BONUS.get(self.specials.get(seat, ""), 0)

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who brought in the most: "Bea brought in 11"."""
        values = {seat: self.value(seat) for seat in self.winds or self.cargo if seat not in self.withdrew}
        most = max(values.values(), default=0)
        if not most:
            return Say("No cargo")
        first = tuple(seat for seat in range(table.n) if values.get(seat) == most)
        return Say("{names} brought in {most}", names=(*table.names(first),), most=most)

    def rolled(self, seat: Seat) -> Say:
        """Return what a player rolled: "a cargo of 9, plus 2 for drunks"."""
        special, cargo = self.specials.get(seat, ""), self.cargo.get(seat)
        if seat in self.withdrew:
            return Say("withdrew from the game after a shipwreck")
        if not cargo:
            return Say("no cargo")
        if special == WIND:
            return Say("a favorable wind and a cargo of {cargo}", cargo=cargo)
        if special == DRUNKS:
            return Say("a cargo of {cargo}, plus {bonus} for drunks", cargo=cargo, bonus=BONUS[special])
        if special == DESPERATE:
            words = "a cargo of {cargo}, plus {bonus} for desperate sailors"
            return Say(words, cargo=cargo, bonus=BONUS[special])
        return Say("a cargo of {cargo}", cargo=cargo)

    def problems(self, table: Table[Any], memory: ShipMemory, everybody: bool) -> Iterator[Problem]:
        """Yield what the dice or the players cannot have done, at most one problem for each player.

        ``everybody`` is whether every player still in the game must have rolled.
        """
        if {*table.here} <= memory.withdrawn:
            words = "Everyone has withdrawn, so no more rounds can be played. End the game."
            yield Problem("cargo", Say(words))
        for seat in table.here:
            name, special, cargo = table.players[seat], self.specials.get(seat), self.cargo.get(seat)
            if seat in memory.withdrawn:
                yield from self._problems_of_the_withdrawn(seat, name)
            elif seat in self.doubled and not has_stake(table):
                words = "There is no stake for {name} to double."
                yield Problem("shipwreck", Say(words, name=name))
            elif seat in self.shipwreck and special in (WIND, DESPERATE):
                words = "{name} had a shipwreck, so can’t have {special}."
                yield Problem("specials", Say(words, name=name, special=Say(special)))
            elif seat in self.withdrew and cargo:
                yield Problem("cargo", Say("{name} withdrew, so has no cargo.", name=name))
            elif everybody and seat not in self.cargo and seat not in self.withdrew:
                yield Problem("cargo", Say("Enter {name}’s cargo.", name=name))
            elif special == WIND and cargo != HIGHEST:
                words = "A favorable wind brings in {highest}, so {name} must have {highest}."
                yield Problem("cargo", Say(words, name=name, highest=HIGHEST))
            elif special in BONUS and not cargo:
                words = "{name} has no cargo, so {special} adds nothing."
                yield Problem("specials", Say(words, name=name, special=Say(special)))

    def _problems_of_the_withdrawn(self, seat: Seat, name: str) -> Iterator[Problem]:
        entries = {"cargo": self.cargo, "specials": self.specials, "shipwreck": self.shipwreck}
        for name_of_entry, entry in entries.items():
            if seat in entry:
                yield Problem(name_of_entry, Say("{name} has withdrawn from the game.", name=name))


@dataclass(frozen=True, kw_only=True)
class ShipRules(ComeAndGo):
    ante: Annotated[
        int,
        Count(
            "Ante",
            help="Coins each player pays into the pot before a round. With 0 you play for rounds won, and a "
            "shipwreck has nothing to double.",
            default=1,
        ),
    ]
    special_rolls: Annotated[bool, special_rolls_switch("the ante")]


@dataclass(frozen=True, kw_only=True)
class ShipRound(ShipRolls):
    def check(self, table: Table[ShipRules], state: State) -> list[Problem]:
        """Return what is wrong with the rolls; a favorable wind ends the round, so there is only one."""
        if len(self.winds) > 1:
            words = "A favorable wind ends the round, so only one of {names} can have it."
            return [Problem("specials", Say(words, names=And(*table.names(self.winds))))]
        return list(self.problems(table, state.memory, everybody=not self.winds))


def withdrawn_lines(memory: ShipMemory) -> list[Line]:
    """Return a line for each player who withdrew in an earlier round."""
    return [Line((seat,), 0, Say("withdrew in an earlier round")) for seat in sorted(memory.withdrawn)]


class ShipCaptainCrew(AnteGame[ShipRules, ShipRound]):
    key = "ship-captain-crew"
    edition = 2
    name = "Ship, Captain, and Crew"
    about = "Three rolls for the best cargo."
    icon = "dice"
    lesson = dice.SHIP_CAPTAIN_CREW
    texts = ("004",)
    seats = SEATS
    rules = ShipRules
    hand = ShipRound
    hand_noun = ROUND
    deal = NOBODY_DEALS
    end = (
        "The game goes on until you end it, or until everyone has withdrawn. The player with the most coins "
        "wins. Players tied for the most share the win; nobody wins if all have the same. Coins still in the "
        "pot are returned in equal parts, odd coins one each around the table. Without an ante, the player "
        "who leads alone in rounds wins; if players tie for the lead, nobody does."
    )
    outcomes = {
        "won": Outcome(
            "won",
            "The highest cargo takes the pot.",
            is_deed=True,
            instead=(NO_ANTE, "The highest cargo wins the round, which counts 1."),
        ),
        "shared": Outcome(
            "shared",
            "Players who tie for the highest cargo share the pot; odd coins stay in it.",
            "Shared",
            is_deed=True,
            instead=(NO_ANTE, "Players tie for the highest cargo, so the round counts for nobody."),
        ),
        "none": Outcome(
            "nobody won",
            "Nobody has a cargo; the pot carries over to the next round.",
            instead=(NO_ANTE, "Nobody has a cargo, so the round counts for nobody."),
        ),
    }
    rulings = (
        (
            Under("special_rolls"),
            "A favorable wind takes the pot at once, whatever the other players have rolled or still could.",
        ),
        (
            Under("special_rolls"),
            "After a shipwreck, doubling the stake means paying the ante once more.",
        ),
        "A player who withdraws leaves the ante in the pot and is out for the rest of the game. Their coins "
        "still count, so they may have the most at the end.",
        (
            NO_ANTE,
            "Without an ante, each round counts 1 for its winner, and a tied round for nobody. A "
            "shipwreck then means withdrawing, as there is nothing to double, and a player who has withdrawn "
            "can’t win.",
        ),
        "Nobody deals here. Odd coins at the end go first to the second player on the sheet if you stop "
        "after one round, to the third after two, and so on around the table.",
        f"{JOIN_FOR_COINS} {COINS_STAY}",
        (NO_ANTE, "Without an ante, those who have left can’t win."),
    )

    def opening(self, table: Table[ShipRules], dealer: Seat) -> State:
        """Return the start of a game: everyone is in, and nothing is banked."""
        return first_state(table, dealer)

    def playing(self, table: Table[ShipRules], state: State) -> tuple[Seat, ...]:
        """Return the players who have not withdrawn."""
        return players_left(table, state)

    def score(self, table: Table[ShipRules], state: State, hand: ShipRound) -> Scored:
        memory: ShipMemory = state.memory
        seats = players_left(table, state)
        lines, paid = self._antes(table, seats, hand)
        pot: int = state.carry.get("pot", 0) + paid
        highest = max((hand.value(seat) for seat in seats), default=0)
        winners = hand.winds or tuple(seat for seat in seats if hand.value(seat) == highest > 0)
        share, left = divmod(pot, len(winners)) if winners else (0, pot)
        if not table.rules.ante:
            share = 1 if len(winners) == 1 else 0
        for seat in seats:
            lines.append(self._player_line(seat, hand, winners, share, pot))
        lines += withdrawn_lines(memory)
        outcome = "none" if not winners else "won" if len(winners) == 1 else "shared"
        carry = {"pot": left} if left else {}
        return Scored(
            outcome, tuple(lines), carry, memory._replace(withdrawn=memory.withdrawn | hand.withdrew)
        )

    def _antes(
        self, table: Table[ShipRules], seats: tuple[Seat, ...], hand: ShipRound
    ) -> tuple[list[Line], int]:
        """Return the lines of the antes, and the coins they add to the pot."""
        ante = table.rules.ante
        doubled = Say("doubled the stake after a shipwreck")
        lines = antes(seats, ante)
        lines += [Line(hand.doubled, -ante, doubled, POT)] if ante and hand.doubled else []
        return lines, ante * (len(seats) + len(hand.doubled))

    def _player_line(
        self, seat: Seat, hand: ShipRound, winners: tuple[Seat, ...], share: int, pot: int
    ) -> Line:
        """Return the line of a player: what they rolled, and what it won."""
        rolled = hand.rolled(seat)
        if seat not in winners:
            too_late = hand.winds and seat not in hand.cargo and seat not in hand.withdrew
            return Line((seat,), 0, Say("the favorable wind came first") if too_late else rolled)
        prize = Say("the pot of {pot}", pot=pot) if pot else Say("the round")
        if len(winners) == 1:
            won = Say("won {prize} with {rolled}" if hand.winds else "won {prize} with {rolled}, the highest")
        elif pot:
            won = Say("shared {prize} with {rolled}, tied for the highest")
        else:
            won = Say("tied for the highest with {rolled}, so nobody wins {prize}")
        return Line((seat,), share, won.filled(rolled=rolled, prize=prize), POT if pot else NOTHING)
