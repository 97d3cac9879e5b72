"""Taking Pyodide out of its wheel."""

import gzip
import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import brotli
import pytest

from scorekeeper.phone import preparing
from scorekeeper.phone.preparing import FILES, IN_WHEEL, LIBRARY, LOCK, NotPreparedError, write_files


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Return a wheel with files of the names that are taken out."""
    library = BytesIO()
    with ZipFile(library, "w") as archive:
        archive.writestr("json/decoder.py", "kept = True  # for phones")
        archive.writestr("pyodide/__init__.py", '"""Read by Pyodide."""')
        archive.writestr("turtle.py", "kept = False")
    content = dict.fromkeys(FILES, b"content") | {
        LIBRARY: library.getvalue(),
        LOCK: b'{"info": {"version": "1"}, "packages": {"numpy": {}}}',
    }
    with ZipFile(tmp_path / "web.whl", "w") as archive:
        for name, data in content.items():
            archive.writestr(IN_WHEEL + name, data)
    return tmp_path / "web.whl"


def test_each_file_is_compressed_for_browsers(wheel: Path, tmp_path: Path) -> None:
    write_files(wheel, tmp_path)
    for name in FILES:
        packed = [(tmp_path / f"{name}.{encoding}").read_bytes() for encoding in ("br", "gzip")]
        assert brotli.decompress(packed[0]) == gzip.decompress(packed[1])


def test_only_what_is_imported_is_kept_of_the_standard_library(wheel: Path, tmp_path: Path) -> None:
    write_files(wheel, tmp_path)
    with ZipFile(BytesIO(gzip.decompress((tmp_path / f"{LIBRARY}.gzip").read_bytes()))) as library:
        assert library.namelist() == ["json/decoder.py", "pyodide/__init__.py"]
        assert library.read("json/decoder.py") == b"kept = True"
        assert library.read("pyodide/__init__.py") == b'"""Read by Pyodide."""'
    lock = json.loads(gzip.decompress((tmp_path / f"{LOCK}.gzip").read_bytes()))
    assert lock == {"info": {"version": "1"}, "packages": {}}


def test_a_wheel_without_pyodide_is_refused(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "other.whl", "w") as archive:
        archive.writestr("other.py", "")
    with pytest.raises(NotPreparedError, match="no Pyodide"):
        write_files(tmp_path / "other.whl", tmp_path)


def test_what_could_not_be_fetched_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, nowhere = tmp_path / "offline", tmp_path / "lock.txt"
    folder.mkdir()
    (folder / "stamp").write_text("of before")
    nowhere.write_text("")
    monkeypatch.setattr(preparing, "LOCK_FILE", nowhere)
    monkeypatch.setattr("os.nice", lambda _: 0)
    monkeypatch.setattr(preparing, "fetch_wheel", fails)
    with pytest.raises(SystemExit, match="The download failed"):
        preparing.prepare_or_explain(folder)
    assert [file.name for file in folder.parent.iterdir() if file.is_dir()] == ["offline"]
    assert (folder / "stamp").read_text() == "of before"


def test_a_folder_that_cannot_be_written_is_named(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0)
    monkeypatch.setattr(preparing, "fetch_wheel", lambda _: wheel)
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match="file/offline can't be written"):
        preparing.prepare_or_explain(tmp_path / "file" / "offline")


def fails(folder: Path) -> Path:
    raise NotPreparedError("The download failed.")
