"""The encoding of a table: UTF-8, or what spreadsheets save without being asked."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

UTF_16 = "Read as UTF-16 (“Unicode text”)."
WINDOWS = (
    "Read as Windows-1252 (Western European). If names look wrong here, save the table as “CSV UTF-8” and "
    "choose that."
)


def decode_table(data: bytes) -> tuple[str, str]:
    """Return the text of a table, and a sentence about its encoding unless that is UTF-8.

    Raises UnicodeError for what is no text, or is damaged.
    """
    if utf_16 := _utf_16(data):
        return data.decode(utf_16), UTF_16
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        if _is_damaged_utf_8(data):
            raise
    return data.decode("cp1252"), WINDOWS


def _utf_16(data: bytes) -> str:
    """Return the encoding of a text that begins with UTF-16's byte order mark, or with two letters in it."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    zeros = [byte == 0 for byte in data[:4]]
    if zeros == [True, False, True, False]:
        return "utf-16-be"
    return "utf-16-le" if zeros == [False, True, False, True] else ""


def _is_damaged_utf_8(data: bytes) -> bool:
    """Return whether more of a text than not is UTF-8, beyond what all encodings have in common."""
    text = data.decode("utf-8", "replace")
    damaged = text.count("\N{REPLACEMENT CHARACTER}")
    return sum(not letter.isascii() for letter in text) > 2 * damaged
