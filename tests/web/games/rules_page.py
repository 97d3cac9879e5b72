"""What tests read on a rules page."""

from tests.web.phone import Phone


def row(phone: Phone, table: int, heading: str) -> list[str]:
    """Return the cells beside a heading."""
    rows = phone.page.all("table")[table].all("tr")
    return next(row.texts("td") for row in rows if row.texts("th")[:1] == [heading])


def definitions(phone: Phone, label: str) -> list[str]:
    """Return every text beside a label."""
    return [node.one("dd").text for node in phone.page.all("div") if node.texts("dt") == [label]]
