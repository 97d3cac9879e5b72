"""The form of a note on a game or a night."""

from typing import Any

from wtforms import HiddenField

from scorekeeper.domain import MAX_NOTE_LENGTH
from scorekeeper.web.forms.plain_form import PlainForm, note_field
from scorekeeper.web.forms.widgets import unix_lines


class NoteForm(PlainForm):
    """A note, with what it was when the form was drawn: nobody overwrites a note that they have not seen."""

    note: Any = note_field(MAX_NOTE_LENGTH)
    was: Any = HiddenField(filters=[unix_lines])

    def is_outdated(self, current: str) -> bool:
        """Return whether someone has changed the note since the form was drawn, and refuse the form then."""
        if not self.was.raw_data or current in (self.was.data, self.note.data):
            return False
        said = f"Someone has changed this note to “{current}”" if current else "Someone has deleted this note"
        self.refuse("note", f"{said}. Save again to keep yours instead.")
        return True
