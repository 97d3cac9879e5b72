"""What was counted: which single mistake explains it, and accepting it."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.domain import MAX_COINS
from scorekeeper.rules.problems import Refused
from scorekeeper.store.coins import counting
from scorekeeper.store.coins.bank import LOAN, STAKE, GamePayout, Posting, posting_fault
from scorekeeper.store.coins.counting import CoinCount, Explanation, MistakenPosting, explanations
from scorekeeper.store.coins.mistaken_hands import MistakenHand
from scorekeeper.store.coins.postings import BadPosting, NewPosting, record_together
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands, edits
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import entry_in
from tests.store.purse import HOUSE, Purse
from tests.store.table import CAST, PHONE, coralon, enter

# --- Which mistake explains it ---


def counted(purse: Purse, **more: int) -> CoinCount:
    """Return the count in which some have more (or fewer) coins than in the book."""
    expected = counting.expected_coins(purse.bank)
    off = {purse.ids[name]: coins for name, coins in more.items()}
    return CoinCount(
        purse.bank, expected, {person: coins + off.get(person, 0) for person, coins in expected.items()}
    )


def named(purse: Purse, party: int | None) -> str:
    """Return the name of a player, or "house"."""
    return "house" if party is None else purse.bank.names[party]


def told(purse: Purse, found: Explanation) -> str:
    """Return a mistake with postings in short: "MISSING loan Ann Bea 3"."""
    assert isinstance(found, MistakenPosting)
    said = [(one.kind, named(purse, one.giver), named(purse, one.taker), one.coins) for one in found.meant]
    return " ".join(map(str, (found.mistake.name, *(part for one in said for part in one))))


def explained(purse: Purse, **more: int) -> list[str]:
    """Return the mistakes with postings that explain it, in short, with what was meant."""
    return [told(purse, found) for found in explanations(counted(purse, **more), [])]


def move(kind: str, giver: str, taker: str, coins: int) -> Callable[[Purse], object]:
    return lambda purse: purse.move(kind, giver, taker, coins)


@pytest.mark.parametrize(
    ("moves", "more", "expected"),
    [
        pytest.param([], {}, [], id="nothing differs"),
        pytest.param(
            [],
            {"Cal": 3, "Dee": -3},
            ["MISSING side bet Dee Cal 3", "MISSING loan Dee Cal 3"],
            id="a bet or a loan is missing",
        ),
        pytest.param(
            [move("loan", "Cal", "Dee", 5)],
            {"Cal": 3, "Dee": -3},
            [
                *("MISSING side bet Dee Cal 3", "MISSING repayment Dee Cal 3", "MISSING loan Dee Cal 3"),
                "WRONG_AMOUNT loan Cal Dee 2",
            ],
            id="part of a loan was repaid, or it was smaller",
        ),
        pytest.param(
            [move("gift", "Ann", "Bea", 4), move("gift", "Ann", "Bea", 4)],
            {"Ann": 4, "Bea": -4},
            ["TWICE", "MISSING side bet Bea Ann 4", "MISSING loan Bea Ann 4"],
            id="a gift was recorded twice",
        ),
        pytest.param(
            [move("side bet", "Ann", "Bea", 4)],
            {"Ann": 8, "Bea": -8},
            ["REVERSED side bet Bea Ann 4", "MISSING side bet Bea Ann 8", "MISSING loan Bea Ann 8"],
            id="a bet was recorded the wrong way around",
        ),
        pytest.param(
            [move("loan", HOUSE, "Ann", 10)],
            {"Ann": -10, "Cal": 10},
            ["WRONG_PERSON loan house Cal 10", "MISSING side bet Ann Cal 10", "MISSING loan Ann Cal 10"],
            id="another player borrowed",
        ),
        pytest.param(
            [move("loan", "Bea", "Ann", 10)],
            {"Bea": 10, "Cal": -10},
            ["WRONG_PERSON loan Cal Ann 10", "MISSING side bet Cal Bea 10", "MISSING loan Cal Bea 10"],
            id="another player lent",
        ),
        pytest.param([], {"Cal": 3}, ["MISSING loan house Cal 3"], id="the house lent coins"),
        pytest.param([], {"Cal": -3}, [], id="nobody owes the house the coins that are missing"),
        pytest.param(
            [move("loan", HOUSE, "Cal", 10)],
            {"Cal": -3},
            ["MISSING repayment Cal house 3", "WRONG_AMOUNT loan house Cal 7"],
            id="coins were returned to the house",
        ),
        pytest.param(
            [],
            {"Ann": 20, "Bea": 20, "Cal": 20},
            ["MISSING stake house Ann 20 stake house Bea 20 stake house Cal 20"],
            id="stakes are missing",
        ),
        pytest.param(
            [lambda purse: purse.stakes(20), lambda purse: purse.stakes(20)],
            dict.fromkeys(CAST, -20),
            ["TWICE"],
            id="all stakes were handed out twice",
        ),
        pytest.param(
            [lambda purse: purse.stakes(20, "Ann", "Bea")],
            {"Bea": -20, "Cal": 20},
            ["WRONG_PERSON stake house Cal 20", "MISSING side bet Bea Cal 20", "MISSING loan Bea Cal 20"],
            id="one stake of several went to someone else",
        ),
    ],
)
def test_the_mistakes_that_explain_what_was_counted(
    purse: Purse, moves: list[Callable[[Purse], object]], more: dict[str, int], expected: list[str]
) -> None:
    for one in moves:
        one(purse)
    assert explained(purse, **more) == expected


def test_a_stake_is_corrected_without_undoing_the_others_of_its_tap(purse: Purse) -> None:
    purse.stakes(20, "Ann", "Bea")
    count = counted(purse, Bea=-20, Cal=20)
    mistake = explanations(count, [])[0]
    assert isinstance(mistake, MistakenPosting)
    counting.correct_mistake(purse.bank, purse.night, mistake, PHONE)
    db.session.commit()
    assert purse.book == {"Ann": 20, "Cal": 20}


def test_a_game_that_nobody_paid_explains_it(purse: Purse, new_play: Any) -> None:
    enter(new_play(target=4, wager=2), coralon("Bea", 4, 3, 4, 3, 3))
    first = explanations(counted(purse, Ann=2, Bea=-6, Cal=2, Dee=2), [])[0]
    assert isinstance(first, GamePayout)
    assert first.name == "Coralon"


def test_settling_up_makes_no_difference(purse: Purse) -> None:
    purse.stakes(20)
    purse.move("side bet", "Ann", "Bea", 4)
    before = counted(purse).expected
    purse.settle()
    assert counted(purse).expected == before
    assert explained(purse, Ann=4, Bea=-4)[-1] == "NEVER"


def test_own_coins_are_expected_of_those_who_have_had_any(purse: Purse) -> None:
    purse.move("side bet", "Ann", "Bea", 4)
    expected = counting.expected_coins(purse.bank, 20)
    assert {purse.bank.names[person]: coins for person, coins in expected.items()} == {
        "Ann": 16,
        "Bea": 24,
        "Cal": 0,
        "Dee": 0,
    }


# --- Accepting it ---


@pytest.mark.parametrize(
    ("owed", "more", "expected"),
    [
        pytest.param({}, {"Cal": 3, "Dee": -3}, ["count Dee Cal 3"], id="one has what the other has not"),
        pytest.param(
            {},
            {"Ann": -5, "Cal": 3, "Dee": 4},
            ["count Ann Cal 3", "count Ann Dee 2", "loan house Dee 2"],
            id="coins that are too many were borrowed",
        ),
        pytest.param(
            {"Ann": 10},
            {"Ann": -5, "Bea": 3},
            ["count Ann Bea 3", "repayment Ann house 2"],
            id="coins that are missing were repaid",
        ),
        pytest.param(
            {"Ann": 10},
            {"Bea": -5},
            ["count Bea Ann 5", "repayment Ann house 5"],
            id="one who owes coins repaid those that another is missing",
        ),
        pytest.param(
            {"Ann": 4}, {"Ann": -5}, "5 coins are missing. Count again.", id="more than anyone owes"
        ),
        pytest.param({}, {"Ann": -1}, "1 coin is missing. Count again.", id="nobody owes any"),
        pytest.param(
            {}, {"Ann": MAX_COINS + 1}, "Nobody can have that many coins.", id="more than can be recorded"
        ),
    ],
)
def test_accepting_the_count(
    purse: Purse, owed: dict[str, int], more: dict[str, int], expected: list[str] | str
) -> None:
    for name, coins in owed.items():
        purse.move("loan", HOUSE, name, coins)
    count = counted(purse, **more)
    if isinstance(expected, str):
        with pytest.raises(BadPosting, match=expected):
            counting.postings_to_accept(count)
        return
    new = counting.postings_to_accept(count, "a coin fell under the sofa")
    assert [
        f"{one.kind} {named(purse, one.giver)} {named(purse, one.taker)} {one.coins}" for one in new
    ] == expected
    assert {one.note for one in new} == {"a coin fell under the sofa"}
    record_together(purse.night, new, PHONE)
    db.session.commit()
    assert purse.bank.book == count.counted
    assert purse.bank.sound


# --- A random night with one mistake ---

NAMES = st.sampled_from(CAST)
PARTIES = st.sampled_from((HOUSE, *CAST))
COINS = st.integers(1, 12)
BEFORE = st.integers(0, 30)
HANDS = {
    "commander-captain-company": st.fixed_dictionaries(
        dict.fromkeys(("commander", "captain", "company"), NAMES)
    ),
    "lansquenet": st.fixed_dictionaries(
        {
            "collected": st.dictionaries(st.just("Bea"), COINS),
            "standing": st.fixed_dictionaries({"Cal": COINS, "Dee": COINS}),
            "result": st.sampled_from(["bank", "players", "returned"]),
        }
    ),
    "house-of-fortune": st.fixed_dictionaries({"roll": st.integers(2, 12)}),
    "coralon": NAMES.map(lambda bidder: coralon(bidder, 3, 3, 4, 3, 3)),
}
OPTIONS: dict[str, dict[str, int]] = {"coralon": {"target": 12, "wager": 2}}
GAMES = st.sampled_from(sorted(HANDS)).flatmap(
    lambda game: st.tuples(st.just(game), st.lists(HANDS[game], min_size=1, max_size=5), st.booleans())
)
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("stakes"), COINS),
        st.tuples(st.sampled_from(["loan", "repayment", "gift", "side bet"]), PARTIES, PARTIES, COINS),
    ),
    min_size=1,
    max_size=5,
)
MISTAKES = st.sampled_from(
    ["twice", "forgotten", "never", "reversed", "person", "amount", "wrong player", "hand twice"]
)


class Tonight:
    """A night as it really was, on which one mistake is then made."""

    def __init__(self, night: Night, games: list[Any], moves: list[Any]) -> None:
        self.purse = Purse(night)
        self.plays: list[Play] = []
        for game, hands, ends in games:
            seats = [self.purse.ids[name] for name in CAST]
            play = start_play(night.id, game, OPTIONS.get(game, {}), seats, 0)
            self.plays.append(play)
            for hand in hands:
                if Sheet.of(play).result.ending is None:
                    with suppress(Refused):
                        enter(play, hand)
            if ends and Sheet.of(play).result.ending is None:
                commands.end_play(Sheet.of(play))
        for step in moves:
            with suppress(BadPosting):
                self.purse.stakes(step[1]) if step[0] == "stakes" else self.purse.move(*step)
        db.session.commit()
        db.session.expire_all()

    def make(self, mistake: str, one: int, other: int, coins: int) -> Callable[[Explanation], bool] | None:
        """Make a mistake, and return what tells its explanation from others; None if it can't be made."""
        if mistake in ("wrong player", "hand twice"):
            return self.mistake_a_hand(mistake == "hand twice", one, other)
        moved = list(self.purse.bank.counting)
        if not moved:
            return None
        posting = moved[one % len(moved)]
        said = NewPosting.like(posting)
        if mistake == "never":
            between = list(self.purse.ids.values())
            new = NewPosting(LOAN, between[one % 4], between[(one + 1 + other % 3) % 4], coins)
            return self.record(new)
        if mistake == "twice":
            return self.record(said)
        self.undo(posting)
        if mistake == "forgotten":
            pair = posting.giver, posting.taker
            return lambda found: any((new.giver, new.taker) == pair for new in meant_by(found))
        if mistake == "reversed" and posting.kind != STAKE:
            wrong = said._replace(giver=said.taker, taker=said.giver)
        elif mistake == "person":
            wrong = said._replace(taker=[*self.purse.ids.values()][other % 4])
        else:
            wrong = said._replace(coins=posting.coins + coins)
        if posting_fault(wrong.kind, wrong.giver, wrong.taker) or wrong == said:
            return None
        self.record(wrong)
        return lambda found: said in meant_by(found)

    def undo(self, posting: Posting) -> None:
        """Undo a posting, but not the other stakes of its tap."""
        others = [NewPosting.like(one) for one in self.purse.bank.together(posting) if one != posting]
        self.purse.undo(posting)
        if posting.kind == STAKE:
            record_together(self.purse.night, others, PHONE)

    def record(self, new: NewPosting) -> Callable[[Explanation], bool]:
        record_together(self.purse.night, [new], PHONE)
        db.session.commit()
        newest = self.purse.newest
        return lambda found: isinstance(found, MistakenPosting) and newest in found.recorded

    def mistake_a_hand(self, twice: bool, one: int, other: int) -> Callable[[Explanation], bool] | None:
        played = [play for play in self.plays if Sheet.of(play).entries]
        if not played:
            return None
        sheet = Sheet.of(played[one % len(played)])
        number = 1 + other % len(sheet.entries)
        seats = one % 4, (one + 1 + other % 3) % 4
        try:
            edit = (
                edits.insert_hand(sheet, number + 1, entry_in(sheet.entries[number - 1]))
                if twice
                else edits.swap_names(sheet, seats, number, number)
            )
        except Refused:
            return None
        hands = len(sheet.entries) + twice
        if edit.last != hands or bool(edit.result.ending) != bool(sheet.result.ending):
            return None
        changed = [was != will for was, will in zip(sheet.result.payout, edit.result.payout, strict=True)]
        if not twice and not (changed[seats[0]] or changed[seats[1]]):
            return None
        commands.save_edit(sheet, edit, PHONE)
        db.session.commit()
        db.session.expire_all()

        def is_it(found: Explanation) -> bool:
            if not isinstance(found, MistakenHand) or found.sheet.play.id != sheet.play.id:
                return False
            if twice:
                return found.swapped is None
            return found.number == number and {*(found.swapped or ())} == {*seats}

        return is_it


def meant_by(found: Explanation) -> Iterator[NewPosting]:
    if isinstance(found, MistakenPosting):
        yield from found.meant


@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
@given(
    games=st.lists(GAMES, max_size=3), moves=MOVES, mistake=MISTAKES, one=BEFORE, other=BEFORE, coins=COINS
)
def test_one_mistake_on_a_random_night_is_found_and_corrected(
    night: Night, games: list[Any], moves: list[Any], mistake: str, one: int, other: int, coins: int
) -> None:
    tonight = Tonight(new_night(night.club), games, moves)
    purse = tonight.purse
    truth = counting.expected_coins(purse.bank)
    is_the_mistake = tonight.make(mistake, one, other, coins)
    assume(is_the_mistake)
    assert is_the_mistake
    count = CoinCount(purse.bank, counting.expected_coins(purse.bank), truth)
    assume(count.difference)
    found = explanations(count, counting.sheets_of(purse.night))
    those = [each for each in found if is_the_mistake(each)]
    assert those
    assert not isinstance(those[0], GamePayout)
    counting.correct_mistake(purse.bank, purse.night, those[0], PHONE)
    db.session.commit()
    db.session.expire_all()
    assert counting.expected_coins(purse.bank) == truth
    assert purse.bank.sound
