"""Sentences that say the same or different things for different numbers of players."""

from collections.abc import Mapping, Sequence

from scorekeeper.rules.words import listed
from scorekeeper.web.games.entry_bounds import Parts


def join_bounds(bounds: Mapping[int, Parts]) -> str:
    """Return the bounds for all numbers of players in one sentence; what they share is said once."""
    if len(set(map(len, bounds.values()))) > 1:
        return "; ".join(f"{', '.join(parts)} with {n} players" for n, parts in bounds.items())
    return ", ".join(
        group_by_player_count(dict(zip(bounds, part, strict=True)))
        for part in zip(*bounds.values(), strict=True)
    )


def group_by_player_count(words: Mapping[int, str]) -> str:
    """Return words for each number of players in a row: "25 with 4 players, 21 with 5"."""
    groups: dict[str, list[int]] = {}
    for n, said in words.items():
        groups.setdefault(said, []).append(n)
    if len(groups) < 2:
        return next(iter(groups), "")
    (first, counts), *others = groups.items()
    rest = (f"{said} with {_join_numbers(counts)}" for said, counts in others)
    return ", ".join([f"{first} with {_join_numbers(counts)} players", *rest])


def _join_numbers(counts: Sequence[int]) -> str:
    """Return numbers in a row, a run by its first and last: "3, 5 and 6", "4 to 6"."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return listed(map(str, counts))
