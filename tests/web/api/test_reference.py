"""The page about the API, for programmers who have nothing but the app."""

import json

from flask import Flask

from tests.web.phone import Phone


def test_the_page_tells_every_question_and_every_field_of_the_description(app: Flask) -> None:
    phone = Phone(app)
    described = json.loads(app.test_client().get("/api/v1/openapi.json").text)
    page = phone.open("/help/api").page.text
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in page
            assert " ".join(operation["summary"].split()) in page
    for schema in described["components"]["schemas"].values():
        for field in schema["properties"].values():
            assert " ".join(field["description"].split()) in page


def test_hosts_find_it_where_they_let_programs_read(owner: Phone) -> None:
    owner.open("/clubs/1/phones/readers").follow("For programmers")
    assert owner.page.texts("h1") == ["For programmers"]
