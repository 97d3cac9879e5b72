"""The requests that are followed, and how."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
APP = ROOT / "scorekeeper"
TEMPLATES = ROOT / "templates"


class Walk:
    """The functions that ran while a request was answered, by file, in the order of their first calls.

    Attributes:
        functions: each Python file of the app with the functions of it that ran.
        templates: the templates that were drawn.
    """

    def __init__(self) -> None:
        self.functions: dict[str, list[str]] = {}
        self.templates: list[str] = []

    def step(self, frame: FrameType, event: str, _: object) -> None:
        """Note one call; a hook for ``sys.setprofile``."""
        file = Path(frame.f_code.co_filename)
        if event != "call":
            return
        if file.is_relative_to(APP) and frame.f_code.co_name != "<module>":
            found = self.functions.setdefault(str(file.relative_to(ROOT)), [])
            if frame.f_code.co_qualname not in found:
                found.append(frame.f_code.co_qualname)
        elif file.is_relative_to(TEMPLATES) and str(file.relative_to(ROOT)) not in self.templates:
            self.templates.append(str(file.relative_to(ROOT)))

    def __str__(self) -> str:
        lines = [f"{file}: {', '.join(names)}" for file, names in self.functions.items()]
        calls = sum(map(len, self.functions.values()))
        layers = Counter(Path(file).parts[1] for file in self.functions)
        parts = ", ".join(f"{number} in {layer}" for layer, number in layers.most_common())
        total = f"{len(self.functions)} files ({parts}), {calls} functions, {len(self.templates)} templates"
        return "\n".join([*lines, f"Templates: {', '.join(self.templates)}", total])


@contextmanager
def following() -> Iterator[Walk]:
    """Yield the walk of the block's code."""
    walk = Walk()
    sys.setprofile(walk.step)
    try:
        yield walk
    finally:
        sys.setprofile(None)


def walk(request: Callable[[], object]) -> Walk:
    """Return the walk of one request."""
    with following() as found:
        request()
    return found
