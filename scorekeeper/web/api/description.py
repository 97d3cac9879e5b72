"""The description of the API (OpenAPI 3.1), made from the classes of what is asked and answered.

What is said of each comes from the docstrings: those of the views, of the classes, and their attributes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from scorekeeper import __version__
from scorekeeper.files.documents import Id, Link, Message
from scorekeeper.files.schema import public_fields
from scorekeeper.store.history.paging import Cursor, Page
from scorekeeper.web.api.answers import JSON, PROBLEM
from scorekeeper.web.api.documents import ProblemDocument, Question
from scorekeeper.web.submissions import KEY

UID = {"type": "string", "pattern": "^[0-9a-f]{32}$"}

SCHEMAS: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    Mapping[str, Any]: {"type": "object"},
    Id: UID,
    Link: UID,
    Message: {
        "type": "object",
        "description": "Words with blanks, for one and for several, and what fills the blanks, by name.",
        "properties": {
            "message": {"type": "string"},
            "several": {"type": "string"},
            "number": {"type": "number"},
            "arguments": {"type": "object"},
        },
        "required": ["message", "arguments"],
    },
    Cursor: {"type": "string", "pattern": "^[0-9]{1,16}-[1-9][0-9]{0,8}$"},
}
"""What JSON has for a type."""

IN_PATH = r"<(int:)?(\w+)>"
"""A part of an address that differs, as Flask writes it: a uid or a number."""

ATTRIBUTE = re.compile(r"^    ([\w, ]+): (.+(?:\n        .+)*)", re.MULTILINE)

ONCE = "Sent again with the same key and body, it counts once. A new random text for each thing to write."

INTRODUCTION = """\
Read what a club has played, and keep score with a token that may write. Hosts of the club make a token for
each program under “Phones”, “Other programs”. What is refused changes nothing. Every answer to a question has
an ETag: send it back as If-None-Match, and the answer is 304 while nothing has changed. Moments are in UTC.
More may be added to answers later, so programs should ignore what they don’t know."""


class Operation(NamedTuple):
    """One thing that can be asked.

    Attributes:
        path: its address below that of the API, as Flask writes it.
        view: what answers it; its docstring says what it is.
        answer: the type of the answer; None for a stream of events.
        asks: the attributes of Question that the address may have.
        key: what a list is called in the answer; empty where the answer is a document.
        method: how it is asked, in small letters.
        sends: what the body is that it takes, in words; empty without one.
    """

    path: str
    view: Callable[..., Any]
    answer: Any = None
    asks: Sequence[str] = ()
    key: str = ""
    method: str = "get"
    sends: str = ""

    @property
    def tag(self) -> str:
        """Return what it is about: the first part of its path."""
        return self.path.split("/")[1]


def describe_api(operations: Sequence[Operation], address: str) -> dict[str, Any]:
    """Return the description of the operations of the API at an address."""
    kinds: dict[type, None] = {ProblemDocument: None}
    for operation in operations:
        kinds |= dict.fromkeys(_kinds_in(operation.answer))
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(_path(operation), {})[operation.method] = _describe(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Scorekeeper",
            "version": __version__,
            "description": INTRODUCTION,
            "license": {"name": "MIT License", "identifier": "MIT"},
        },
        "servers": [{"url": address}],
        "tags": [{"name": tag} for tag in dict.fromkeys(one.tag for one in operations)],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {_name(kind): _describe_class(kind) for kind in kinds},
        },
    }


def _path(operation: Operation) -> str:
    return re.sub(IN_PATH, r"{\2}", operation.path)


def _describe(operation: Operation) -> dict[str, Any]:
    """Return the description of one operation."""
    content: dict[str, Any] = {"text/event-stream": {"schema": SCHEMAS[str]}}
    if operation.answer is not None:
        content = {JSON: {"schema": _answer(operation)}}
    summary, _, rest = cleandoc(operation.view.__doc__ or "").partition("\n\n")
    refused = {
        "description": "Why there is no answer.",
        "content": {PROBLEM: {"schema": _schema(ProblemDocument)}},
    }
    described: dict[str, Any] = {
        "tags": [operation.tag],
        "operationId": operation.view.__name__,
        "summary": summary,
        "description": rest,
        "parameters": list(_parameters(operation)),
        "responses": {
            "200": {"description": summary, "content": content},
            **dict.fromkeys(("400", "401", "404", "503"), refused),
        },
    }
    if operation.method == "get":
        unchanged = {"description": "Nothing has changed since the answer with this ETag."}
        described["responses"]["304"] = unchanged
    else:
        described["responses"] |= dict.fromkeys(("403", "409", "413", "422", "429"), refused)
    if operation.sends:
        body = {JSON: {"schema": SCHEMAS[Mapping[str, Any]]}}
        described["requestBody"] = {"required": True, "description": operation.sends, "content": body}
    return {name: what for name, what in described.items() if what}


def _answer(operation: Operation) -> dict[str, Any]:
    """Return the schema of an answer: a document, or a list of them with the address of the next page."""
    found = _schema(operation.answer)
    if not operation.key:
        return found
    parts = {operation.key: found}
    if get_origin(operation.answer) is Page:
        said = "the address of the next page, with older ones; null on the last one."
        parts["next"] = {**_schema(str | None), "description": said}
    return {"type": "object", "properties": parts, "required": [*parts]}


def _parameters(operation: Operation) -> Iterator[dict[str, Any]]:
    """Yield what an operation takes from the address."""
    for number, name in re.findall(IN_PATH, operation.path):
        said = "the number of the hand, from 1." if number else f"the {name} of one of the {operation.tag}."
        schema = {"type": "integer", "minimum": 1} if number else UID
        yield {"name": name, "in": "path", "required": True, "description": said, "schema": schema}
    if operation.method != "get":
        yield {"name": KEY, "in": "header", "description": ONCE, "schema": SCHEMAS[str]}
    possible = _describe_class(Question)["properties"]
    for name in operation.asks:
        said, schema = possible[name]["description"], possible[name]["anyOf"][0]
        yield {"name": name, "in": "query", "description": said, "schema": schema}


def _bare(kind: Any) -> Any:
    """Return a type without the entry that reads it from a file, unless it has a schema with that."""
    # An entry may have no hash.
    return get_args(kind)[0] if get_origin(kind) is Annotated and kind not in [*SCHEMAS] else kind


def _schema(kind: Any) -> dict[str, Any]:
    """Return the schema of a type."""
    kind = _bare(kind)
    if kind in SCHEMAS:
        return SCHEMAS[kind]
    if get_origin(kind) in (Union, UnionType):
        return {"anyOf": [_schema(one) for one in get_args(kind)]}
    if get_origin(kind) in (tuple, Sequence, Page):
        return {"type": "array", "items": _schema(get_args(kind)[0])}
    return {"$ref": f"#/components/schemas/{_name(kind)}"}


def _describe_class(kind: type) -> dict[str, Any]:
    """Return the schema of a class, all of whose public attributes are there."""
    types, said = _types(kind), _attributes(kind)
    return {
        "type": "object",
        "description": cleandoc(kind.__doc__ or "").partition("\n\n")[0],
        "properties": {name: {**_schema(each), **said.get(name, {})} for name, each in types.items()},
        "required": [*types],
    }


def _types(kind: type) -> dict[str, Any]:
    """Return the types of the public attributes of a class."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in public_fields(kind)}


def _attributes(kind: type) -> dict[str, dict[str, str]]:
    """Return what the docstrings of a class and its bases say of its attributes."""
    found: dict[str, dict[str, str]] = {}
    for one in reversed(kind.__mro__):
        for names, said in ATTRIBUTE.findall(cleandoc(one.__doc__ or "")):
            found |= {
                name: {"description": " ".join(said.split()).replace("None", "null")}
                for name in names.split(", ")
            }
    return found


def _kinds_in(kind: Any) -> Iterable[type]:
    """Return the classes of which an answer of a class consists."""
    kind = _bare(kind)
    if kind is None or kind in SCHEMAS:
        return ()
    inner = get_args(kind) or _types(kind).values()
    parts = [part for one in inner if one is not ... for part in _kinds_in(one)]
    return parts if get_args(kind) else [kind, *parts]


def _name(kind: type) -> str:
    return kind.__name__.removesuffix("Document")
