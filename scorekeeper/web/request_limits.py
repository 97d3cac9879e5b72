"""Refusing what no form of ours sends, and more fields than any page has before they take memory."""

from collections.abc import Callable
from io import BytesIO
from typing import IO, Any

from flask import Request
from werkzeug.datastructures import FileStorage, ImmutableMultiDict, MultiDict
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.utils import cached_property

NUL = "\0"
"""A character that shows nothing, that no keyboard types, and that PostgreSQL can't store."""

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
    file_factory: Callable[[], IO[bytes]] | None = None
    """Makes the file into which a large file is written as it arrives, instead of a temporary one."""

    def _get_file_stream(self, *about: Any, **more: Any) -> IO[bytes]:
        """Return what a file of the form is written into."""
        return self.file_factory() if self.file_factory else super()._get_file_stream(*about, **more)

    @property
    def is_json(self) -> bool:
        """Return that no form is to be read from JSON, which could be anything."""
        return False

    def _load_form_data(self) -> None:
        """Read the form. Raises BadRequest if a part of it has no name."""
        super()._load_form_data()
        if None in self.form:
            raise BadRequest
        if any(NUL in text for some in self.form.listvalues() for text in some):
            self.__dict__["form"] = _without_nul(self.form)

    @cached_property
    def args(self) -> MultiDict[str, str]:
        """The parameters of the address."""
        found = super().args
        return _without_nul(found) if "%00" in self.query_string.decode("latin-1") else found


def _without_nul(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields without a character that could not be stored."""
    pairs = fields.items(multi=True)
    return ImmutableMultiDict((name.replace(NUL, ""), text.replace(NUL, "")) for name, text in pairs)
