"""Pictures to send: one sheet of paper of a fixed size, as an SVG file."""

from typing import Any

from flask import Response, make_response, render_template

from scorekeeper.web.assets import content, palette


def send_picture(template: str, name: str, **context: Any) -> Response:
    """Return a drawing as a file of this name; the template gets its colors (``ink``) and the marks."""
    marks = content("marks.svg").partition(">")[2].rpartition("<")[0]
    drawing = render_template(template, ink=palette("light"), marks=marks, **context)
    answer = make_response("".join(filter(is_allowed_in_xml, drawing)))
    answer.mimetype = "image/svg+xml"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.svg"'
    return answer


def is_allowed_in_xml(letter: str) -> bool:
    """Return whether XML allows a character; names may contain a few that it doesn't."""
    return letter >= " " or letter in "\n\t" if letter < "\ufffe" else letter > "\uffff"
