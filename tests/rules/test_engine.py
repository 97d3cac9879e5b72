"""The engine: evenings and worked examples with their published answers, the deal, and its laws."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import play, score
from scorekeeper.rules.json_text import parse
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, refused
from tests.rules.strategies import JUNK, KEYS, hands, replayed, sheets

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"


def evenings() -> list[Any]:
    """Return every sheet of every evening."""
    return [
        pytest.param(played["sheet"], played["result"], id=f"{file.stem}: {played['what']}")
        for file in sorted(EVENINGS.glob("*.json"))
        for played in json.loads(file.read_text("utf-8"))
    ]


@pytest.mark.parametrize(("sheet", "result"), evenings())
def test_an_evening_has_its_published_result(sheet: dict[str, Any], result: dict[str, Any]) -> None:
    scored = score(sheet)
    answer = scored.as_json()
    assert [hand["outcome"] for hand in answer["hands"]] == result["outcomes"]
    assert [list(hand["scores"].values()) for hand in answer["hands"]] == result["scores"]
    assert list(answer["totals"].values()) == result["totals"]
    assert answer["carry"] == result["carry"]
    assert answer["finished"] == result["finished"]
    assert answer["winners"] == result["winners"]
    assert list(answer["payout"].values()) == result["payout"]
    for outcome in result["outcomes"]:
        under = scored.setup.game.outcomes[outcome].under
        assert under is None or under.applies(scored.setup.table.rules), outcome


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_evenings_with_a_winner_and_all_its_outcomes(game: Any) -> None:
    file = EVENINGS / f"{game.key}.json"
    assert file.exists(), f"write an evening of {game.name} to {file}"
    played = json.loads(file.read_text("utf-8"))
    assert {one["sheet"]["game"] for one in played} == {game.key}
    assert any(one["result"]["winners"] for one in played)
    assert {outcome for one in played for outcome in one["result"]["outcomes"]} == set(game.outcomes)


# Worked sheets with their published answers, and sheets that must be refused


EXAMPLES = (Path(__file__).parent.parent / "data" / "examples.jsonl").read_text("utf-8").splitlines()


def named(example: dict[str, Any]) -> str:
    return f"{example['sheet']['game']}: {example['what']}"


ANSWERED = [example for line in EXAMPLES if "answer" in (example := parse(line))]
REFUSED = [example for line in EXAMPLES if "refused" in (example := parse(line))]


@pytest.mark.parametrize("example", ANSWERED, ids=named)
def test_the_answer_is_the_published_one(example: dict[str, Any]) -> None:
    answer = score(example["sheet"]).as_json()
    for hand in answer["hands"]:
        del hand["because"], hand["carry"]
    assert answer == example["answer"]


@pytest.mark.parametrize("example", REFUSED, ids=named)
def test_the_sheet_is_refused_for_the_published_reason(example: dict[str, Any]) -> None:
    for problem in refused(example["sheet"]):
        assert problem.hand == example["refused"]["hand"]
        assert problem.field in example["refused"]["field"]


def test_every_example_is_of_a_known_game() -> None:
    assert {example["sheet"]["game"] for example in ANSWERED} <= set(CATALOGUE)


# The deal, which is the same in every game


HAND: dict[str, object] = {"points": {}}


def dealers(*hands: object, **setup: object) -> list[str]:
    scored = answer("tally", *hands, **setup)  # type: ignore[arg-type]
    return [*(hand["dealer"] for hand in scored["hands"]), scored["next_dealer"]]


def test_the_first_player_deals_first_by_default() -> None:
    assert dealers() == [ANN]
    assert dealers(dealer=CAL) == [CAL]


def test_the_deal_passes_to_the_left_and_around() -> None:
    assert dealers(HAND, HAND, HAND, dealer=CAL) == [CAL, DEE, ANN, BEA]


@cases(
    "correction, then",
    {
        "to another player": (DEE, [ANN, DEE, ANN, BEA]),
        "to the one whose turn it was": (BEA, [ANN, BEA, CAL, DEE]),
        "to the one who dealt before": (ANN, [ANN, ANN, BEA, CAL]),
    },
)
def test_the_deal_continues_from_a_corrected_dealer(correction: str, then: list[str]) -> None:
    assert dealers(HAND, {**HAND, "dealer": correction}, HAND) == then


def test_the_dealer_of_the_last_hand_can_be_corrected() -> None:
    assert dealers(HAND, {**HAND, "dealer": DEE}) == [ANN, DEE, ANN]


# What is true of every sheet


# Nothing but an answer or a refusal ever comes of a document


def scored(document: object) -> bool:
    """Return whether there was an answer, and check that a refusal has its reasons."""
    try:
        json.dumps(score(document).as_json())
    except Refused as refused:
        problems = refused.problems
    else:
        return True
    assert problems
    assert all(str(problem.message) for problem in problems)
    assert len({problem.hand for problem in problems}) == 1
    return False


@given(sheet=sheets())
def test_a_valid_sheet_is_scored(sheet: dict[str, Any]) -> None:
    assert scored(sheet)


@given(document=JUNK)
def test_any_document_is_scored_or_refused(document: object) -> None:
    scored(document)


@given(sheet=sheets(), data=st.data())
def test_a_sheet_with_one_changed_value_is_scored_or_refused(
    sheet: dict[str, Any], data: st.DataObject
) -> None:
    scored(spoiled(data, sheet))


@given(sheet=sheets())
def test_scoring_leaves_the_sheet_unchanged(sheet: dict[str, Any]) -> None:
    before = copy.deepcopy(sheet)
    score(sheet)
    assert sheet == before


@given(sheet=sheets())
def test_the_same_sheet_always_has_the_same_answer(sheet: dict[str, Any]) -> None:
    written = json.dumps(score(sheet).as_json())
    assert json.dumps(score(sheet).as_json()) == written
    assert json.dumps(score(parse(json.dumps(sheet))).as_json()) == written


@given(text=st.text() | st.text('[]{}":,0123456789.eE-truefalsn \\u', max_size=30))
def test_any_text_is_json_or_a_value_error(text: str) -> None:
    try:
        parse(text)
    except ValueError:
        return
    json.loads(text)


def spoiled(data: st.DataObject, document: Any) -> Any:
    """Return the document with something else in one place, at any depth."""
    if not isinstance(document, dict | list) or not document or data.draw(st.integers(0, 3)) == 0:
        return data.draw(JUNK)
    if isinstance(document, list):
        place = data.draw(st.integers(0, len(document) - 1))
        return [*document[:place], spoiled(data, document[place]), *document[place + 1 :]]
    key = data.draw(st.sampled_from(list(document)))
    change = data.draw(st.sampled_from(["spoil", "drop", "add"]))
    if change == "drop":
        return {other: value for other, value in document.items() if other != key}
    if change == "add":
        return {**document, data.draw(KEYS): data.draw(JUNK)}
    return {**document, key: spoiled(data, document[key])}


# A game is its hands and nothing else: to correct is to replace one, to undo is to drop one


@given(sheet=sheets(least=1))
def test_dropping_the_last_hand_restores_the_answer_before_it(sheet: dict[str, Any]) -> None:
    setup = set_up(sheet)
    shorter, whole = play(setup, sheet["hands"][:-1]), play(setup, sheet["hands"])
    assert shorter.hands == whole.hands[:-1]
    assert shorter.ending is None


@given(sheet=sheets(least=2), data=st.data())
def test_a_correction_scores_as_if_it_had_been_entered_at_first(
    sheet: dict[str, Any], data: st.DataObject
) -> None:
    setup, whole = replayed({**sheet, "finished": False})
    place = data.draw(st.integers(0, len(sheet["hands"]) - 1))
    before = play(setup, sheet["hands"][:place])
    other = data.draw(hands(setup.game, setup.table_for(before.state), before.state))
    at_first = play(setup, [*sheet["hands"][:place], other])
    try:
        corrected = play(setup, [*sheet["hands"][:place], other, *sheet["hands"][place + 1 :]])
    except Refused as refused:
        faulty = refused.problems[0].hand
    else:
        assert corrected.hands[: place + 1] == at_first.hands
        return
    # Later hands may no longer be possible: the game was over, or someone else dealt.
    assert faulty in range(place + 2, len(whole.hands) + 1)


@given(sheet=sheets(least=1))
def test_undoing_a_correction_restores_the_answer(sheet: dict[str, Any]) -> None:
    setup, result = replayed(sheet)
    play(setup, sheet["hands"][:-1])
    assert play(setup, sheet["hands"], sheet.get("finished", False)) == result


@given(sheet=sheets(least=1))
def test_each_hand_is_dealt_by_the_next_dealer_of_the_one_before(sheet: dict[str, Any]) -> None:
    setup = set_up(sheet)
    for number, raw in enumerate(sheet["hands"]):
        before, after = play(setup, sheet["hands"][:number]), play(setup, sheet["hands"][: number + 1])
        if "dealer" not in raw:
            assert after.hands[-1].dealer == before.state.dealer


# Sides and coins


@given(sheet=sheets())
def test_partners_have_the_same_scores_and_totals(sheet: dict[str, Any]) -> None:
    answer = score(sheet).as_json()
    for side in answer["sides"]:
        for place in (answer, *answer["hands"]):
            assert len({place["totals"][player] for player in side}) == 1
        for hand in answer["hands"]:
            assert len({hand["scores"][player] for player in side}) == 1


@given(sheet=sheets(), wager=st.integers(0, 10))
def test_wagers_pay_out_as_many_coins_as_they_take(sheet: dict[str, Any], wager: int) -> None:
    answer = staked(sheet, wager)
    assert sum(answer["payout"].values()) == 0
    if not answer["winners"]:
        assert not any(answer["payout"].values())
    assert min(answer["payout"].values()) >= -wager


@given(sheet=sheets(least=1), wager=st.integers(1, 10))
def test_winners_keep_their_wager_and_losers_lose_exactly_theirs(sheet: dict[str, Any], wager: int) -> None:
    answer = staked({**sheet, "finished": True}, wager)
    for player, net in answer["payout"].items():
        if player in answer["winners"]:
            assert net >= 0
        elif answer["winners"]:
            assert net == -wager


def staked(sheet: dict[str, Any], wager: int) -> Any:
    """Return the answer to the sheet with this wager if the game has wagers, else without one."""
    try:
        return score({**sheet, "options": {**sheet.get("options", {}), "wager": wager}}).as_json()
    except Refused:
        return score({"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": []}).as_json()
