"""The words in the notes of a club's games, kept so that a search is quick however many games there are.

What is kept and what is searched for is folded alike, so that "uber" and "ÜBER" both find "Über", on every
database. A club's games have many notes but few different words: a search looks for the words that contain
what was typed, and then for the games that have one of them.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Select, delete, insert, select, text

from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import LONGEST_PIECE, Night, NoteWord, Play, PlayWord

SEARCHED = frozenset(("note", "hand_notes", "options"))
"""The columns of a play that have words to search for."""

ADD = text("INSERT INTO note_word (club_id, word) VALUES (:club, :word) ON CONFLICT DO NOTHING")

OVERLAP = LONGEST_PIECE // 2
"""How far the pieces of a long word overlap, which is as much as can be searched for."""


def fold(words: str) -> str:
    """Return text without differences of case, accents and compatible characters."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def words_of(*notes: str) -> set[str]:
    """Return the words of notes, folded; one that is too long to be kept in pieces that overlap."""
    return {
        word[start : start + LONGEST_PIECE]
        for note in notes
        for word in fold(note).split()
        for start in range(0, max(1, len(word) - OVERLAP), OVERLAP)
    }


def words_with(club_id: int, word: str) -> Sequence[int] | Select[int]:
    """Return the ids of the club's words that contain this folded one; a query for them if many do."""
    containing = NoteWord.word.contains(word, autoescape=True)
    query = select(NoteWord.id).where(NoteWord.club_id == club_id, containing)
    ids = db.session.scalars(query.limit(AT_ONCE)).all()
    return ids if len(ids) < AT_ONCE else query


def plays_with(words: Sequence[int] | Select[int]) -> Select[int]:
    """Return a query for the ids of the plays with one of these words."""
    return select(PlayWord.play_id).where(PlayWord.word_id.in_(words)).distinct()


def has_word(words: Sequence[int] | Select[int]) -> ColumnElement[bool]:
    """Return the condition that a play has one of these words."""
    own = select(PlayWord.word_id).where(PlayWord.play_id == Play.id, PlayWord.word_id.in_(words))
    # As one value, it is looked up for one play after another until there are enough of them.
    return own.limit(1).scalar_subquery().is_not(None)


def keep_words(play_ids: Sequence[int]) -> None:
    """Keep the words of plays whose notes, or whose night's note, are new or have changed."""
    for first in range(0, len(play_ids), AT_ONCE):
        _keep_words(play_ids[first : first + AT_ONCE])


def keep_words_of_night(night_id: int) -> None:
    """Keep the words of the plays of a night whose note has changed."""
    db.session.flush()
    keep_words(db.session.scalars(select(Play.id).where(Play.night_id == night_id)).all())


def _keep_words(play_ids: Sequence[int]) -> None:
    noted = select(Play.id, Play.club_id, Play.note, Play.hand_notes, Play.options, Night.note.label("night"))
    rows = db.session.execute(noted.join(Play.night).where(Play.id.in_(play_ids))).all()
    words = {
        (row.id, row.club_id): words_of(row.note, row.hand_notes, row.night, row.options.get("title") or "")
        for row in rows
    }
    db.session.execute(delete(PlayWord).where(PlayWord.play_id.in_(play_ids)))
    ids = _kept((club_id, word) for (_, club_id), its in words.items() for word in its)
    pairs = [(ids[club_id, word], play_id) for (play_id, club_id), its in words.items() for word in its]
    if pairs:
        columns = ({"word_id": word_id, "play_id": play_id} for word_id, play_id in sorted(pairs))
        db.session.execute(insert(PlayWord), list(columns))


def _kept(words: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """Return the ids of words, each with its club; those that are new are added."""
    wanted = sorted(set(words))
    for known in (False, True):
        found: dict[tuple[int, str], int] = {}
        for first in range(0, len(wanted), AT_ONCE):
            some = wanted[first : first + AT_ONCE]
            clubs, texts = {club for club, _ in some}, {word for _, word in some}
            rows = select(NoteWord).where(NoteWord.club_id.in_(clubs), NoteWord.word.in_(texts))
            found |= {(row.club_id, row.word): row.id for row in db.session.scalars(rows)}
        new = [{"club": club, "word": word} for club, word in wanted if (club, word) not in found]
        if known or not new:
            break
        db.session.connection().execute(ADD, new)
    return found
