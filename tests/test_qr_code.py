"""QR codes say the address that they were drawn for."""

import re
from xml.etree import ElementTree

import pytest
import segno

from scorekeeper import qr_code

ADDRESS = "http://192.168.1.7:8000/join/abcdefghijklmnopqrstuvwx"
MODULES = [list(map(bool, row)) for row in segno.make_qr(ADDRESS, error="m").matrix_iter(border=4)]


def drawn(path: str, size: int) -> list[list[bool]]:
    """Return which modules a path of strokes along the rows covers."""
    modules = [[False] * size for _ in range(size)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        first, *rest = map(float, re.findall(r"-?\d+\.?\d*", numbers))
        if command == "h":
            for at in range(int(x), int(x + first)):
                modules[int(y)][at] = True
            x += first
        else:
            x, y = (first, rest[0]) if command == "M" else (x + first, y + rest[0])
    return modules


def test_the_svg_has_every_dark_module_and_a_quiet_zone() -> None:
    svg = ElementTree.fromstring(qr_code.qr_svg(ADDRESS))
    size = int(svg.attrib["viewBox"].split()[2])
    light, dark = svg
    assert light.attrib["fill"] == "#fff"
    assert light.attrib["d"] == f"M0 0h{size}v{size}h-{size}z"
    assert dark.attrib["stroke"] == "#000"
    assert drawn(dark.attrib["d"], size) == MODULES


def test_the_svg_has_no_style_and_no_size_of_its_own() -> None:
    assert {"style", "width", "height"}.isdisjoint(ElementTree.fromstring(qr_code.qr_svg(ADDRESS)).attrib)


def test_an_address_cannot_break_out_of_the_svg() -> None:
    assert "script" not in qr_code.qr_svg("http://x/<script>")


def test_the_lines_for_a_terminal_have_every_module_in_fixed_colors() -> None:
    lines = list(qr_code.qr_lines(ADDRESS))
    plain = [line.removeprefix(qr_code.BLACK_ON_WHITE).removesuffix(qr_code.RESET) for line in lines]
    assert all(len(line) == len(MODULES) for line in plain)
    halves = [[divmod(qr_code.HALVES.index(sign), 2) for sign in line] for line in plain]
    rows = [[bool(half[part]) for half in line] for line in halves for part in (0, 1)]
    assert rows[: len(MODULES)] == MODULES


@pytest.mark.parametrize("address", ["http://10.0.0.1:8000", "http://192.168.178.123:65535"])
def test_the_code_of_a_network_address_fits_a_small_terminal(address: str) -> None:
    lines = list(qr_code.qr_lines(address))
    assert len(lines) <= 19
    assert len(lines[0].removeprefix(qr_code.BLACK_ON_WHITE).removesuffix(qr_code.RESET)) <= 40
