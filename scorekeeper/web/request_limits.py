"""Refusing what no form of ours sends, and more fields than any page has before they take memory."""

from io import BytesIO
from typing import IO

from flask import Request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

URL_ENCODED = "application/x-www-form-urlencoded"


class LimitedFormParser(FormDataParser):
    """A parser that limits the fields of every form, as Werkzeug does only for those with files."""

    def parse(
        self,
        stream: IO[bytes],
        mimetype: str,
        content_length: int | None,
        options: dict[str, str] | None = None,
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, FileStorage]]:
        """Return the rest of the stream, the fields and the files. Raises RequestEntityTooLarge."""
        # Whatever is longer than this is refused unread.
        readable = content_length is not None and content_length <= (self.max_form_memory_size or 0)
        if mimetype == URL_ENCODED and readable:
            data = stream.read()
            if data.count(b"&") >= (self.max_form_parts or 0):
                raise RequestEntityTooLarge
            stream = BytesIO(data)
        return super().parse(stream, mimetype, content_length, options)


class LimitedRequest(Request):
    """A request whose body is a form with a limited number of fields, or nothing: no page sends JSON."""

    form_data_parser_class = LimitedFormParser

    @property
    def is_json(self) -> bool:
        """Return that no form is to be read from JSON, which could be anything."""
        return False

    def _load_form_data(self) -> None:
        """Read the form. Raises BadRequest if a part of it has no name."""
        super()._load_form_data()
        if None in self.form:
            raise BadRequest
