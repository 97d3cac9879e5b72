"""Messages about how a game would have gone under other house rules."""

from collections.abc import Iterator, Mapping

from scorekeeper.rules.course import say_when
from scorekeeper.rules.engine import Result
from scorekeeper.rules.final_result import FinalResult
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import And, Numbered, Say, Sentences
from scorekeeper.store.plays.edits import PlayEdit


def say_what_if(before: Result, edit: PlayEdit, target: int | None) -> Say:
    """Return how a game would have gone with another target, or under other house rules.

    "With a target of 30 Cal would have won in hand 9."
    """
    words = "With these rules {what}." if target is None else "With a target of {target} {what}."
    return Say(words, target=target or 0, what=_what(before, edit))


def _what(before: Result, edit: PlayEdit) -> Say:
    """Return what would have become of a game, within a sentence."""
    after, was = edit.result, before.ending
    ending, noun = after.ending, after.setup.game.hand_noun
    if before.hands and not after.hands:
        return Say("no {hand} would have been allowed", hand=noun)
    one, other = ((len(game.hands), game.ending is None, FinalResult.of(game)) for game in (before, after))
    if one == other:
        return Say("nothing would change")
    if ending is None:
        return Say("nobody would have won yet")
    number = edit.was[edit.last - 1]
    at = say_when(noun, number)
    if after.setup.is_together:
        lost = Say("everyone would have lost {in_hand}", in_hand=at)
        return Say("everyone would have won {in_hand}", in_hand=at) if ending.winners else lost
    names = And(*after.setup.names(ending.winners)) or Say("nobody")
    if ending.early:
        hand = Numbered(noun, number)
        return Say("{names} would have won when the game was ended after {hand}", names=names, hand=hand)
    if not ending.winners:
        return Say("the game would have ended {in_hand} and nobody would have won", in_hand=at)
    if was and was.winners == ending.winners:
        return Say("{names} would still have won, {in_hand}", names=names, in_hand=at)
    return Say("{names} would have won {in_hand}", names=names, in_hand=at)


def say_without(edit: PlayEdit, refused: Mapping[int, Refused]) -> Iterator[Say]:
    """Yield which hands would have been refused and why, and which would have come after the end."""
    noun = edit.result.setup.game.hand_noun
    by_reason: dict[Sentences, list[int]] = {}
    for number, why in refused.items():
        reason = Sentences(*(problem.message for problem in why.problems))
        by_reason.setdefault(reason, []).append(number)
    for reason, numbers in by_reason.items():
        hands = Numbered(noun, *numbers)
        yield Say("{Hands} wouldn’t be allowed: {why}", hands=hands, why=reason)
    if refused and edit.result.hands:
        one = "The game is scored as if that {hand} hadn’t been played."
        several = "The game is scored as if those {hands} hadn’t been played."
        yield Say(one, several, len(refused), hand=noun, hands=Say(noun.many))
    if late := edit.was[edit.last :]:
        yield Say("{Hands} wouldn’t have been played.", hands=Numbered(noun, *late))
