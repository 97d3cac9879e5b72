"""The form of a note on a game or a night."""

from typing import Any

from scorekeeper.domain import MAX_NOTE_LENGTH
from scorekeeper.web.forms.plain_form import ReplacingForm, note_field


class NoteForm(ReplacingForm):
    """A note: nobody overwrites one that they have not seen."""

    note: Any = note_field(MAX_NOTE_LENGTH)

    def refuses(self, current: str) -> bool:
        """Return whether others have changed the note since the form was drawn, and say so beside it."""
        return self.refuses_outdated("note", current, self.note.data or "")
