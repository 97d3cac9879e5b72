"""What is wrong with the coins of a night, as sentences that say what to do."""

from collections.abc import Iterator

from markupsafe import Markup

from scorekeeper.rules.words import COIN, counted
from scorekeeper.store.coins.bank import Bank, GamePayout, Posting
from scorekeeper.store.coins.faults import GameFault, PostingFault
from scorekeeper.web.filters import clock, time_element

POSTING_FAULTS = {
    PostingFault.UNKNOWN_KIND: "has an unknown kind, “{kind}”",
    PostingFault.SAME_PARTY: "goes from someone to themselves",
    PostingFault.STAKE_FROM_PLAYER: "is a stake that doesn’t come from the house",
    PostingFault.HOUSE_TAKES_PART: "is a {kind} with the house, which neither wins nor loses",
    PostingFault.OUTSIDER: "names someone who doesn’t belong to the club",
    PostingFault.NO_COINS: "is about {coins}",
}

GAME_FAULTS = {
    GameFault.UNREADABLE_HANDS: "its hands can’t be scored. {refusal}",
    GameFault.ALREADY_OVER: "by its hands it has ended, but it is marked as still running.",
}


def fault_sentences(bank: Bank, zone: str) -> Iterator[str]:
    """Yield a sentence for everything that must be fixed before anyone settles up."""
    for one in bank.faulty:
        yield _posting_sentence(one, zone) if isinstance(one, Posting) else _game_sentence(one, zone)
    if bank.difference and not bank.faulty:
        yield "The coins don’t add up."


def _posting_sentence(posting: Posting, zone: str) -> str:
    assert posting.fault
    why = POSTING_FAULTS[posting.fault].format(kind=posting.kind, coins=counted(posting.coins, COIN))
    at = time_element(clock(posting.at, zone), posting.at, zone)
    return Markup("What was recorded at {} on {} {}. Undo it.").format(at, posting.device, why)


def _game_sentence(game: GamePayout, zone: str) -> str:
    assert game.fault
    why = GAME_FAULTS[game.fault].format(refusal=game.refusal).strip()
    at = time_element(clock(game.started_at, zone), game.started_at, zone)
    return Markup("{}, started at {}: {}").format(game.name, at, why)
