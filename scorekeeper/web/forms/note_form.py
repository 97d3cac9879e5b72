"""The form of a note on a game or a night."""

from typing import Any

from wtforms import HiddenField

from scorekeeper.domain import MAX_NOTE_LENGTH
from scorekeeper.web.forms.edit_conflict import EditConflict, compare_texts
from scorekeeper.web.forms.plain_form import PlainForm, note_field
from scorekeeper.web.forms.widgets import unix_lines

EMPTY = "No note"


class NoteForm(PlainForm):
    """A note, with what it was when the form was drawn: nobody overwrites a note that they have not seen."""

    note: Any = note_field(MAX_NOTE_LENGTH)
    was: Any = HiddenField(filters=[unix_lines])

    def is_outdated(self, current: str) -> bool:
        """Return whether someone has changed the note since the form was drawn."""
        return bool(self.was.raw_data) and current not in (self.was.data, self.note.data)

    def conflict(self, current: str, action: str) -> EditConflict:
        """Return their note and this one, side by side; ``action`` is where the form is sent."""
        why = "Someone has changed this note." if current else "Someone has deleted this note."
        theirs, mine = ([("note", note), ("was", current)] for note in (current, self.note.data))
        return compare_texts(why, (current or EMPTY, self.note.data or EMPTY), action, (theirs, mine))
